// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/model"
)

// A handler is a function that a framework calls again when it fails: an activity of a
// workflow, the handler of a queue's messages, a reconciler. The loop is in no program's
// text; that there is one, models tell. What such a function would repeat is judged in
// the function itself, and where the function comes from another package that did not
// know, at the call that hands it over.

// collectHandlers finds the handlers of this package.
func (a *Analysis) collectHandlers() {
	a.handlers = map[*ssa.Function]*model.Handler{}
	mark := func(fn *ssa.Function, h *model.Handler) {
		if fn != nil && h != nil && a.handlers[fn] == nil {
			a.handlers[fn] = h
		}
	}
	hand := func(by, fn *ssa.Function, h *model.Handler, why string) {
		mark(fn, h)
		if a.Mark {
			n := a.note(by)
			n.marks = append(n.marks, unit(fn)+" "+why)
		}
	}
	for _, fn := range a.fns {
		if h := a.handlerByType(fn); h != nil && (fn.Parent() != nil || a.outermost(fn)) {
			mark(fn, h)
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					name := a.calleeName(instr.Common())
					h := a.models.Of(name).Handler
					switch {
					case h == nil:
					case h.Inside != "":
						if top := enclosing(fn); a.outermost(top) {
							hand(fn, top, h, name)
						}
					default:
						for _, x := range a.handedOver(handlerArg(instr, h)) {
							hand(fn, x, h, name)
						}
					}
				case *ssa.ChangeType:
					if n := named(instr.Type()); n != nil && n.Pkg() != nil {
						if h := a.models.HandlerOf(n.Pkg().Path(), n.Name(), model.As); h != nil {
							for _, x := range a.handedOver(instr.X) {
								hand(fn, x, h, n.Pkg().Path()+"."+n.Name())
							}
						}
					}
				}
			}
		}
	}
	if a.Elsewhere != nil {
		for _, fn := range a.fns {
			if h := a.Elsewhere.Handlers[unit(fn)]; h != nil && fn.Parent() == nil {
				a.handlers[fn] = h
			}
		}
	}
}

