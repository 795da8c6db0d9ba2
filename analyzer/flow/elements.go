// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// elements returns the known elements of a slice or array: constant indexes
// written to a fresh array, and what append adds.
func (f *frame) elements(v *Value, at ssa.Instruction) []*Value {
	out, _ := f.elementsOf(v, at)
	return out
}

// elementsOf lists what the elements of a collection may be at a point, and reports whether
// these are all.
func (f *frame) elementsOf(v *Value, at ssa.Instruction) ([]*Value, bool) {
	l := lister{f: f, at: at, seen: map[*Value]bool{}}
	return l.list(v)
}

// listed is the same for a collection of endpoints, when the function is judged: of a map
// the keys do not matter, and of what a variable or a field of the package holds the stores
// into it tell. While a function is still being evaluated neither may be asked: a map is
// looked up by its keys, and who stores into the variable may be waiting for this function.
func (f *frame) listed(v *Value) ([]*Value, bool) {
	l := lister{f: f, at: f.lastInstr(), seen: map[*Value]bool{}, judged: true}
	return l.list(v)
}

// A lister finds the elements of a collection.
type lister struct {
	f      *frame
	at     ssa.Instruction
	seen   map[*Value]bool
	judged bool
	adding int             // appends that are being gone through
	turns  map[*Value]bool // phis to which what is appended to leads back
}

// list returns the elements, and whether these are all. A part of a list has the elements of
// the whole: where a queue stands is not told apart.
func (l *lister) list(v *Value) ([]*Value, bool) {
	v = v.Strip()
	if l.seen[v] {
		if v.Kind == Phi && l.adding > 0 {
			if l.turns == nil {
				l.turns = map[*Value]bool{}
			}
			l.turns[v] = true
		}
		return nil, true
	}
	l.seen[v] = true
	switch v.Kind {
	case Const:
		return nil, v.IsZero()
	case Alloc:
		return l.object(v)
	case Load:
		switch {
		case v.Args[0].Kind == Alloc && arrayLen(v.Args[0]) > 0:
			return l.object(v.Args[0]) // an array by value
		case l.judged:
			return l.f.elementsStored(v.Args[0])
		}
	case Field, Global: // an array lies where its variable does
		if l.judged {
			return l.f.elementsStored(v)
		}
	case Derive:
		switch v.Name {
		case "list":
			return v.Args, true
		case "append":
			l.adding++
			es, all := l.all(v.Args)
			l.adding--
			return es, all
		case "slice":
			if ofItself(v) {
				return nil, true
			}
			return l.list(v.Args[0])
		}
	case Phi:
		if v.Epoch > 0 || l.f.a.owner(v) != l.f {
			break
		}
		es, all := l.all(l.f.phiArgs(v))
		if l.turns[v] && slices.ContainsFunc(es, several) {
			return es, false // of which each turn of the loop has added another one
		}
		return es, all
	case Join:
		return l.all(v.Args)
	}
	return nil, false
}

// ofItself reports whether a value of a summary is a part of the collection in which it lies:
// what is left of a queue. It adds no element to it.
func ofItself(v *Value) bool {
	if v.Kind != Derive || v.Name != "slice" {
		return false
	}
	whole := v.Args[0].Strip()
	return whole.Kind == Result && whole.Name == cycleName
}

// several reports whether a value is another one in each turn of a loop.
func several(v *Value) bool {
	return v.Has(func(x *Value) bool { return x.instance() || x.Kind == Elem && x.Args[1].Kind != Const })
}

func (l *lister) all(vs []*Value) ([]*Value, bool) {
	var out []*Value
	all := true
	for _, v := range vs {
		es, ok := l.list(v)
		if !ok && l.judged {
			if some := l.f.someElements(v); some != nil {
				es, ok = some, true
			}
		}
		out = append(out, es...)
		all = all && ok
	}
	return out, all
}

// someElements stand for the elements of a collection of which nothing is known but that a
// contract describes each: any one and any other, as two attempts may take them.
func (f *frame) someElements(collection *Value) []*Value {
	if c, _ := f.elementContract(collection); c == nil {
		return nil
	}
	var out []*Value
	for _, which := range []string{anyElement, "any other"} {
		idx := f.a.in.of(Value{Kind: Const, Index: otherConst, Name: which})
		el := f.a.in.of(Value{Kind: Elem, Args: []*Value{collection.Strip(), idx}})
		out = append(out, f.describeElement(collection, f.a.load(el)))
	}
	return out
}

