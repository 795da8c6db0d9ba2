// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"iter"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// A Wire is a retry that can only be judged where a store is put into an object:
// a method sends to endpoints from the object's fields and guards the key with a
// store from another of its fields, and both come from whoever builds the object.
type Wire struct {
	Param int // which parameter of the pair's function is the object
	Pair  *Pair
}

// guard finds the stores to which a pair's key is handed in this function. Those that
// endpoints name stay with the endpoints: each guards the attempts that go there.
func (f *frame) guard(p *Pair) {
	p.relateEnds(f.a)
	known := map[*contract.Store]bool{}
	for _, k := range p.Known {
		known[k] = true
	}
	learn := func(s *contract.Store) {
		if s != nil && !known[s] {
			known[s] = true
			p.Known = append(p.Known, s)
		}
	}
	var open []*Value
	hold := func(v *Value, concrete bool) {
		if s := storeOf(v); s != nil && s.Kept {
			p.Handed = p.Handed || s.Shared
			return
		} else if s != nil {
			learn(s)
			return
		}
		stores, wired := f.fieldStores(v)
		for _, s := range stores {
			learn(s)
		}
		if wired != nil {
			p.Wired = wired
			if f.fn.Parent() == nil { // else Wires has nothing of it
				p.Whole = root(v.Strip())
			}
			open = append(open, v)
			return
		}
		if len(stores) == 0 {
			open = append(open, v)
			p.Handed = p.Handed || !concrete
		}
	}
	p.brought = nil
	for _, v := range p.Open {
		hold(v, true) // whether it is handed on is known already
		if storeOf(v) != nil {
			p.brought = append(p.brought, v)
		}
	}
	for _, s := range f.found {
		for _, u := range s.uses {
			if f.a.sameKeyUse(p, u) && !f.hasReceiver(u, p) {
				hold(u.Store, u.Concrete)
			}
		}
	}
	p.Open = dedupe(open)
	if p.Wired != nil && f.guards(p) {
		p.Wired = nil
	}
}

// hasReceiver: the endpoint itself is no store.
func (f *frame) hasReceiver(u *Use, p *Pair) bool {
	s := u.Store.Strip()
	return storeOf(u.Store) == nil && (p.A.Endpoint != nil && s == p.A.Endpoint.Strip() || p.B.Endpoint != nil && s == p.B.Endpoint.Strip())
}

func dedupe(vs []*Value) []*Value {
	var out []*Value
	seen := map[*Value]bool{}
	for _, v := range vs {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	if len(out) > 8 {
		out = out[:8]
	}
	return out
}

func (p *Pair) relateEnds(a *Analysis) {
	combine := func(old, now Relation) Relation {
		if now == Same {
			return Same
		}
		return max(old, now)
	}
	old := p.Rel
	now := a.relate(p.A.Endpoint, p.B.Endpoint)
	if p.judged && old != 0 {
		p.Rel = combine(old, now)
	} else {
		p.Rel = now
	}
	named := func(x, y *Value, rel Relation) Relation {
		if x == nil || y == nil {
			return rel
		}
		now := a.relate(x, y)
		if p.judged && rel != Unknown {
			return combine(rel, now)
		}
		return now
	}
	p.RelTenant = named(p.A.Tenant, p.B.Tenant, p.RelTenant)
	p.RelQueue = named(p.A.Queue, p.B.Queue, p.RelQueue)
	p.judged = true
}

// sameKeyUse reports whether a use concerns the key of a pair.
func (a *Analysis) sameKeyUse(p *Pair, u *Use) bool {
	if u.Key == nil || u.Key.IsZero() {
		return false
	}
	for _, k := range a.alternatives(p.Key) {
		k := k.Strip()
		if k.IsZero() {
			continue
		}
		for _, q := range a.alternatives(u.Key) {
			q := q.Strip()
			// A constant is the same key where it is all of the key; as a part of one,
			// a prefix, it is in many.
			if q == k || k.Kind != Const && q.Kind != Const && (q.Contains(k) || k.Contains(q)) {
				return true
			}
		}
	}
	return false
}

func (a *Analysis) storeByRef(r contract.Ref) *contract.Store {
	if r == "" {
		return nil
	}
	if strings.HasPrefix(string(r), modelStore) {
		return a.storeOfModel(r)
	}
	if a.ownStores == nil { // each combination of endpoints asks
		a.ownStores = map[contract.Ref]*contract.Store{}
		for _, all := range []map[types.Object]*contract.Contract{a.Contract.Described, a.Contract.Contracts} {
			for o, c := range all {
				if c.Store != nil {
					a.ownStores[contract.RefOf(o)] = c.Store
				}
			}
		}
	}
	if s := a.ownStores[r]; s != nil {
		return s
	}
	return a.Config.StoreByRef[r]
}

// A FieldRef is a field of a type, whose content whoever builds the object decides.
type FieldRef struct {
	Owner *types.TypeName
	Param int
}

// fieldStores looks at what this package stores into a field. If all that is
// stored is known, these are the stores; if some of it comes from a parameter the
// field is wired by whoever builds the object.
func (f *frame) fieldStores(v *Value) ([]*contract.Store, *FieldRef) {
	a := f.a
	s := v.Strip()
	if s.Kind != Load || s.Args[0].Kind != Field || s.Args[0].Field == nil {
		return nil, nil
	}
	fv := s.Args[0].Field
	if fv.Pkg() != a.pkg {
		return nil, nil
	}
	var out []*contract.Store
	seen := map[*contract.Store]bool{}
	all, wired := true, false
	for _, w := range f.writersOf(fv) {
		val := w.f.eval(w.val)
		for _, alt := range a.alternatives(val) {
			if st := storeOf(alt); st != nil {
				if !seen[st] {
					seen[st] = true
					out = append(out, st)
				}
				continue
			}
			if alt.IsZero() {
				continue
			}
			all = false
			if w.f.open(alt) {
				wired = true
			}
		}
	}
	if len(f.writersOf(fv)) == 0 && fv.Exported() && mayHoldStore(fv.Type()) {
		all, wired = false, true // whoever builds the object sets it
	}
	if all {
		return out, nil
	}
	if r := root(s); wired && r.Kind == Param {
		if owner := named(r.Type); owner != nil && owner.Pkg() == a.pkg {
			return nil, &FieldRef{Owner: owner, Param: r.Index}
		}
	}
	return nil, nil
}

func mayHoldStore(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer, *types.Map:
		return true
	}
	return false
}

