// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/rule"
)

// analyse analyses the package: of one that is being edited what the edit may concern, of
// others all.
func (u *unit) analyse() {
	if u.reached == nil && u.edit() {
		return
	}
	u.flow = u.newFlow(false, nil)
	u.flow.Run()
	u.findings = append(u.findings, u.check()...)
	u.exportFlow(func(f function) *flow.FuncFact { return u.flow.Fact(f.obj) })
	u.exportWires()
	u.cuts = append(u.cuts, u.flow.Cuts...)
}

// check judges what the analysis of the package has shown.
func (u *unit) check() []rule.Finding {
	return rule.Check(u.flow, &rule.Source{Fset: u.pass.Fset, Files: u.pass.Files, Info: u.pass.TypesInfo})
}

// newFlow builds the package in SSA form and prepares its analysis.
func (u *unit) newFlow(mark bool, elsewhere *flow.Elsewhere) *flow.Analysis {
	in := flow.NewInterner()
	dec := flow.NewDecoder(in)
	summaries := map[*types.Func]*flow.Summary{}
	cfg := flow.Config{
		Fset: u.pass.Fset, Pkg: u.pass.Pkg, Contract: u.contracts, Carriers: flow.NewCarriers(u.settings.headers()), Models: u.models, Strict: u.settings.Strict,
		ContractOf: u.importedContract, Tells: u.heard, Reached: u.reached, Mark: mark, Elsewhere: elsewhere,
		SummaryOf: func(o *types.Func) *flow.Summary {
			if s, ok := summaries[o]; ok {
				return s
			}
			var s *flow.Summary
			if f := new(flow.FuncFact); o.Pkg() != nil && o.Pkg() != u.pass.Pkg && u.imports(o, f) {
				s = dec.Summary(f)
			}
			summaries[o] = s
			return s
		},
		WiresOf: func(t *types.TypeName) []*flow.Wire {
			if f := new(flow.WireFact); t.Pkg() != nil && u.imports(t, f) {
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
	return flow.New(cfg, in, u.buildSSA(elsewhere != nil))
}

// buildSSA builds the package in SSA form, or the part of it that is asked for, without
// buildssa: requiring that would build every package of every driver's run.
func (u *unit) buildSSA(part bool) *ssa.Package {
	ssaBuilt.Add(1)
	// Nothing is asked about the order in which packages are initialized: only what is used of
	// others need be known. Methods the program makes by itself.
	prog := ssa.NewProgram(u.pass.Fset, ssa.BareInits)
	files := u.withoutIdle()
	others, own := u.used(files)
	if part {
		files = declaring(files, func(d ast.Decl) ast.Decl {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body == nil && !own[u.pass.TypesInfo.Defs[fn.Name]] {
				return nil
			}
			return d
		})
	}
	for _, d := range others {
		prog.CreatePackage(d.pkg, []*ast.File{{Name: ast.NewIdent(d.pkg.Name()), Decls: d.decls}}, d.info, true)
	}
	pkg := prog.CreatePackage(u.pass.Pkg, files, u.pass.TypesInfo, false)
	pkg.Build()
	return pkg
}

// declared are declarations of another package, as if they had come from its source. From
// its types SSA would make a member of each object, and a large package has thousands of them.
type declared struct {
	pkg   *types.Package
	decls []ast.Decl
	info  *types.Info
}

// used declares the functions and variables of other packages that bodies and initial values
// use, and tells those of this one.
func (u *unit) used(files []*ast.File) (out []*declared, own map[types.Object]bool) {
	of := map[*types.Package]*declared{}
	seen := map[types.Object]bool{}
	own = map[types.Object]bool{}
	use := func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		o := u.pass.TypesInfo.Uses[id]
		if f, ok := o.(*types.Func); ok {
			o = f.Origin() // that of a generic one
		}
		if o == nil || o.Pkg() == nil || seen[o] || !declarable(o) {
			return true
		}
		seen[o] = true
		if o.Pkg() == u.pass.Pkg {
			own[o] = true
			return true
		}
		d := of[o.Pkg()]
		if d == nil {
			d = &declared{pkg: o.Pkg(), info: &types.Info{Defs: map[*ast.Ident]types.Object{}}}
			of[d.pkg] = d
			out = append(out, d)
		}
		d.add(o)
		return true
	}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Body != nil {
					ast.Inspect(d.Body, use)
				}
			case *ast.GenDecl:
				if d.Tok == token.VAR {
					ast.Inspect(d, use)
				}
			}
		}
	}
	return out, own
}

// declarable reports whether SSA has a member for an object.
func declarable(o types.Object) bool {
	switch o := o.(type) {
	case *types.Func:
		recv := o.Signature().Recv()
		return recv == nil || !types.IsInterface(recv.Type())
	case *types.Var:
		return o.Parent() == o.Pkg().Scope()
	}
	return false
}

func (d *declared) add(o types.Object) {
	id := ast.NewIdent(o.Name())
	d.info.Defs[id] = o
	if _, ok := o.(*types.Func); ok {
		d.decls = append(d.decls, &ast.FuncDecl{Name: id, Type: new(ast.FuncType)})
	} else {
		d.decls = append(d.decls, &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{id}}}})
	}
}

// withoutIdle returns the files of the package without the bodies that do not matter.
func (u *unit) withoutIdle() []*ast.File {
	if len(u.idle) == 0 {
		return u.pass.Files
	}
	return declaring(u.pass.Files, func(d ast.Decl) ast.Decl {
		if fn, ok := d.(*ast.FuncDecl); ok && u.idle[fn] {
			bare := *fn
			bare.Body = nil
			return &bare
		}
		return d
	})
}

// declaring returns files with other declarations; nil is none.
func declaring(files []*ast.File, change func(ast.Decl) ast.Decl) []*ast.File {
	files = slices.Clone(files)
	for i, f := range files {
		bare := *f
		bare.Decls = nil
		for _, d := range f.Decls {
			if d := change(d); d != nil {
				bare.Decls = append(bare.Decls, d)
			}
		}
		files[i] = &bare
	}
	return files
}

// exportFlow leaves the summaries of what importers can reach.
func (u *unit) exportFlow(factOf func(function) *flow.FuncFact) {
	for _, f := range u.functions() {
		if !f.obj.Exported() {
			continue
		}
		if fact := factOf(f); fact != nil {
			u.pass.ExportObjectFact(f.obj, fact)
		}
	}
}

// exportWires leaves the retries that are judged where importers put objects together.
func (u *unit) exportWires() {
	scope, wires := u.pass.Pkg.Scope(), u.flow.Wires()
	for _, name := range scope.Names() {
		if o, ok := scope.Lookup(name).(*types.TypeName); ok && len(wires[o]) > 0 {
			if f := u.flow.WireFactOf(wires[o]); f != nil {
				u.pass.ExportObjectFact(o, f.Placed(func(posn string) string { return posn }))
			}
		}
	}
}
