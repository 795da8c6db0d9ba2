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
	for _, s := range slices.Concat(e.A.Named, e.B.Named) {
		return s
	}
	return nil
}

// Ends lists pairs of endpoints to which the attempts of a pair may go, with how
// they relate: the elements of a collection and the alternatives of a phi one by one.
func (f Function) Ends(p *Pair) []EndPair {
	a := f.f.a
	at := func(x, y *Value, rel Relation) EndPair { return EndPair{a.endOf(p.A, x), a.endOf(p.B, y), rel} }
	var out []EndPair
	xs, ys := f.f.ends(p.A.Endpoint), f.f.ends(p.B.Endpoint)
	if p.Rel == Same {
		for _, x := range xs {
			out = append(out, at(x, x, Same))
		}
		return out
	}
	// Elements of one collection: two attempts take different ones.
	if ex, okx := f.f.enumerate(p.A.Endpoint); okx {
		if ey, oky := f.f.enumerate(p.B.Endpoint); oky && sameContainer(p.A.Endpoint, p.B.Endpoint) && len(ex) == len(ey) {
			for i := range ex {
				for j := range ey {
					if i == j {
						continue
					}
					for _, x := range ex[i] {
						for _, y := range ey[j] {
							out = append(out, at(x, y, a.relate(x, y)))
						}
					}
				}
			}
			return out[:min(len(out), maxEndPairs)]
		}
	}
	for _, x := range xs {
		for _, y := range ys {
			rel := a.relate(x, y)
			if rel == Unknown {
				rel = p.Rel
			}
			if len(xs) == 1 && len(ys) == 1 && rel != Same {
				rel = max(rel, p.Rel)
			}
			out = append(out, at(x, y, rel))
			if len(out) > maxEndPairs {
				return out
			}
		}
	}
	return out
}

// maxEndPairs bounds the combinations of endpoints of one retry: sixteen places each.
const maxEndPairs = 256

// sameContainer reports whether two values are, or are parts of, elements of one collection.
func sameContainer(x, y *Value) bool {
	c := containerOf(x)
	return c != nil && c == containerOf(y)
}

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

// enumerate lists the elements of a known collection, or a field of each, if a value is
// read from one of them: what each may be.
func (f *frame) enumerate(v *Value) ([][]*Value, bool) {
	el := elementAt(v)
	if el == nil {
		return f.enumerateParts(v)
	}
	if s := v.Strip(); el != s.Args[0] {
		return f.enumerateFields(s.Args[0], el)
	}
	es, all := f.listed(el.Args[0])
	if !all || len(es) == 0 {
		return nil, false
	}
	out := make([][]*Value, len(es))
	for i, e := range es {
		for _, x := range f.a.alternatives(e) {
			out[i] = append(out[i], f.describeElement(v, f.describeElement(el.Args[0], f.endpointOfURL(x))))
		}
	}
	return out, true
}

// enumerateParts lists what a field behind a pointer that is an element of a known collection
// may hold: a method that is promoted from an embedded part is called on the part.
func (f *frame) enumerateParts(v *Value) ([][]*Value, bool) {
	s := v.Strip()
	if s == nil || s.Kind != Load || s.Args[0].Kind != Field || s.Args[0].Args[0].Kind != Load {
		return nil, false
	}
	wholes, ok := f.enumerate(s.Args[0].Args[0])
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
func (f *frame) enumerateFields(addr, el *Value) ([][]*Value, bool) {
	if el.Args[1].Kind == Const {
		return nil, false
	}
	n := arrayLen(el.Args[0])
	out := make([][]*Value, n)
	for i := range n {
		idx := f.a.in.of(Value{Kind: Const, Name: itoa(i), Index: otherConst})
		at := f.a.in.of(Value{Kind: Elem, Args: []*Value{el.Args[0], idx}})
		during := f.during(el.Args[0], f.lastInstr())
		loc := f.rebase(addr, el, at, during)
		e := f.read(loc, during)
		if e.Kind == Load && e.Args[0] == loc {
			return nil, false
		}
		for _, x := range f.a.alternatives(e) {
			out[i] = append(out[i], f.endpointOfURL(x))
		}
	}
	return out, n > 0
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
		if es, ok := f.enumerate(x); ok {
			out = append(out, slices.Concat(es...)...)
			continue
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
