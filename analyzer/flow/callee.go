// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// callee returns what a call calls: the function, the generic one of an instance, unless
// it is a method of an interface or a function value; and its object, if it has one.
func callee(c *ssa.CallCommon) (fn *ssa.Function, obj *types.Func) {
	if c.IsInvoke() {
		return nil, c.Method
	}
	if fn = c.StaticCallee(); fn == nil {
		return nil, nil
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	obj, _ = fn.Object().(*types.Func)
	return fn, obj
}

// calleeName is the full name of what a call calls, "" if it has none.
func (a *Analysis) calleeName(c *ssa.CallCommon) string {
	if _, obj := callee(c); obj != nil {
		return a.fullName(obj)
	}
	return ""
}

// fullName is a function's full name, of which types makes a new one each time.
func (a *Analysis) fullName(f *types.Func) string {
	name, ok := a.names[f]
	if !ok {
		name = f.FullName()
		a.names[f] = name
	}
	return name
}

// operands are the arguments of a call, the receiver first.
func operands(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}

// firstResult is the type of a call's first result.
func firstResult(c *ssa.CallCommon) types.Type {
	if res := c.Signature().Results(); res.Len() > 0 {
		return res.At(0).Type()
	}
	return types.Typ[types.Invalid]
}
