// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A place is a declaration that a doc comment belongs to.
type place struct {
	obj   types.Object // what is declared; nil if the type checker gave up on it
	names types.Object // what the declaration only names; nil if nothing
}

// places returns the declarations under each doc comment of the file: more
// than one for a, b T and for the comment over a parenthesised group.
func (r *reader) places(file *ast.File) map[*ast.CommentGroup][]place {
	m := make(map[*ast.CommentGroup][]place)
	add := func(doc *ast.CommentGroup, at ...place) {
		if doc != nil && len(at) > 0 {
			m[doc] = append(m[doc], at...)
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			add(decl.Doc, place{obj: r.info.Defs[decl.Name]})
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				var at []place
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					at = []place{r.typePlace(spec)}
					add(spec.Doc, at...)
					r.members(spec.Type, add)
				case *ast.ValueSpec:
					at = r.valuePlaces(spec)
					add(spec.Doc, at...)
					if spec.Type != nil {
						r.members(spec.Type, add)
					}
					for _, v := range spec.Values {
						r.members(v, add)
					}
				}
				add(decl.Doc, at...)
			}
		}
	}
	return m
}

func (r *reader) typePlace(spec *ast.TypeSpec) place {
	p := place{obj: r.info.Defs[spec.Name]}
	if spec.Assign.IsValid() && p.obj != nil {
		if n := named(p.obj.Type()); n != nil && n != p.obj && n.Pkg() != nil {
			p.names = n
		}
	}
	return p
}

func (r *reader) valuePlaces(spec *ast.ValueSpec) []place {
	var at []place
	for i, name := range spec.Names {
		p := place{obj: r.info.Defs[name]}
		if len(spec.Values) == len(spec.Names) {
			p.names = r.named(spec.Values[i])
		}
		at = append(at, p)
	}
	return at
}

// members adds the fields and interface methods of the types that are written
// out in n. Function literals are left alone: what they declare is local.
func (r *reader) members(n ast.Node, add func(*ast.CommentGroup, ...place)) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.StructType:
			for _, f := range n.Fields.List {
				var at []place
				for _, name := range f.Names {
					at = append(at, place{obj: r.info.Defs[name]})
				}
				if id := embedded(f.Type); len(f.Names) == 0 && id != nil {
					at = append(at, place{obj: r.info.Defs[id]})
				}
				add(f.Doc, at...)
			}
		case *ast.InterfaceType:
			for _, f := range n.Methods.List {
				for _, name := range f.Names { // an embedded interface has none, and takes no contract
					add(f.Doc, place{obj: r.info.Defs[name]})
				}
			}
		}
		return true
	})
}

// embedded returns the identifier that names an embedded field of type t.
func embedded(t ast.Expr) *ast.Ident {
	for {
		switch x := t.(type) {
		case *ast.Ident:
			return x
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.SelectorExpr:
			t = x.Sel
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		default:
			return nil
		}
	}
}

// named returns the package-level object, method or field that e is nothing
// but a name of, in this package or in another, or nil.
func (r *reader) named(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return topLevel(r.info.Uses[e])
	case *ast.IndexExpr: // an instance
		return isFunc(r.named(e.X))
	case *ast.IndexListExpr:
		return isFunc(r.named(e.X))
	case *ast.SelectorExpr:
		sel := r.info.Selections[e]
		switch {
		case sel == nil:
			return topLevel(r.info.Uses[e.Sel])
		case sel.Obj().Pkg() == nil: // error.Error
		case sel.Kind() != types.FieldVal, ofNoValue(r.info, e.X):
			return origin(sel.Obj())
		}
	}
	return nil
}

func topLevel(obj types.Object) types.Object {
	switch obj.(type) {
	case *types.Func, *types.Var, *types.Const:
		if atTop(obj) != "" {
			return obj
		}
	}
	return nil
}

func isFunc(obj types.Object) types.Object {
	if f, ok := obj.(*types.Func); ok {
		return f
	}
	return nil
}

// ofNoValue reports whether e is there only for its type: T{}, new(T) or
// (*T)(nil). A field selected from it stands for the field as such, where one
// selected from a variable would stand for that variable's.
func ofNoValue(info *types.Info, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.UnaryExpr:
		return e.Op == token.AND && ofNoValue(info, e.X)
	case *ast.StarExpr:
		return ofNoValue(info, e.X)
	case *ast.SelectorExpr: // T{}.Outer.Inner
		sel := info.Selections[e]
		return sel != nil && sel.Kind() == types.FieldVal && ofNoValue(info, e.X)
	case *ast.CallExpr:
		if len(e.Args) != 1 {
			return false
		}
		fun, arg := info.Types[e.Fun], info.Types[e.Args[0]]
		return fun.IsType() && arg.IsNil() || fun.IsBuiltin() && arg.IsType()
	}
	return false
}
