// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/scope"
)

// endpointContract returns the contract of an endpoint value.
func endpointContract(v *Value) *contract.Endpoint {
	for v != nil && v.Kind == Tag {
		if v.Con != nil && v.Con.Endpoint != nil {
			return v.Con.Endpoint
		}
		v = v.Args[0]
	}
	return nil
}

// An End is one endpoint to which an attempt may go.
type End struct {
	Value   *Value
	Attempt scope.Attempt
	Named   []*contract.Store // the stores that guard it there: its endpoint names them, or what sends it does
	Known   bool              // which endpoint it is, and so which stores it names
}

// An EndPair is one combination of endpoints.
type EndPair struct {
	A, B End
	Rel  Relation
}

// Shared returns the stores that guard both attempts where they go. A store that only one
// of the two names has no part in the other.
func (e EndPair) Shared() []*contract.Store {
	var out []*contract.Store
	for _, s := range e.A.Named {
		if slices.Contains(e.B.Named, s) {
			out = append(out, s)
		}
	}
	return out
}

// Leaves returns the store that the retry leaves or comes to, where one of the two attempts
// is guarded by a store and the other, at an endpoint that is known to be another one, by
// none that the first has too. It is nil if they share one, or if nothing is known of one
// of them.
func (e EndPair) Leaves() *contract.Store {
	if e.Rel != Different || !e.A.Known || !e.B.Known || len(e.Shared()) > 0 {
		return nil
	}
	if named := slices.Concat(e.A.Named, e.B.Named); len(named) > 0 {
		return named[0]
	}
	return nil
}

// Ends lists pairs of endpoints to which the attempts of a pair may go, with how
// they relate: the elements of a collection and the alternatives of a phi one by one.
func (f Function) Ends(p *Pair) []EndPair {
	out := f.f.endPairs(p)
	return out[:min(len(out), maxEndPairs)]
}

func (f *frame) endPairs(p *Pair) []EndPair {
	a := f.a
	var out []EndPair
	add := func(x, y *Value, rel Relation) { out = append(out, EndPair{a.endOf(p.A, x), a.endOf(p.B, y), rel}) }
	switch {
	case p.Rel == Same:
		for _, x := range f.ends(p.A.Endpoint) {
			add(x, x, Same)
		}
		return out
	case f.apart(p.A.Endpoint, p.B.Endpoint, add):
		return out
	}
	for _, c := range f.choices(p.A.Endpoint, p.B.Endpoint) {
		xs, ys := f.ends(c[0]), f.ends(c[1])
		for _, x := range xs {
			for _, y := range ys {
				rel := a.relate(x, y)
				if rel == Unknown {
					rel = p.Rel
				}
				if len(xs) == 1 && len(ys) == 1 && rel != Same {
					rel = max(rel, p.Rel)
				}
				add(x, y, rel)
			}
			if len(out) > maxEndPairs {
				return out
			}
		}
	}
	return out
}

// apart adds the pairs of elements of one collection: two attempts take different ones. Where
// the collection may be one of several, both are of the same of them. It reports whether
// the elements are known.
func (f *frame) apart(x, y *Value, add func(x, y *Value, rel Relation)) bool {
	c := containerOf(x)
	if c == nil || c != containerOf(y) {
		return false
	}
	type lists struct{ x, y [][]*Value }
	var all []lists
	for _, one := range f.a.alternatives(c) {
		xs, okx := f.enumerate(x, one)
		ys, oky := f.enumerate(y, one)
		if !okx || !oky || len(xs) != len(ys) {
			return false
		}
		all = append(all, lists{xs, ys})
	}
	for _, l := range all {
		for i := range l.x {
			for j := range l.y {
				if i == j {
					continue
				}
				for _, x := range l.x[i] {
					for _, y := range l.y[j] {
						add(x, y, f.a.relate(x, y))
					}
				}
			}
		}
	}
	return true
}

