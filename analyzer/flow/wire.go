// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Wires collects, for each type of this package, the retries that are judged where
// an object of the type is put together.
func (a *Analysis) Wires() map[*types.TypeName][]*Wire {
	if a.wires == nil {
		a.wires = a.collectWires()
	}
	return a.wires
}

func (a *Analysis) collectWires() map[*types.TypeName][]*Wire {
	out := map[*types.TypeName][]*Wire{}
	for _, fn := range a.fns {
		f := a.frame(fn)
		if fn.Parent() != nil {
			continue
		}
		var x *exporter
		for _, p := range f.own {
			if p.Wired == nil || p.Fresh != nil || p.Wired.Owner.Pkg() != a.pkg {
				continue
			}
			if x == nil {
				x = newExporter(f)
			}
			if len(out[p.Wired.Owner]) < maxPairs {
				out[p.Wired.Owner] = append(out[p.Wired.Owner], &Wire{Param: p.Wired.Param, Pair: x.pair(p)})
			}
		}
	}
	return out
}

// Wired is a retry judged where its parts meet.
type Wired struct {
	Function Function
	Pair     *Pair
}

// Meetings judges every object that this package puts together, or gets from a
// constructor, against the retries of its type.
func (a *Analysis) Meetings() []Wired {
	own := a.Wires()
	wiresOf := func(t *types.TypeName) []*Wire {
		if t == nil {
			return nil
		}
		if t.Pkg() == a.pkg {
			return own[t]
		}
		if a.Config.WiresOf != nil {
			return a.Config.WiresOf(t)
		}
		return nil
	}
	var out []Wired
	for _, fn := range a.fns {
		if !a.leftOut(fn) {
			out = append(out, a.frame(fn).meetings(wiresOf)...)
		}
	}
	return out
}

// meetings are those of one function. A retry and a store are one defect, wherever the
// two meet: what is put together is copied, is a part of something else that has methods of
// its own, or is handed on.
func (f *frame) meetings(wiresOf func(*types.TypeName) []*Wire) []Wired {
	var out []Wired
	seen := map[meeting]bool{}
	for _, instr := range f.composing() {
		for _, w := range f.meetingAt(instr, wiresOf) {
			again := true
			for _, v := range w.Pair.brought {
				m := meeting{w.Pair.A.Origin, w.Pair.B.Origin, v.Strip()}
				again = again && seen[m]
				seen[m] = true
			}
			if !again {
				out = append(out, w)
			}
		}
	}
	return out
}

// A meeting is what makes one defect of several places: the attempts, and the store.
type meeting struct {
	a, b  string
	store *Value
}

// composing lists where a function may get an object: literals and calls as they stand, and
// then variables, into which a literal may have been copied.
func (f *frame) composing() []ssa.Instruction {
	var out, variables []ssa.Instruction
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Call:
				out = append(out, instr)
			case *ssa.Alloc:
				if instr.Comment == "complit" || instr.Comment == "new" {
					out = append(out, instr)
				} else {
					variables = append(variables, instr)
				}
			}
		}
	}
	return append(out, variables...)
}

func (f *frame) meetingAt(instr ssa.Instruction, wiresOf func(*types.TypeName) []*Wire) []Wired {
	switch instr := instr.(type) {
	case *ssa.Call:
		var out []Wired
		c := f.callOf(instr)
		for k := range instr.Common().Signature().Results().Len() {
			ws := wiresOf(named(c.resultType(k)))
			if len(ws) == 0 {
				continue
			}
			obj := c.result(f, k).Strip()
			if !gives(instr, obj) {
				continue
			}
			met := f.meet(obj, ws, next(instr), instr.Pos())
			if len(met) == 0 { // setters may have come later
				met = f.meet(obj, ws, f.lastInstr(), instr.Pos())
			}
			for _, w := range met {
				if !f.metWithin(instr, w.Pair) {
					out = append(out, w)
				}
			}
		}
		return out
	case *ssa.Alloc:
		ws := wiresOf(named(instr.Type()))
		if len(ws) == 0 {
			return nil
		}
		return f.meet(f.eval(instr).Strip(), ws, f.lastInstr(), instr.Pos())
	}
	return nil
}

// next is the instruction after a call, which ends no block.
func next(call *ssa.Call) ssa.Instruction {
	instrs := call.Block().Instrs
	return instrs[slices.Index(instrs, ssa.Instruction(call))+1]
}

// gives reports whether an object is one that a call makes.
func gives(call *ssa.Call, obj *Value) bool {
	return obj.Kind == Alloc && obj.At == ssa.Instruction(call)
}

