// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// HTTP clients are put together in layers: a round tripper does its part and hands the
// request to the one that it holds. One that makes a key makes it anew whenever a layer
// above it sends again, as an interceptor does (chain.go); but the order of layers stands
// in the objects that are put together, not in a list.

// A layer is what an object does that sends requests: what it hands them to, whether it
// does so again after a failure, and the key that it makes for each of them.
type layer struct {
	next    []*Value
	retries bool
	key     *Value
	literal *ssa.Function // the function literal that it is, if it is one
}

// layers finds the keys that are made below a retrying object which is put together, or
// got from a constructor, at an instruction.
func (f *frame) layers(instr ssa.Instruction) []*Pair {
	v, ok := instr.(ssa.Value)
	if !ok || !f.a.sendsRequests(v.Type()) {
		return nil
	}
	switch x := instr.(type) {
	case *ssa.Alloc:
		if inner := x.Type().Underlying().(*types.Pointer).Elem(); types.IsInterface(inner) {
			return nil // a variable
		}
	case *ssa.Call:
	default:
		return nil
	}
	var out []*Pair
	at := f.lastInstr() // fields may be set after the object was made
	for _, l := range f.layersOf(f.eval(v), at) {
		if l.retries {
			f.below(l, at, map[*Value]bool{}, func(made *Value, in *ssa.Function) {
				n := *made
				n.At = instr
				pos := f.joinedAt(v)
				if in == nil || in.Parent() != f.fn {
					n.Pos = pos
				}
				key := f.a.in.of(n)
				sd := &Send{Op: httpRequest, Key: key, Evidence: true, Declared: true, Place: f.place(pos), Origin: f.a.posn(pos)}
				out = append(out, &Pair{A: sd, B: sd, Key: key, Fresh: key, Self: true, Chained: RoundTripper, Closed: true, Place: sd.Place})
			})
		}
	}
	return out
}

// joinedAt is where an object gets what it sends requests through: of one that a constructor
// made, where that is put into it afterwards, if it is in one place.
func (f *frame) joinedAt(obj ssa.Value) token.Pos {
	at := token.NoPos
	if _, ok := obj.(*ssa.Call); !ok {
		return obj.Pos()
	}
	of := f.eval(obj).Strip()
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok || root(f.eval(st.Addr)) != of || !f.layered(st.Val.Type(), instr, st.Val) {
				continue
			}
			if at.IsValid() {
				return obj.Pos()
			}
			at = st.Pos()
		}
	}
	if !at.IsValid() {
		return obj.Pos()
	}
	return at
}

// layered reports whether a value is one through which requests are sent.
func (f *frame) layered(t types.Type, at ssa.Instruction, v ssa.Value) bool {
	return f.a.sendsRequests(t) || len(f.layersOf(f.eval(v), at)) > 0
}

// below calls found for the keys that are made in the layers under l.
func (f *frame) below(l layer, at ssa.Instruction, seen map[*Value]bool, found func(made *Value, in *ssa.Function)) {
	for _, v := range l.next {
		if seen[v] || len(seen) > maxLayers {
			continue
		}
		seen[v] = true
		for _, n := range f.layersOf(v, at) {
			if n.key != nil {
				found(n.key, n.literal)
				continue
			}
			f.below(n, at, seen, found)
		}
	}
}

// maxLayers bounds the objects that are looked at below one.
const maxLayers = 16

// layersOf returns what is known of the objects, or functions, that a value may be.
func (f *frame) layersOf(v *Value, at ssa.Instruction) []layer {
	if v == nil {
		return nil
	}
	var out []layer
	for _, alt := range f.a.alternatives(v) {
		s := alt.Strip()
		if fns := f.functions(s, at); len(fns) > 0 {
			for _, fv := range fns {
				if sum := f.summaryOf(fv); sum != nil {
					l := f.layerOf(&body{sum: sum, frees: fv.Args, memo: map[*Value]*Value{}}, at)
					if sum.Literal {
						l.literal = fv.Fn
					}
					out = append(out, l)
				}
			}
			continue
		}
		if s.Kind == Load && composite(s.Args[0].Type) {
			s = s.Args[0] // a struct by value
		}
		if s.IsZero() {
			continue // it has no type of its own
		}
		if s.Type == nil || types.IsInterface(s.Type) {
			continue
		}
		if typeName(s.Type) == "net/http.Client" {
			out = append(out, layer{next: []*Value{f.read(f.member(s, "Transport"), at)}})
			continue
		}
		m := methodOfRequests(s.Type)
		if m == nil {
			continue
		}
		if known := f.a.models.Of(f.a.fullName(m.Origin())).Send; known != nil && known.ThroughPath != nil {
			next, _ := f.steps(s, s.Type, known.ThroughPath.Steps, at)
			out = append(out, layer{next: []*Value{next}, retries: true})
		} else if sum := f.summaryOfObject(m.Origin()); sum != nil {
			out = append(out, f.layerOf(&body{sum: sum, args: []*Value{s}, memo: map[*Value]*Value{}}, at))
		}
	}
	return out
}

// layerOf reads off a function's summary what it does with requests.
func (f *frame) layerOf(b *body, at ssa.Instruction) layer {
	var l layer
	seen := map[*Value]bool{}
	for _, sd := range b.sum.Sends {
		if via := b.subst(f, meetCall{at, at.Pos()}, sd.Via); via != nil && !seen[via] {
			seen[via] = true
			l.next = append(l.next, via)
		}
		for _, alt := range f.a.alternatives(sd.Key) { // perhaps for some methods alone
			if k := alt.Strip(); sd.overHTTP() && k.madeEachTime() {
				l.key = k
			}
		}
	}
	// A function that is given the next one calls it.
	for _, inv := range b.sum.Invokes {
		if next := b.subst(f, meetCall{at, at.Pos()}, inv.Fn); next != nil && !seen[next] {
			seen[next] = true
			l.next = append(l.next, next)
		}
		l.retries = l.retries || inv.Retry
	}
	if k := b.sum.keyPut(); k != nil && len(b.sum.Invokes) > 0 {
		l.key = k
	}
	for _, p := range b.sum.Pairs {
		l.retries = l.retries || p.Fresh == nil && p.A.Via != nil && p.A.Via == p.B.Via
	}
	return l
}

// sendsRequests reports whether values of a type send HTTP requests: they are functions
// that take a request and answer with a response, or have a method RoundTrip, or Do, that
// does so.
func (a *Analysis) sendsRequests(t types.Type) bool {
	if sig, ok := t.Underlying().(*types.Signature); ok {
		return requestSignature(sig)
	}
	if p, ok := t.(*types.Pointer); ok {
		if _, ok := p.Elem().(*types.Named); !ok {
			return false
		}
	} else if _, ok := t.(*types.Named); !ok {
		return false
	}
	is, ok := a.requesters[t]
	if !ok {
		is = methodOfRequests(t) != nil
		a.requesters[t] = is
	}
	return is
}

// methodOfRequests returns the method with which values of a type send requests.
func methodOfRequests(t types.Type) *types.Func {
	for _, name := range []string{"RoundTrip", "Do"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		m, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		if requestSignature(m.Signature()) {
			return m
		}
	}
	return nil
}

// requestSignature reports whether a function takes a request and answers with a response.
func requestSignature(sig *types.Signature) bool {
	return sig.Params().Len() == 1 && sig.Results().Len() == 2 && typeName(sig.Results().At(0).Type()) == "net/http.Response"
}
