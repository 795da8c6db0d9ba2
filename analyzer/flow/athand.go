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
	var obj *types.Func
	if common.IsInvoke() {
		obj = common.Method
	} else if fn := common.StaticCallee(); fn != nil {
		obj, _ = fn.Object().(*types.Func)
	}
	if obj == nil {
		return false
	}
	if con := f.a.contractOf(obj.Origin()); con != nil && con.Tenant {
		return true
	}
	if headerGet(obj.FullName()) {
		name, ok := common.Args[len(common.Args)-1].(*ssa.Const)
		if !ok {
			return false
		}
		text, isText := constText(name)
		return isText && Tenant(text)
	}
	return Tenant(strings.TrimSuffix(strings.TrimPrefix(obj.Name(), "Get"), "FromContext"))
}

// principalAtHand reports whether it is known at an instruction who is calling: a
// function that is asked about a context or a request has told it before.
func (f *frame) principalAtHand(at ssa.Instruction) bool {
	if f.principals == nil {
		f.principals = []ssa.Instruction{}
		for _, b := range f.fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.Call); ok && tellsPrincipal(c) {
					f.principals = append(f.principals, c)
				}
			}
		}
	}
	for _, p := range f.principals {
		if before(f, p, at) {
			return true
		}
	}
	return false
}

// before reports whether one instruction is always executed before another.
func before(f *frame, a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return f.index[a] < f.index[b]
	}
	return a.Block().Dominates(b.Block())
}

// tellsPrincipal reports whether a call asks a context or a request who is calling:
// auth.UserFromContext(ctx), authenticate(r), ctx.Value(userKey), c.Locals("userID").
func tellsPrincipal(c *ssa.Call) bool {
	common := &c.Call
	name := shortMethod(calleeName(common))
	args := common.Args
	if !common.IsInvoke() && common.Signature().Recv() != nil && len(args) > 0 {
		if args = args[1:]; asked(common.Args[0].Type()) && len(args) == 1 {
			return principal(constantName(args[0]))
		}
	} else if common.IsInvoke() && asked(common.Value.Type()) && len(args) == 1 {
		return principal(constantName(args[0]))
	}
	if len(args) != 1 || !asked(args[0].Type()) || common.Signature().Results().Len() == 0 {
		return false
	}
	return principal(name) || strings.HasPrefix(strings.ToLower(name), "authenticate")
}

// Principal reports whether a value is made of what tells who is calling.
func (f Function) Principal(v *Value) bool {
	return v.Has(func(x *Value) bool {
		c, ok := x.At.(*ssa.Call)
		return ok && x.instance() && tellsPrincipal(c) || (x.Kind == Field || x.Kind == Param) && principal(x.Name)
	})
}

// asked reports whether t is what an incoming request travels in.
func asked(t types.Type) bool {
	n := typeName(t)
	return n == "context.Context" || n == "net/http.Request" || strings.HasSuffix(n, ".Context") || strings.HasSuffix(n, ".Ctx")
}

// constantName is the text, the name of the constant or variable, or the type, that
// tells the entries of a context apart.
func constantName(v ssa.Value) string {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	switch v := v.(type) {
	case *ssa.Const:
		if t, ok := constText(v); ok && t != "" {
			return t
		}
		return localName(typeName(v.Type()))
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok {
			return g.Name()
		}
		return localName(typeName(v.Type()))
	}
	return ""
}

// principal reports whether something of this name tells who is calling: it is a word
// for that, with the words around it that such names have.
func principal(name string) bool {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	var rest []string
	for _, w := range words(name) {
		if !aroundPrincipal[w] {
			rest = append(rest, w)
		}
	}
	return len(rest) == 1 && principals[rest[0]]
}

var (
	principals      = setOf("user users userid account accountid principal subject claims identity customer customerid merchant merchantid org orgid organization workspace actor caller tenant tenantid")
	aroundPrincipal = setOf("get must current auth authenticated authed ctx context key my the logged in require load extract parse x id uuid from request req info data name type value")
)
