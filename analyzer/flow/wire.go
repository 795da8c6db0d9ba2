// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"go/types"

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
		if a.leftOut(fn) {
			continue
		}
		f := a.frame(fn)
		for _, b := range fn.Blocks {
			for i, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Call:
					if i+1 >= len(b.Instrs) {
						continue
					}
					c := f.callOf(instr)
					for k := range instr.Common().Signature().Results().Len() {
						t := named(c.resultType(k))
						ws := wiresOf(t)
						if len(ws) == 0 {
							continue
						}
						obj := c.result(f, k).Strip()
						if obj.Kind != Alloc || obj.At != ssa.Instruction(instr) {
							continue
						}
						met := f.meet(obj, ws, b.Instrs[i+1], instr.Pos())
						if len(met) == 0 { // setters may have come later
							met = f.meet(obj, ws, f.lastInstr(), instr.Pos())
						}
						out = append(out, met...)
					}
				case *ssa.Alloc:
					ws := wiresOf(named(instr.Type()))
					if len(ws) == 0 {
						continue
					}
					out = append(out, f.meet(f.eval(instr).Strip(), ws, f.lastInstr(), instr.Pos())...)
				}
			}
		}
	}
	return out
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
			p.Known = nil
			p.Wired = nil
			p.Handed = false
			f.guardOpen(p)
			if len(p.Known) > 0 {
				out = append(out, Wired{Function{f}, p})
			}
		}
	}
	return out
}

// guardOpen asks of the stores that a pair left open which of them are known now.
func (f *frame) guardOpen(p *Pair) {
	p.relateEnds(f.a)
	for _, v := range p.Open {
		for _, alt := range f.a.alternatives(v) {
			if s := storeOf(alt); s != nil {
				p.Known = append(p.Known, s)
			}
		}
	}
}
