// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// tenantAtHand reports whether something that names the tenant is in sight at an instruction.
func (f *frame) tenantAtHand(at ssa.Instruction) bool {
	if f.tenants == nil {
		f.tenants = []ssa.Instruction{}
		for _, p := range f.fn.Params {
			if Tenant(p.Name()) || f.a.namesTenant(p.Type()) {
				f.tenantParam = true
			}
		}
		for _, p := range f.fn.FreeVars {
			if pt, ok := p.Type().Underlying().(*types.Pointer); ok && (Tenant(p.Name()) || f.a.namesTenant(pt.Elem())) {
				f.tenantParam = true
			}
		}
		for _, b := range f.fn.Blocks {
			for _, instr := range b.Instrs {
				v, ok := instr.(ssa.Value)
				if !ok {
					continue
				}
				if f.a.namesTenant(v.Type()) || f.tenantCall(instr) {
					f.tenants = append(f.tenants, instr)
				}
			}
		}
	}
	if f.tenantParam {
		return true
	}
	for _, t := range f.tenants {
		if before(f, t, at) {
			return true
		}
	}
	return false
}

// tenantCall reports whether an instruction reads a tenant carrier. It looks at
// names alone, since it is asked of every call.
func (f *frame) tenantCall(instr ssa.Instruction) bool {
	c, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	common := c.Common()
	_, obj := callee(common)
	if obj == nil {
		return false
	}
	if con := f.a.contractOf(obj.Origin()); con != nil && con.Tenant {
		return true
	}
	if headerGet(f.a.fullName(obj)) {
		name, ok := common.Args[len(common.Args)-1].(*ssa.Const)
		if !ok {
			return false
		}
		text, isText := constText(name)
		return isText && Tenant(text)
	}
	return Tenant(strings.TrimSuffix(strings.TrimPrefix(obj.Name(), "Get"), "FromContext"))
}

// before reports whether one instruction is always executed before another.
func before(f *frame, a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return f.index[a] < f.index[b]
	}
	return a.Block().Dominates(b.Block())
}