// enclosing is the declared function in which a function literal stands.
func enclosing(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// outermost reports whether nobody in this package calls a function: one that is called
// is a part of what a handler does, and not the handler.
func (a *Analysis) outermost(fn *ssa.Function) bool { return !a.called[fn] }

// handlerByType is what the types in a function's signature tell.
func (a *Analysis) handlerByType(fn *ssa.Function) *model.Handler {
	sig := fn.Signature
	if !Fails(sig) {
		return nil
	}
	of := func(tuple *types.Tuple, way model.Way) *model.Handler {
		for v := range tuple.Variables() {
			if n := named(v.Type()); n != nil && n.Pkg() != nil && n.Pkg() != a.pkg {
				if h := a.models.HandlerOf(n.Pkg().Path(), n.Name(), way); h != nil && (h.Method == "" || h.Method == fn.Name()) {
					return h
				}
			}
		}
		return nil
	}
	if h := of(sig.Params(), model.Takes); h != nil {
		return h
	}
	return of(sig.Results(), model.Gives)
}

// handlerArg is the argument that a call hands over as a handler, or nil.
func handlerArg(call ssa.CallInstruction, h *model.Handler) ssa.Value {
	common := call.Common()
	i := h.FnPath.Arg
	if !common.IsInvoke() && common.Signature().Recv() != nil {
		i++
	}
	if i >= len(common.Args) {
		return nil
	}
	return common.Args[i]
}

// handedOver returns the functions of this package that a value is: one function, or
// the methods of an object that can fail.
func (a *Analysis) handedOver(v ssa.Value) []*ssa.Function {
	switch v := bare(v).(type) {
	case nil:
		return nil
	case *ssa.Function:
		return a.withBody(v)
	case *ssa.MakeClosure:
		fn, _ := v.Fn.(*ssa.Function)
		return a.withBody(fn)
	default:
		var out []*ssa.Function
		for _, m := range methodsOf(v.Type()) {
			if m.Pkg() == a.pkg {
				out = append(out, a.withBody(a.funcOf(m))...)
			}
		}
		return out
	}
}

// bare is a value without the interface and the named type around it.
func bare(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// withBody is the function of this package behind a function: the method that a bound
// method value calls, the generic function behind an instance.
func (a *Analysis) withBody(fn *ssa.Function) []*ssa.Function {
	if fn == nil {
		return nil
	}
	if fn.Synthetic != "" || fn.Origin() != nil {
		if o, ok := fn.Object().(*types.Func); ok {
			fn = a.funcOf(o.Origin())
		}
	}
	if fn == nil || fn.Pkg != a.ssapkg && fn.Parent() == nil || !a.hasBody(fn) {
		return nil
	}
	return []*ssa.Function{fn}
}

// methodsOf lists the exported methods of an object that can fail, in their order.
func methodsOf(t types.Type) []*types.Func {
	p, ok := types.Unalias(t).(*types.Pointer)
	if ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || types.IsInterface(n) {
		return nil
	}
	var out []*types.Func
	for m := range n.Origin().Methods() {
		if m.Exported() && Fails(m.Signature()) {
			out = append(out, m)
		}
	}
	return out
}

// handled are the attempts that a handler repeats when it is called again with what it
// was given the first time.
func (f *frame) handled(again []*Pair, h *model.Handler) []*Pair {
	var out []*Pair
	for _, p := range again {
		if p.On != nil && !p.On.fails() || p.Fresh != nil && f.kept(p) {
			continue
		}
		n, b := *p, *p.B
		b.Endpoint, b.Tenant, b.Queue = f.unwrapEpoch(b.Endpoint), f.unwrapEpoch(b.Tenant), f.unwrapEpoch(b.Queue)
		n.B, n.On, n.Handler = &b, nil, h
		n.Rel, n.RelTenant, n.RelQueue, n.judged = 0, 0, 0, false
		n.Known, n.Open = nil, nil
		f.guard(&n)
		n.Closed = true
		out = append(out, &n)
	}
	return out
}

// fails reports whether an answer holds an error.
func (r Result2) fails() bool {
	for _, k := range r.Kind {
		if factKind(k) == notNil {
			return true
		}
	}
	return false
}

// handlerSite is a call that hands over a handler of another package, of which that
// package did not know that it is one.
func (f *frame) handlerSite(s *site, c *call) {
	arg := handlerArg(c.instr, c.handler)
	if arg == nil {
		return
	}
	inv := &Invoke{Retry: true, Place: f.place(c.instr.Pos())}
	add := func(sum *Summary, args, frees []*Value) {
		if sum == nil || sum.Handler {
			return
		}
		b := &body{sum: sum, args: args, frees: frees, again: inv, memo: map[*Value]*Value{}}
		found := &site{}
		f.instantiate(found, b, c.instr)
		for _, p := range found.pairs {
			p.Handler = c.handler
		}
		s.pairs = append(s.pairs, found.pairs...)
	}
	x := bare(arg)
	if _, ok := x.Type().Underlying().(*types.Signature); ok {
		fn, recv := calledBy(x)
		if fn != nil && fn.Pkg() != f.a.pkg && f.a.Config.SummaryOf != nil { // else it is judged where it stands
			var args []*Value
			if recv != nil {
				args = []*Value{f.eval(recv)}
			}
			add(f.a.Config.SummaryOf(fn.Origin()), args, nil)
		}
		return
	}
	for _, m := range methodsOf(x.Type()) {
		if m.Pkg() != f.a.pkg && f.a.Config.SummaryOf != nil {
			add(f.a.Config.SummaryOf(m), []*Value{f.eval(x)}, nil)
		}
	}
}

// calledBy returns the declared function behind a function value, with the receiver that
// a method value has bound; nil for a literal, or what is not known.
func calledBy(v ssa.Value) (fn *types.Func, recv ssa.Value) {
	switch v := v.(type) {
	case *ssa.Function:
		fn, _ = v.Object().(*types.Func)
	case *ssa.MakeClosure:
		bound, _ := v.Fn.(*ssa.Function)
		if bound == nil || bound.Synthetic == "" || len(v.Bindings) != 1 {
			return nil, nil
		}
		fn, _ = bound.Object().(*types.Func)
		recv = v.Bindings[0]
	}
	return fn, recv
}

// kept reports whether the key of an attempt is known to somebody else before the attempt
// is made: a handler that has saved it finds it there when it is called again.
func (f *frame) kept(p *Pair) bool {
	made := p.Fresh
	if made.Saved {
		return true
	}
	own := *made
	own.Epoch = 0
	at := f.sendAt(p)
	if at != nil && f.claimed(at) {
		return true
	}
	return at != nil && f.saved(f.a.in.of(own), at)
}

// sendAt is the instruction at which an attempt of this function stands, or nil.
func (f *frame) sendAt(p *Pair) ssa.Instruction {
	for _, s := range f.found {
		for _, sd := range s.sends {
			if sd.Place == p.B.Place && sd.Op == p.B.Op {
				return s.instr
			}
		}
	}
	return nil
}

// saved reports whether a key that is made here is handed to a call that can fail, and
// that sends nothing, on every way from its making to an instruction, or at all.
func (f *frame) saved(made *Value, before ssa.Instruction) bool {
	at := plain(made.At)
	if at == nil || at.Parent() != f.fn {
		return false
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call == at || !f.saves(call, made) {
				continue
			}
			if before == nil || f.between(at, call, before) {
				return true
			}
		}
	}
	return false
}

// savedAtAll is saved wherever that is, which is asked of a key for each return and effect.
func (f *frame) savedAtAll(made *Value) bool {
	got, ok := f.savedKeys[made.At]
	if !ok {
		got = f.saved(made, nil)
		if f.savedKeys == nil {
			f.savedKeys = map[ssa.Instruction]bool{}
		}
		f.savedKeys[made.At] = got
	}
	return got
}

// saves reports whether a call that is no send is given a key and can fail.
func (f *frame) saves(call *ssa.Call, made *Value) bool {
	c := f.callOf(call)
	recorded := c.handler != nil && c.handler.Inside != "" // a heartbeat with details
	if !recorded && !Fails(call.Call.Signature()) || f.sendsAt(call) {
		return false
	}
	if c.hasFn || c.sends != nil || c.obj != nil && isStd(c.obj.Pkg()) && c.obj.Pkg().Path() != "database/sql" {
		return false
	}
	holds := func(v *Value) bool {
		return v != nil && v.Has(func(x *Value) bool { return x == made || x.Kind == Made && x.At == made.At })
	}
	for i, a := range c.args {
		if es, _ := f.elementsOf(a, call); len(es) > 0 && i == len(c.args)-1 {
			for _, e := range es {
				if holds(e) {
					return true
				}
			}
		}
		if holds(a) || holds(f.textOf(a, c.vals[i].Type(), call)) || holds(f.deepContent(a, call, 0)) {
			return true
		}
	}
	return false
}

func (f *frame) sendsAt(call *ssa.Call) bool {
	for _, s := range f.found {
		if s.instr == ssa.Instruction(call) && len(s.sends) > 0 {
			return true
		}
	}
	return false
}

// between reports whether every way from one instruction to another passes a third.
func (f *frame) between(from, mid, to ssa.Instruction) bool {
	if mid.Block() == to.Block() && f.index[mid] < f.index[to] && (from.Block() != mid.Block() || f.index[from] < f.index[mid]) {
		return true
	}
	if mid.Block() == from.Block() && f.index[mid] > f.index[from] {
		return true
	}
	if mid.Block() == from.Block() || mid.Block() == to.Block() {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{mid.Block(): true}
	work := []*ssa.BasicBlock{from.Block()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if s == to.Block() {
				return false
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return true
}

// claims begin the names of functions of which one call succeeds and later ones are told.
var claims = []string{"claim", "acquire", "reserve", "once", "try", "begin", "first", "lease", "lock"}

// claimed reports whether the handler does nothing at an instruction unless it has claimed
// the work before, as one attempt alone does: it sends at most once.
func (f *frame) claimed(send ssa.Instruction) bool {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !before(f, call, send) || !f.claims(call) {
				continue
			}
			if f.turnsAway(call, send) {
				return true
			}
		}
	}
	return false
}

func (f *frame) claims(call *ssa.Call) bool {
	c := f.callOf(call)
	if c.use != nil && c.use.Statement == "" || firstWord(f.a.calleeName(&call.Call), claims...) {
		return true
	}
	for _, a := range c.args {
		if text, ok := a.text1(); ok {
			lower := strings.ToLower(text)
			if strings.Contains(lower, "on conflict") && strings.Contains(lower, "do nothing") || strings.Contains(lower, "insert ignore") {
				return true
			}
		}
	}
	return false
}

// turnsAway reports whether something made of a call's result decides that the function
// returns without going on to an instruction.
func (f *frame) turnsAway(call *ssa.Call, to ssa.Instruction) bool {
	made := madeOf{}
	made.add(call)
	for _, b := range f.fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !decidedBy(branch.Cond, made) {
			continue
		}
		for _, s := range b.Succs {
			if s != to.Block() && !f.reaches(s, to.Block()) {
				return true
			}
		}
	}
	return false
}

// decidedBy reports whether a condition looks at a value that is made of something, other
// than an error.
func decidedBy(cond ssa.Value, made madeOf) bool {
	switch c := cond.(type) {
	case *ssa.BinOp:
		return made[c.X] && !isError(c.X.Type()) || made[c.Y] && !isError(c.Y.Type())
	case *ssa.UnOp:
		return made[c.X] && !isError(c.X.Type())
	}
	return made[cond]
}
