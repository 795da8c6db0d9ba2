// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/internal/bitset"
)

// Go vet hands the packages of a program to its tool one by one, each to a process of its
// own, those that are imported before those that import them. Most of these processes have
// nothing to do but to find that out. So a package is analysed in its own process only if
// it is of the program's own, a seed is at or below it, and it is no command that names
// nothing of what sends or brings a key (see [analyzer.Quiet]). Of all others a card is left:
// where their source and the types of their imports are. A package that is analysed looks at
// the cards of what is below it, and reads from source what matters to it alone, as Run does.

// vetConfig is what go vet tells its tool of a package; see unitchecker.Config.
type vetConfig struct {
	ID            string
	Dir           string
	ImportPath    string
	GoVersion     string
	GoFiles       []string
	ModulePath    string
	ModuleVersion string
	ImportMap     map[string]string
	PackageFile   map[string]string
	Standard      map[string]bool
	PackageVetx   map[string]string
	VetxOnly      bool
	VetxOutput    string
	Stdout        string
}

// VetConfig reads the configuration of a package. It is not one for this driver, and ok is
// false, if it does not say where the types of imports are, or if the results of other
// packages are in a cache of which it is not known where it keeps them.
func VetConfig(file string) (cfg *Vet, ok bool) {
	if os.Getenv("GOCACHEPROG") != "" {
		return nil, false
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, false
	}
	c := &Vet{}
	if err := json.Unmarshal(data, &c.vetConfig); err != nil || c.PackageFile == nil || len(c.GoFiles) == 0 {
		return nil, false
	}
	return c, true
}

// Vet is one package under go vet.
type Vet struct{ vetConfig }

// Outcome is what is known of a package when it has been vetted.
type Outcome struct {
	Fset     *token.FileSet
	Findings []analysis.Diagnostic // none if go vet asks for facts alone
}

// Run analyses the package, if that is its own process's to do, and writes what importers
// need to know of it. It calls begin if there is something to analyse. The error is one of
// the package: it does not type-check.
func (v *Vet) Run(a *analysis.Analyzer, gate *analyzer.Gate, begin func()) (*Outcome, error) {
	out := new(Outcome)
	c, err := v.card(gate)
	if err != nil {
		return nil, err
	}
	if !v.concerns(gate, c) {
		return out, v.leave(c, a, nil)
	}
	begin()
	r := newRun(&Config{Analyzer: a, Gate: gate})
	r.cards = true
	u, err := v.units(r, c)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	r.demand(ctx)
	r.need(ctx)
	out.Fset = r.fset
	if len(r.errors) > 0 {
		return nil, fmt.Errorf("%s: %s", r.errors[0].Pos, r.errors[0].Message)
	}
	if !v.VetxOnly {
		out.Findings = r.findings[u]
	}
	c.Analysed = true
	c.Tells.Add(u.tells.Names, u.tells.Any)
	c.Wires = u.wires
	return out, v.leave(c, a, u.left)
}

// concerns decides whether the package is analysed in its own process, and if not, says in
// its card what importers need to know for the same decision.
func (v *Vet) concerns(gate *analyzer.Gate, c *card) bool {
	own := !v.VetxOnly || c.Version == ""
	switch {
	case !c.Above:
		return false
	case !own: // it is read by those whom it concerns
		c.Tells = v.declared(gate, c)
		return false
	}
	return c.Seed || !v.quiet(gate, c)
}

// card describes the package, without having parsed it. It has no path if nothing has to be
// known of it.
func (v *Vet) card(gate *analyzer.Gate) (*card, error) {
	if v.Standard[v.ImportPath] || flow.Std(v.ImportPath) {
		return &card{}, nil
	}
	var libraries []string
	if lib := gate.Library(v.ImportPath); lib != "" {
		libraries = append(libraries, lib)
	}
	known := gate.Known(v.ImportPath)
	if known && v.version() != "" {
		return &card{outside: outside{Libraries: libraries}}, nil
	}
	c := &card{outside: outside{Module: v.ModulePath}, Path: v.ImportPath, Version: v.version(), GoVersion: v.GoVersion, Files: v.GoFiles, ImportMap: map[string]string{}}
	var imports []string
	for from, to := range v.ImportMap {
		imports = append(imports, to)
		if from != to {
			c.ImportMap[from] = to
		}
	}
	slices.Sort(imports)
	imports = slices.Compact(imports)
	h := sha256.New()
	c.looked = new(looker).look(gate, known, imports, v.GoFiles, h)
	c.Sum = hex.EncodeToString(h.Sum(nil))
	c.Libraries = libraries
	for _, path := range imports {
		if path == "unsafe" || path == "C" {
			continue // no packages that have files
		}
		d := dep{Path: path, Std: v.Standard[path]}
		var err error
		if d.Export, err = contentHash(v.PackageFile[path]); err != nil {
			return nil, fmt.Errorf("export data of %s: %w", path, err)
		}
		if !d.Std {
			var below outside
			if below, d.Card, err = readOutside(v.PackageVetx[path]); err != nil {
				return nil, err
			}
			c.over(below.looked, below.Module == c.Module)
			c.Libraries = append(c.Libraries, below.Libraries...)
			c.Tells.Add(below.Tells.Names, below.Tells.Any)
			c.wired = c.wired || below.Wires
		}
		c.Deps = append(c.Deps, d)
	}
	slices.Sort(c.Libraries)
	c.Libraries = slices.Compact(c.Libraries)
	return c, nil
}

