// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"sync"

	"github.com/idemscope/idemscope/analyzer"
)

// bodies answers questions on functions of packages that are not read otherwise, from the
// syntax of the files that declare them. There are no types in it: a method is all methods
// of its name, in the package and in those that it imports.
type bodies struct {
	*run
	mu  sync.Mutex
	pkg map[*unit]*texts
}

// texts are the files of a package.
type texts struct {
	src    [][]byte
	parsed map[int]*ast.File
	decls  map[string][]decl
	sends  map[string]bool

	answers map[asked]bool
}

type asked struct{ name, question string }

type decl struct {
	imports analyzer.Imports // of its file
	fn      *ast.FuncDecl
}

func newBodies(r *run) *bodies { return &bodies{run: r, pkg: map[*unit]*texts{}} }

func (b *bodies) of(u *unit) *texts {
	t := b.pkg[u]
	if t == nil {
		t = &texts{parsed: map[int]*ast.File{}, decls: map[string][]decl{}, answers: map[asked]bool{}, sends: map[string]bool{}}
		for _, name := range u.files() {
			if src, err := os.ReadFile(name); err == nil {
				t.src = append(t.src, src)
			}
		}
		b.pkg[u] = t
	}
	return t
}

// named returns the declarations of functions and methods of a name. Only files that may
// have one are parsed.
func (t *texts) named(name string) []decl {
	if ds, ok := t.decls[name]; ok {
		return ds
	}
	var out []decl
	for i, src := range t.src {
		if !declares(src, name) {
			continue
		}
		f := t.parsed[i]
		if f == nil {
			if f, _ = parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution); f == nil {
				continue
			}
			t.parsed[i] = f
		}
		imports := analyzer.ImportsOf(f)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == name && fn.Body != nil {
				out = append(out, decl{imports, fn})
			}
		}
	}
	t.decls[name] = out
	return out
}

// makes reports whether a function may make an identifier.
func (b *bodies) makes(u *unit, name string) bool {
	return b.ask(u, name, "makes", func(d decl) bool { return b.Gate.Makes(d.imports, d.fn) })
}

// moves reports whether a method may choose one endpoint after the other.
func (b *bodies) moves(u *unit, name string) bool {
	return b.ask(u, name, "moves", func(d decl) bool { return d.fn.Recv != nil && b.Gate.Moves(d.fn) })
}

// ask reports whether a question has the answer yes for a function of a name.
func (b *bodies) ask(u *unit, name, question string, yes func(decl) bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.of(u)
	k := asked{name, question}
	v, ok := t.answers[k]
	if !ok {
		v = slices.ContainsFunc(t.named(name), yes)
		t.answers[k] = v
	}
	return v
}

// sends reports whether a function may send a request over HTTP, by itself or by what it calls.
func (b *bodies) sends(u *unit, name string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sendsNamed(u, name)
}

func (b *bodies) sendsNamed(u *unit, name string) bool {
	if !u.Near {
		return false
	}
	t := b.of(u)
	if v, ok := t.sends[name]; ok {
		return v
	}
	t.sends[name] = false // for functions that call themselves
	for _, d := range t.named(name) {
		if b.sendsIn(u, d) {
			t.sends[name] = true
			return true
		}
	}
	return false
}

func (b *bodies) sendsIn(u *unit, d decl) bool {
	imports := map[string]*unit{}
	for name, path := range d.imports {
		imports[name] = b.unitOf(u, u.resolve(path))
	}
	found := false
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			name := n.Sel.Name
			if u.Sends && (name == "Do" || name == "RoundTrip") {
				found = true
			}
			if x, ok := n.X.(*ast.Ident); ok && imports[x.Name] != nil {
				found = found || imports[x.Name].readable() && b.sendsNamed(imports[x.Name], name)
				return false
			}
			found = found || b.sendsNamed(u, name)
			for _, x := range u.deps {
				found = found || x.Near && x.readable() && b.sendsNamed(x, name)
			}
		case *ast.Ident:
			found = found || b.sendsNamed(u, n.Name)
		}
		return !found
	})
	return found
}

// declares reports whether a file may declare a function or a method of that name.
func declares(src []byte, name string) bool {
	for rest := src; ; {
		i := bytes.Index(rest, []byte(name))
		if i < 0 {
			return false
		}
		end := i + len(name)
		if i > 0 && rest[i-1] == ' ' && end < len(rest) && (rest[end] == '(' || rest[end] == '[') {
			return true
		}
		rest = rest[end:]
	}
}
