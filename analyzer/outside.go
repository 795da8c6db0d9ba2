// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/model"
)

// Gate answers, for a driver that sees a whole program, which packages have to be read
// from source at all. All its questions err on one side: where the answer is no, the
// analyzer would find nothing in the package, and leave nothing that matters.
//
// A finding needs a key, and a key is told by the name of what carries it, by a contract,
// or by a function of a known library. A package in which one of these is written is a
// Seed; where no seed is below a package, there is nothing to find in it. What is below is
// read if it is of the program's own, or if a package that is read hands it something
// that it may send, call again, or make a key of: see Hands.
type Gate struct {
	r        *runner
	once     sync.Once
	carriers *flow.Carriers
	models   *model.Models

	mu    sync.Mutex
	alone map[string]bool     // answers of model.Models.Alone
	keeps map[string]bool     // and of Keeps
	cuts  map[string][]string // by the path of the package
}

// Only says that of a package nobody asks for other functions than those for which reached
// answers true. It has to be said before the package is analysed.
func (g *Gate) Only(p *types.Package, reached func(*types.Func) bool) { g.r.only.Store(p, reached) }

// NewGated returns an analyzer and its gate. Flags of the analyzer have to be set before
// the gate is asked anything.
func NewGated(s Settings) (*analysis.Analyzer, *Gate) {
	a, r := newAnalyzer(s)
	g := &Gate{r: r, cuts: map[string][]string{}}
	r.cut = func(pkg string, what []string) {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.cuts[pkg] = append(g.cuts[pkg], what...)
	}
	return a, g
}

// Cuts lists what was not looked at in full in a package, since it was too much: what is
// bounded, and by how much. Each is said once, in alphabetical order.
func (g *Gate) Cuts(pkg string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	out := slices.Clone(g.cuts[pkg])
	slices.Sort(out)
	return slices.Compact(out)
}

func (g *Gate) init() {
	g.once.Do(func() {
		g.carriers = flow.NewCarriers(g.r.settings.headers())
		g.models, _ = g.r.known() // what is wrong with them is reported by the analyzer
		g.alone, g.keeps = map[string]bool{}, map[string]bool{}
	})
}

// Known reports whether it is known what a package does, so that it is only read if it
// has contracts.
func (g *Gate) Known(path string) bool {
	g.init()
	return flow.Std(path) || g.models.Describes(path)
}

// Declares reports whether something like a contract is written in a file.
func (g *Gate) Declares(src []byte) bool {
	for rest := src; ; {
		i := bytes.IndexByte(rest, ':')
		if i < 0 {
			return false
		}
		name := bytes.TrimRight(rest[:i], " \t")
		if len(name) >= len(contract.Tool) && bytes.EqualFold(name[len(name)-len(contract.Tool):], []byte(contract.Tool)) {
			return true
		}
		rest = rest[i+1:]
	}
}

// Names reports whether a file names a carrier of keys.
func (g *Gate) Names(src []byte) bool {
	g.init()
	return g.carriers.Written(src)
}

// Alone reports whether the functions of an imported package may concern keys though no
// carrier is named where they are called.
func (g *Gate) Alone(path string) bool {
	g.init()
	return g.ask(g.alone, path, func() bool { return g.models.Alone(path, g.r.settings.Strict, g.carriers.Within) })
}

// Keeps reports whether the functions of an imported package hand to a store what they are
// given. That is a key only if it came to their caller as one.
func (g *Gate) Keeps(path string) bool {
	g.init()
	return g.ask(g.keeps, path, func() bool { return g.models.Keeps(path) })
}

