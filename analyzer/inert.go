// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/types"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// Inert lists the names in a package's files of functions to which, where the name stands,
// none is handed over that may send anything, and of types in what is handed: whoever calls
// such a function again repeats no attempt.
// It is told which packages neither are the program's own nor lead to a seed or a store, and
// whether contracts are written in this one: the body of a function does not say all then.
func (g *Gate) Inert(info *types.Info, files []*ast.File, foreign func(*types.Package) bool, contracts bool) []*ast.Ident {
	in := inert{info: info, foreign: foreign, known: map[*types.Func]bool{}}
	if !contracts {
		in.decls = bodies(info, files)
	}
	var out []*ast.Ident
	for _, file := range files {
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
	}
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
	decls   map[*types.Func]*ast.FuncDecl // those of the package that may be looked into
	known   map[*types.Func]bool          // of its functions: whether they are inert
	asking  map[*types.Func]bool          // those that are being asked about
}

// all reports whether there are functions among the arguments of a call, and all are inert.
func (in *inert) all(args []ast.Expr) bool {
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
func (in *inert) types(e ast.Expr) []*ast.Ident {
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

// expr reports whether nothing is called in an expression, or in the body of a function, that
// sends, and nothing of the program's own that may.
func (in *inert) expr(e ast.Node) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		if !ok {
			return false
		}
		switch n := n.(type) {
		case *ast.Ident:
			switch o := in.info.Uses[n].(type) {
			case *types.Func:
				ok = in.function(o.Origin())
			case *types.Var:
				_, isFunc := o.Type().Underlying().(*types.Signature)
				ok = !isFunc && !holdsFunc(o.Type())
			}
		case *ast.CallExpr:
			ok = !in.handsOver(n)
		}
		return ok
	})
	return ok
}

// handsOver reports whether a call gives an object of the program's own to another module,
// which may call a method of it.
func (in *inert) handsOver(call *ast.CallExpr) bool {
	name := calleeName(call)
	if name == nil {
		return false
	}
	f, ok := in.info.Uses[name].(*types.Func)
	if !ok || f.Pkg() == nil || flow.Std(f.Pkg().Path()) {
		return false
	}
	for _, a := range call.Args {
		t := in.info.TypeOf(a)
		if p, isPtr := types.Unalias(t).(*types.Pointer); isPtr {
			t = p.Elem()
		}
		if n, isNamed := types.Unalias(t).(*types.Named); isNamed && n.NumMethods() > 0 && n.Obj().Pkg() != nil && !in.foreign(n.Obj().Pkg()) {
			return true
		}
	}
	return false
}

func (in *inert) function(f *types.Func) bool {
	switch p := f.Pkg(); {
	case p == nil:
		return true // of an error
	case flow.Sends(f):
		return false
	case !in.foreign(p):
		return in.own(f)
	case flow.Std(p.Path()):
		return true
	}
	// The method of an interface may be one of the program's own. What asks whether something
	// is so, and no more, sends nothing.
	sig := f.Signature()
	return sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) || predicate(sig) && sig.Params().Len() == 0
}

// own reports whether a function of the program's own is inert. Only those of the package
// are looked into.
func (in *inert) own(f *types.Func) bool {
	if is, ok := in.known[f]; ok {
		return is
	}
	if in.asking[f] {
		return true // so far
	}
	decl := in.decls[f]
	if decl == nil {
		return false
	}
	first := in.asking == nil
	if first {
		in.asking = map[*types.Func]bool{}
	}
	in.asking[f] = true
	is := in.expr(decl.Body)
	if !is {
		in.known[f] = false
	}
	if first {
		if is { // what f leads to has been looked at
			for g := range in.asking {
				in.known[g] = true
			}
		}
		in.asking = nil
	}
	return is
}
