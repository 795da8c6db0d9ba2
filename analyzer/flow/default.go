// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"golang.org/x/tools/go/ssa"
)

// A default is an alternative of a value that is taken only where another one, the given
// value, is empty: if key == "" { key = "k-" + gen() }, cmp.Or(key, gen()), what a
// functional option may overwrite. Whether the makings in it are done at all depends on the
// given value: they are marked (Memo), and the given value is kept as their argument. A
// caller that is known to give an empty one has them made anew with each call; where another
// attempt is made, it is asked whether the given value is empty at that time (resolver). If it
// is not known what the given value is, a making that is marked makes nothing anew.

// optional marks the makings in a value as ones of a default. given is what must be empty for
// them to be done; nil if that is not known.
func (a *Analysis) optional(v, given *Value) *Value {
	if v == nil {
		return nil
	}
	if v.Kind == Made {
		n := *v
		switch {
		case !v.Memo:
			n.Args = nil
			if given != nil {
				n.Args = []*Value{given}
			}
		case len(v.Args) == 0:
			return v // never made anew
		case given == nil:
			n.Args = nil
		default:
			n.Args = []*Value{a.join([]*Value{v.Args[0], given})} // empty only if both are
		}
		n.Memo = true
		return a.in.of(n)
	}
	if v.builtOver() {
		return a.mapArgs(v, func(x *Value) *Value { return a.optional(x, given) })
	}
	return v
}

// builtOver reports whether a value is another one if what it is made of is: a text of parts, a
// byte of random ones.
func (v *Value) builtOver() bool {
	switch v.Kind {
	case Derive, Concat, Join, Tag, Load, Field, Elem, Entry:
		return true
	}
	return false
}

// mapArgs is a value made of what f makes of its arguments.
func (a *Analysis) mapArgs(v *Value, f func(*Value) *Value) *Value {
	changed := false
	args := make([]*Value, len(v.Args))
	for i, x := range v.Args {
		args[i] = f(x)
		changed = changed || args[i] != x
	}
	if !changed {
		return v
	}
	n := *v
	n.Args = args
	return a.in.of(n)
}

// firstOf is the first of some values that is not empty, as cmp.Or returns it.
func (a *Analysis) firstOf(vs []*Value) *Value {
	var out []*Value
	for i, v := range vs {
		if v.IsZero() {
			continue
		}
		if i > 0 {
			v = a.optional(v, a.join(vs[:i]))
		}
		out = append(out, v)
		if v.Kind == Const {
			break
		}
	}
	return a.join(out)
}

// makesAnew reports whether a making may make another key: it is none of a default, or the given
// value is empty.
func (v *Value) makesAnew() bool {
	return v.Kind == Made && (!v.Memo || len(v.Args) == 1 && v.Args[0].IsZero())
}

// hasMaking reports whether a value is, or is made of, one that is made anew in each
// evaluation.
func (v *Value) hasMaking() bool { return v.Has((*Value).makesAnew) }

// given returns what is known of a tested value to callers, nil if that is nothing: whether it is
// empty may depend on parameters, on what lies within them, and on what functions that are
// parameters wrote.
func (f *frame) given(x *Value) *Value {
	if x == nil || !f.tellsGiven(x, map[*Value]bool{}) {
		return nil
	}
	return x
}

func (f *frame) tellsGiven(x *Value, seen map[*Value]bool) bool {
	if seen[x] {
		return true
	}
	seen[x] = true
	all := func(vs []*Value) bool {
		for _, v := range vs {
			if !f.tellsGiven(v, seen) {
				return false
			}
		}
		return true
	}
	switch x.Kind {
	case Const, Param:
		return true
	case Load:
		addr := x.Args[0]
		for addr.Kind == Field || addr.Kind == Load || addr.Kind == Elem {
			addr = addr.Args[0]
		}
		return addr.Kind == Param || addr.Kind == Written && len(addr.Args) == 1
	case Join, Tag:
		return all(x.Args)
	case Phi:
		if fr := f.a.owner(x); x.Epoch == 0 && fr == f {
			return all(f.phiArgs(x))
		}
	}
	return false
}

// byMethod is the Name of a Written of which a method of what was handed over is the writer: not
// even callers know which one.
const byMethod = "method"

// isOption reports whether a call is one of a method of what was handed over that can have no
// effect but to write what it is given: an option in the form of an interface.
func (f *frame) isOption(c *call) bool {
	return c.isInvoke && len(c.bodies) != 1 && c.resultType(0) == nil && f.mine(c.args[0])
}

// overwriter returns the alternative of a value that is written over the others by a function
// which was handed over, or for an element of what was handed over; nil if there is none.
func (f *frame) overwriter(v *Value) *Value {
	if v == nil {
		return nil
	}
	for _, x := range f.a.alternatives(v) {
		if x = x.Strip(); x.Kind == Load {
			if r := root(x); r.Kind == Written && len(r.Args) == 1 || r.Kind == Param && someElement(x.Args[0]) {
				return x
			}
		}
	}
	return nil
}

// A leaf is an alternative of a phi, and whether it is taken only where a given value is empty.
type leaf struct {
	v     *Value
	empty bool
	given *Value
}

