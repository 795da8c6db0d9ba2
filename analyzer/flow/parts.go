// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/model"
)

// parts lists what a key is made of, down to what is not made of anything else.
// A phi that joins what several iterations over a map add contributes the map's order.
func (f *frame) parts(key *Value) []*Value {
	var out []*Value
	seen := map[*Value]bool{}
	var add func(v *Value)
	add = func(v *Value) {
		if v == nil || seen[v] || len(out) > 300 {
			return
		}
		seen[v] = true
		switch v.Kind {
		case Phi:
			fr := f.a.owner(v)
			if v.Epoch > 0 || fr == nil {
				out = append(out, v)
				return
			}
			if it := fr.mapJoined(v); it != nil {
				out = append(out, it)
			}
			for _, x := range fr.phiArgs(v) {
				add(x)
			}
			return
		case Tag, Derive, Concat, Join, Tuple:
			if v.Kind == Tag && v.Con != nil && v.Con.Tenant {
				out = append(out, v)
				return
			}
			if v.Kind == Derive && strings.HasPrefix(v.Name, "slices.Sorted") {
				return // in an order of its own
			}
			for _, x := range v.Args {
				add(x)
			}
			return
		case Load:
			out = append(out, v)
			if el := v.Args[0]; el.Kind == Elem {
				add(el.Args[0])
			}
			return
		}
		out = append(out, v)
	}
	add(key)
	return out
}

// mapJoined reports, as the Iter that it is, an iteration over a map whose turns a
// phi joins into one value, if nothing sorts that value.
func (f *frame) mapJoined(phi *Value) *Value {
	if f.sorted(phi) || numeric(phi) {
		return nil // in an order of its own, or a sum that has none
	}
	for _, arg := range f.phiArgs(phi) {
		var it *Value
		self := false
		for _, x := range f.deepStop(arg, phi) {
			if x == phi {
				self = true
			}
			if x.Kind == Iter && x.Class == MapOrder && it == nil {
				it = x
			}
		}
		if self && it != nil {
			return it
		}
	}
	return nil
}

// numeric reports whether a phi is a number: sums, products and extremes do not
// depend on the order.
func numeric(phi *Value) bool {
	var t types.Type
	if at, ok := phi.At.(*ssa.Phi); ok {
		t = at.Type()
	} else if len(phi.Args) > 0 && phi.Args[0].Type != nil {
		if p, ok := phi.Args[0].Type.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
	}
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// sortedMap returns the map whose keys or values a phi collects and the function sorts.
func (f *frame) sortedMap(phi *Value) *Value {
	if !f.sorted(phi) {
		return nil
	}
	for _, arg := range f.phiArgs(phi) {
		for _, x := range f.deepStop(arg, phi) {
			if x.Kind == Iter && x.Class == MapOrder {
				return x.Args[0]
			}
		}
	}
	return nil
}

// deepStop lists what v is made of, through phis, without going through stop.
func (f *frame) deepStop(v, stop *Value) []*Value {
	var out []*Value
	seen := map[*Value]bool{}
	var add func(v *Value)
	add = func(v *Value) {
		if v == nil || seen[v] || len(out) > 200 {
			return
		}
		seen[v] = true
		out = append(out, v)
		if v == stop {
			return
		}
		if v.Kind == Phi && v.Epoch == 0 {
			if fr := f.a.owner(v); fr != nil && !fr.sorted(v) {
				for _, x := range fr.phiArgs(v) {
					add(x)
				}
			}
			return
		}
		if v.Kind == Derive && strings.HasPrefix(v.Name, "slices.Sorted") {
			return
		}
		for _, x := range v.Args {
			add(x)
		}
	}
	add(v)
	return out
}

// sorted reports whether the function brings a collection into an order of its own.
func (f *frame) sorted(v *Value) bool {
	if f.sorts == nil {
		f.sorts = map[*Value]bool{}
		for _, b := range f.fn.Blocks {
			for _, instr := range b.Instrs {
				ci, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				c := f.callOf(ci)
				if c.hasFn && c.known.Does == model.Sort && len(c.args) > 0 {
					s := c.args[0].Strip()
					f.sorts[s] = true
					if s.Kind == Phi {
						for _, x := range f.deep(s) {
							if x.Kind == Phi {
								f.sorts[x] = true
							}
						}
					}
				}
			}
		}
	}
	return f.sorts[v]
}
