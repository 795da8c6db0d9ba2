// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"go/types"
	"slices"
)

// What an object can be. resultFunc and retryFunc are functions that have what
// is asked for.
const (
	constantDecl = 1 << iota
	variable
	field
	typeName
	anyFunc
	resultFunc
	retryFunc
)

// unfit returns the test for one of the given kinds.
func unfit(kinds int) func(types.Object) string {
	return func(obj types.Object) string {
		ok := false
		switch obj := obj.(type) {
		case *types.Const:
			ok = kinds&constantDecl != 0
		case *types.TypeName:
			ok = kinds&typeName != 0
		case *types.Var:
			ok = obj.IsField() && kinds&field != 0 || !obj.IsField() && kinds&variable != 0
		case *types.Func:
			switch {
			case kinds&anyFunc != 0:
				ok = true
			case kinds&resultFunc != 0:
				if !hasResult(obj) {
					return obj.Name() + " returns nothing (an error does not count)"
				}
				ok = true
			case kinds&retryFunc != 0:
				if !slices.ContainsFunc(params(obj), func(p *types.Var) bool { return isFuncType(p.Type()) }) {
					return obj.Name() + " takes no function"
				}
				ok = true
			}
		}
		if ok {
			return ""
		}
		return "it cannot stand on " + kindOf(obj)
	}
}

func kindOf(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Const:
		return "a constant"
	case *types.TypeName:
		return "a type"
	case *types.Func:
		return "a function"
	case *types.Var:
		if obj.IsField() {
			return "a field"
		}
		return "a variable"
	}
	return "this declaration"
}

func hasResult(f *types.Func) bool {
	for v := range f.Signature().Results().Variables() {
		if !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}

func params(f *types.Func) []*types.Var {
	return slices.Collect(f.Signature().Params().Variables())
}

// isFuncType reports whether t is a function, or a type parameter that only
// functions satisfy.
func isFuncType(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		c, _ := p.Constraint().Underlying().(*types.Interface)
		if c == nil {
			return false
		}
		for e := range c.EmbeddedTypes() {
			if u, ok := e.(*types.Union); ok && u.Len() == 1 {
				e = u.Term(0).Type()
			}
			if _, ok := e.Underlying().(*types.Signature); ok {
				return true
			}
		}
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}
