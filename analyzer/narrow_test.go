// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/model"
)

// unitOf makes a unit of a package of a module of a version, "" for the program's own. It
// imports the standard library alone.
func unitOf(t *testing.T, version string, files map[string]string) *unit {
	t.Helper()
	fset := token.NewFileSet()
	pass := &analysis.Pass{
		Fset: fset, Module: &analysis.Module{Path: "example.test/m", Version: version},
		TypesInfo:        &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}},
		AllObjectFacts:   func() []analysis.ObjectFact { return nil },
		ImportObjectFact: func(types.Object, analysis.Fact) bool { return false },
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := parser.ParseFile(fset, name, "package p\n\n"+files[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		pass.Files = append(pass.Files, f)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	var err error
	if pass.Pkg, err = conf.Check("example.test/m/p", fset, pass.Files, pass.TypesInfo); err != nil {
		t.Fatal(err)
	}
	u := &unit{edits: new(edits), pass: pass, settings: &Settings{}, models: model.New(), contracts: &contract.Set{}}
	if !u.concernsKeys() {
		t.Fatal("the gate keeps the package out")
	}
	return u
}

// TestNarrow asks of which functions of a dependency more is known than of none: those that
// tell something, those that use them, and those that make or set up what they work with.
func TestNarrow(t *testing.T) {
	const text = `
type Policy struct{ Attempts int }

func NewPolicy(n int) Policy { return Policy{n} }

type Retrier struct {
	Policy Policy
	log    *Log
}

func New(p Policy) *Retrier { return &Retrier{Policy: p} }

func (r *Retrier) SetPolicy(p Policy) { r.Policy = p }

func (r *Retrier) Name() string { return "retrier" }

func (r *Retrier) Do(f func() error) (err error) {
	for range r.Policy.Attempts {
		if err = f(); err == nil {
			break
		}
	}
	return err
}

func Twice(f func() error) error { return New(NewPolicy(2)).Do(f) }

type Doer interface{ Do(f func() error) error }

func By(d Doer, f func() error) error { return d.Do(f) }

type Log struct{ lines []string }

func NewLog() *Log { return new(Log) }

func (l *Log) Add(s string) { l.lines = append(l.lines, s) }

func Upper(s string) string { return s }
`
	asked := []string{"By", "Do", "Name", "New", "NewPolicy", "SetPolicy", "Twice"}
	for version, want := range map[string][]string{
		"v1.0.0": asked,
		"":       append([]string{"Add", "NewLog", "Upper"}, asked...),
	} {
		u := unitOf(t, version, map[string]string{"p.go": text})
		var got []string
		for id, o := range u.pass.TypesInfo.Defs {
			if f, ok := o.(*types.Func); ok && !types.IsInterface(recvOf(f)) && (u.reached == nil || u.reached(f)) {
				got = append(got, id.Name)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("version %q: asked are %s; want %s", version, strings.Join(got, " "), strings.Join(want, " "))
		}
	}
}

func recvOf(f *types.Func) types.Type {
	if r := f.Signature().Recv(); r != nil {
		return r.Type()
	}
	return types.Typ[types.Invalid]
}

// TestTakesFunctions asks whether a dependency that calls functions again can be given one.
func TestTakesFunctions(t *testing.T) {
	const loop = "\n\nfunc again(f func() error) error {\n\tfor range 3 {\n\t\tif f() == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n\treturn f()\n}\n"
	for text, want := range map[string]bool{
		"func F(n int) error { return again(func() error { return nil }) }":                                            false,
		"func F(log func(string)) error { log(\"\"); return again(func() error { return nil }) }":                      false,
		"func F(f func() error) error { return again(f) }":                                                             true,
		"type T struct{ F func() error }\n\nfunc (t T) Run() error { return again(t.F) }":                              true,
		"type T struct{ f func() error }\n\nfunc (t T) Run() error { return again(t.f) }":                              false,
		"type t struct{}\n\nfunc (t) Run(f func() error) error { return again(f) }":                                    true,
		"var F func() error\n\nfunc Run() error { return again(F) }":                                                   true,
		"type F func() error\n\nfunc (f F) Run() error { return again(f) }":                                            true,
		"type I interface{ Each(func(int) error) error }\n\nfunc Run(I) error { return again(nil) }":                   true,
		"func F(fs map[string]func() error) error { return again(fs[\"\"]) }":                                          true,
		"func F(wrap func(func() error) func() error) error { return again(wrap(nil)) }":                               true,
		"func f(g func() error) error { return again(g) }\n\nfunc F() error { return f(func() error { return nil }) }": false,
	} {
		u := unitOf(t, "", map[string]string{"p.go": text + loop})
		if got := takesFunctions(u.pass.Pkg); got != want {
			t.Errorf("%t, want %t:\n%s", got, want, text)
		}
	}
}

// TestIdleTests asks which tests of a package need not be looked at.
func TestIdleTests(t *testing.T) {
	u := unitOf(t, "", map[string]string{
		"p.go": `
type Client struct{}

func (c *Client) Pay(idempotencyKey string) error { return nil }

func (c *Client) Order() error { return c.Pay("k") }

type Payer interface{ Pay(string) error }

func Sum(a, b int) int { return a + b }
`,
		"p_test.go": `
import "testing"

func TestPay(t *testing.T)    { _ = new(Client).Pay("k") }
func TestOrder(t *testing.T)  { order() }
func TestPayer(t *testing.T)  { var p Payer = new(Client); _ = p.Pay("k") }
func TestSum(t *testing.T)    { Sum(1, 2) }
func TestShared(t *testing.T) { Sum(2, 1) }
func TestAll(t *testing.T)    { t.Run("shared", TestShared) }
func BenchmarkSum(b *testing.B) { Sum(1, 2) }

func order() { _ = new(Client).Order() }
`,
	})
	var idle []string
	for fn, is := range u.idle {
		if is {
			idle = append(idle, fn.Name.Name)
		}
	}
	slices.Sort(idle)
	if want := []string{"BenchmarkSum", "TestAll", "TestSum"}; !slices.Equal(idle, want) {
		t.Errorf("idle are %q, want %q", idle, want)
	}
	for i, f := range u.withoutIdle() {
		for k, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if ok && (fn.Body == nil) != u.idle[u.pass.Files[i].Decls[k].(*ast.FuncDecl)] {
				t.Errorf("%s: body %v", fn.Name.Name, fn.Body)
			}
		}
	}
}
