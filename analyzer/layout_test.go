// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// laidOut cuts up a package of files, which are written one behind the other and start with
// a line that names them: "-- a.go".
func laidOut(t *testing.T, fset *token.FileSet, text string) (*layout, []*ast.File) {
	t.Helper()
	texts := map[string][]byte{}
	pass := &analysis.Pass{Fset: fset, TypesInfo: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	for _, part := range strings.Split(text, "-- ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		texts[name] = []byte(body)
		f, err := parser.ParseFile(fset, name, body, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		pass.Files = append(pass.Files, f)
	}
	pass.ReadFile = func(name string) ([]byte, error) { return texts[name], nil }
	var err error
	if pass.Pkg, err = new(types.Config).Check("example.test/p", fset, pass.Files, pass.TypesInfo); err != nil {
		t.Fatal(err)
	}
	return (&unit{pass: pass}).layoutOf(), pass.Files
}

const before = `-- a.go
// Package p is cut up.
package p

type t struct{} // a type

/* two */ func (t) m() {}

// methods
func (*t) n() {}

// f has a comment.
func f() int {
	x := 1

	return x
}

func g() {}
-- b.go
package p

var v = f()

func init() { v++ }

func h() {
	g()
}
`

func TestChange(t *testing.T) {
	for _, test := range []struct {
		name     string
		old, new string // what is replaced, and by what
		want     string // the functions that have changed, "whole" if it is more than that
	}{
		{"nothing", "", "", "[]"},
		{"in a body", "x := 1", "x := 2", "[f]"},
		{"a line more", "x := 1", "x := 1\n\tx++", "[f]"},
		{"a line less", "x := 1\n\n", "x := 1\n", "[f]"},
		{"in two", "return x\n}\n\nfunc g() {}", "return x + 1\n}\n\nfunc g() { f() }", "[f g]"},
		{"in the comment of a function", "f has a comment", "f has another comment", "[f]"},
		{"a comment between", "func g() {}", "// here\n\nfunc g() {}", "[g]"},
		{"on one line with another", "func (*t) n() {}\n", "func (*t) n() {}; func (t) o() {}\n", "nothing"},
		{"a function more", "func g() {}", "func i() {}\n\nfunc g() {}", "[i]"},
		{"a function less", "func h() {\n\tg()\n}\n", "", "[h]"},
		{"another name", "func h() {", "func j() {", "[h j]"},
		{"another signature", "func h() {", "func h(int) {", "whole"},
		{"a method more", "func g() {}", "func (t) o() {}\n\nfunc g() {}", "whole"},
		{"a method less", "func (*t) n() {}", "", "whole"},
		{"a name that had another meaning", "func g() {}", "func g() {}\n\nfunc len(int) int { return 0 }", "whole"},
		{"a type", "type t struct{}", "type t struct{ int }", "whole"},
		{"the comment of a type", "// a type", "// the type", "whole"},
		{"a variable", "v = f()", "v = f() + 1", "whole"},
		{"init", "v++", "v += 2", "whole"},
		{"changed places", "func g() {}\n-- b.go\npackage p\n\n", "-- b.go\npackage p\n\nfunc g() {}\n\n", "whole"},
		{"a directive", "func g() {}", "func g() {\n\t//idemscope:downstream\n}", "whole"},
		{"told to be elsewhere", "x := 1", "//line c.go:1\n\tx := 1", "nothing"},
		{"the last comment", "func g() {}\n", "func g() {}\n// the end\n", "whole"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(before, test.old) {
				t.Fatalf("there is no %q", test.old)
			}
			old, files := laidOut(t, token.NewFileSet(), before)
			fset := token.NewFileSet()
			fset.AddFile("of another package", -1, 1000)
			text := strings.Replace(before, test.old, test.new, 1)
			new, after := laidOut(t, fset, text)
			if new == nil {
				if test.want != "nothing" {
					t.Fatal("it cannot be cut up")
				}
				return
			}
			c := changeOf(old, new)
			got := "whole"
			if c != nil {
				got = fmt.Sprint(sorted(c.changed))
				follow(t, c, files, after, fset)
			}
			if got != test.want {
				t.Errorf("changed: %s, want %s", got, test.want)
			}
		})
	}
}

func sorted(set map[string]bool) []string {
	var out []string
	for s := range set {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// follow holds where positions and places go against what stands there.
func follow(t *testing.T, c *change, files, after []*ast.File, fset *token.FileSet) {
	t.Helper()
	at := map[token.Pos]string{}
	for _, f := range after {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				at[id.Pos()] = id.Name
			}
			return true
		})
	}
	moved := 0
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			pos := c.pos(id.Pos())
			if pos == token.NoPos {
				return true
			}
			moved++
			if at[pos] != id.Name {
				t.Errorf("%s went to %v, where %q stands", id.Name, fset.Position(pos), at[pos])
			}
			file := c.old.files[slices.Index(files, f)]
			line := 1 + strings.Count(file.text[:id.Pos()-f.FileStart], "\n")
			place := c.place(c.old.fixed(fmt.Sprintf("%s:%d", file.base, line)))
			want := fset.Position(pos)
			if got := c.new.shown(place); place != "" && got != fmt.Sprintf("%s:%d", want.Filename, want.Line) {
				t.Errorf("line %d of %s, of %s, went to %s, want %v", line, file.base, id.Name, got, want)
			}
			return true
		})
	}
	if moved < 10 {
		t.Errorf("%d names have been followed", moved)
	}
}
