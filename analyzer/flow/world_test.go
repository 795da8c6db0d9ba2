// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/model"
)

// loadWorld loads packages of the corpus, with what they import as export data.
var loadWorld = sync.OnceValues(func() ([]*packages.Package, error) {
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo,
		Dir: filepath.Join("..", "..", "testdata", "src"),
		Env: append(os.Environ(), "GOWORK=off"),
	}
	pkgs, err := packages.Load(cfg, "./construct/...", "./rule/...")
	for _, p := range pkgs {
		for _, e := range p.Errors {
			err = fmt.Errorf("%s: %w", p.PkgPath, e)
		}
	}
	return pkgs, err
})

// world analyses a package of the corpus by itself, without facts of others.
func world(t testing.TB, p *packages.Package) *Analysis {
	t.Helper()
	none := func(types.Object) *contract.Contract { return nil }
	rules := []string{"scope", "tenant", "pinning", "fresh-key", "collision", "unstable", "undeclared", "window", "reuse", "directive"}
	prog := ssa.NewProgram(p.Fset, 0)
	seen := map[*types.Package]bool{}
	var create func([]*types.Package)
	create = func(ps []*types.Package) {
		for _, q := range ps {
			if !seen[q] {
				seen[q] = true
				prog.CreatePackage(q, nil, nil, true)
				create(q.Imports())
			}
		}
	}
	create(p.Types.Imports())
	pkg := prog.CreatePackage(p.Types, p.Syntax, p.TypesInfo, false)
	pkg.Build()
	a := New(Config{
		Fset: p.Fset, Pkg: p.Types, Carriers: NewCarriers(nil), Models: model.New(),
		Contract:   contract.Read(p.Fset, p.Syntax, p.Types, p.TypesInfo, none, nil, rules),
		ContractOf: none,
		SummaryOf:  func(*types.Func) *Summary { return nil },
		Described:  map[contract.Ref]*contract.Contract{},
		StoreByRef: map[contract.Ref]*contract.Store{},
	}, NewInterner(), pkg)
	a.Run()
	return a
}

// eachWorld runs a test on each package of the corpus.
func eachWorld(t *testing.T, f func(t *testing.T, p *packages.Package, a *Analysis)) {
	t.Helper()
	pkgs, err := loadWorld()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		t.Run(strings.TrimPrefix(p.PkgPath, "example.test/corpus/"), func(t *testing.T) { f(t, p, world(t, p)) })
	}
}

// exported calls f for each function of a package that other packages can name.
func exported(p *types.Package, f func(*types.Func)) {
	for _, name := range p.Scope().Names() {
		switch o := p.Scope().Lookup(name).(type) {
		case *types.Func:
			if o.Exported() {
				f(o)
			}
		case *types.TypeName:
			if n, ok := types.Unalias(o.Type()).(*types.Named); ok && n.Obj() == o {
				for i := range n.NumMethods() {
					if m := n.Method(i); m.Exported() {
						f(m)
					}
				}
			}
		}
	}
}

func encoded(t testing.TB, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func decoded[T any](t testing.TB, b []byte) *T {
	t.Helper()
	v := new(T)
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(v); err != nil {
		t.Fatal(err)
	}
	return v
}