// version is that of the package's module, "" if it is the program's own. Of a module that a
// directory takes the place of, go vet tells the version that it was to have.
func (v *Vet) version() string {
	dir := filepath.ToSlash(v.Dir) + "/"
	if v.Dir != "" && !strings.Contains(dir, "@") && !strings.Contains(dir, "/vendor/") {
		return ""
	}
	return v.ModuleVersion
}

// quiet reports whether a package is a command in which no key is named, and uses nothing for
// which it would have to be analysed.
func (v *Vet) quiet(gate *analyzer.Gate, c *card) bool {
	if c.Tells.Any || c.wired || !v.command() { // most are none, and their files are parsed for types
		return false
	}
	tells := gate.Tellers(c.Libraries)
	tells.Add(c.Tells.Names, false)
	files, ok := v.syntax(nil)
	return ok && analyzer.Quiet(files, tells)
}

// command reports whether the package is that of a command.
func (v *Vet) command() bool {
	src, err := readSource(v.GoFiles[0])
	if err != nil {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), v.GoFiles[0], src, parser.PackageClauseOnly)
	return err == nil && f.Name.Name == "main"
}

// maxDeclared is the size in bytes of the source of a package of another module whose
// functions are listed for those above it.
const maxDeclared = 1 << 20

// declared are the names of a package's functions, and what is known of those below it. That
// one of them may send is known only when it is read, by those whom it concerns. With a
// contract in it, more may be named.
func (v *Vet) declared(gate *analyzer.Gate, c *card) analyzer.Mentions {
	m := c.Tells
	if m.Any {
		return m
	}
	files, ok := v.syntax(gate.Declares)
	names := analyzer.Declared(files)
	m.Add(names.Names, !ok || names.Any)
	return m
}

// syntax parses the files of the package; ok is false if that is not possible, or too much,
// or if something is in one of them that must not be.
func (v *Vet) syntax(not func(src []byte) bool) (files []*ast.File, ok bool) {
	size := 0
	fset := token.NewFileSet()
	for _, name := range v.GoFiles {
		src, err := readSource(name)
		if err != nil || not != nil && not(src) {
			return nil, false
		}
		if size += len(src); size > maxDeclared {
			return nil, false
		}
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, false
		}
		files = append(files, f)
	}
	return files, true
}

// units makes units of the package and of all that is below it, and returns the former.
// What the cache has lost is as if nothing were known of it.
func (v *Vet) units(r *run, c *card) (*unit, error) {
	b := &unitBuilder{run: r, cache: v.cacheDir()}
	var err error
	for _, d := range c.Deps {
		b.add(d, v.PackageFile[d.Path], v.PackageVetx[d.Path], &err)
	}
	u := b.make(c)
	u.source, u.own, u.root = true, true, true
	return u, err
}

type unitBuilder struct {
	*run
	cache string
}

// add makes a unit of a package that is imported, after those that it imports.
func (b *unitBuilder) add(d dep, export, file string, err *error) {
	if b.byID[d.Path] != nil {
		return
	}
	c, facts := &card{Path: d.Path}, []byte(nil)
	if !d.Std {
		if read, data, e := readCard(file); e == nil {
			c, facts = read, data
			c.Path = d.Path
		}
		for _, d := range c.Deps {
			b.add(d, inDir(b.cache, d.Export), b.vetx(d), err)
		}
	}
	u := b.make(c)
	u.Export, u.Standard = export, d.Std
	u.imported, u.settled = true, c.Analysed
	if len(facts) > 0 {
		to, e := b.exp.load(u)
		var left []analysis.ObjectFact
		if e == nil {
			left, e = readFacts(facts, b.Analyzer, to)
		}
		if e != nil {
			*err = fmt.Errorf("facts of %s: %w", d.Path, e)
			return
		}
		b.facts.leaves(u, left)
	}
}

func (b *unitBuilder) vetx(d dep) string {
	if d.Card == "" {
		return ""
	}
	return inDir(b.cache, d.Card)
}

func (b *unitBuilder) make(c *card) *unit {
	p := &listed{ImportPath: c.Path, GoFiles: c.Files, ImportMap: c.ImportMap}
	if c.Module != "" {
		p.Module = &module{Path: c.Module, Version: c.Version, GoVersion: strings.TrimPrefix(c.GoVersion, "go")}
	}
	u := &unit{listed: p, index: len(b.units), own: c.Version == "", looked: c.looked}
	u.below = bitset.New(u.index + 1) // what is below has a smaller index
	u.below.Add(u.index)
	for _, d := range c.Deps {
		u.deps = append(u.deps, b.byID[d.Path])
		u.below.AddAll(b.byID[d.Path].below)
	}
	b.units = append(b.units, u)
	b.byID[c.Path] = u
	return u
}