// choices are the values that two endpoints may have together. What one branch has chosen for
// the first, it has chosen for the second: phis of one block take the same edge, unless the
// block is entered again between the attempts, and then the second is no phi any more.
func (f *frame) choices(x, y *Value) [][2]*Value {
	s, t := x.Strip(), y.Strip()
	if s == nil || t == nil || s.Kind != Phi || t.Kind != Phi || s.Epoch+t.Epoch > 0 ||
		f.a.owner(s) != f || f.a.owner(t) != f || phiBlock(s) != phiBlock(t) {
		return [][2]*Value{{x, y}}
	}
	var out [][2]*Value
	ys := f.phiArgs(t)
	for i, arg := range f.phiArgs(s) {
		if i < len(ys) {
			out = append(out, [2]*Value{arg, ys[i]})
		}
	}
	return out
}

// maxEndPairs bounds the combinations of endpoints of one retry: sixteen places each.
const maxEndPairs = 256

// containerOf is the collection of which a value is an element, or a part of one; nil if it is
// none.
func containerOf(v *Value) *Value {
	if el := elementAt(v); el != nil {
		return el.Args[0]
	}
	if s := v.Strip(); s != nil && s.Kind == Load && s.Args[0].Kind == Field {
		return containerOf(s.Args[0].Args[0])
	}
	return nil
}

// elementAt is the address of the element of a collection that a value is read from, or of
// the one in a field of which it stands; nil if it is none.
func elementAt(v *Value) *Value {
	s := v.Strip()
	if s == nil || s.Kind != Load {
		return nil
	}
	el := s.Args[0]
	for el != nil && el.Kind != Elem {
		el = base(el, false)
	}
	return el
}

// enumerate lists the elements of a known collection, or a field of each, for a value that
// is read from one of them: what each may be.
func (f *frame) enumerate(v, collection *Value) ([][]*Value, bool) {
	el := elementAt(v)
	if el == nil {
		return f.enumerateParts(v, collection)
	}
	if s := v.Strip(); el != s.Args[0] {
		return f.enumerateFields(s.Args[0], el, collection)
	}
	es, all := f.listed(collection)
	if !all || len(es) == 0 {
		return nil, false
	}
	out := make([][]*Value, len(es))
	for i, e := range es {
		for _, x := range f.a.alternatives(e) {
			out[i] = append(out[i], f.describeElement(v, f.describeElement(collection, f.endpointOfURL(x))))
		}
	}
	return out, true
}

// enumerateParts lists what a field behind a pointer that is an element of a known collection
// may hold: a method that is promoted from an embedded part is called on the part.
func (f *frame) enumerateParts(v, collection *Value) ([][]*Value, bool) {
	s := v.Strip()
	if s == nil || s.Kind != Load || s.Args[0].Kind != Field || s.Args[0].Args[0].Kind != Load {
		return nil, false
	}
	wholes, ok := f.enumerate(s.Args[0].Args[0], collection)
	if !ok {
		return nil, false
	}
	out := make([][]*Value, len(wholes))
	for i, alts := range wholes {
		for _, whole := range alts {
			addr := *s.Args[0]
			addr.Args = []*Value{whole.Strip()}
			part := f.read(f.a.in.of(addr), f.lastInstr())
			out[i] = append(out[i], f.a.promotedPart(s, whole, part))
		}
	}
	return out, true
}

// enumerateFields lists what a field of an element of an array of structs may hold.
func (f *frame) enumerateFields(addr, el, collection *Value) ([][]*Value, bool) {
	n := arrayLen(collection)
	if n == 0 || el.Args[1].Kind == Const {
		return nil, false
	}
	during := f.during(collection, f.lastInstr())
	out := make([][]*Value, n)
	for i := range n {
		idx := f.a.in.of(Value{Kind: Const, Name: itoa(i), Index: otherConst})
		at := f.a.in.of(Value{Kind: Elem, Args: []*Value{collection, idx}})
		loc := f.rebase(addr, el, at, during)
		e := f.read(loc, during)
		if e.Kind == Load && e.Args[0] == loc {
			return nil, false
		}
		for _, x := range f.a.alternatives(e) {
			out[i] = append(out[i], f.endpointOfURL(x))
		}
	}
	return out, true
}

