// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/model"
	"github.com/idemscope/idemscope/analyzer/rule"
	"github.com/idemscope/idemscope/internal/visible"
)

// Analyzer is idemscope with its default settings and with flags of its own.
var Analyzer = New(Settings{})

// New returns an analyzer with the given settings. Flags change them; each
// analyzer has its own, so that several can live in one process.
func New(s Settings) *analysis.Analyzer {
	a, _ := newAnalyzer(s)
	return a
}

func newAnalyzer(s Settings) (*analysis.Analyzer, *runner) {
	r := &runner{settings: s}
	a := &analysis.Analyzer{
		Name:      "idemscope",
		Doc:       doc,
		URL:       "https://pkg.go.dev/github.com/idemscope/idemscope/analyzer",
		Run:       r.run,
		FactTypes: []analysis.Fact{new(contract.Contract), new(flow.FuncFact), new(flow.WireFact)},
	}
	r.settings.register(&a.Flags)
	return a, r
}

const doc = `report idempotency keys that can reach an endpoint outside their dedup store's scope

A client makes one idempotency key and retries. If the retry reaches an endpoint
whose dedup store has not seen the key, the operation runs twice. The analyzer
follows each key from its making to every endpoint that it can be sent to, finds
the stores that guard it, and reports where a retry can leave all of them.`

// runner runs the analyzer with its settings.
type runner struct {
	settings Settings

	once   sync.Once
	models *model.Models
	err    error // of the models that the settings give

	edits edits

	only sync.Map                        // what Gate.Only says, by *types.Package
	cut  func(pkg string, what []string) // of a gate; nil if nobody asks
}

// known returns what is known of libraries, with what the settings add.
func (r *runner) known() (*model.Models, error) {
	r.once.Do(func() {
		var own []*model.File
		own, r.err = model.ParseAll("models", r.settings.Models)
		r.models = model.New(own...)
	})
	return r.models, r.err
}

// run is the table of contents of the analysis: comments -> contracts -> summaries
// -> findings and facts. It neither fails nor panics: some drivers abort at an
// error, and others then fall silent for every importer of the package.
func (r *runner) run(pass *analysis.Pass) (result any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			r.internal(pass, fault)
		}
	}()
	models, err := r.known()
	if err != nil { // of a setting that did not come through the flag, which checks it
		pass.Report(diagnostic(rule.Finding{Rule: "directive", Start: pass.Files[0].Package, Message: err.Error()}))
	}
	p := &unit{pass: pass, settings: &r.settings, models: models, edits: &r.edits}
	if only, ok := r.only.LoadAndDelete(pass.Pkg); ok {
		p.reached = only.(func(*types.Func) bool)
	}
	p.readContracts()
	if p.concernsKeys() {
		p.analyse()
	}
	p.exportContracts()
	p.report()
	if r.cut != nil && len(p.cuts) > 0 {
		r.cut(pass.Pkg.Path(), p.cuts)
	}
	return nil, nil
}

// unit is the analysis of one package.
type unit struct {
	pass      *analysis.Pass
	settings  *Settings
	models    *model.Models
	contracts *contract.Set
	flow      *flow.Analysis
	findings  []rule.Finding
	reached   func(*types.Func) bool  // the functions that are asked for; nil: all
	idle      map[*ast.FuncDecl]bool  // functions whose bodies do not matter
	cuts      []string                // what was bounded
	blank     *contract.Contract      // nothing was read into it yet
	facts     []analysis.ObjectFact   // see others
	tell      map[*types.Package]bool // packages that heard has found facts of
	asked     map[types.Object]bool   // of what facts were asked for; nil if nobody wants to know
	funcs     []function              // see functions
	opener    *ast.FuncDecl           // by which the gate has let the package in; nil: by something else
	edits     *edits
}

func (u *unit) readContracts() {
	u.contracts = contract.Read(u.pass.Fset, u.pass.Files, u.pass.Pkg, u.pass.TypesInfo, u.importedContract, u.heard, rule.Names())
	for _, p := range u.contracts.Problems {
		u.findings = append(u.findings, rule.Finding{Rule: "directive", Pos: p.Pos, Message: p.Message})
	}
}

// importedContract returns the contract that another package left on an object.
func (u *unit) importedContract(o types.Object) *contract.Contract {
	if o == nil || o.Pkg() == nil || o.Pkg() == u.pass.Pkg {
		return nil
	}
	if u.blank == nil {
		u.blank = new(contract.Contract)
	}
	if !u.imports(o, u.blank) {
		return nil
	}
	c := u.blank
	u.blank = nil
	return c
}

// imports asks for a fact of another package.
func (u *unit) imports(o types.Object, f analysis.Fact) bool {
	if u.asked != nil {
		u.asked[o] = true
	}
	return u.pass.ImportObjectFact(o, f)
}

// heard reports whether there is a fact of another package.
func (u *unit) heard(p *types.Package) bool {
	if u.tell == nil {
		u.tell = map[*types.Package]bool{}
		var last *types.Package // the facts of a package mostly come one after the other
		for _, of := range u.others() {
			if p := of.Object.Pkg(); p != last {
				u.tell[p] = true
				last = p
			}
		}
	}
	return u.tell[p]
}

