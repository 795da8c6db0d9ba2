// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
)

// A package in which no key is named concerns keys because of what it uses: a function that
// sends, or calls again, or takes a key. Each of these has a name, which is known where the
// function is, and has to be written where it is used. So whether a package may use one is
// seen without types. What it does not see is whether a function of the package's own is of
// a kind that importers ask for; they are read by those who hand them something.

// Mentions are the names of all that may make a package concern keys which uses it.
type Mentions struct {
	Names []string // in order, each once
	Any   bool     // they are not known, or too many: every package may use one
}

// maxMentions is how many names are handed on. Somebody who uses so many things that send
// uses one of them.
const maxMentions = 2000

// Add adds names.
func (m *Mentions) Add(names []string, anything bool) {
	m.Names = append(m.Names, names...)
	slices.Sort(m.Names)
	m.Names = slices.Compact(m.Names)
	if m.Any = m.Any || anything || len(m.Names) > maxMentions; m.Any {
		m.Names = nil
	}
}

// Library returns the library that a package belongs to, if calls of its functions may
// concern keys by themselves, and otherwise "".
func (g *Gate) Library(path string) string {
	g.init()
	return g.models.TellingLibrary(path)
}

// Tellers lists the functions of libraries that send or use a store by what models say. The
// client of net/http is not among them: what it is given comes from a function that is listed
// by Tells, or from whoever calls the package and then reads what is handed to it.
func (g *Gate) Tellers(libraries []string) Mentions {
	g.init()
	var m Mentions
	for _, lib := range append([]string{""}, libraries...) {
		names, ok := g.models.Tellers(lib)
		m.Add(names, !ok)
	}
	return m
}

// Tells lists what importers may name of a package that was analysed: what has a fact that
// makes them concern keys, functions that take a key under a carrier's name, and whatever
// may bring them a key, or what one travels in, which they then hand to something that
// sends. wires says that what directly imports it concerns keys whatever it names.
func (g *Gate) Tells(pkg *types.Package, facts []analysis.ObjectFact) (m Mentions, wires bool) {
	g.init()
	var names []string
	for _, of := range facts {
		switch f := of.Fact.(type) {
		case *contract.Contract:
			names = append(names, of.Object.Name())
		case *flow.FuncFact:
			if f.Telling() {
				names = append(names, of.Object.Name())
			}
		case *flow.WireFact:
			wires = true
		}
	}
	b := brings{g.carriers}
	for _, name := range pkg.Scope().Names() {
		names = append(names, b.names(pkg.Scope().Lookup(name))...)
	}
	m.Add(names, false)
	return m, wires
}

// brings finds objects of a package by which importers may come by a key.
type brings struct{ carriers *flow.Carriers }

func (b brings) names(o types.Object) (out []string) {
	add := func(o types.Object, yes bool) {
		if yes && o.Exported() {
			out = append(out, o.Name())
		}
	}
	switch o := o.(type) {
	case *types.Func:
		add(o, b.function(o))
	case *types.Var:
		add(o, flow.Textual(o.Type()) || b.may(o.Type()))
	case *types.Const:
		add(o, o.Val().Kind() == constant.String && b.carriers.Literal(constant.StringVal(o.Val())))
	case *types.TypeName:
		add(o, b.carries(o.Type()))
		if t, ok := types.Unalias(o.Type()).(*types.Named); ok {
			for f := range t.Methods() {
				add(f, b.function(f))
			}
		}
		switch t := o.Type().Underlying().(type) {
		case *types.Interface:
			for f := range t.Methods() {
				add(f, b.function(f))
			}
		case *types.Struct:
			for v := range t.Fields() {
				add(v, b.may(v.Type()))
			}
		}
	}
	return out
}

// function: it takes a key, or returns what may have one, or hands that to a function.
func (b brings) function(f *types.Func) bool {
	if flow.CarrierParam(b.carriers, f) || b.any(f.Signature().Results()) {
		return true
	}
	for v := range f.Signature().Params().Variables() {
		if fn, ok := v.Type().Underlying().(*types.Signature); ok && b.any(fn.Params()) {
			return true
		}
	}
	return false
}

func (b brings) any(vs *types.Tuple) bool {
	for v := range vs.Variables() {
		if b.may(v.Type()) {
			return true
		}
	}
	return false
}

// may reports whether a value of a type may have a key in it, by its own fields or as one
// entry or a part.
func (b brings) may(t types.Type) bool {
	return requested(t) || isBytes(t) || isContext(t) || b.carries(t)
}

// carries reports whether a value of a type has a field for a key that others can get at.
func (b brings) carries(t types.Type) bool { return b.within(t, map[types.Type]bool{}) }

func (b brings) within(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return b.within(u.Elem(), seen)
	case *types.Slice:
		return b.within(u.Elem(), seen)
	case *types.Array:
		return b.within(u.Elem(), seen)
	case *types.Map:
		return b.within(u.Elem(), seen)
	case *types.Chan:
		return b.within(u.Elem(), seen)
	case *types.Struct:
		owner := ""
		if n, ok := types.Unalias(t).(*types.Named); ok {
			owner = n.Obj().Name()
		}
		for v := range u.Fields() {
			if v.Exported() && (b.carriers.FieldOf(v, owner) || b.within(v.Type(), seen)) {
				return true
			}
		}
	}
	return false
}

// Declared lists the functions and methods that files declare, also of interfaces.
func Declared(files []*ast.File) Mentions {
	var names []string
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				names = append(names, n.Name.Name)
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					for _, id := range m.Names {
						names = append(names, id.Name)
					}
				}
			}
			return true
		})
	}
	var m Mentions
	m.Add(slices.DeleteFunc(names, func(s string) bool { return !ast.IsExported(s) }), false)
	return m
}

// Quiet reports whether files name none of what may make their package concern keys, and
// declare no option, which whoever uses it would have to know.
func Quiet(files []*ast.File, m Mentions) bool {
	quiet := !m.Any
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if !quiet {
				return false
			}
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Ident:
				_, named := slices.BinarySearch(m.Names, n.Name)
				quiet = !named
			case *ast.FuncDecl:
				quiet = n.Body == nil || !n.Name.IsExported() || !mayReturnOption(n)
			}
			return true
		})
	}
	return quiet
}

// mayReturnOption is declaration.returnsOption, as far as it is seen without types.
func mayReturnOption(fn *ast.FuncDecl) bool {
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			for _, r := range ret.Results {
				lit := literal(r)
				found = found || lit != nil && len(lit.Type.Params.List) == 1 && len(lit.Type.Params.List[0].Names) == 1
			}
		}
		return !found
	})
	return found
}