// arrayLen is the length of an array of a function's own, as far as it is looked at.
func arrayLen(v *Value) int {
	if v.Kind != Alloc || v.Type == nil {
		return 0
	}
	if p, ok := v.Type.Underlying().(*types.Pointer); ok {
		if arr, ok := p.Elem().Underlying().(*types.Array); ok {
			return int(min(arr.Len(), 64))
		}
	}
	return 0
}

func (f *frame) lastInstr() ssa.Instruction {
	rs := returns(f.fn)
	if len(rs) > 0 {
		return rs[len(rs)-1]
	}
	return lastOf(f.fn.Blocks[0])
}

// ends lists what one endpoint value may be.
func (f *frame) ends(v *Value) []*Value {
	var out []*Value
	for _, x := range f.a.alternatives(v) {
		if c := containerOf(x); c != nil {
			if es, ok := f.enumerate(x, c); ok {
				out = append(out, slices.Concat(es...)...)
				continue
			}
		}
		if isText(x) {
			x = f.endpointOfURL(x)
		}
		out = append(out, x)
	}
	return out
}

// endOf is an endpoint to which an attempt may go.
func (a *Analysis) endOf(sd *Send, v *Value) End {
	e := End{Value: v, Known: known(v)}
	learn := func(r contract.Ref) {
		if s := a.implemented(a.storeByRef(r)); s != nil && !slices.Contains(e.Named, s) {
			e.Named = append(e.Named, s)
		}
	}
	learn(sd.Store)
	if c := endpointContract(v); c != nil {
		learn(c.Store)
		e.Attempt.Labels, e.Attempt.Pinned = c.Labels, c.Pinned
		for t := v; t != nil && t.Kind == Tag; t = t.Args[0] {
			if t.Con.Endpoint == c {
				e.Attempt.Endpoint = t.Name
			}
		}
	} else if s, ok := v.text1(); ok {
		e.Attempt.Endpoint = s
	}
	return e
}

// implemented is the store as it was first declared: one that implements another is that
// one, under the name that its own package has for it.
func (a *Analysis) implemented(s *contract.Store) *contract.Store {
	for range 8 { // a circle of stores that implement each other is a finding of its own
		if s == nil || s.Implements == "" {
			return s
		}
		first := a.storeByRef(s.Implements)
		if first == nil {
			return s
		}
		s = first
	}
	return s
}

// known reports whether it is known which endpoint a value is, and so which contracts it has:
// a constant, what a variable or a field holds, an element of such a collection, or what is
// put together from these. What is given, or made by a function out of sight, may be any, also
// one that has a contract elsewhere.
func known(v *Value) bool {
	s := v.Strip()
	if s == nil {
		return false
	}
	switch s.Kind {
	case Const:
		return !s.IsZero()
	case Field, Global:
		return true // contracts stand at these
	case Load, Elem, Entry:
		return known(s.Args[0])
	case Concat, Derive:
		for _, part := range s.Args {
			if !known(part) {
				return false
			}
		}
		return len(s.Args) > 0
	}
	return false
}

// EndsOf lists the endpoints to which a single send may go.
func (f Function) EndsOf(sd *Send) []End {
	var out []End
	for _, v := range f.f.ends(sd.Endpoint) {
		out = append(out, f.f.a.endOf(sd, v))
	}
	return out
}

// Stores returns the stores that guard a retry: those that the key is handed to, and those
// that guard both of its attempts wherever these go.
func (f Function) Stores(p *Pair) []*contract.Store {
	out := slices.Clone(p.Known)
	for _, e := range f.Ends(p) {
		for _, s := range e.Shared() {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// guards reports whether a contract or a model says of a store that it guards some attempt
// of a pair.
func (f *frame) guards(p *Pair) bool {
	if len(p.Known) > 0 {
		return true
	}
	for _, sd := range []*Send{p.A, p.B} {
		for _, v := range f.ends(sd.Endpoint) {
			if len(f.a.endOf(sd, v).Named) > 0 {
				return true
			}
		}
	}
	return false
}
