// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"go/types"
	"strings"
)

// Ref names a package-level object, a field or a method in a way that holds
// in every package: "import/path.Name", "import/path.Type.Field" or
// "import/path.Type.Method". A field of a struct without a name of its own
// continues the name of what holds it: "import/path.Type.Field.Inner".
type Ref string

// RefOf returns the name of obj, "" if it has none: local objects, blank ones,
// and members of types that are declared in functions.
//
// A field does not know its struct, so RefOf looks for it in the scope of its
// package; callers with many questions keep the answers.
func RefOf(obj types.Object) Ref {
	obj = origin(obj)
	if obj == nil || obj.Pkg() == nil {
		return ""
	}
	name := ""
	switch obj := obj.(type) {
	case *types.Func:
		recv := obj.Signature().Recv()
		if recv == nil {
			name = atTop(obj)
			break
		}
		if t := named(recv.Type()); t != nil && atTop(t) != "" {
			name = t.Name() + "." + obj.Name()
		}
	case *types.Var:
		if obj.IsField() {
			name = fieldName(obj)
		} else {
			name = atTop(obj)
		}
	case *types.Const, *types.TypeName:
		name = atTop(obj)
	}
	if name == "" {
		return ""
	}
	return Ref(obj.Pkg().Path() + "." + name)
}

// display returns the name of obj as a message spells it: with the name of
// its package rather than its path.
func display(obj types.Object) string {
	if ref := RefOf(obj); ref != "" {
		return obj.Pkg().Name() + strings.TrimPrefix(string(ref), obj.Pkg().Path())
	}
	return obj.Name()
}

// origin returns the generic declaration that obj is an instance of, or obj.
func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}

// atTop returns the name of obj if it is declared at package level.
func atTop(obj types.Object) string {
	if obj.Pkg() != nil && obj.Pkg().Scope().Lookup(obj.Name()) == obj {
		return obj.Name()
	}
	return ""
}

// named returns the declaration of the type that t names or points to.
func named(t types.Type) *types.TypeName {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

func fieldName(field *types.Var) string {
	top := field.Pkg().Scope()
	for _, name := range top.Names() {
		var t types.Type
		switch obj := top.Lookup(name).(type) {
		case *types.TypeName:
			if obj.IsAlias() {
				continue
			}
			t = obj.Type().Underlying()
		case *types.Var:
			t = obj.Type()
		default:
			continue
		}
		if rest := within(t, field); rest != "" {
			return name + rest
		}
	}
	return ""
}

// within returns the way from t to the field through types that have no name,
// such as ".Field" or ".Outer.Inner".
func within(t types.Type, field *types.Var) string {
	switch t := t.(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if f == field {
				return "." + f.Name()
			}
			if rest := within(f.Type(), field); rest != "" {
				return "." + f.Name() + rest
			}
		}
	case *types.Map:
		return within(t.Elem(), field)
	case interface{ Elem() types.Type }: // a pointer, slice, array or channel
		return within(t.Elem(), field)
	}
	return ""
}