// leaves lists the alternatives of a phi of the frame's own, those of phis among them instead of
// these.
func (f *frame) leaves(v *Value) []leaf {
	var out []leaf
	at := map[*Value]int{}
	busy := map[*Value]bool{}
	var add func(v *Value, l leaf)
	add = func(x *Value, l leaf) {
		if x.Kind == Phi && x.Epoch == 0 && f.a.owner(x) == f {
			if busy[x] || len(out) > 16 {
				return
			}
			busy[x] = true
			b := phiBlock(x)
			for i, y := range f.phiArgs(x) {
				n := l
				if given, ok := f.emptyOn(b.Preds[i], b, v); ok && !l.empty {
					n.empty, n.given = true, given
				}
				add(y, n)
			}
			return
		}
		l.v = x
		i, ok := at[x]
		switch {
		case !ok && len(out) <= 16:
			at[x] = len(out)
			out = append(out, l)
		case ok && !l.empty:
			out[i] = l // it is taken elsewhere, too
		case ok && out[i].empty && l.given != nil && out[i].given != nil && l.given.Has(func(v *Value) bool { return v == out[i].given }):
			out[i] = l // p == nil || p.Key == "": what is empty in an empty one is empty, too
		}
	}
	add(v, leaf{})
	return out
}

// emptyOn reports whether an edge is taken only where a part of a value is empty, and which
// part that is, as it stands there.
func (f *frame) emptyOn(from, to *ssa.BasicBlock, v *Value) (given *Value, ok bool) {
	if cond, isIf := from.Instrs[len(from.Instrs)-1].(*ssa.If); isIf && to != nil && from.Succs[0] != from.Succs[1] {
		if given = f.emptyTest(cond.Cond, from.Succs[0] == to, partsOf(f, v)); given != nil {
			return given, true
		}
	}
	return f.emptyAt(from, partsOf(f, v))
}

// emptyAt reports the same of a block.
func (f *frame) emptyAt(b *ssa.BasicBlock, parts *parted) (given *Value, ok bool) {
	for d := b; d.Idom() != nil; d = d.Idom() {
		if cond, then := branch(d.Idom(), b); cond != nil {
			if given = f.emptyTest(cond.Cond, then, parts); given != nil {
				return given, true
			}
		}
	}
	return nil, false
}

// branch returns the condition at the end of a block if it decides whether another one is
// reached, and on which side that one lies.
func branch(d, b *ssa.BasicBlock) (cond *ssa.If, then bool) {
	cond, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
	if !ok {
		return nil, false
	}
	for i, s := range d.Succs {
		if len(s.Preds) == 1 && s.Dominates(b) {
			return cond, i == 0
		}
	}
	return nil, false
}

// parted lists what a value may be or is made of, once somebody asks.
type parted struct {
	f   *frame
	v   *Value
	set map[*Value]bool
}

func partsOf(f *frame, v *Value) *parted { return &parted{f: f, v: v} }

func (p *parted) has(x *Value) bool {
	if p.set == nil {
		p.set = map[*Value]bool{}
		if p.v != nil {
			for _, k := range p.f.deep(p.v) {
				p.set[k] = true
			}
		}
	}
	return p.set[x]
}

// given is what the caller gives where a default of the callee depends on it, nil if that is
// not known: a function that it hands over, and of which nothing is known, may write it.
func (b *body) given(f *frame, at ssa.CallInstruction, args []*Value) *Value {
	if len(args) != 1 {
		return nil
	}
	byOthers := false
	byMethods := args[0].Has(func(x *Value) bool {
		byOthers = byOthers || x.Kind == Written
		return x.Kind == Written && x.Name == byMethod
	})
	if byMethods {
		return nil
	}
	if byOthers && b.sum != nil {
		for _, inv := range b.sum.Invokes {
			if fn := b.subst(f, at, inv.Fn); len(f.functions(fn, at)) == 0 && !root(fn).IsZero() {
				return nil
			}
		}
	}
	return b.subst(f, at, args[0])
}

// memo marks the makings in an alternative that are done only while a variable is still
// empty (the alternative may be built over them: a prefix, what String returns), and those
// that are saved before they are given away.
func (f *frame) memo(v, other *Value) *Value {
	return f.marked(v, other, 0)
}

func (f *frame) marked(v, other *Value, depth int) *Value {
	switch {
	case v == nil || depth > maxDepth:
	case v.Kind == Made:
		return f.markedMaking(v, other)
	case v.builtOver():
		return f.a.mapArgs(v, func(x *Value) *Value { return f.marked(x, other, depth+1) })
	}
	return v
}

func (f *frame) markedMaking(v, other *Value) *Value {
	if !v.Saved && v.At != nil && v.At.Parent() == f.fn && f.savedAtAll(v) {
		n := *v
		n.Saved = true
		v = f.a.in.of(n)
	}
	if v.Memo || v.At == nil || v.At.Parent() != f.fn {
		return v
	}
	given, ok := f.renewal(v, other)
	if !ok {
		return v
	}
	return f.a.optional(v, given)
}

// byDefault is an alternative, as callers see it, that is taken only where a given value is
// empty. Of a parameter it is for the caller to say whether it is a making.
func (x *exporter) byDefault(e, given *Value, depth int) *Value {
	if given = x.f.given(given); given != nil {
		given = x.rec(given, depth+1)
	}
	if e.Kind != Param || e.Memo {
		return x.f.a.optional(e, given)
	}
	n := *e
	n.Memo = true
	if given != nil && given != e {
		n.Args = []*Value{given}
	}
	return x.f.a.in.of(n)
}
