// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// Most packages of other modules that the gate lets in have no word for a key: some functions
// of theirs make identifiers, call again what they are given, send requests. What importers
// need to know of such a package is what these functions do, those that call them, and those
// that make, set up or show what they work with. The narrowing finds them; of the rest
// nothing can come that anyone asks for.
type narrowing struct {
	*setup
	info  *types.Info
	decls map[*types.Func]*ast.FuncDecl
	users map[*types.Func][]*types.Func // who uses a function
	named map[string][]*types.Func      // who uses a method of an interface of that name
	asked map[*types.Func]bool
}

func (g *gate) newNarrowing() *narrowing {
	n := &narrowing{
		setup: newSetup(g.u.pass.Pkg), info: g.u.pass.TypesInfo, decls: bodies(g.u.pass.TypesInfo, g.u.pass.Files),
		users: map[*types.Func][]*types.Func{}, named: map[string][]*types.Func{}, asked: map[*types.Func]bool{},
	}
	for o, fn := range n.decls {
		ast.Inspect(fn.Body, func(node ast.Node) bool {
			if id, ok := node.(*ast.Ident); ok {
				n.use(id, o)
			}
			return true
		})
	}
	return n
}

// narrow returns the functions that are asked for, given those that tell something.
func (g *gate) narrow(telling []*ast.FuncDecl) func(*types.Func) bool {
	n := g.newNarrowing()
	for _, fn := range telling {
		if o, ok := n.info.Defs[fn.Name].(*types.Func); ok {
			n.ask(o)
		}
	}
	for _, f := range n.along(slices.Collect(maps.Keys(n.decls))) {
		n.asked[f] = true
	}
	return func(f *types.Func) bool { return n.asked[f.Origin()] }
}

// idleTests are the tests in a package that tell nothing, and use nothing in it that does.
// Nobody calls a test, so that their bodies do not matter.
func (g *gate) idleTests() map[*ast.FuncDecl]bool {
	var tests []*ast.FuncDecl
	for _, f := range g.u.pass.Files {
		if !strings.HasSuffix(g.u.pass.Fset.File(f.FileStart).Name(), "_test.go") {
			continue
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && isTest(fn.Name.Name) {
				tests = append(tests, fn)
			}
		}
	}
	if len(tests) == 0 {
		return nil
	}
	n := g.newNarrowing()
	for o, fn := range n.decls {
		alone := *g
		alone.open = false
		ast.Inspect(fn, alone.node)
		if alone.open {
			n.ask(o)
		}
	}
	idle := map[*ast.FuncDecl]bool{}
	for _, fn := range tests {
		o, ok := n.info.Defs[fn.Name].(*types.Func)
		idle[fn] = ok && !n.asked[o] && len(n.users[o]) == 0
	}
	return idle
}

func isTest(name string) bool {
	for _, prefix := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// use notes what a function uses. A method may be called by way of any interface that has
// its name.
func (n *narrowing) use(id *ast.Ident, user *types.Func) {
	f, ok := n.info.Uses[id].(*types.Func)
	switch {
	case !ok:
	case f.Signature().Recv() != nil && types.IsInterface(f.Signature().Recv().Type()):
		n.named[f.Name()] = append(n.named[f.Name()], user)
	case f.Pkg() == n.pkg:
		n.users[f.Origin()] = append(n.users[f.Origin()], user)
	}
}

// ask adds a function and those that use it.
func (n *narrowing) ask(f *types.Func) {
	if n.asked[f] {
		return
	}
	n.asked[f] = true
	n.worksWith(f)
	for _, user := range n.users[f] {
		n.ask(user)
	}
	if f.Signature().Recv() != nil {
		for _, user := range n.named[f.Name()] {
			n.ask(user)
		}
	}
}

// takesFunctions reports whether a package can be given a function that fails: without one,
// what it calls again is its own.
func takesFunctions(pkg *types.Package) bool {
	given := func(sig *types.Signature) bool {
		for v := range sig.Params().Variables() {
			if holdsFunc(v.Type()) {
				return true
			}
		}
		return false
	}
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		switch o := o.(type) {
		case *types.Func:
			if o.Exported() && given(o.Signature()) {
				return true
			}
		case *types.Var:
			if o.Exported() && holdsFunc(o.Type()) {
				return true
			}
		case *types.TypeName:
			if takesFunction(o, given) {
				return true
			}
		}
	}
	return false
}

// takesFunction reports the same of a type: of its methods, also of one that has no name
// outside, and of its exported fields.
func takesFunction(o *types.TypeName, given func(*types.Signature) bool) bool {
	t, ok := types.Unalias(o.Type()).(*types.Named)
	if !ok {
		return false
	}
	for m := range t.Methods() {
		if m.Exported() && given(m.Signature()) {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return o.Exported() && flow.Fails(u)
	case *types.Interface:
		for m := range u.Methods() {
			if m.Exported() && given(m.Signature()) {
				return true
			}
		}
	case *types.Struct:
		for v := range u.Fields() {
			if v.Exported() && holdsFunc(v.Type()) {
				return true
			}
		}
	}
	return false
}
