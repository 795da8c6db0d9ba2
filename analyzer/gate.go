// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/model"
)

// The gate decides, before any SSA is built, whether a package can concern keys.
// It lets pass what holds a contract, names a carrier, uses something that other
// packages left a telling fact on, sends an HTTP request, or declares a function of
// a kind that others may need to know: one that makes an identifier, calls a
// function parameter again, moves an endpoint, or returns an option.
//
// The standard library is known by models and is not analysed, and neither is a
// package of more source than people write.
type gate struct {
	u        *unit
	carriers *flow.Carriers
	facts    map[types.Object]bool
	open     bool
}

// concernsKeys decides whether the package is analysed at all.
func (u *unit) concernsKeys() bool {
	if u.settings.ungated || u.contracts.Any || len(u.contracts.Described) > 0 {
		return true
	}
	if flow.Std(u.pass.Pkg.Path()) || u.sourceSize() > maxSource {
		return false
	}
	g := &gate{u: u, carriers: flow.NewCarriers(u.settings.headers()), facts: map[types.Object]bool{}}
	direct := map[*types.Package]bool{}
	for _, imp := range u.pass.Pkg.Imports() {
		direct[imp] = true
	}
	for _, of := range u.pass.AllObjectFacts() {
		if of.Object.Pkg() == u.pass.Pkg {
			continue
		}
		switch f := of.Fact.(type) {
		case *contract.Contract:
			g.facts[of.Object] = true
		case *flow.FuncFact:
			if f.Telling() {
				g.facts[of.Object] = true
			}
		case *flow.WireFact:
			if direct[of.Object.Pkg()] {
				return true
			}
		}
	}
	for _, f := range u.pass.Files {
		ast.Inspect(f, g.node)
		if g.open {
			return true
		}
	}
	return false
}

// maxSource is the size in bytes of the largest package that is analysed without a
// contract in it. What is larger is generated (the EC2 client has 20 MB), and its
// callers are judged by its carriers alone.
const maxSource = 8 << 20

func (u *unit) sourceSize() int {
	n := 0
	for _, f := range u.pass.Files {
		n += int(f.FileEnd - f.FileStart)
	}
	return n
}

func (g *gate) node(n ast.Node) bool {
	if g.open || n == nil {
		return false
	}
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.Ident:
		g.open = g.ident(n)
	case *ast.BasicLit:
		if n.Kind == token.STRING && len(n.Value) < 80 {
			if s, err := strconv.Unquote(n.Value); err == nil {
				g.open = g.carriers.Header(s)
			}
		}
	case *ast.FuncDecl:
		if n.Body != nil {
			d := declaration{info: g.u.pass.TypesInfo, fn: n}
			g.open = d.makesIdentifier() || d.callsAgain() || d.movesEndpoint() || d.returnsOption()
		}
	}
	return !g.open
}

func (g *gate) ident(id *ast.Ident) bool {
	if o := g.u.pass.TypesInfo.Uses[id]; o != nil {
		if o.Pkg() == nil || o.Pkg() == g.u.pass.Pkg {
			return false
		}
		if g.facts[o] || g.facts[origin(o)] {
			return true
		}
		if f, ok := o.(*types.Func); ok {
			return flow.Sends(f) || flow.CarrierParam(g.carriers, f)
		}
		if v, ok := o.(*types.Var); ok && v.IsField() {
			return g.carriers.Name(v.Name())
		}
		return false
	}
	if v, ok := g.u.pass.TypesInfo.Defs[id].(*types.Var); ok {
		return g.carriers.Name(v.Name())
	}
	return false
}

func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

// declaration is a function under the gate's eyes.
type declaration struct {
	info *types.Info
	fn   *ast.FuncDecl
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
				k, known := model.Lookup(f.FullName())
				found = known && (k.Action == model.Generate || k.Action == model.Fill)
			}
		}
		return !found
	})
	return found
}

// callsAgain: a function-typed parameter or field that can fail is called in a
// loop, in two places, or in a function that calls itself.
func (d declaration) callsAgain() bool {
	var loops []ast.Node
	calls, again := 0, false
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops = append(loops, n)
		case *ast.BranchStmt:
			again = again || n.Tok == token.GOTO && calls > 0
		case *ast.CallExpr:
			switch o := d.callee(n).(type) {
			case *types.Var:
				if sig, ok := o.Type().Underlying().(*types.Signature); ok && flow.Fails(sig) {
					calls++
					for _, l := range loops {
						again = again || l.Pos() <= n.Pos() && n.End() <= l.End()
					}
				}
			case *types.Func:
				again = again || o.Origin() == d.info.Defs[d.fn.Name] && calls > 0
			}
		}
		return !again
	})
	return again || calls > 1
}

func (d declaration) callee(c *ast.CallExpr) types.Object {
	fun := ast.Unparen(c.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch x := fun.(type) {
	case *ast.Ident:
		return d.info.Uses[x]
	case *ast.SelectorExpr:
		return d.info.Uses[x.Sel]
	}
	return nil
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
	switch sig.Results().At(0).Type().Underlying().(type) {
	case *types.Basic:
		if !flow.Textual(sig.Results().At(0).Type()) {
			return false
		}
	case *types.Pointer, *types.Interface:
	default:
		return false
	}
	recv := d.info.Defs[d.fn.Recv.List[0].Names[0]]
	indexes, moves := false, false
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			indexes = indexes || d.under(n.X, recv)
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
