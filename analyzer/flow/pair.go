// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"golang.org/x/tools/go/ssa"
)

// pairs finds the attempts of this function that are repeated within it, and, if
// again is given, those that are repeated when the function is called again.
func (f *frame) pairs(sites []*site, repeat bool) []*Pair {
	byInstr := map[ssa.Instruction]*site{}
	for _, s := range sites {
		if len(s.sends) > 0 {
			byInstr[s.instr] = s
		}
	}
	var out []*Pair
	for _, sa := range sites {
		from, ok := sa.instr.(*ssa.Call)
		if !ok || len(sa.sends) == 0 || !sa.testable {
			continue
		}
		set := func(*walk) {}
		if repeat {
			set = f.repeated
		}
		reached := f.retries(from, set)
		for _, sb := range sites {
			p := reached[sb.instr]
			if p == nil || len(sb.sends) == 0 || repeat && !p.wraps {
				continue
			}
			out = append(out, f.pair(sa, sb, p, set)...)
		}
	}
	return out
}

// pair relates the sends of two sites.
func (f *frame) pair(sa, sb *site, p *paths, set func(*walk)) []*Pair {
	var out []*Pair
	from := sa.instr.(*ssa.Call)
	for _, a := range sa.sends {
		for _, b := range sb.sends {
			if sa == sb && a != b && a.Origin != b.Origin && len(sa.sends) > 1 {
				// Two sends within one callee are repeated together: the callee's own
				// retries are judged there, here each repeats itself and the other.
				if len(sa.sends) > 4 {
					continue
				}
			}
			if b.Reads() {
				continue
			}
			if fresh := f.freshPair(a, b, sa, sb, p, set); fresh != nil {
				out = append(out, fresh)
			}
			// The ways on which no key is made.
			q := p
			if avoid := f.makings(b.Key, p); len(avoid) > 0 {
				q = f.retries(from, func(w *walk) {
					set(w)
					w.avoid = avoid
				})[sb.instr]
				if q == nil || p.wraps && !q.wraps {
					continue
				}
			}
			r := newResolver(q)
			if !f.sameKey(a.Key, r.resolve(b.Key)) {
				continue
			}
			nb := *b
			nb.Key = a.Key
			nb.Endpoint, nb.Tenant, nb.Queue = r.resolve(b.Endpoint), r.resolve(b.Tenant), r.resolve(b.Queue)
			nb.Payload = nil
			na := *a
			na.Payload = nil
			out = append(out, &Pair{A: &na, B: &nb, Key: a.Key, Self: sa == sb, Place: b.Place})
		}
	}
	return out
}

// sameKey reports whether the second attempt may carry the key of the first.
func (f *frame) sameKey(ka, kb *Value) bool {
	if ka.Strip() == kb.Strip() {
		return true
	}
	for _, q := range f.a.alternatives(kb) {
		if q.Strip() == ka.Strip() {
			return true
		}
	}
	if kb.Kind == Join {
		for _, q := range kb.Args {
			if q.Strip() == ka.Strip() {
				return true
			}
		}
	}
	// Parameters of a function that is called again: whether they are the same is
	// decided where it is called.
	return f.unwrapEpoch(kb) == ka
}

// unwrapEpoch forgets that a parameter is one of the second call.
func (f *frame) unwrapEpoch(v *Value) *Value {
	if v.Kind == Param && v.Epoch > 0 {
		n := *v
		n.Epoch = 0
		return f.a.in.of(n)
	}
	if v.instance() {
		return v
	}
	changed := false
	n := *v
	n.Args = make([]*Value, len(v.Args))
	for i, a := range v.Args {
		n.Args[i] = f.unwrapEpoch(a)
		changed = changed || n.Args[i] != a
	}
	if !changed {
		return v
	}
	return f.a.in.of(n)
}

// makings returns the instructions between the attempts that make (a part of) the key.
func (f *frame) makings(key *Value, p *paths) map[ssa.Instruction]bool {
	var out map[ssa.Instruction]bool
	for _, k := range f.reachable(key, p) {
		if k.Kind == Made && k.Class != MapOrder && k.At != nil && k.Epoch == 0 && p.remakes(k.At) {
			if out == nil {
				out = map[ssa.Instruction]bool{}
			}
			out[k.At] = true
		}
	}
	return out
}

