// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/types"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// Inert lists the names in a file of functions to which, where the name stands, none is
// handed over that may send anything, and of types in what is handed: whoever calls such a
// function again repeats no attempt.
// It is told which packages neither are the program's own nor lead to a seed or a store.
func (g *Gate) Inert(info *types.Info, file *ast.File, foreign func(*types.Package) bool) []*ast.Ident {
	in := inert{info, foreign}
	var out []*ast.Ident
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if name := calleeName(call); name != nil && in.all(call.Args) {
			out = append(out, name)
			for _, a := range call.Args {
				out = append(out, in.types(a)...)
			}
		}
		return true
	})
	return out
}

// calleeName returns the identifier that names what is called, nil if none does.
func calleeName(c *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(c.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch x := fun.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	}
	return nil
}

type inert struct {
	info    *types.Info
	foreign func(*types.Package) bool
}

// all reports whether there are functions among the arguments of a call, and all are inert.
func (in inert) all(args []ast.Expr) bool {
	functions := false
	for _, a := range args {
		t := in.info.TypeOf(a)
		if t == nil || !holdsFunc(t) {
			continue
		}
		functions = true
		if !in.expr(a) {
			return false
		}
	}
	return functions
}

// types lists the names of types in an expression.
func (in inert) types(e ast.Expr) []*ast.Ident {
	var out []*ast.Ident
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if _, isType := in.info.Uses[id].(*types.TypeName); isType {
				out = append(out, id)
			}
		}
		return true
	})
	return out
}

// expr reports whether nothing of the program's own is called in an expression, and nothing
// that sends.
func (in inert) expr(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		if id, isIdent := n.(*ast.Ident); isIdent && ok {
			switch o := in.info.Uses[id].(type) {
			case *types.Func:
				ok = in.function(o)
			case *types.Var:
				_, isFunc := o.Type().Underlying().(*types.Signature)
				ok = !isFunc && !holdsFunc(o.Type())
			}
		}
		return ok
	})
	return ok
}

func (in inert) function(f *types.Func) bool {
	switch p := f.Pkg(); {
	case p == nil:
		return true // of an error
	case flow.Sends(f) || !in.foreign(p):
		return false
	case flow.Std(p.Path()):
		return true
	}
	// The method of an interface may be one of the program's own. What asks whether something
	// is so, and no more, sends nothing.
	sig := f.Signature()
	return sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) || predicate(sig) && sig.Params().Len() == 0
}