// ask answers a question about a library, the same one once.
func (g *Gate) ask(answers map[string]bool, path string, question func() bool) bool {
	if flow.Std(path) {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	v, ok := answers[path]
	if !ok {
		v = question()
		answers[path] = v
	}
	return v
}

// Sends reports whether a file sends requests over HTTP by itself.
func (g *Gate) Sends(src []byte) bool {
	return bytes.Contains(src, []byte(".Do(")) || bytes.Contains(src, []byte("RoundTrip"))
}

// Calls reports whether an imported package is one whose functions send what goes along
// with their context.
func (g *Gate) Calls(path string) bool {
	g.init()
	return !flow.Std(path) && g.models.Telling(path)
}

// A Handing is what a package may hand to another one by using one of its objects.
type Handing struct {
	Name    string // of the object
	Called  bool   // it is a function
	Sent    bool   // it may be given what a request over HTTP is made of
	Carried bool   // it may be given what goes with a call of a library that sends: a context
	Again   bool   // it may be given a function that can fail
	Text    bool   // it returns what may be an identifier, which depends on its body: see Makes
	Element bool   // it is a method that returns what may be an endpoint, which does so as well: see Moves
}

// Hands tells what a package may hand to another one by using one of its objects.
func (g *Gate) Hands(o types.Object) Handing {
	h := Handing{Name: o.Name()}
	switch o := o.(type) {
	case *types.Func:
		if g.init(); said(g.models.Of(o.FullName()), o.Signature()) {
			return h // whatever is written in it
		}
		h.Called = true
		sig := o.Type().(*types.Signature)
		named := false // the parameter before is a text: the name of a header, or a URL
		for i := range sig.Params().Len() {
			t := sig.Params().At(i).Type()
			if sig.Variadic() && i == sig.Params().Len()-1 {
				t = t.(*types.Slice).Elem()
			}
			text := types.Identical(t, types.Typ[types.String])
			h.Again = h.Again || holdsFunc(t)
			h.Sent = h.Sent || requested(t) || named && (text || isBytes(t))
			h.Carried = h.Carried || isContext(t)
			named = text
		}
		if sig.Results().Len() > 0 {
			first := sig.Results().At(0).Type()
			h.Text = flow.Textual(first)
			h.Element = sig.Recv() != nil && mayBeEndpoint(first) && !types.Identical(first, sig.Recv().Type())
		}
	case *types.Var:
		h.Again = holdsFunc(o.Type())
		h.Sent = o.IsField() && requested(o.Type())
	case *types.TypeName:
		h.Again = holdsFunc(o.Type())
	}
	return h
}

// said reports whether a model says all that there is to know of a function. Of one that
// calls again, it has to say which argument that is: another major version may differ.
func said(k model.Known, sig *types.Signature) bool {
	if k.Func != nil || k.Send != nil {
		return true
	}
	if k.Retry == nil || k.Retry.FnPath == nil {
		return false
	}
	i := k.Retry.FnPath.Arg
	return i >= 0 && i < sig.Params().Len() && holdsFunc(sig.Params().At(i).Type())
}

// holdsFunc reports whether a value of a type is, or holds, a function that can fail. A
// struct that has one does not count: whoever puts a function into it names the field.
func holdsFunc(t types.Type) bool {
	for range 3 {
		switch u := t.Underlying().(type) {
		case *types.Signature:
			if flow.Fails(u) {
				return !predicate(u) || u.Params().Len() == 0 || isContext(u.Params().At(0).Type())
			}
			if u.Results().Len() == 0 { // an option, or one that tells by other means
				return false
			}
			t = u.Results().At(0).Type() // middleware makes functions of functions
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		default:
			return false
		}
	}
	return false
}

// requested reports whether a request may be made of a value of a type.
func requested(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return u.Empty()
	case *types.Map:
		return types.Identical(u.Key(), types.Typ[types.String])
	}
	return named(t) == "net/http"
}

func isContext(t types.Type) bool { return named(t) == "context" }

func isBytes(t types.Type) bool { return types.Identical(t, types.NewSlice(types.Typ[types.Byte])) }

// named returns the path of the package that a type, or what it points to, is declared in.
func named(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path()
}

// Imports are the paths of a file's imports, by the names that they go by in it.
type Imports map[string]string

// ImportsOf lists the imports of a file. Where it gives one no name, the path's last
// element stands for that.
func ImportsOf(file *ast.File) Imports {
	out := Imports{}
	for _, spec := range file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(p)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		out[name] = p
	}
	return out
}

// Makes reports whether the body of a function may make an identifier: it uses a generator.
func (g *Gate) Makes(imports Imports, fn *ast.FuncDecl) bool {
	g.init()
	makes := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || makes {
			return !makes
		}
		if x, ok := sel.X.(*ast.Ident); ok && imports[x.Name] != "" {
			makes = g.models.Of(imports[x.Name] + "." + sel.Sel.Name).Func.Generates()
			return false
		}
		for _, p := range imports { // a method of a generator, for all that is known
			makes = makes || g.models.Generates(p)
		}
		return !makes
	})
	return makes
}

// Moves reports whether the body of a method may take one of several elements and go on to
// the next: it takes an element of something, and counts or writes to a field.
func (g *Gate) Moves(fn *ast.FuncDecl) bool {
	indexes, moves := false, false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			indexes = true
		case *ast.IncDecStmt:
			moves = true
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				_, isField := ast.Unparen(l).(*ast.SelectorExpr)
				moves = moves || isField
			}
		case *ast.UnaryExpr:
			moves = moves || n.Op == token.AND
		case *ast.SelectorExpr:
			moves = moves || n.Sel.Name == "Add"
		}
		return !indexes || !moves
	})
	return indexes && moves
}
