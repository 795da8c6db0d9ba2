// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"go/ast"
	"go/types"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/internal/bitset"
)

// unit is a package on its way through the driver.
type unit struct {
	*listed
	index  int
	deps   []*unit
	below  bitset.Set // the unit itself and all that it imports, directly or not
	root   bool       // it was named: what is found in it is reported
	needed bool       // it was, or one that imports it
	own    bool       // it is of the program's own, and not of a module that has a version; or it was named

	looked
	settled  bool // whether it is read is not a question of who hands it something
	scanned  bool
	imported bool // another package imports it
	source   bool // it is read from source, whoever asks

	mu      sync.Mutex  // for what follows
	parsed  []*ast.File // ahead
	tried   bool        // it was read from source, or could not be
	checked *checked    // nil if it was not, or could not be
	again   bool        // it was, and has to be read once more to be analysed
	reached *reached
	inert   map[*ast.Ident]bool // see demander.inert

	size   int // of its files in bytes, if it was read from source
	way    int // to the end, see run.todo
	waits  int // for so many packages below
	tells  analyzer.Mentions
	wires  bool                          // see analyzer.Gate.Tells
	left   []leftFact                    // the facts that its analysis has left
	facts  []analysis.ObjectFact         // the same, or what another process has left, for importers
	passed []analysis.ObjectFact         // those of them that go beyond direct importers
	types  atomic.Pointer[types.Package] // from export data
}

// link makes units of packages.
func (r *run) link(pkgs []*listed) {
	for _, p := range pkgs {
		u := &unit{listed: p, index: len(r.units)}
		u.own = !p.Standard && !p.Module.fixed()
		u.settled = u.own
		r.units = append(r.units, u)
		r.byID[p.ImportPath] = u
	}
	needed := bitset.New(len(r.units))
	for _, u := range r.units {
		u.below = bitset.New(len(r.units))
		u.below.Add(u.index)
		for _, imp := range u.Imports { // to these the import map has been applied
			if d := r.byID[imp]; d != nil && d.below != nil {
				d.imported = true
				u.deps = append(u.deps, d)
				u.below.AddAll(d.below)
			}
		}
	}
	for _, u := range r.units {
		// The package with its test files has all that it has without them.
		tested := r.byID[u.ImportPath+" ["+u.ImportPath+".test]"] != nil
		u.root = !u.DepOnly && !tested && !r.testMain(u)
		if u.root { // whoever's it is
			u.own, u.settled = true, true
			needed.AddAll(u.below)
		}
	}
	for _, u := range r.units {
		u.needed = needed.Has(u.index)
	}
}

// path is the module's path, "" if there is none.
func (m *module) path() string {
	if m == nil {
		return ""
	}
	return m.Path
}

func (m *module) same(n *module) bool {
	return m != nil && n != nil && m.Path == n.Path
}

// fixed reports whether a module is of a version, and so nobody's to change here.
func (m *module) fixed() bool {
	switch {
	case m == nil || m.Main:
		return false
	case m.Replace != nil:
		return m.Replace.Version != ""
	}
	return m.Version != ""
}

// testMain reports whether a package is the program that go test makes of a package.
func (r *run) testMain(u *unit) bool {
	of, ok := strings.CutSuffix(u.ImportPath, ".test")
	return ok && u.Name == "main" && r.byID[of] != nil
}
