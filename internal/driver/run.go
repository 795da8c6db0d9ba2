// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"context"
	"go/build"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer"
)

// Config says what is to be analysed.
type Config struct {
	Dir        string   // where the go command runs
	BuildFlags []string // for it: -tags, -mod
	Patterns   []string // of packages, as the go command has them
	Tests      bool     // also what go test compiles
	Analyzer   *analysis.Analyzer
	Gate       *analyzer.Gate // nil: all packages are read from source
	Listed     func()         // called when the go command has listed, and compiled, the packages; may be nil
}

// Result is what an analysis has found.
type Result struct {
	Fset     *token.FileSet
	Findings []analysis.Diagnostic // of the packages that were named
	Errors   []Error
	Warnings string   // what the go command printed though it succeeded
	Dirs     []string // of the packages that were named
	Cuts     []string // what was not looked at in full in them, see analyzer.Gate.Cuts
	Read     []string // the packages of other modules that were read from source
	Stats    Stats

	sources *sources
}

// Error is what kept a package from being analysed.
type Error struct {
	Package string // "" if the message says what it is about
	Pos     string // file:line:column, "" if it has none
	Message string
}

// Stats count what was done.
type Stats struct {
	Listed  int // packages that go list told of
	Scanned int // packages whose files were looked at
	Checked int // packages that were parsed and type-checked
	Named   int // packages that were named
}

// run is one run of the driver.
type run struct {
	*Config
	units  []*unit // each after those that it imports
	byID   map[string]*unit
	cards  bool // a card is left of what was named: importers ask what they may name
	fset   *token.FileSet
	sizes  types.Sizes
	exp    *exported
	facts  *facts
	bodies *bodies
	slots  chan struct{}  // one for each processor
	asked  sync.WaitGroup // what finds out what matters

	checked atomic.Int64
	held    atomic.Int64 // bytes of source, see maxHeld
	parsed  atomic.Int64 // bytes of source, by ahead

	mu       sync.Mutex
	findings map[*unit][]analysis.Diagnostic
	errors   []Error
	methods  map[string]bool // of interfaces, that are called
}

// Run analyses packages.
func Run(ctx context.Context, c *Config) (*Result, error) {
	pkgs, text, err := list(ctx, c, false)
	if err == nil && c.needsCgo(pkgs) {
		pkgs, text, err = list(ctx, c, true)
	}
	if err != nil {
		return &Result{Warnings: text}, err
	}
	if c.Listed != nil {
		c.Listed()
	}
	r := newRun(c)
	r.link(pkgs)
	r.choose(ctx)
	r.demand(ctx)
	r.need(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r.result(text), nil
}

func newRun(c *Config) *run {
	r := &run{
		Config: c, fset: token.NewFileSet(), sizes: types.SizesFor("gc", build.Default.GOARCH), byID: map[string]*unit{},
		facts: newFacts(), findings: map[*unit][]analysis.Diagnostic{}, methods: map[string]bool{},
		slots: make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	r.bodies = newBodies(r)
	r.exp = newExported(r.fset, r.byID)
	return r
}

// needsCgo reports whether files that the cgo tool makes may have to be read.
func (c *Config) needsCgo(pkgs []*listed) bool {
	for _, p := range pkgs {
		if len(p.CgoFiles) > 0 && !p.Standard && !(c.Gate != nil && c.Gate.Known(p.path())) {
			return true
		}
	}
	return false
}

func (r *run) result(text string) *Result {
	res := &Result{Fset: r.fset, Warnings: text, Errors: r.errors, sources: newSources(r)}
	res.Stats.Listed, res.Stats.Checked = len(r.units), int(r.checked.Load())
	for _, u := range r.units {
		if u.Error != nil {
			res.Errors = append(res.Errors, u.error())
		}
		if u.tried && !u.own {
			res.Read = append(res.Read, u.ImportPath)
		}
		if u.scanned {
			res.Stats.Scanned++
		}
		if u.root {
			res.Stats.Named++
			res.Dirs = append(res.Dirs, u.Dir)
			if r.Gate != nil {
				res.Cuts = append(res.Cuts, r.Gate.Cuts(u.path())...)
			}
		}
		res.Findings = append(res.Findings, r.findings[u]...)
	}
	for i, e := range res.Errors {
		if res.sources.elsewhere(e.Pos) {
			res.Errors[i].Message = hidden
		}
	}
	slices.Sort(res.Read)
	slices.Sort(res.Cuts)
	res.Cuts = slices.Compact(res.Cuts)
	return res
}
