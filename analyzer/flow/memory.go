// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Memory is put into SSA form on demand. The content of a location at a point is
// found by walking backwards to the last write, as in Braun et al., "Simple and
// Efficient Construction of Static Single Assignment Form" (2013); where several
// writes meet, a Phi at that block stands for them. A location that is written
// nowhere since its function was entered is a Load of what it held then.
//
// Two addresses alias if they are the same symbolic value. Different pointers are
// taken to point to different objects, and an unknown callee to write nothing:
// the analysis looks for evidence, and a write that it cannot see is none.

type write struct {
	loc    *Value
	val    func() *Value // nil: everything below loc starts from zero
	copyOf *Value        // everything below loc starts as a deep copy of this
}

type readKey struct {
	b   *ssa.BasicBlock
	loc *Value
}

// read returns what location loc holds just before instr.
func (f *frame) read(loc *Value, at ssa.Instruction) *Value {
	loc = loc.Strip()
	switch loc.Kind {
	case Closure, Func, Const:
		return f.a.in.of(Value{Kind: Load, Args: []*Value{loc}})
	case Made, Concat:
		return loc // a pointer to a text stands for the text
	}
	at = plain(at)
	b := at.Block()
	if b == nil || at.Parent() != f.fn {
		return f.a.load(loc)
	}
	return f.readBefore(b, f.index[at], loc)
}

// readExit returns what loc holds at the end of b.
func (f *frame) readExit(b *ssa.BasicBlock, loc *Value) *Value {
	return f.readBefore(b, len(b.Instrs), loc)
}

func (f *frame) readBefore(b *ssa.BasicBlock, i int, loc *Value) *Value {
	if !f.spend(1 + i/8) {
		return f.a.load(loc)
	}
	for i--; i >= 0; i-- {
		instr := b.Instrs[i]
		ws := f.writesOf(instr)
		for k := len(ws) - 1; k >= 0; k-- {
			if v, ok := f.match(ws[k], loc, instr); ok {
				return v
			}
		}
	}
	return f.readEntry(b, loc)
}

func (f *frame) readEntry(b *ssa.BasicBlock, loc *Value) *Value {
	if len(b.Preds) == 0 {
		return f.a.load(loc)
	}
	key := readKey{b, loc}
	if v, ok := f.entries[key]; ok {
		return v
	}
	// Between b and its immediate dominator nothing may write the location: then
	// it holds what it held there, without a phi.
	var v *Value
	before := f.taint
	if d := b.Idom(); d != nil && !f.writtenBetween(d, b, loc) {
		v = f.readExit(d, loc)
	} else {
		v = f.a.in.of(Value{Kind: Phi, Block: b, Args: []*Value{loc}})
	}
	if f.clean(before) {
		f.entries[key] = v
	}
	return v
}

func (f *frame) writtenBetween(d, b *ssa.BasicBlock, loc *Value) bool {
	seen := map[*ssa.BasicBlock]bool{d: true}
	work := append([]*ssa.BasicBlock(nil), b.Preds...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		if !f.spend(1 + len(x.Instrs)/8) {
			return true
		}
		for _, instr := range x.Instrs {
			for _, w := range f.writesOf(instr) {
				if touches(w, loc) || composite(loc.Type) && within(w.loc, loc) {
					return true
				}
			}
		}
		work = append(work, x.Preds...)
	}
	return false
}

// spend takes from what may be spent on a function, and reports whether anything
// was left. Steps are counted, not seconds, so that every machine cuts alike.
func (f *frame) spend(n int) bool {
	f.spent += n
	f.a.spent += n
	if f.spent <= maxSteps && f.a.spent <= f.a.most {
		return true
	}
	if !f.exhausted {
		f.exhausted = true
		f.a.Cuts = append(f.a.Cuts, f.fn.String()+": too much to look at; what was not looked at is unknown")
	}
	return false
}

// maxSteps bounds the work on one function. Functions of ordinary size need a few
// thousand steps, the largest of the standard library some ten thousand.
// That on a package is bounded by its size.
const (
	maxSteps         = 60_000
	packageSteps     = 500_000
	stepsPerFunction = 2_000
)

// load is the content at the function's entry.
func (a *Analysis) load(loc *Value) *Value {
	v := a.in.of(Value{Kind: Load, Args: []*Value{loc}})
	if v.Type == nil && loc.Type != nil {
		if p, ok := loc.Type.Underlying().(*types.Pointer); ok {
			v.Type = p.Elem()
		}
	}
	return v
}

// touches reports whether a write changes loc.
func touches(w write, loc *Value) bool {
	if copies(w, loc) {
		return true
	}
	for x := loc; x != nil; x = base(x, w.copyOf != nil) {
		if x == w.loc {
			return true
		}
	}
	return false
}

// base returns what an address lies within; through is whether a pointer's
// target counts as within.
func base(v *Value, through bool) *Value {
	switch v.Kind {
	case Field, Elem, Entry:
		return v.Args[0]
	case Load:
		if through {
			return v.Args[0]
		}
	}
	return nil
}

