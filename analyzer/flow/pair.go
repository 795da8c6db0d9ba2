// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"golang.org/x/tools/go/ssa"
)

// again finds the attempts that are repeated when the function is called again. Of a
// function that answers with a flag beside its error they are told apart by the
// answer, since only the helper that calls it knows which one asks for another call.
func (f *frame) again(sites []*site) []*Pair {
	success, _ := f.a.outcomes(f.fn.Signature)
	if len(success) == 0 {
		return nil
	}
	if !flagged(f.fn.Signature) {
		return f.pairs(sites, f.repeated, repeatedly)
	}
	var out []*Pair
	_, answers := f.a.polarities(f.fn.Signature)
	for _, o := range answers {
		on := packOutcome(o)
		ps := f.pairs(sites, func(t *terms) { t.repeat, t.again = true, []outcome{o} }, repeatedly)
		for _, p := range ps {
			p.On = &on
		}
		out = append(out, ps...)
	}
	return out
}

// within finds the attempts that are repeated within the function.
func (f *frame) within(sites []*site) []*Pair {
	return f.pairs(sites, func(*terms) {}, inside)
}

// A manner is how attempts are repeated.
type manner uint8

const (
	inside     manner = iota // within the function
	repeatedly               // because the function is called again when they fail
	anyhow                   // because it is called again when anything in it fails
)

// whenever finds the attempts that a handler repeats when it is called again.
func (f *frame) whenever(sites []*site) []*Pair {
	return f.pairs(sites, func(t *terms) {
		f.repeated(t)
		t.handler = true
		t.partial = f.a.handlers[f.fn].Partial
	}, anyhow)
}

func (f *frame) pairs(sites []*site, set func(*terms), how manner) []*Pair {
	var out []*Pair
	for _, sa := range sites {
		from, ok := sa.instr.(*ssa.Call)
		if !ok || len(sa.sends) == 0 || !sa.testable || !f.forPosts(sa) {
			continue
		}
		if how == inside && !f.leadsToSend(from, sites) {
			continue
		}
		leads := f.onFailure
		if how == anyhow {
			leads = f.onAny
		}
		reached := leads(from, set)
		for _, sb := range sites {
			if f.tired() {
				return out
			}
			p := reached[sb.instr]
			if p == nil || len(sb.sends) == 0 || how != inside && !p.wraps {
				continue
			}
			out = append(out, f.pair(sa, sb, p, set, how)...)
		}
	}
	return out
}

func (f *frame) leadsToSend(from *ssa.Call, sites []*site) bool {
	for _, s := range sites {
		if len(s.sends) > 0 && f.leadsTo(from, s.instr) {
			return true
		}
	}
	return false
}

// maxRelated bounds how many sends of two calls are related with each other. It is met by
// functions that call each other in large circles, where each may end in any send.
const maxRelated = 256

// pair relates the sends of two sites of which the first one's failure leads to the second.
func (f *frame) pair(sa, sb *site, p *paths, set func(*terms), how manner) []*Pair {
	var out []*Pair
	from := sa.instr.(*ssa.Call)
	again := map[string]*paths{} // by what is avoided
	ends := Open                 // of the first attempt
	retry := func(avoid, turns map[ssa.Instruction]bool, via ssa.Instruction) *paths {
		k := f.a.keyOf(avoid, via) + " turns " + f.a.keyOf(turns, nil) + itoa(int(ends))
		q, ok := again[k]
		if !ok {
			leads := f.retries
			switch {
			case how != anyhow && len(avoid)+len(turns) == 0 && via == nil: // the failures lead where they have led
				leads = func(from ssa.CallInstruction, set func(*terms)) map[ssa.Instruction]*paths {
					return f.unlessSuccess(map[ssa.Instruction]*paths{sb.instr: p}, from, set)
				}
			case how != anyhow || via == nil:
			case ends == Open:
				leads = f.onAny
			default:
				leads = f.onSuccess // its failure asks for no other attempt
			}
			q = leads(from, func(t *terms) {
				set(t)
				t.avoid, t.turns, t.via, t.apart = avoid, turns, via, p.wraps && via != nil
			})[sb.instr]
			if q != nil && p.wraps && !q.wraps {
				q = nil
			}
			again[k] = q
		}
		return q
	}
	many := len(sa.sends)*len(sb.sends) > maxRelated
	if many {
		f.a.Cuts = append(f.a.Cuts, fmt.Sprintf("%s: calls with %d and %d sends are not related with each other in full", f.fn, len(sa.sends), len(sb.sends)))
	}
	reads := make([]bool, len(sb.sends))
	for i, b := range sb.sends {
		reads[i] = b.Reads()
	}
	for _, a := range sa.sends {
		if a.Ends == Swallowed && how != anyhow || a.Ends == Final && how == repeatedly {
			continue
		}
		if a.Reads() {
			continue // nothing was executed
		}
		ends = a.Ends
		for i, b := range sb.sends {
			if sa == sb && a != b && len(sa.sends) > 4 || many && a.Place != b.Place {
				continue // callees with many sends: each repeats itself
			}
			if reads[i] || sa != sb && !sameOperation(a, b) || f.excluded(a, b, p) {
				continue
			}
			if fresh := f.freshPair(a, b, sa == sb, p, retry); fresh != nil {
				out = append(out, fresh)
			} else if counted := f.countedPair(a, b, sa == sb, retry); counted != nil {
				out = append(out, counted)
			}
			// The ways on which the key stays: none that makes it or turns to another item.
			q := retry(f.makings(b.Key, p), nil, nil)
			if q == nil {
				continue
			}
			r := newResolver(q)
			if !f.sameKey(a.Key, r.resolve(b.Key)) {
				continue
			}
			na, nb := *a, *b
			if nb.Chosen = f.a.chosenOf(b, r.resolve); na.excludes(&nb) {
				continue // on the ways that are left
			}
			nb.Key = a.Key
			nb.Endpoint, nb.Tenant, nb.Queue = r.resolve(b.Endpoint), r.resolve(b.Tenant), r.resolve(b.Queue)
			na.Payload, nb.Payload = nil, nil
			n := &Pair{A: &na, B: &nb, Key: a.Key, Self: sa == sb, Longest: f.lasts(q), Place: b.Place}
			if how == repeatedly {
				n.made = f.keyMadeAt(a.Key)
			}
			out = append(out, n)
		}
	}
	return out
}