// others are the facts of other packages. Drivers put them together at each call.
func (u *unit) others() []analysis.ObjectFact {
	if u.facts == nil {
		u.facts = slices.DeleteFunc(u.pass.AllObjectFacts(), func(of analysis.ObjectFact) bool { return of.Object.Pkg() == u.pass.Pkg })
	}
	return u.facts
}

// exportContracts leaves this package's contracts as facts.
func (u *unit) exportContracts() {
	for o, c := range u.contracts.Contracts {
		if o.Pkg() == u.pass.Pkg && reachable(o) {
			u.pass.ExportObjectFact(o, c)
		}
	}
}

// reachable reports whether importers can name the object, or get at it through a value.
func reachable(o types.Object) bool {
	if v, ok := o.(*types.Var); ok && v.IsField() {
		return v.Exported()
	}
	if f, ok := o.(*types.Func); ok && f.Type().(*types.Signature).Recv() != nil {
		return f.Exported()
	}
	return o.Parent() == o.Pkg().Scope()
}

// report writes the findings, less those that are ignored or switched off.
func (u *unit) report() {
	used := map[int]bool{}
	out := slices.DeleteFunc(u.findings, func(f rule.Finding) bool {
		return !u.settings.on(f.Rule) || f.Rule != "directive" && u.ignored(f, used)
	})
	for i, l := range u.contracts.Lines {
		if l.Rule != "" && !used[i] && u.settings.on(l.Rule) && u.settings.on("directive") && u.learns(l.Pos) {
			out = append(out, rule.Finding{Rule: "directive", Pos: l.Pos, Message: fmt.Sprintf("this ignore suppresses nothing: there is no finding of %s on line %d; remove it", l.Rule, l.Called)})
		}
	}
	for _, f := range rule.Settle(out) {
		u.mark(&f)
		u.pass.Report(diagnostic(f))
	}
}

// learns reports whether what other packages do reaches the function at a position: each
// package that it uses is this one, the standard library, or one of which there are facts.
// Where a driver has none, an ignore that suppresses nothing there may be needed elsewhere.
func (u *unit) learns(pos token.Pos) bool {
	known := func(p *types.Package) bool { return p == nil || p == u.pass.Pkg || u.heard(p) || flow.Std(p.Path()) }
	_, d := rule.Declaration(u.pass.Files, pos)
	if d == nil {
		return true
	}
	all := true
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := u.pass.TypesInfo.Uses[id]; o != nil && !known(o.Pkg()) {
				_, isPkg := o.(*types.PkgName)
				all = all && isPkg
			}
		}
		return all
	})
	return all
}

func (u *unit) ignored(f rule.Finding, used map[int]bool) bool {
	if len(u.contracts.Lines) == 0 {
		return false
	}
	at := u.pass.Fset.PositionFor(f.Pos, false)
	hit := false
	for i, l := range u.contracts.Lines {
		if l.Rule == f.Rule && l.Line == at.Line && l.File == at.Filename {
			used[i] = true
			hit = true
		}
	}
	return hit
}

// maxMessage is how many characters of a message are shown, of the longest of which it
// is some three times the length, and maxStep how many of what stands at a related place.
const (
	maxMessage = 2000
	maxStep    = 500
)

// diagnostic is a finding as drivers print it, each in its own way: so what a message quotes
// of the code is made visible, and bounded, here.
func diagnostic(f rule.Finding) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: f.Start, End: f.End, Category: f.Rule, Message: visible.Text(visible.Cut(f.Rule+": "+f.Message, maxMessage)), URL: rule.URL(f.Rule), SuggestedFixes: f.Fixes}
	for _, r := range f.Related {
		if r.Pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: r.Start, End: r.End, Message: visible.Text(visible.Cut(r.Message, maxStep))})
		}
	}
	return d
}

// internal reports a fault of the analyzer itself, at the package clause.
func (r *runner) internal(pass *analysis.Pass, fault any) {
	pos := token.NoPos
	if len(pass.Files) > 0 {
		pos = pass.Files[0].Package
	}
	if !pos.IsValid() {
		return
	}
	pass.Report(diagnostic(rule.Finding{Rule: "internal", Pos: pos, Start: pos, Message: fmt.Sprintf("idemscope failed on this package and left no facts of it: %s (%s); please report it", oneLine(fmt.Sprint(fault)), faultAt())}))
}

// faultAt names the analyzer's function that panicked. It is called while the
// panic is handled, when the stack is still there.
func faultAt() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	panicking := false
	for {
		f, more := frames.Next()
		if panicking && strings.Contains(f.Function, "idemscope/analyzer") {
			return fmt.Sprintf("%s:%d", f.Function[strings.LastIndexByte(f.Function, '/')+1:], f.Line)
		}
		panicking = panicking || f.Function == "runtime.gopanic"
		if !more {
			return "unknown place"
		}
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