// putTogether reports whether a retry is judged where its store was put into an object, and
// not once more where a method of the object is called or handed on.
func (f *frame) putTogether(p *Pair) bool {
	if p.Whole == nil || len(p.brought) == 0 {
		return false
	}
	whole := p.Whole.Strip()
	if whole.Kind == Load {
		whole = whole.Args[0].Strip() // a struct by value
	}
	if whole.Kind != Alloc || whole.At == nil || whole.At.Parent() != f.fn {
		return false
	}
	call, ok := whole.At.(*ssa.Call)
	if !ok {
		_, ok := whole.At.(*ssa.Alloc)
		return ok
	}
	c := f.callOf(call)
	for k := range call.Common().Signature().Results().Len() {
		if c.result(f, k).Strip() == whole {
			return true
		}
	}
	return f.metWithin(call, p) // it is a part of what the call makes
}

// metWithin reports whether the parts of a retry were all there in the function that is
// called: it was judged there.
func (f *frame) metWithin(call *ssa.Call, p *Pair) bool {
	for _, v := range p.brought {
		if !f.knownWithin(call, v) {
			return false
		}
	}
	callee := call.Common().StaticCallee()
	if callee == nil {
		return false
	}
	if callee.Origin() != nil {
		callee = callee.Origin()
	}
	if f.a.hasBody(callee) && !f.a.frame(callee).root() {
		return f.knownWithin(call, p.A.Endpoint) && f.knownWithin(call, p.B.Endpoint)
	}
	return true
}

// knownWithin reports whether the function that is called knew a value, which is none that
// it was given.
func (f *frame) knownWithin(call *ssa.Call, v *Value) bool {
	if v == nil {
		return true
	}
	given := v.Has(func(x *Value) bool {
		return x.Kind == Param || x.Kind == Free || x.At != nil && x.At.Parent() == f.fn && x.At != ssa.Instruction(call)
	})
	for _, a := range f.callOf(call).args {
		given = given || v.Kind != Const && f.deepContent(a, call, 0).Contains(v.Strip())
	}
	return !given
}

func named(t types.Type) *types.TypeName {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

// meetCall lets an instruction stand where a call is expected.
type meetCall struct {
	ssa.Instruction
	pos token.Pos
}

func (m meetCall) Common() *ssa.CallCommon { return &ssa.CallCommon{} }
func (m meetCall) Value() *ssa.Call        { return nil }
func (m meetCall) Pos() token.Pos          { return m.pos }

// meet instantiates an object's retries with what its fields hold.
func (f *frame) meet(obj *Value, ws []*Wire, at ssa.Instruction, pos token.Pos) []Wired {
	var out []Wired
	for _, w := range ws {
		args := make([]*Value, w.Param+1)
		args[w.Param] = obj
		b := &body{sum: &Summary{Pairs: []*Pair{w.Pair}}, args: args, memo: map[*Value]*Value{}}
		s := &site{}
		f.instantiate(s, b, meetCall{at, pos})
		for _, p := range s.pairs {
			p.Place = f.place(pos)
			p.A.Place, p.B.Place = w.Pair.A.Place, w.Pair.B.Place // the parts meet here, and the attempts are made there
			p.Known = nil
			p.Wired = nil
			p.Handed = false
			f.guardOpen(p)
			if len(p.Known) == 0 || f.leavesOpen(p) {
				continue
			}
			out = append(out, Wired{Function{f}, p})
		}
	}
	return out
}

// leavesOpen reports whether the callers of a function decide where the attempts of an
// object go that it puts together.
func (f *frame) leavesOpen(p *Pair) bool {
	return f.fn.Parent() == nil && !f.root() && (p.A.Endpoint != nil && f.open(p.A.Endpoint) || p.B.Endpoint != nil && f.open(p.B.Endpoint))
}

// StoreMade returns where the store of parts that meet was made, if in this function.
func (p *Pair) StoreMade() token.Pos {
	for _, v := range p.brought {
		if s := v.Strip(); s.Kind == Result && s.Pos.IsValid() {
			return s.Pos
		}
	}
	return token.NoPos
}

// settled reports whether no caller has a part in a key: what came with a request came to
// the function that handles it.
func settled(key *Value) bool {
	return key != nil && !key.Has(func(x *Value) bool { return x.Kind == Free || x.Kind == Param && x.Name != incomingName })
}

// namesStore reports whether a contract names the store of a send, or of an endpoint that it
// may go to.
func (a *Analysis) namesStore(s *Send) bool {
	if s.Store != "" || s.Endpoint == nil {
		return s.Store != ""
	}
	for _, v := range a.alternatives(s.Endpoint) {
		if e := endpointContract(v); e != nil && e.Store != "" {
			return true
		}
	}
	return false
}

// guardOpen asks of the stores that a pair left open which of them are known now.
func (f *frame) guardOpen(p *Pair) {
	p.relateEnds(f.a)
	p.brought = nil
	for _, v := range p.Open {
		for _, alt := range f.a.alternatives(v) {
			if s := storeOf(alt); s != nil {
				p.Known = append(p.Known, s)
				p.brought = append(p.brought, alt)
			}
		}
	}
}
