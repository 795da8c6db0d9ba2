// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/model"
)

// declaration is a function under the gate's eyes.
type declaration struct {
	info   *types.Info
	models *model.Models
	fn     *ast.FuncDecl
}

// function is one that has a body.
type function struct {
	decl *ast.FuncDecl
	obj  *types.Func
	unit string // its name, as flow.Unit has it
}

// functions are those of the package, in the order of the source.
func (u *unit) functions() []function {
	if u.funcs == nil {
		u.funcs = []function{}
		eachBody(u.pass.TypesInfo, u.pass.Files, func(o *types.Func, fn *ast.FuncDecl) {
			u.funcs = append(u.funcs, function{fn, o, flow.Unit(o)})
		})
	}
	return u.funcs
}

// bodies are the functions of a package that have one, with their declarations.
func bodies(info *types.Info, files []*ast.File) map[*types.Func]*ast.FuncDecl {
	out := map[*types.Func]*ast.FuncDecl{}
	eachBody(info, files, func(o *types.Func, fn *ast.FuncDecl) { out[o] = fn })
	return out
}

func eachBody(info *types.Info, files []*ast.File, do func(*types.Func, *ast.FuncDecl)) {
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				if o, ok := info.Defs[fn.Name].(*types.Func); ok {
					do(o, fn)
				}
			}
		}
	}
}

func (d declaration) signature() *types.Signature {
	f, ok := d.info.Defs[d.fn.Name].(*types.Func)
	if !ok {
		return nil
	}
	return f.Type().(*types.Signature)
}

// makesIdentifier: it returns a text and uses a generator.
func (d declaration) makesIdentifier() bool {
	sig := d.signature()
	if sig == nil || sig.Results().Len() == 0 || !d.fn.Name.IsExported() || !flow.Textual(sig.Results().At(0).Type()) {
		return false
	}
	found := false
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !found {
			if f, ok := d.info.Uses[id].(*types.Func); ok {
				found = d.models.Of(f.FullName()).Func.Generates()
			}
		}
		return !found
	})
	return found
}

func (d declaration) callee(c *ast.CallExpr) types.Object {
	return d.info.Uses[calleeName(c)]
}

// movesEndpoint: a method that hands out an element and changes its receiver.
func (d declaration) movesEndpoint() bool {
	if d.fn.Recv == nil || len(d.fn.Recv.List) == 0 || len(d.fn.Recv.List[0].Names) == 0 {
		return false
	}
	sig := d.signature()
	if sig == nil || sig.Results().Len() == 0 {
		return false
	}
	if !mayBeEndpoint(sig.Results().At(0).Type()) {
		return false
	}
	recv := d.info.Defs[d.fn.Recv.List[0].Names[0]]
	indexes, moves := false, false
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			indexes = indexes || d.under(n.X, recv) && d.listsEndpoints(n.X)
		case *ast.IncDecStmt:
			moves = moves || d.under(n.X, recv)
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if _, isField := ast.Unparen(l).(*ast.SelectorExpr); isField {
					moves = moves || d.under(l, recv)
				}
			}
		case *ast.CallExpr:
			if s, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && s.Sel.Name == "Add" {
				moves = moves || d.under(s.X, recv)
			}
			for _, a := range n.Args {
				if u, ok := ast.Unparen(a).(*ast.UnaryExpr); ok && u.Op == token.AND {
					moves = moves || d.under(u.X, recv)
				}
			}
		}
		return true
	})
	return indexes && moves
}

// mayBeEndpoint reports whether a value of a type may be an endpoint.
func mayBeEndpoint(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic:
		return flow.Textual(t)
	case *types.Pointer:
		return true
	case *types.Interface:
		return t != types.Universe.Lookup("error").Type()
	}
	return false
}

// listsEndpoints reports whether an expression is a list of what may be an endpoint.
func (d declaration) listsEndpoints(e ast.Expr) bool {
	t := d.info.TypeOf(e)
	if t == nil {
		return false
	}
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	case *types.Pointer:
		a, ok := u.Elem().Underlying().(*types.Array)
		if !ok {
			return false
		}
		elem = a.Elem()
	default:
		return false
	}
	b, basic := elem.Underlying().(*types.Basic)
	return !basic || b.Info()&types.IsString != 0
}

// under reports whether an expression selects within the object.
func (d declaration) under(e ast.Expr, o types.Object) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.Ident:
			return o != nil && d.info.Uses[x] == o
		default:
			return false
		}
	}
}

// returnsOption: it returns a function literal that sets a field of its parameter.
func (d declaration) returnsOption() bool {
	if !d.fn.Name.IsExported() {
		return false
	}
	found := false
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || found {
			return !found
		}
		for _, r := range ret.Results {
			lit := literal(r)
			if lit == nil || len(lit.Type.Params.List) != 1 || len(lit.Type.Params.List[0].Names) != 1 {
				continue
			}
			param := d.info.Defs[lit.Type.Params.List[0].Names[0]]
			ast.Inspect(lit.Body, func(n ast.Node) bool {
				if as, ok := n.(*ast.AssignStmt); ok {
					for _, l := range as.Lhs {
						if _, isField := ast.Unparen(l).(*ast.SelectorExpr); isField && d.under(l, param) && d.holds(l) {
							found = true
						}
					}
				}
				return !found
			})
		}
		return true
	})
	return found
}

// holds reports whether a field may hold an endpoint or a store.
func (d declaration) holds(e ast.Expr) bool {
	t := d.info.TypeOf(e)
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return flow.Textual(t)
}

// literal returns the function literal of an expression, through a conversion.
func literal(e ast.Expr) *ast.FuncLit {
	switch x := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return x
	case *ast.CallExpr:
		if len(x.Args) == 1 {
			return literal(x.Args[0])
		}
	}
	return nil
}
