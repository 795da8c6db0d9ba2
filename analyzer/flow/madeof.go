// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// madeOf is the set of a function's values that are made of some values of it. It follows
// where a value goes, and not what it is.
type madeOf map[ssa.Value]bool

// add marks what is made of a value, through the function's own variables and calls.
func (m madeOf) add(v ssa.Value) {
	if v == nil || m[v] {
		return
	}
	m[v] = true
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Val == v {
				m.addAddr(r.Addr)
			}
		case *ssa.MapUpdate:
			if r.Value == v || r.Key == v {
				m.add(r.Map)
			}
		case *ssa.Call:
			if _, isErr := r.Type().(*types.Named); isErr && isError(r.Type()) {
				continue
			}
			m.add(r)
			if !r.Call.IsInvoke() && len(r.Call.Args) > 1 && r.Call.Signature().Recv() != nil && r.Call.Args[0] != v && writesInto(r.Call.Args[0].Type()) {
				m.addAddr(r.Call.Args[0]) // a builder, a hash
			}
			if r.Call.IsInvoke() && r.Call.Method.Name() == "Write" {
				m.add(r.Call.Value)
			}
		case *ssa.Extract:
			if !isError(r.Type()) {
				m.add(r)
			}
		case ssa.Value:
			if isError(r.Type()) {
				continue
			}
			if op, ok := r.(*ssa.BinOp); ok && op.Op != token.ADD {
				continue
			}
			m.add(r)
		}
	}
}

// writesInto reports whether methods of t collect what they are given.
func writesInto(t types.Type) bool {
	switch typeName(t) {
	case "strings.Builder", "bytes.Buffer":
		return true
	}
	return false
}

// addAddr marks what is read from an address, and the object around it.
func (m madeOf) addAddr(addr ssa.Value) {
	for {
		m.add(addr)
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return
		}
		if m[addr] {
			return
		}
	}
}