// sameOperation reports whether one send may be another attempt at what the other does. Of
// a call that is a send by its parameter's name alone it is asked that it has the name of
// the other: what marks a payment as failed, parks it, or tells somebody, is given the same
// key, and is no second payment.
func sameOperation(a, b *Send) bool {
	if a.overHTTP() && b.overHTTP() {
		return a.Op == b.Op // what is told somebody about a key is no second request under it
	}
	return a.Declared && b.Declared || shortMethod(a.Op) == shortMethod(b.Op)
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
	// One of several values, of which the second attempt may have the same one.
	for _, x := range f.a.alternatives(ka) {
		if x = x.Strip(); x.Kind == Made && x.Memo {
			for _, y := range f.a.alternatives(kb) {
				if x == y.Strip() {
					return true
				}
			}
		}
	}
	// Parameters of a function that is called again: whether they are the same is
	// decided where it is called.
	return f.unwrapEpoch(kb) == ka
}

// unwrapEpoch forgets that a parameter is one of the second call.
func (f *frame) unwrapEpoch(v *Value) *Value {
	if v == nil {
		return nil
	}
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

// makings returns the instructions that make (a part of) the
// key, or turn to another item that it is derived from.
func (f *frame) makings(key *Value, p *paths) map[ssa.Instruction]bool {
	var out map[ssa.Instruction]bool
	for _, k := range f.reachable(key, p) {
		makes := k.Class != MapOrder && k.makesAnew() || moves(k)
		if makes && k.At != nil && k.Epoch == 0 && plain(k.At).Parent() == f.fn {
			if out == nil {
				out = map[ssa.Instruction]bool{}
			}
			out[plain(k.At)] = true
		}
	}
	return out
}

// moves reports whether a value is where a loop stands: the key of a range, or an
// index that moves.
func moves(k *Value) bool {
	if k.Kind == Iter {
		return true
	}
	phi, ok := k.At.(*ssa.Phi)
	return ok && k.Kind == Phi && isInteger(phi.Type())
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
func (f *frame) freshPair(a, b *Send, self bool, p *paths, retry func(avoid, turns map[ssa.Instruction]bool, via ssa.Instruction) *paths) *Pair {
	if b.Deletes() || a.Op != b.Op {
		return nil
	}
	key := newResolver(p).resolve(b.Key)
	if !b.Evidence && hypothetical(key) {
		return nil // nobody puts anything under the carrier's name
	}
	made := f.renewed(key, a, b, newResolver(p))
	if made == nil {
		return nil
	}
	// The turn to another item of what is sent is another request, not a retry; but a
	// function that is called again turns to all of its items again.
	turns := map[ssa.Instruction]bool{}
	for _, v := range b.Payload {
		if sameURL(v, b) {
			continue
		}
		for _, k := range f.deep(v) {
			if moves(k) && k.At != nil && k.Epoch == 0 && plain(k.At).Parent() == f.fn {
				turns[plain(k.At)] = true
			}
		}
	}
	q := retry(nil, turns, plain(made.At))
	if q == nil {
		return nil
	}
	r := newResolver(q)
	key = r.resolve(b.Key)
	if made = f.renewed(key, a, b, r); made == nil || f.otherPayload(a, b, r) {
		return nil
	}
	place := Place{made.Pos, made.Posn}
	if syn := f.fn.Syntax(); syn != nil && syn.Pos() <= made.Orig && made.Orig < syn.End() && made.Orig != made.Pos {
		// Made in the retried code itself, which calls itself.
		n := *made
		n.Pos = made.Orig
		place = Place{n.Pos, f.a.posn(n.Pos)}
		made = &n
	}
	return &Pair{A: a, B: b, Key: key, Fresh: made, Self: self, Place: place}
}

// sameURL reports whether what a payload holds of a URL is the endpoint itself: the
// host and what follows it are not told apart.
func sameURL(v *Value, s *Send) bool {
	return v.Kind == Derive && v.Name == operationField && s.Endpoint != nil && v.Args[0].Strip() == s.Endpoint.Strip()
}

// renewed returns the part of a resolved key that is made between the attempts, whatever was
// given.
func (f *frame) renewed(key *Value, a, b *Send, r *resolver) *Value {
	var made *Value
	both := f.a.join([]*Value{a.Key, b.Key})
	key.Walk(func(x *Value) bool {
		if made == nil && x.Epoch == 1 && x.Class != MapOrder && x.makesAnew() {
			if given, none := f.renewal(x, both); !none || given != nil && r.resolve(given).IsZero() {
				made = x
			}
		}
		return made == nil && x.Kind != Made
	})
	return made
}

// otherPayload reports whether the second attempt is shown to be about another thing.
func (f *frame) otherPayload(a, b *Send, r *resolver) bool {
	if len(a.Payload) != len(b.Payload) {
		return false
	}
	for i := range a.Payload {
		x, y := a.Payload[i], r.resolve(b.Payload[i])
		if r.p.wraps {
			x, y = f.anyItem(x), f.anyItem(y)
		}
		if !sameURL(b.Payload[i], b) && f.item(x, y) {
			return true
		}
	}
	return false
}

// anyItem forgets which element of a collection a value is, or is made of.
func (f *frame) anyItem(v *Value) *Value {
	switch {
	case v == nil:
		return nil
	case v.Kind == Iter:
		n := *v
		n.Epoch = 0
		n.Args = []*Value{f.unwrapEpoch(v.Args[0])}
		return f.a.in.of(n)
	case v.instance():
		return v
	}
	n := *v
	n.Args = make([]*Value, len(v.Args))
	for i, a := range v.Args {
		n.Args[i] = f.anyItem(a)
	}
	if v.Kind == Elem && v.Args[1].Kind != Const {
		n.Args[1] = f.a.in.of(Value{Kind: Const, Index: otherConst, Name: anyElement})
	}
	return f.a.in.of(n)
}

// item reports whether y is another element of a collection, or another parameter, than x.
func (f *frame) item(x, y *Value) bool {
	switch f.a.relate(x, f.unwrapEpoch(y)) {
	case Other:
		return true // the result of a function value, a message from a channel
	case Different:
	default:
		return false
	}
	if x.Kind == Const && y.Kind == Const {
		return true
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
		var within, outside map[ssa.Instruction]*paths
		if f.leadsToInvoke(from, sites) {
			within = f.retries(from, func(*terms) {})
		}
		if Fails(f.fn.Signature) {
			outside = f.onFailure(from, f.repeated)
		}
		var outer []Result2
		p := outside[sa.instr]
		wraps := p != nil && p.wraps
		if wraps {
			outer = f.failures(from, sa.instr, f.repeated)
		}
		for _, ia := range sa.invokes {
			if !ia.Retry {
				f.invokedAgain(ia, from, sites, within)
			}
			if wraps {
				ia.Outer, ia.OuterAgain = true, outer
			}
		}
	}
}

// leadsToInvoke reports whether there is any way from a call to one that calls a
// function that was handed over.
func (f *frame) leadsToInvoke(from *ssa.Call, sites []*site) bool {
	for _, s := range sites {
		if len(s.invokes) > 0 && f.leadsTo(from, s.instr) {
			return true
		}
	}
	return false
}

// leadsTo reports whether there is any way from one instruction to another.
func (f *frame) leadsTo(from, to ssa.Instruction) bool {
	if from.Block() == to.Block() && f.index[to] > f.index[from] {
		return true
	}
	return f.reaches(from.Block(), to.Block())
}

// repeated lets ways go on where the function is called again because it failed.
func (f *frame) repeated(t *terms) {
	t.repeat = true
	_, t.again = f.a.polarities(f.fn.Signature)
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
			if asked := f.questions(p); ia.Retry {
				ia.Asked = askedOnBoth(ia.Asked, asked)
			} else {
				ia.Asked = asked
			}
			ia.Retry = true
			ia.Longest = max(ia.Longest, f.lasts(p))
			if f.callOf(from).isDynamic {
				ia.Again = append(ia.Again, f.failures(from, sb.instr, func(*terms) {})...)
			}
			ia.ArgsB = make([]*Value, len(ib.Args))
			for i, arg := range ib.Args {
				ia.ArgsB[i] = r.resolve(arg)
			}
		}
	}
}

// failures returns the outcomes of a call that lead to another.
func (f *frame) failures(from *ssa.Call, to ssa.Instruction, set func(*terms)) []Result2 {
	_, failure := f.outcomesOf(from)
	trips, _ := f.explored(from, failure, set)
	var out []Result2
	for i, t := range trips {
		if t.reaches(to) {
			out = append(out, packOutcome(failure[i]))
		}
	}
	return out
}