// reachable lists what a key is made of, and what it may have become when the
// function is called again.
func (f *frame) reachable(key *Value, p *paths) []*Value {
	out := f.deep(key)
	if !p.wraps {
		return out
	}
	seen := map[*Value]bool{}
	for i := 0; i < len(out) && i < 200; i++ {
		k := out[i]
		if k.Kind != Load || seen[k] {
			continue
		}
		seen[k] = true
		for _, ret := range returns(f.fn) {
			if got := f.read(k.Args[0], ret); got != k {
				out = append(out, f.deep(got)...)
			}
		}
	}
	return out
}

// freshPair is a retry that would be one of the same request, but for the making of
// another key on the way.
func (f *frame) freshPair(a, b *Send, sa, sb *site, p *paths, set func(*walk)) *Pair {
	if b.Deletes() || a.Op != b.Op || !b.Evidence {
		return nil
	}
	key := newResolver(p).resolve(b.Key)
	var made *Value
	key.Walk(func(x *Value) bool {
		if x.Kind == Made && x.Epoch == 1 && x.Class != MapOrder && made == nil {
			made = x
		}
		return made == nil
	})
	if made == nil || !f.samePayload(a, b, p) {
		return nil
	}
	at := plain(made.At)
	if f.guarded(made, f.a.join([]*Value{a.Key, b.Key})) {
		return nil
	}
	from := sa.instr.(*ssa.Call)
	q := f.retries(from, func(w *walk) {
		set(w)
		w.via = at
	})[sb.instr]
	if q == nil || p.wraps && !q.wraps {
		return nil
	}
	return &Pair{A: a, B: b, Key: key, Fresh: made, Self: sa == sb, Place: Place{made.Pos, made.Posn}}
}

// samePayload reports whether nothing shows that the attempts are about different things.
func (f *frame) samePayload(a, b *Send, p *paths) bool {
	if len(a.Payload) != len(b.Payload) {
		return true
	}
	r := newResolver(p)
	for i := range a.Payload {
		x, y := a.Payload[i], r.resolve(b.Payload[i])
		if f.item(x, y) {
			return false
		}
	}
	return true
}

// item reports whether y is another element of a collection, or another parameter, than x.
func (f *frame) item(x, y *Value) bool {
	if f.a.relate(x, f.unwrapEpoch(y)) != Different {
		return false
	}
	varies := func(v *Value) bool {
		return v.Has(func(x *Value) bool { return x.Kind == Elem || x.Kind == Iter || x.Kind == Param })
	}
	return varies(x) || varies(y)
}

// invokePairs finds functions that were handed over and are called again when they
// fail: within this function, or because this function is called again.
func (f *frame) invokePairs(sites []*site) {
	for _, sa := range sites {
		from, ok := sa.instr.(*ssa.Call)
		if !ok || len(sa.invokes) == 0 || !sa.testable {
			continue
		}
		within := f.retries(from, func(*walk) {})
		outside := f.retries(from, f.repeated)
		for _, ia := range sa.invokes {
			if !ia.Retry {
				f.invokedAgain(ia, from, sites, within)
			}
			if p := outside[sa.instr]; p != nil && p.wraps {
				ia.Outer = true
				ia.OuterAgain = f.failures(from, sa.instr, f.repeated)
			}
		}
	}
}

// repeated lets a walk go on where the function is called again because it failed.
func (f *frame) repeated(w *walk) {
	w.repeat = true
	_, w.again = outcomes(f.fn.Signature)
}

// invokedAgain notes that a function is called again, and with what.
func (f *frame) invokedAgain(ia *Invoke, from *ssa.Call, sites []*site, reached map[ssa.Instruction]*paths) {
	for _, sb := range sites {
		p := reached[sb.instr]
		if p == nil {
			continue
		}
		for _, ib := range sb.invokes {
			r := newResolver(p)
			if r.resolve(ib.Fn) != ia.Fn {
				continue
			}
			ia.Retry = true
			if f.callOf(from).isDynamic {
				ia.Again = append(ia.Again, f.failures(from, sb.instr, func(*walk) {})...)
			}
			ia.ArgsB = make([]*Value, len(ib.Args))
			for i, arg := range ib.Args {
				ia.ArgsB[i] = r.resolve(arg)
			}
		}
	}
}

// failures returns the outcomes of a call that lead to another.
func (f *frame) failures(from *ssa.Call, to ssa.Instruction, set func(*walk)) []Result2 {
	_, failure := outcomes(from.Common().Signature())
	var out []Result2
	for _, o := range failure {
		w := newWalk(f, from)
		set(w)
		w.run(o)
		if w.reach()[to] != nil {
			out = append(out, packOutcome(o))
		}
	}
	return out
}