func (f *frame) match(w write, loc *Value, at ssa.Instruction) (*Value, bool) {
	if w.loc == loc && w.copyOf == nil {
		if w.val == nil {
			if composite(loc.Type) {
				return f.a.load(loc), true // its parts are read one by one
			}
			return f.empty(loc), true
		}
		return w.val(), true
	}
	if v := f.copied(w, loc, at); v != nil {
		return v, true
	}
	if !touches(w, loc) {
		if composite(loc.Type) && within(w.loc, loc) {
			return f.a.load(loc), true // a part was written: the parts are read one by one
		}
		return nil, false
	}
	switch {
	case w.copyOf != nil:
		src := f.rebase(loc, w.loc, w.copyOf, at)
		return f.read(src, at), true
	case w.val == nil:
		if someElement(loc) {
			return f.a.load(loc), true // of a fresh collection: whatever was put in
		}
		return f.empty(loc), true
	}
	v := w.val().Strip()
	if v.IsZero() {
		return f.a.in.zero(), true
	}
	if v.Kind == Load {
		v = v.Args[0]
	}
	return f.read(f.rebase(loc, w.loc, v, at), at), true
}

// composite reports whether an address is one of a struct or an array.
func composite(t types.Type) bool {
	if t == nil {
		return false
	}
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	switch p.Elem().Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// within reports whether an address lies within an object itself, not behind a pointer in it.
func within(x, obj *Value) bool {
	for x = base(x, false); x != nil; x = base(x, false) {
		if x == obj {
			return true
		}
	}
	return false
}

// someElement reports whether an address lies in an element under an index that is not known.
func someElement(loc *Value) bool {
	for x := loc; x != nil; x = base(x, false) {
		if x.Kind == Elem && x.Args[1].Kind != Const {
			return true
		}
	}
	return false
}

// copied sees a map or header filled from another in a range: an entry of the one
// is the entry of the other.
func (f *frame) copied(w write, loc *Value, at ssa.Instruction) *Value {
	if !copies(w, loc) {
		return nil
	}
	n := *loc
	n.Args = []*Value{w.loc.Args[1].Args[0].Strip()}
	return f.read(f.a.in.of(n), at)
}

func copies(w write, loc *Value) bool {
	return loc.Kind == Entry && w.loc.Kind == Elem && w.loc.Args[0] == loc.Args[0] && w.loc.Args[1].Kind == Iter && w.val != nil
}

// rebase rewrites an address within from to the same place within to.
func (f *frame) rebase(v, from, to *Value, at ssa.Instruction) *Value {
	if v == from {
		return to
	}
	switch v.Kind {
	case Load:
		return f.read(f.rebase(v.Args[0], from, to, at), at)
	case Field, Elem, Entry:
		n := *v
		n.Args = append([]*Value{f.rebase(v.Args[0], from, to, at).Strip()}, v.Args[1:]...)
		return f.a.in.of(n)
	}
	return v
}

// writesOf returns what an instruction writes, in order.
func (f *frame) writesOf(instr ssa.Instruction) []write {
	switch instr.(type) {
	case *ssa.Store, *ssa.MapUpdate, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Call, *ssa.RunDefers:
	default:
		return nil
	}
	if ws, ok := f.writes[instr]; ok {
		return ws
	}
	if f.writing[instr] {
		f.taint++
		return nil
	}
	before := f.taint
	f.writing[instr] = true
	ws := f.newWrites(instr)
	delete(f.writing, instr)
	if f.clean(before) {
		f.writes[instr] = ws
	}
	return ws
}

func (f *frame) newWrites(instr ssa.Instruction) []write {
	switch instr := instr.(type) {
	case *ssa.Store:
		addr := f.eval(instr.Addr).Strip()
		return []write{{loc: addr, val: f.lazy(func() *Value { return f.counter(addr, f.eval(instr.Val), instr) })}}
	case *ssa.MapUpdate:
		return []write{{loc: f.entryAddr(instr.Map, instr.Key), val: f.lazy(func() *Value {
			v := f.eval(instr.Value)
			if isHeader(instr.Map.Type()) {
				if first := f.elements(v, instr); len(first) > 0 {
					return first[0]
				}
			}
			return v
		})}}
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		return []write{{loc: f.eval(instr.(ssa.Value))}}
	case *ssa.Call:
		if !f.mayWrite(instr) {
			return nil
		}
		return f.callOf(instr).writes(f)
	case *ssa.RunDefers:
		var ws []write
		for _, b := range f.fn.Blocks {
			for _, i := range b.Instrs {
				if d, ok := i.(*ssa.Defer); ok && f.mayWrite(d) {
					ws = append(ws, f.callOf(d).writes(f)...)
				}
			}
		}
		return ws
	}
	return nil
}

// lazy computes a written value when it is asked for, and once. A value that
// depends on itself is unknown there.
func (f *frame) lazy(compute func() *Value) func() *Value {
	var got *Value
	busy := false
	return func() *Value {
		switch {
		case got != nil:
			return got
		case busy:
			f.taint++
			return f.a.in.of(Value{Kind: Result, Name: "recursive"})
		}
		busy = true
		before := f.taint
		v := compute()
		busy = false
		if f.clean(before) {
			got = v
		}
		return v
	}
}

// phiArgs returns the values that meet in a phi of this function, one for each
// predecessor of its block.
func (f *frame) phiArgs(v *Value) []*Value {
	if got, ok := f.phis[v]; ok {
		return got
	}
	if f.phiBusy[v] {
		f.taint++
		return nil
	}
	f.phiBusy[v] = true
	defer delete(f.phiBusy, v)
	before := f.taint
	var args []*Value
	if phi, ok := v.At.(*ssa.Phi); ok {
		args = make([]*Value, len(phi.Edges))
		for i, e := range phi.Edges {
			args[i] = f.eval(e)
		}
	} else {
		args = make([]*Value, len(v.Block.Preds))
		for i, p := range v.Block.Preds {
			if f.unmade(v.Args[0], p) {
				args[i] = f.a.in.nothing()
				continue
			}
			args[i] = f.readExit(p, v.Args[0])
		}
	}
	if f.clean(before) {
		f.phis[v] = args
	}
	return args
}

// unmade reports whether the list that a location is an element of does not exist yet at the
// end of a block, whatever way led there. Nobody can read the element on such a way, so it
// adds nothing where ways meet: a list made in a branch or a loop holds what was put into
// it, and not also what its elements were before there was a list.
//
// It is asked of elements alone. A request or a context that is made on some ways and handed
// on from all of them is one thing to who reads it, and what it held where it was not made
// stands for what it was given: so a key that is put in only where there is none is known
// not to be put in each time.
func (f *frame) unmade(loc *Value, at *ssa.BasicBlock) bool {
	r := root(loc)
	if loc.Kind != Elem || r == nil || r.Kind != Alloc || r.At == nil || r.Epoch > 0 {
		return false
	}
	made := plain(r.At)
	return made.Parent() == f.fn && made.Block() != at && !f.reaches(made.Block(), at)
}

func phiBlock(v *Value) *ssa.BasicBlock {
	if v.Block != nil {
		return v.Block
	}
	return v.At.Block()
}

// contentOf replaces the address of a buffer, an array, a map or a struct of this
// function's own by what it holds.
func (f *frame) contentOf(v *Value, at ssa.Instruction) *Value {
	s := v.Strip()
	if s != nil && s.Kind == Load && s.Args[0].Kind == Alloc {
		s = s.Args[0] // a struct by value
	}
	if s == nil || s.Kind != Alloc && s.Kind != Field {
		return v
	}
	whole := f.read(s, at)
	if !whole.IsZero() && !(whole.Kind == Load && whole.Args[0] == s) {
		return whole
	}
	if s.Kind != Alloc {
		return v
	}
	if es := f.elements(s, at); len(es) > 0 {
		return f.a.in.of(Value{Kind: Derive, Name: "list", Args: es})
	}
	buf := f.read(f.a.in.of(Value{Kind: Field, Args: []*Value{s}, Name: content}), at)
	if buf.Kind != Load && !buf.IsZero() {
		return buf
	}
	if ms := f.members(s, at); len(ms) > 0 {
		return f.a.in.of(Value{Kind: Derive, Name: "list", Args: ms})
	}
	return v
}

// members returns what was put into an object of this function's own.
func (f *frame) members(obj *Value, at ssa.Instruction) []*Value {
	at = plain(at)
	if obj.At == nil || obj.At.Parent() != f.fn || at.Parent() != f.fn {
		return nil
	}
	var out []*Value
	seen := map[*Value]bool{}
	for _, b := range f.fn.Blocks {
		if b != at.Block() && !b.Dominates(at.Block()) && !f.reaches(b, at.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store, *ssa.MapUpdate:
			case *ssa.Call:
				if known := f.a.models.Of(f.a.calleeName(&instr.Call)).Func; known == nil || !writes(known.Does) {
					continue
				}
			default:
				continue
			}
			for _, w := range f.writesOf(instr) {
				l := w.loc
				if w.val == nil || base(l, false) != obj || l.Kind == Field && l.Name == content || len(out) >= 32 {
					continue
				}
				m := f.read(l, at)
				if m.Kind == Load && m.Args[0] == l {
					m = w.val() // under an index that moves
				}
				if !m.IsZero() && !seen[m] {
					seen[m] = true
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// plain returns the instruction of the function behind one that stands for it.
func plain(at ssa.Instruction) ssa.Instruction {
	switch i := at.(type) {
	case escapeInstr:
		return i.MakeClosure
	case meetCall:
		return i.Instruction
	}
	return at
}