// anyElement is the Name of an index that stands for all of them.
const anyElement = "any"

// object lists the elements of an array or a map of the function's own.
func (l *lister) object(v *Value) ([]*Value, bool) {
	f := l.f
	if v.At == nil || v.At.Parent() != f.fn {
		return nil, false
	}
	if v.Epoch > 0 { // what the next turn of a loop makes in its place
		first := *v
		first.Epoch = 0
		es, all := l.list(f.a.in.of(first))
		var out []*Value
		for _, e := range es {
			for _, x := range f.a.alternatives(e) {
				if x.Has((*Value).instance) {
					return nil, false // the next turn puts others in
				}
				out = append(out, x)
			}
		}
		return out, all
	}
	if made, ok := v.At.(*ssa.MakeMap); ok && l.judged {
		return f.elementsOfMap(made)
	}
	at := f.during(v, l.at)
	var out []*Value
	n := arrayLen(v)
	for i := range n {
		idx := f.a.in.of(Value{Kind: Const, Name: itoa(i), Index: otherConst})
		addr := f.a.in.of(Value{Kind: Elem, Args: []*Value{v, idx}})
		e := f.read(addr, at)
		if e.Kind == Load && e.Args[0] == addr {
			return out, false
		}
		out = append(out, e)
	}
	return out, n > 0
}

// during is a point at which an object of the function's own exists: the one that is asked
// about, if ways lead there from where the object is made, else the last return to which
// some lead. A list that is made in a branch that returns is not there at the end of the
// function.
func (f *frame) during(obj *Value, at ssa.Instruction) ssa.Instruction {
	made := plain(obj.At).Block()
	leads := func(to *ssa.BasicBlock) bool { return made == to || f.reaches(made, to) }
	if at = plain(at); at.Parent() != f.fn || leads(at.Block()) {
		return at
	}
	rs := returns(f.fn)
	for i := len(rs) - 1; i >= 0; i-- {
		if leads(rs[i].Block()) {
			return rs[i]
		}
	}
	return made.Instrs[len(made.Instrs)-1]
}

// elementsOfMap lists what the function puts into a map that it makes, under whatever keys.
func (f *frame) elementsOfMap(made *ssa.MakeMap) ([]*Value, bool) {
	var out []*Value
	for _, r := range *made.Referrers() {
		switch r := r.(type) {
		case *ssa.MapUpdate:
			if r.Map != made {
				return nil, false // it is itself put into another one
			}
			out = append(out, f.eval(r.Value))
		case *ssa.Lookup, *ssa.Range, *ssa.DebugRef:
		case *ssa.Store:
			if variableAt(r.Addr) == nil {
				return nil, false
			}
		case *ssa.Call:
			if _, ok := r.Call.Value.(*ssa.Builtin); !ok {
				return nil, false // who is given it may fill it
			}
		default:
			return nil, false
		}
	}
	return out, len(out) > 0
}

// elementsStored lists the elements of a collection that a variable or a field of this
// package holds, if everything that the package stores there, or into it, is a text that is
// known, or an endpoint that has a contract. Other values mean something in the function
// alone that stores them.
func (f *frame) elementsStored(addr *Value) ([]*Value, bool) {
	v := f.a.variable(addr)
	if v == nil || v.Pkg() != f.a.pkg || v.IsField() && v.Exported() || f.a.listing[v] {
		return nil, false // whoever builds the object sets an exported field
	}
	f.a.listing[v] = true // append(hosts, more) adds to what is listed already
	defer delete(f.a.listing, v)
	var out []*Value
	add := func(by *frame, e *Value) bool {
		if t, text := e.text1(); text {
			e = f.endpointOfURL(f.a.in.constant(t))
		} else if endpointContract(e) == nil || by.open(e) {
			return false
		}
		out = append(out, e)
		return true
	}
	for _, w := range f.writersOf(v) {
		es, all := w.f.listed(w.f.eval(w.val))
		if !all {
			return nil, false
		}
		for _, e := range es {
			if !add(w.f, e) {
				return nil, false
			}
		}
	}
	for _, w := range f.a.elementWriters[v] {
		if !add(w.f, w.f.eval(w.val)) {
			return nil, false
		}
	}
	return out, len(out) > 0
}

