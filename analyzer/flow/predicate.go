// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Asked is a predicate over an error that a helper was given and asks before it calls a
// function again: it does so only if the predicate answers that it holds, or (Not) that it does
// not. If the answer proves that nothing was executed, another key is no other request.
type Asked struct {
	Fn  *Value // nil: the answer is known, and proves it
	Not bool
}

// sides are the answers of a predicate by which it proves that nothing was executed.
type sides struct{ yes, no bool }

// questions finds the predicates that are asked on each way from a call to another.
func (f *frame) questions(p *paths) []Asked {
	var out []Asked
	for _, b := range f.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || b != p.from.Block() && !p.enters(b) {
			continue
		}
		v, not := cond.Cond, false
		for {
			op, ok := v.(*ssa.UnOp)
			if !ok || op.Op != token.NOT {
				break
			}
			v, not = op.X, !not
		}
		call, ok := v.(*ssa.Call)
		if !ok || !aboutError(call, 0) {
			continue
		}
		c := f.callOf(call)
		if !c.isDynamic || !f.mine(c.fnValue) {
			continue
		}
		for i, s := range b.Succs {
			if p.takes(b, s) && !p.arrivesWithout(b, i) {
				out = append(out, Asked{Fn: c.fnValue, Not: not != (i == 1)})
			}
		}
	}
	return out
}

// arrivesWithout reports whether there is a way among the paths that does not take an edge.
func (p *paths) arrivesWithout(b *ssa.BasicBlock, succ int) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{p.from.Block()}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for i, s := range x.Succs {
			if x == b && i == succ || !p.edges.Has(2*x.Index+i) || seen[s] {
				continue
			}
			if s == p.to.Block() {
				return true
			}
			seen[s] = true
			work = append(work, s)
		}
	}
	return p.direct
}

// askedOnBoth are the questions that are asked on the one way and on the other.
func askedOnBoth(a, b []Asked) []Asked {
	return slices.DeleteFunc(slices.Clone(a), func(x Asked) bool { return !slices.Contains(b, x) })
}

// asksBefore is what a callee asks before it calls a function again, as far as it is known here.
func (b *body) asksBefore(f *frame, at ssa.CallInstruction, inv *Invoke) []Asked {
	var out []Asked
	for _, q := range inv.Asked {
		if q.Fn == nil {
			return []Asked{q}
		}
		fn := b.subst(f, at, q.Fn)
		preds := f.functions(fn, at)
		proves := len(preds) > 0
		for _, p := range preds {
			s := f.provingAnswers(p)
			proves = proves && (q.Not && s.no || !q.Not && s.yes)
		}
		if proves {
			return []Asked{{}}
		}
		if f.mine(fn) {
			out = append(out, Asked{fn, q.Not})
		}
	}
	return out
}

// proven reports whether a function is called again only after a proof.
func proven(asked []Asked) bool {
	return slices.ContainsFunc(asked, func(q Asked) bool { return q.Fn == nil })
}

// provingAnswers are those of a predicate that was handed over.
func (f *frame) provingAnswers(pred *Value) sides {
	if pred.Fn == nil {
		return sides{yes: provesNothingDone(shortMethod(pred.Name))}
	}
	return f.answersOf(pred.Fn)
}

// answersOf looks for the proof in a predicate's name and in its body.
func (f *frame) answersOf(fn *ssa.Function) sides {
	if fn.Parent() == nil && provesNothingDone(fn.Name()) { // a literal is called after what is around it
		return sides{yes: true}
	}
	if !isBoolResult(fn) || !f.a.hasBody(fn) {
		return sides{}
	}
	says := f.a.bodySays(fn)
	f.hears(fn, question{kind: whetherProof}, says)
	return says
}

// bodySays looks for the proof among the constants of a predicate's own body. It is taken to be
// what the predicate answers with yes, unless each answer that follows from it is no.
func (a *Analysis) bodySays(fn *ssa.Function) sides {
	var s sides
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
			s.add(a.answer(r.Results[0], b, 0))
		}
	}
	switch {
	case s.yes:
		return sides{yes: true}
	case s.no:
		return s
	}
	return sides{yes: slices.ContainsFunc(fn.Blocks, a.mentionsProof)}
}

func (s *sides) add(o sides) { s.yes, s.no = s.yes || o.yes, s.no || o.no }

func (s sides) negated() sides { return sides{s.no, s.yes} }

// answer is what an answer that is given at a block's end tells of the proof.
func (a *Analysis) answer(v ssa.Value, at *ssa.BasicBlock, depth int) sides {
	if depth > 6 {
		return sides{}
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil || v.Value.Kind() != constant.Bool {
			return sides{}
		}
		for d := at; d.Idom() != nil; d = d.Idom() {
			cond, then := branch(d.Idom(), at)
			if cond == nil {
				continue
			}
			if s := a.answer(cond.Cond, d.Idom(), depth+1); then && s.yes || !then && s.no {
				is := constant.BoolVal(v.Value)
				return sides{yes: is, no: !is}
			}
		}
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return a.answer(v.X, at, depth+1).negated()
		}
	case *ssa.Phi:
		var s sides
		for i, e := range v.Edges {
			if _, isConst := e.(*ssa.Const); !isConst { // a constant tells what came before it
				s.add(a.answer(e, v.Block().Preds[i], depth+1))
			}
		}
		return s
	case *ssa.BinOp:
		if a.mentions(v, 0) {
			return sides{yes: v.Op != token.NEQ, no: v.Op == token.NEQ}
		}
	case *ssa.Call:
		return sides{yes: a.mentions(v, 0)}
	}
	return sides{}
}

// mentions reports whether a value is computed of a constant, a variable or by a function that
// is called after the proof.
func (a *Analysis) mentions(v ssa.Value, depth int) bool {
	if v == nil || depth > 6 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Const:
		s, ok := constText(v)
		return ok && provesNothingDone(s)
	case *ssa.Global: // by its name, or by the text of the error that it holds
		return provesNothingDone(v.Name()) || provesNothingDone(a.textOfError(v))
	case *ssa.Function:
		return provesNothingDone(v.Name())
	case *ssa.Phi, *ssa.Parameter:
		return false
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	for _, op := range instr.Operands(nil) {
		if a.mentions(*op, depth+1) {
			return true
		}
	}
	return false
}

func (a *Analysis) mentionsProof(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		for _, op := range instr.Operands(nil) {
			switch v := (*op).(type) {
			case *ssa.Const, *ssa.Global:
				if a.mentions(v, 0) {
					return true
				}
			}
		}
	}
	return false
}

func isBoolResult(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	return res.Len() == 1 && isBool(res.At(0).Type())
}

// isPredicate reports whether t is a function that is asked about an error.
func isPredicate(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && sig.Params().Len() == 1 && errorLike(sig.Params().At(0).Type()) && sig.Results().Len() == 1 && isBool(sig.Results().At(0).Type())
}

// provenBeside reports whether a helper whose body is not seen is given a predicate beside the
// function which it calls again, and that holds only where nothing was executed.
func (f *frame) provenBeside(c *call, fn int) bool {
	for i, v := range c.vals {
		if i == fn || !isPredicate(v.Type()) {
			continue
		}
		preds := f.functions(c.args[i], c.instr)
		for _, p := range preds {
			if !f.provingAnswers(p).yes {
				return false
			}
		}
		return len(preds) > 0
	}
	return false
}
