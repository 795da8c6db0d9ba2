// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
)

// A package in which no key is named concerns keys because of what it uses: a function that
// sends, or calls again, or by which it comes by a key. Each of these has a name, which is
// known where the function is, and has to be written where it is used. So whether a package
// may use one is seen without types, which take longest to read.
//
// That does not tell whether a function of the package's own is of a kind that importers ask
// for: that it makes identifiers, calls again what it is given, or chooses endpoints. The
// package of a command has no importers.

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
// client of net/http is not among them: a key in what it is given comes from a function that
// Tells lists.
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
// sends. The module is the program's own. wires says that what directly imports the package
// concerns keys whatever it names.
func (g *Gate) Tells(module string, pkg *types.Package, facts []analysis.ObjectFact) (m Mentions, wires bool) {
	g.init()
	var names []string
	for _, of := range facts {
		switch f := of.Fact.(type) {
		case *contract.Contract:
			names = append(names, of.Object.Name())
			if ref := string(f.Describes); ref != "" { // a function of another package
				names = append(names, ref[strings.LastIndexByte(ref, '.')+1:])
			}
		case *flow.FuncFact:
			if f.Telling() {
				names = append(names, of.Object.Name())
			}
		case *flow.WireFact:
			wires = true
		}
	}
	b := brings{g.carriers, module}
	for _, name := range pkg.Scope().Names() {
		names = append(names, b.names(pkg.Scope().Lookup(name))...)
	}
	m.Add(names, false)
	return m, wires
}

// brings finds objects of a package by which importers may come by a key.
type brings struct {
	carriers *flow.Carriers
	module   string
}

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
	case *types.TypeName: // what is made of the type by whoever names it, has what is named there
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

// function: a key may go into what it is given, or be in what it returns, or in what it hands
// to a function.
func (b brings) function(f *types.Func) bool {
	if flow.CarrierParam(b.carriers, f) || b.any(f.Signature().Results()) {
		return true
	}
	for v := range f.Signature().Params().Variables() {
		switch t := v.Type().Underlying().(type) {
		case *types.Signature:
			if b.any(t.Params()) {
				return true
			}
		case *types.Interface:
			for m := range t.Methods() {
				if s := m.Signature(); s.Params().Len() == 2 && s.Results().Len() == 0 && twoTexts(s.Params()) { // a setter
					return true
				}
			}
		case *types.Map:
			return true
		case *types.Pointer:
			if requested(v.Type()) || !b.own(v.Type()) && (b.may(v.Type()) || hasText(t.Elem())) {
				return true
			}
		}
	}
	return twoTexts(f.Signature().Results())
}

// own reports whether a type is of the program's own. Who else is given an object of such a
// type finds what it has a name for.
func (b brings) own(t types.Type) bool {
	path := named(t)
	return path == b.module || strings.HasPrefix(path, b.module+"/")
}

// twoTexts reports whether there are a name and a key.
func twoTexts(vs *types.Tuple) bool {
	n := 0
	for v := range vs.Variables() {
		if flow.Textual(v.Type()) {
			n++
		}
	}
	return n > 1
}

// hasText reports whether a struct has a field into which a key may be written.
func hasText(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for v := range s.Fields() {
		if v.Exported() && flow.Textual(v.Type()) {
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

// may reports whether a value of a type may have a key in it, by a field of its own or as one
// entry or a part, which others can get at.
func (b brings) may(t types.Type) bool { return b.within(t, map[types.Type]bool{}) }

func (b brings) within(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if requested(t) || isBytes(t) || isContext(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		for v := range u.Results().Variables() {
			if b.within(v.Type(), seen) {
				return true
			}
		}
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

// Quiet reports whether files are of a command, and name none of what may make their package
// concern keys.
func Quiet(files []*ast.File, m Mentions) bool {
	quiet := !m.Any
	for _, f := range files {
		quiet = quiet && f.Name.Name == "main"
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Ident:
				if _, named := slices.BinarySearch(m.Names, n.Name); named {
					quiet = false
				}
			}
			return quiet
		})
	}
	return quiet
}
