// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

var testRules = []string{"scope", "undeclared", "directive"}

// A world type-checks small packages that import each other, and reads each.
type world struct {
	fset *token.FileSet
	pkgs map[string]*types.Package
	sets map[string]*Set
}

func newWorld() *world {
	return &world{token.NewFileSet(), make(map[string]*types.Package), make(map[string]*Set)}
}

func (w *world) Import(path string) (*types.Package, error) {
	if p := w.pkgs[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %q", path)
}

func (w *world) known(obj types.Object) *Contract {
	if s := w.sets[obj.Pkg().Path()]; s != nil {
		return s.Contracts[obj]
	}
	return nil
}

func (w *world) add(t testing.TB, path, src string) *Set {
	t.Helper()
	name := path[strings.LastIndex(path, "/")+1:]
	f, err := parser.ParseFile(w.fset, name+".go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, info := w.check(path, f, func(err error) {
		if !strings.Contains(err.Error(), "and not used") {
			t.Error(err)
		}
	})
	s := Read(w.fset, []*ast.File{f}, pkg, info, w.known, nil, testRules)
	w.pkgs[path], w.sets[path] = pkg, s
	return s
}

func (w *world) check(path string, f *ast.File, report func(error)) (*types.Package, *types.Info) {
	info := &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Defs:       make(map[*ast.Ident]types.Object),
		Uses:       make(map[*ast.Ident]types.Object),
		Implicits:  make(map[ast.Node]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}
	conf := types.Config{Importer: w, Error: report}
	pkg, _ := conf.Check(path, w.fset, []*ast.File{f}, info)
	return pkg, info
}

// problems returns them as "line: message".
func (w *world) problems(s *Set) []string {
	var out []string
	for _, p := range s.Problems {
		out = append(out, fmt.Sprintf("%d: %s", w.fset.Position(p.Pos).Line, p.Message))
	}
	return out
}

// contracts returns them as "name: contract", sorted.
func contracts(m map[types.Object]*Contract) []string {
	var out []string
	for obj, c := range m {
		out = append(out, fmt.Sprintf("%s: %s", display(obj), c))
	}
	slices.Sort(out)
	return out
}

// body puts source behind a package clause, on line 2.
func body(src string) string { return "package p\n" + strings.TrimPrefix(src, "\n") }

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n\t%s\nwant:\n\t%s", what, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}
