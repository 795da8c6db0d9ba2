// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/rule"
)

// analyse builds the package's SSA, summarises its functions, judges what they
// show, and leaves facts for importers.
func (u *unit) analyse() {
	in := flow.NewInterner()
	dec := flow.NewDecoder(in)
	summaries := map[*types.Func]*flow.Summary{}
	cfg := flow.Config{
		Fset: u.pass.Fset, Pkg: u.pass.Pkg, Contract: u.contracts, Carriers: flow.NewCarriers(u.settings.headers()), Models: u.models, Strict: u.settings.Strict,
		ContractOf: u.importedContract, Reached: u.reached,
		SummaryOf: func(o *types.Func) *flow.Summary {
			if s, ok := summaries[o]; ok {
				return s
			}
			var s *flow.Summary
			if f := new(flow.FuncFact); o.Pkg() != nil && o.Pkg() != u.pass.Pkg && u.pass.ImportObjectFact(o, f) {
				s = dec.Summary(f)
			}
			summaries[o] = s
			return s
		},
		WiresOf: func(t *types.TypeName) []*flow.Wire {
			if f := new(flow.WireFact); t.Pkg() != nil && u.pass.ImportObjectFact(t, f) {
				return dec.Wires(f)
			}
			return nil
		},
		Described:  map[contract.Ref]*contract.Contract{},
		StoreByRef: map[contract.Ref]*contract.Store{},
	}
	for _, of := range u.others() {
		c, ok := of.Fact.(*contract.Contract)
		if !ok {
			continue
		}
		if c.Describes != "" {
			cfg.Described[c.Describes] = c
		}
		if c.Store != nil {
			cfg.StoreByRef[contract.RefOf(of.Object)] = c.Store
		}
		// The package of a store that an endpoint names may be out of sight here.
		for ref, s := range c.Guards() {
			if cfg.StoreByRef[ref] == nil {
				cfg.StoreByRef[ref] = s
			}
		}
	}
	u.flow = flow.New(cfg, in, u.buildSSA())
	u.flow.Run()
	u.findings = append(u.findings, rule.Check(u.flow, &rule.Source{Fset: u.pass.Fset, Files: u.pass.Files, Info: u.pass.TypesInfo})...)
	u.exportFlow()
	u.cuts = append(u.cuts, u.flow.Cuts...)
}

// buildSSA builds the package in SSA form, without buildssa: requiring that would
// build every package of every driver's run.
func (u *unit) buildSSA() *ssa.Package {
	ssaBuilt.Add(1)
	// Nothing is asked about the order in which packages are initialized: only those need to
	// be known of which a function or a variable is used. Methods the program makes by itself.
	prog := ssa.NewProgram(u.pass.Fset, ssa.BareInits)
	used := map[*types.Package]bool{u.pass.Pkg: true}
	for _, o := range u.pass.TypesInfo.Uses {
		if p := o.Pkg(); p != nil && !used[p] && o.Parent() == p.Scope() {
			switch o.(type) {
			case *types.Func, *types.Var:
				used[p] = true
				prog.CreatePackage(p, nil, nil, true)
			}
		}
	}
	pkg := prog.CreatePackage(u.pass.Pkg, u.withoutIdle(), u.pass.TypesInfo, false)
	pkg.Build()
	return pkg
}

// withoutIdle returns the files of the package without the bodies that do not matter.
func (u *unit) withoutIdle() []*ast.File {
	if len(u.idle) == 0 {
		return u.pass.Files
	}
	files := slices.Clone(u.pass.Files)
	for i, f := range files {
		decls := slices.Clone(f.Decls)
		for k, d := range decls {
			if fn, ok := d.(*ast.FuncDecl); ok && u.idle[fn] {
				bare := *fn
				bare.Body = nil
				decls[k] = &bare
			}
		}
		bare := *f
		bare.Decls = decls
		files[i] = &bare
	}
	return files
}

// exportFlow leaves the summaries of what importers can reach.
func (u *unit) exportFlow() {
	scope := u.pass.Pkg.Scope()
	wires := u.flow.Wires()
	export := func(f *types.Func) {
		if !f.Exported() {
			return
		}
		if fact := u.flow.Fact(f); fact != nil {
			u.pass.ExportObjectFact(f, fact)
		}
	}
	for _, name := range scope.Names() {
		switch o := scope.Lookup(name).(type) {
		case *types.Func:
			export(o)
		case *types.TypeName:
			n, ok := types.Unalias(o.Type()).(*types.Named)
			if !ok || n.Obj() != o {
				continue
			}
			for i := range n.NumMethods() {
				export(n.Method(i))
			}
			if ws := wires[o]; len(ws) > 0 {
				if f := u.flow.WireFactOf(ws); f != nil {
					u.pass.ExportObjectFact(o, f)
				}
			}
		}
	}
}
