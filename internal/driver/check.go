// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/internal/regular"
)

// checked is a package that was parsed and type-checked.
type checked struct {
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
	mod   *analysis.Module
}

// size is the size of files in bytes.
func size(files []*ast.File) int {
	n := 0
	for _, f := range files {
		n += int(f.FileEnd - f.FileStart)
	}
	return n
}

// broken reports whether go list has said what is wrong with the package.
func (u *unit) broken() bool { return u.Error != nil || len(u.DepsErrors) > 0 }

// readSource returns what is in a Go file.
func readSource(name string) ([]byte, error) { return regular.Read(name, regular.MaxSource) }

func (r *run) parse(u *unit) ([]*ast.File, error) {
	var files []*ast.File
	for _, name := range u.files() {
		src, err := readSource(name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(r.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// check reads a package from source. What it imports comes from export data.
func (r *run) check(u *unit) *checked {
	if u.broken() {
		return nil
	}
	c := &checked{info: &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Scopes:       map[ast.Node]*types.Scope{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}}
	var err error
	if c.files = u.parsed; c.files == nil {
		if c.files, err = r.parse(u); err != nil {
			r.fail(u, err)
			return nil
		}
	}
	u.parsed, u.size = nil, size(c.files)
	conf := types.Config{Importer: importer{r.exp, u}, Sizes: r.sizes}
	if m := u.Module; m != nil {
		c.mod = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
		if m.GoVersion != "" {
			conf.GoVersion = "go" + m.GoVersion
		}
	}
	if c.pkg, err = conf.Check(u.path(), r.fset, c.files, c.info); err != nil {
		r.fail(u, err)
		return nil
	}
	return c
}

// analyse runs the analyzer over a package. Its syntax is not needed any more afterwards.
func (r *run) analyse(u *unit) {
	defer func() { u.checked, u.reached, u.inert = nil, nil, nil }()
	if u.again {
		u.checked = r.check(u)
	}
	c := u.checked
	if c == nil {
		return
	}
	r.only(u)
	own := map[factKey]analysis.Fact{}
	pass := &analysis.Pass{
		Analyzer: r.Analyzer, Fset: r.fset, Files: c.files, Pkg: c.pkg, TypesInfo: c.info, TypesSizes: r.sizes, Module: c.mod,
		ResultOf: map[*analysis.Analyzer]any{}, ReadFile: readSource,
		Report: func(d analysis.Diagnostic) {
			if u.root {
				r.mu.Lock()
				r.findings[u] = append(r.findings[u], d)
				r.mu.Unlock()
			}
		},
	}
	r.facts.pass(r.left(u), pass, own)
	if _, err := r.Analyzer.Run(pass); err != nil {
		r.fail(u, err)
		return
	}
	u.left = encode(own)
	if r.cards && u.root {
		u.tells, u.wires = r.Gate.Tells(u.Module.path(), c.pkg, objectFacts(own))
	}
	if len(u.left) > 0 && u.imported && u.Export != "" {
		to, err := r.exp.load(u)
		if err != nil {
			r.fail(u, err)
			return
		}
		r.facts.leaves(u, resolve(u.left, to))
	}
}

// fail records why a package could not be analysed, if it is one that was named.
func (r *run) fail(u *unit, err error) {
	if !u.root {
		return
	}
	e := Error{Package: u.path(), Message: err.Error()}
	if t := (types.Error{}); errors.As(err, &t) {
		e.Pos, e.Message = t.Fset.Position(t.Pos).String(), t.Msg
	}
	r.mu.Lock()
	r.errors = append(r.errors, e)
	r.mu.Unlock()
}
