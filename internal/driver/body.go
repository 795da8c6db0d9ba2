// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
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
	in     map[string][]int // the files that declare a function or a method of a name
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
		t = &texts{in: map[string][]int{}, parsed: map[int]*ast.File{}, decls: map[string][]decl{}, answers: map[asked]bool{}, sends: map[string]bool{}}
		for _, name := range u.files() {
			if src, err := readSource(name); err == nil {
				declared(src, func(name string) {
					if in := t.in[name]; len(in) == 0 || in[len(in)-1] != len(t.src) {
						t.in[name] = append(in, len(t.src))
					}
				})
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
	for _, i := range t.in[name] {
		f := t.parsed[i]
		if f == nil {
			if f, _ = parser.ParseFile(token.NewFileSet(), "", t.src[i], parser.SkipObjectResolution); f == nil {
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
	var once ast.Expr // the Do of a sync.Once, which is given a function and no request
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if len(n.Args) == 1 {
				if _, ok := n.Args[0].(*ast.FuncLit); ok {
					once = n.Fun
				}
			}
		case *ast.SelectorExpr:
			name := n.Sel.Name
			if u.Sends && (name == "Do" && ast.Expr(n) != once || name == "RoundTrip") {
				found = true
			}
			if idle[name] {
				break
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
			found = found || !idle[n.Name] && b.sendsNamed(u, n.Name)
		}
		return !found
	})
	return found
}

// idle are the methods of interfaces that everybody has. They are given nothing that a
// request could be made of, and who has one by that name would lead to all others.
var idle = map[string]bool{
	"Error": true, "String": true, "GoString": true, "Unwrap": true, "Is": true, "Close": true, "Len": true, "Less": true, "Swap": true,
	"Lock": true, "Unlock": true, "RLock": true, "RUnlock": true, "Done": true, "Err": true, "Deadline": true,
}

// declared calls f for the names of the functions and methods that a file declares, if
// it is written as gofmt writes it.
func declared(src []byte, f func(name string)) {
	for rest := src; ; {
		line, ok := bytes.CutPrefix(rest, []byte("func "))
		if ok && bytes.HasPrefix(line, []byte("(")) {
			_, line, ok = bytes.Cut(line, []byte(") "))
		}
		if end := bytes.IndexAny(line, "([ \n"); ok && end > 0 && line[end] != ' ' && line[end] != '\n' {
			f(string(line[:end]))
		}
		i := bytes.Index(rest, []byte("\nfunc "))
		if i < 0 {
			return
		}
		rest = rest[i+1:]
	}
}
