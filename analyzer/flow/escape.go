// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// empty is what a location holds to which nothing was written since its object was
// made: zero, unless the object's address went to a call out of sight, which may have
// filled it in: row.Scan(&id), client.Get(ctx, name, &object). A carrier is written
// where it is seen, if at all.
func (f *frame) empty(loc *Value) *Value {
	r := root(loc)
	if r == nil || r.Kind != Alloc {
		return f.a.in.zero()
	}
	if loc.Kind == Entry || loc.Kind == Field && f.a.carriers.Name(loc.Name) {
		return f.a.in.zero()
	}
	if at, ok := r.At.(*ssa.Alloc); ok && at.Parent() == f.fn && f.escaped(at) {
		return f.a.load(loc)
	}
	return f.a.in.zero()
}

// escaped reports whether a variable's address is handed to a call out of sight.
func (f *frame) escaped(v *ssa.Alloc) bool {
	if got, ok := f.escapes[v]; ok {
		return got
	}
	got := f.escapesFrom(v, 0)
	if f.escapes == nil {
		f.escapes = map[*ssa.Alloc]bool{}
	}
	f.escapes[v] = got
	return got
}

func (f *frame) escapesFrom(v ssa.Value, depth int) bool {
	refs := v.Referrers()
	if refs == nil || depth > 4 {
		return false
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.MakeInterface:
			if f.escapesFrom(r, depth+1) {
				return true
			}
		case *ssa.ChangeInterface:
			if f.escapesFrom(r, depth+1) {
				return true
			}
		case *ssa.FieldAddr:
			if r.X == v && depth > 0 && f.escapesFrom(r, depth+1) {
				return true
			}
		case *ssa.Store:
			// Into the list of a call's variadic arguments.
			if at, ok := r.Addr.(*ssa.IndexAddr); ok && r.Val == v && depth > 0 {
				if list, ok := at.X.(*ssa.Alloc); ok && list.Comment == "varargs" && f.listEscapes(list) {
					return true
				}
			}
		case *ssa.Call:
			if f.outOfSight(&r.Call) {
				return true
			}
		}
	}
	return false
}

func (f *frame) listEscapes(list *ssa.Alloc) bool {
	for _, r := range *list.Referrers() {
		s, ok := r.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, u := range *s.Referrers() {
			if c, ok := u.(*ssa.Call); ok && f.outOfSight(&c.Call) {
				return true
			}
		}
	}
	return false
}

// readers begin the names of functions that look at what they are given and fill in nothing.
var readers = []string{"log", "logf", "debug", "info", "warn", "error", "errorf", "print", "printf", "println", "format", "marshal", "encode", "write", "sprint", "sprintf", "validate", "verify", "check"}

// outOfSight reports whether a callee's body is not known, and may fill in what it is given.
func (f *frame) outOfSight(c *ssa.CallCommon) bool {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	name := f.a.calleeName(c)
	if firstWord(name, readers...) {
		return false
	}
	k := f.a.models.Of(name)
	if k.Func != nil || k.Send != nil || k.Maker != nil {
		return false
	}
	if fn := c.StaticCallee(); fn != nil {
		if fn.Origin() != nil {
			fn = fn.Origin()
		}
		if f.a.hasBody(fn) {
			return false
		}
		if o, ok := fn.Object().(*types.Func); ok && isStd(o.Pkg()) {
			return firstWord(name, decoders...) || firstWord(name, "as")
		}
		return true
	}
	return c.IsInvoke() && len(f.implementations(c.Value.Type())) == 0
}