// writersOf returns every store into a field or a variable in this package; elementWriters
// has what is stored into elements of the collection that it holds.
func (f *frame) writersOf(fv *types.Var) []fieldWrite {
	a := f.a
	f.asksOf(fv)
	if a.writers == nil {
		a.collectWriters()
	}
	return a.writers[fv]
}

func (a *Analysis) collectWriters() {
	a.writers, a.elementWriters = map[*types.Var][]fieldWrite{}, map[*types.Var][]fieldWrite{}
	for _, fn := range a.fns {
		for into, val := range written(fn) {
			w := fieldWrite{a.frame(fn), val}
			if into.element {
				a.elementWriters[into.v] = append(a.elementWriters[into.v], w)
			} else {
				a.writers[into.v] = append(a.writers[into.v], w)
			}
		}
	}
}

// A target is what something is stored into: a field or a package-level variable, or an
// element of the collection that it holds.
type target struct {
	v       *types.Var
	element bool
}

// written lists what a function stores into fields and package-level variables, in order.
func written(fn *ssa.Function) iter.Seq2[target, ssa.Value] {
	return func(yield func(target, ssa.Value) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if into, val := storedInto(instr); into.v != nil && !yield(into, val) {
					return
				}
			}
		}
	}
}

// storedInto is what an instruction stores, and into what; nothing for another instruction.
func storedInto(instr ssa.Instruction) (target, ssa.Value) {
	switch instr := instr.(type) {
	case *ssa.Store:
		if at, ok := instr.Addr.(*ssa.IndexAddr); ok {
			return target{holderOf(at.X), true}, instr.Val
		}
		return target{variableAt(instr.Addr), false}, instr.Val
	case *ssa.MapUpdate:
		return target{holderOf(instr.Map), true}, instr.Value
	}
	return target{}, nil
}

// holderOf is the field or the package-level variable that holds a collection, or nil.
func holderOf(collection ssa.Value) *types.Var {
	if load, ok := collection.(*ssa.UnOp); ok {
		return variableAt(load.X) // a slice or a map; an array is at its variable's address
	}
	return variableAt(collection)
}

// variableAt is the field or the package-level variable at an address, or nil.
func variableAt(addr ssa.Value) *types.Var {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return fieldVar(addr.X.Type(), addr.Field)
	case *ssa.Global:
		v, _ := addr.Object().(*types.Var)
		return v
	}
	return nil
}

// onlyFunctions returns the functions that an unexported field or variable holds,
// if every store into it in this package stores a known one.
func (f *frame) onlyFunctions(addr *Value) []*Value {
	a := f.a
	fv := a.variable(addr)
	if fv == nil || fv.Pkg() != a.pkg || fv.Exported() {
		return nil
	}
	if _, ok := fv.Type().Underlying().(*types.Signature); !ok {
		return nil
	}
	var out []*Value
	for _, w := range f.writersOf(fv) {
		val := w.f.eval(w.val).Strip()
		if val.Kind != Func && val.Kind != Closure {
			return nil
		}
		out = append(out, val)
	}
	if len(out) > maxImplementations {
		return nil
	}
	return out
}