// variable is the package-level variable or the field at an address, or nil.
func (a *Analysis) variable(addr *Value) *types.Var {
	switch addr = addr.Strip(); {
	case addr.Kind != Field && addr.Kind != Global:
		return nil
	case addr.Field != nil || addr.Kind == Field:
		return addr.Field
	}
	// A fact names variables of other packages by their paths.
	dot := strings.LastIndexByte(addr.Name, '.')
	for _, p := range slices.Concat(a.pkg.Imports(), []*types.Package{a.pkg}) { // the list of imports is shared
		if dot > 0 && p.Path() == addr.Name[:dot] {
			v, _ := p.Scope().Lookup(addr.Name[dot+1:]).(*types.Var)
			return v
		}
	}
	return nil
}

// elementContract finds the endpoint contract of a collection, which holds for each of its
// elements, wherever the collection has come from: a field or a variable, a part of it, a
// collection in it. Where several meet, all must have the same one.
func (f *frame) elementContract(v *Value) (*contract.Contract, contract.Ref) {
	var con *contract.Contract
	var ref contract.Ref
	for _, w := range f.wholes(v, map[*Value]bool{}) {
		c, r := f.collectionContract(w)
		if c == nil || con != nil && c != con {
			return nil, ""
		}
		con, ref = c, r
	}
	return con, ref
}

// wholes lists the collections that a collection is, is a part of, or is put together from.
func (f *frame) wholes(v *Value, seen map[*Value]bool) []*Value {
	if v == nil || seen[v] {
		return nil // a loop that takes parts of a list leads back to the list
	}
	seen[v] = true
	var from []*Value
	switch {
	case ofItself(v):
	case v.Kind == Derive && v.Name == "slice":
		from = v.Args[:1]
	case v.Kind == Derive && v.Name == "append", v.Kind == Join:
		from = v.Args
	case v.Kind == Phi && v.Epoch == 0 && f.a.owner(v) == f:
		from = f.phiArgs(v)
	default:
		return []*Value{v}
	}
	var out []*Value
	for _, x := range from {
		out = append(out, f.wholes(x, seen)...)
	}
	return out
}

// collectionContract is the endpoint contract of one collection.
func (f *frame) collectionContract(v *Value) (*contract.Contract, contract.Ref) {
	for ; v != nil && v.Kind == Tag; v = v.Args[0] {
		if v.Con != nil && v.Con.Endpoint != nil {
			return v.Con, contract.Ref(v.Name)
		}
	}
	if v == nil {
		return nil, ""
	}
	if v.Kind == Load {
		v = v.Args[0]
	}
	switch v.Kind {
	case Field, Global: // of an array, the variable's address is all there is
		if o := f.a.variable(v); o != nil {
			if c := f.a.contractOf(o); c != nil && c.Endpoint != nil {
				return c, contract.RefOf(o)
			}
		}
	case Elem, Entry:
		return f.elementContract(v.Args[0])
	}
	return nil, ""
}

// describeElement puts the contract of a collection around what is one of its elements,
// and has no contract as an endpoint of its own.
func (f *frame) describeElement(collection, v *Value) *Value {
	if endpointContract(v) != nil || v.Kind == Tuple {
		return v
	}
	if c, ref := f.elementContract(collection); c != nil {
		return f.a.describe(c, ref, v)
	}
	return v
}

// describeLoaded is the same for what is read from an address.
func (f *frame) describeLoaded(addr, v *Value) *Value {
	if addr.Kind != Elem && addr.Kind != Entry {
		return v
	}
	return f.describeElement(addr.Args[0], v)
}

// collectionOf is the collection of which a value of the function is read as an element, or nil.
func collectionOf(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.UnOp:
		if at, ok := v.X.(*ssa.IndexAddr); ok {
			return at.X
		}
	case *ssa.Index:
		return v.X
	case *ssa.Lookup:
		if _, isMap := v.X.Type().Underlying().(*types.Map); isMap && !v.CommaOk {
			return v.X
		}
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Lookup:
			if v.Index == 0 {
				return t.X
			}
		case *ssa.Next:
			if r, ok := t.Iter.(*ssa.Range); ok && v.Index == 2 && !t.IsString {
				return r.X
			}
		}
	}
	return nil
}
