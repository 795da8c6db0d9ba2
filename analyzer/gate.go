// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
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
	facts    map[types.Object]bool // those that tell something; true: who uses it is looked at in full
	// described are the objects of which a contract in another package than their own speaks:
	// whoever uses them need not name what says so, but only import it. They are listed by their
	// names alone, since most that is asked about has none of these.
	described map[string][]contract.Ref
	modelled  map[*types.Package]bool // whether models tell of functions of a package
	// dependency: the package comes from another module, by version. Its options
	// matter only beside what else lets it in: what they configure stands beside them.
	dependency bool
	takes      func() bool // whether it can be given a function that fails
	open       bool

	decl    *ast.FuncDecl   // that is being looked at
	tellers []*ast.FuncDecl // of a dependency that need not be looked at but for these
}

// concernsKeys decides whether the package is analysed at all.
func (u *unit) concernsKeys() bool {
	if u.settings.ungated || u.contracts.Any || len(u.contracts.Described) > 0 {
		return true
	}
	if flow.Std(u.pass.Pkg.Path()) || u.models.Describes(u.pass.Pkg.Path()) {
		return false
	}
	if n := u.sourceSize(); n > maxSource {
		u.cuts = append(u.cuts, fmt.Sprintf("package %s: %d MB of source, over %d, and no contract in it; it was not looked at", u.pass.Pkg.Path(), n>>20, maxSource>>20))
		return false
	}
	g := &gate{u: u, takes: sync.OnceValue(func() bool { return takesFunctions(u.pass.Pkg) }), carriers: flow.NewCarriers(u.settings.headers()), facts: map[types.Object]bool{}, modelled: map[*types.Package]bool{}}
	if m := u.pass.Module; m != nil && m.Version != "" {
		g.dependency = true
	}
	direct := map[*types.Package]bool{}
	for _, imp := range u.pass.Pkg.Imports() {
		direct[imp] = true
	}
	for _, of := range u.others() {
		switch f := of.Fact.(type) {
		case *contract.Contract:
			g.facts[of.Object] = true
			if f.Describes != "" {
				if g.described == nil {
					g.described = map[string][]contract.Ref{}
				}
				name := string(f.Describes[strings.LastIndexByte(string(f.Describes), '.')+1:])
				g.described[name] = append(g.described[name], f.Describes)
			}
		case *flow.FuncFact:
			if f.Telling() {
				g.facts[of.Object] = f.Sends && !g.dependency
			}
		case *flow.WireFact:
			if direct[of.Object.Pkg()] {
				return true
			}
		}
	}
	if last := u.lastOpener(); last != nil && !g.dependency {
		g.decl = last
		ast.Inspect(last.Body, g.node) // most edits do not change it
	}
	for _, f := range u.pass.Files {
		for _, d := range f.Decls {
			if !g.open {
				g.decl = nil
				ast.Inspect(d, g.node)
			}
		}
	}
	if g.open {
		u.opener = g.decl
		u.idle = g.idleTests()
		return true
	}
	if len(g.tellers) == 0 {
		return false
	}
	asked := g.narrow(g.tellers)
	if reached := u.reached; reached != nil {
		u.reached = func(f *types.Func) bool { return reached(f) && asked(f) }
	} else {
		u.reached = asked
	}
	return true
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
		if g.ident(n) {
			g.open = true
		}
	case *ast.BasicLit:
		if n.Kind == token.STRING {
			if s, err := strconv.Unquote(n.Value); err == nil {
				g.open = g.carriers.Literal(s)
			}
		}
	case *ast.FuncDecl:
		g.decl = n
		if n.Body != nil {
			d := declaration{info: g.u.pass.TypesInfo, models: g.u.models, fn: n}
			if d.makesIdentifier() || d.movesEndpoint() || d.callsAgain() && (!g.dependency || g.takes()) || !g.dependency && d.returnsOption() {
				g.tells()
			}
		}
	}
	return !g.open
}

// tells lets the package in because of a function that others may need to know: it sends,
// or calls again. Of a dependency that names no carrier, no more is looked at than what
// concerns such functions.
func (g *gate) tells() {
	switch {
	case !g.dependency || g.decl == nil:
		g.open = true
	case len(g.tellers) == 0 || g.tellers[len(g.tellers)-1] != g.decl:
		g.tellers = append(g.tellers, g.decl)
	}
}

func (g *gate) ident(id *ast.Ident) bool {
	if o := g.u.pass.TypesInfo.Uses[id]; o != nil {
		if o.Pkg() == nil || o.Pkg() == g.u.pass.Pkg {
			return false
		}
		if refs := g.described[o.Name()]; len(refs) > 0 && slices.Contains(refs, contract.RefOf(o)) {
			return true
		}
		for _, o := range []types.Object{o, origin(o)} {
			if full, ok := g.facts[o]; full {
				return true
			} else if ok {
				g.tells()
			}
		}
		if f, ok := o.(*types.Func); ok {
			if flow.CarrierParam(g.carriers, f) {
				return true
			}
			if flow.Sends(f) || g.telling(f) {
				g.tells()
			}
			return false
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

// telling reports whether a model says of a function that it sends, uses a store, or
// is given a handler. It is asked of each use of a function.
func (g *gate) telling(f *types.Func) bool {
	p := f.Pkg()
	if flow.Std(p.Path()) {
		return false // too many use its maps, and few for keys
	}
	may, ok := g.modelled[p]
	if !ok {
		may = g.u.models.Telling(p.Path())
		g.modelled[p] = may
	}
	if !may {
		return false
	}
	return g.u.models.Of(f.FullName()).Telling()
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
