// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// editor analyses one package as an editor does: again after each edit, always with the same
// imports.
type editor struct {
	t     testing.TB
	pkg   *packages.Package
	heard map[types.Object][]analysis.Fact
	types map[string]*types.Package // of all packages
	names []string                  // of files
	saved map[string]string         // their text
}

// editors returns one for each package, with the facts of all.
func editors(t testing.TB, pkgs []*packages.Package) []*editor {
	t.Helper()
	all := map[string]*types.Package{"unsafe": types.Unsafe}
	packages.Visit(pkgs, nil, func(p *packages.Package) { all[p.PkgPath] = p.Types })
	heard := map[types.Object][]analysis.Fact{}
	for act := range analyze(t, New(Settings{}), pkgs, &checker.Options{}).All() {
		for _, of := range act.AllObjectFacts() {
			if of.Object.Pkg() == act.Package.Types {
				heard[of.Object] = append(heard[of.Object], of.Fact)
			}
		}
	}
	var out []*editor
	for _, pkg := range pkgs {
		e := &editor{t: t, pkg: pkg, heard: heard, types: all, saved: map[string]string{}}
		for _, f := range pkg.Syntax {
			name := pkg.Fset.File(f.FileStart).Name()
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			e.names = append(e.names, name)
			e.saved[name] = string(data)
		}
		out = append(out, e)
	}
	return out
}

// loopsEditor returns one for a package that imports context, errors, net/http and time.
func loopsEditor(t testing.TB) *editor {
	t.Helper()
	pkgs := corpusPackages(t)
	i := slices.IndexFunc(pkgs, func(p *packages.Package) bool { return strings.HasSuffix(p.PkgPath, "construct/loops") })
	return editors(t, pkgs[i:i+1])[0]
}

// errInvalid is about a text that does not compile, which no analyzer sees.
var errInvalid = errors.New("does not compile")

// check parses and checks a text.
func (e *editor) check(text map[string]string) (*analysis.Pass, error) {
	fset := token.NewFileSet()
	// Positions of other packages stay those that they are.
	e.pkg.Fset.Iterate(func(f *token.File) bool {
		if _, own := e.saved[f.Name()]; !own {
			fset.AddExistingFiles(f)
		}
		return true
	})
	pass := &analysis.Pass{
		Fset: fset, Module: &analysis.Module{Path: "example.test"}, TypesSizes: e.pkg.TypesSizes,
		TypesInfo: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
		},
		ReadFile: func(name string) ([]byte, error) { return []byte(text[name]), nil },
	}
	for _, name := range e.names {
		f, err := parser.ParseFile(fset, name, text[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, errInvalid
		}
		pass.Files = append(pass.Files, f)
	}
	conf := types.Config{Sizes: e.pkg.TypesSizes, Importer: imports(func(path string) (*types.Package, error) {
		if p := e.types[path]; p != nil {
			return p, nil
		}
		return nil, fmt.Errorf("no package %s", path)
	})}
	if m := e.pkg.Module; m != nil && m.GoVersion != "" {
		conf.GoVersion = "go" + m.GoVersion
	}
	var err error
	if pass.Pkg, err = conf.Check(e.pkg.PkgPath, fset, pass.Files, pass.TypesInfo); err != nil {
		return nil, errInvalid
	}
	return pass, nil
}

type imports func(path string) (*types.Package, error)

func (f imports) Import(path string) (*types.Package, error) { return f(path) }

// run analyses a text and returns what is reported and left, as text.
func (e *editor) run(a *analysis.Analyzer, text map[string]string) ([]string, error) {
	pass, err := e.check(text)
	if err != nil {
		return nil, err
	}
	var out []string
	fact := func(o types.Object, f analysis.Fact) bool {
		for _, have := range e.heard[o] {
			if reflect.TypeOf(have) == reflect.TypeOf(f) && o.Pkg() != pass.Pkg {
				reflect.ValueOf(f).Elem().Set(reflect.ValueOf(have).Elem())
				return true
			}
		}
		return false
	}
	pass.Analyzer = a
	pass.ImportObjectFact = fact
	pass.ExportObjectFact = func(o types.Object, f analysis.Fact) {
		data, err := json.Marshal(f)
		if err != nil {
			e.t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%s: %v: %s", position(pass.Fset, o.Pos()), o, data))
	}
	imported := map[*types.Package]bool{}
	var reach func(p *types.Package)
	reach = func(p *types.Package) {
		if !imported[p] {
			imported[p] = true
			for _, q := range p.Imports() {
				reach(q)
			}
		}
	}
	for _, p := range pass.Pkg.Imports() {
		reach(p)
	}
	pass.AllObjectFacts = func() []analysis.ObjectFact {
		var fs []analysis.ObjectFact
		for o, list := range e.heard {
			for _, f := range list {
				if imported[o.Pkg()] {
					fs = append(fs, analysis.ObjectFact{Object: o, Fact: f})
				}
			}
		}
		return fs
	}
	pass.Report = func(d analysis.Diagnostic) {
		at := func(p token.Pos) string { return position(pass.Fset, p) }
		line := fmt.Sprintf("%s-%s: %s", at(d.Pos), at(d.End), d.Message)
		for _, r := range d.Related {
			line += fmt.Sprintf("\n\t%s-%s: %s", at(r.Pos), at(r.End), r.Message)
		}
		for _, f := range d.SuggestedFixes {
			line += "\n\t" + f.Message
			for _, x := range f.TextEdits {
				line += fmt.Sprintf("\n\t\t%s-%s: %q", at(x.Pos), at(x.End), x.NewText)
			}
		}
		out = append(out, line)
	}
	if _, err := a.Run(pass); err != nil {
		return nil, err
	}
	slices.Sort(out)
	return out, nil
}

// same holds what an analyzer finds in a text that it may know against what a new one with
// the same settings finds, and returns it; ok is false if the text does not compile.
func (e *editor) same(what string, a *analysis.Analyzer, settings Settings, text map[string]string) (got []string, ok bool) {
	e.t.Helper()
	got, err := e.run(a, text)
	if errors.Is(err, errInvalid) {
		return nil, false
	}
	if err != nil {
		e.t.Fatal(err)
	}
	want, err := e.run(New(settings), text)
	if err != nil {
		e.t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		e.t.Errorf("%s:\n%s", what, difference(want, got))
	}
	if all := strings.Join(got, "\n"); strings.Contains(all, "\x02") {
		e.t.Errorf("%s: marks are left in\n%s", what, all)
	}
	return got, true
}

// variants calls f with the package's text after each of many edits.
func (e *editor) variants(f func(what string, text map[string]string)) {
	fset := token.NewFileSet()
	for _, name := range e.names {
		file, err := parser.ParseFile(fset, name, e.saved[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			e.t.Fatal(err)
		}
		src := e.saved[name]
		offset := func(p token.Pos) int { return fset.Position(p).Offset }
		replaced := func(what string, from, to token.Pos, by string) {
			text := maps.Clone(e.saved)
			text[name] = src[:offset(from)] + by + src[offset(to):]
			f(fmt.Sprintf("%s at %s", what, position(fset, from)), text)
		}
		// Functions that take the same, and those that take nothing.
		twins := map[*ast.FuncDecl][]*ast.FuncDecl{}
		var plain []string
		like := map[string][]*ast.FuncDecl{}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			if fn.Recv == nil && fn.Type.Params.NumFields() == 0 && fn.Name.Name != "init" && fn.Name.Name != "main" {
				plain = append(plain, fn.Name.Name)
			}
			recv := ""
			if fn.Recv != nil {
				recv = src[offset(fn.Recv.Pos()):offset(fn.Recv.End())]
			}
			head := recv + src[offset(fn.Type.Params.Pos()):offset(fn.Body.Pos())]
			twins[fn] = slices.Clone(like[head])
			for _, other := range like[head] {
				twins[other] = append(twins[other], fn)
			}
			like[head] = append(like[head], fn)
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			replaced("a line", fn.Body.Lbrace+1, fn.Body.Lbrace+1, "\n\t// a line")
			replaced("a function behind", fn.End(), fn.End(), "\n\nfunc another() {}\n")
			for _, other := range twins[fn] {
				replaced("the body of "+other.Name.Name, fn.Body.Lbrace, fn.Body.End(), src[offset(other.Body.Lbrace):offset(other.Body.End())])
			}
			for _, other := range plain {
				replaced("a call of "+other, fn.Body.Lbrace+1, fn.Body.Lbrace+1, " "+other+"();")
			}
			replaced("no body", fn.Body.Lbrace, fn.Body.End(), `{ panic("") }`)
			if fn.Recv == nil {
				replaced("it calls itself", fn.Body.Lbrace+1, fn.Body.Lbrace+1, " _ = "+fn.Name.Name+";")
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
						replaced("another text", n.Pos(), n.End(), strconv.Quote(s+"x"))
					} else if n.Kind == token.INT {
						replaced("another number", n.Pos(), n.End(), n.Value+"1")
					}
				case *ast.BlockStmt:
					for _, s := range n.List {
						replaced("a statement less", s.Pos(), s.End(), "")
						replaced("a statement twice", s.Pos(), s.End(), src[offset(s.Pos()):offset(s.End())]+"; "+src[offset(s.Pos()):offset(s.End())])
					}
				case *ast.IfStmt:
					replaced("the other way", n.Cond.Pos(), n.Cond.End(), "!("+src[offset(n.Cond.Pos()):offset(n.Cond.End())]+")")
				case *ast.CallExpr:
					for i, a := range n.Args {
						if i > 0 {
							replaced("another argument", a.Pos(), a.End(), src[offset(n.Args[0].Pos()):offset(n.Args[0].End())])
						}
					}
				}
				return true
			})
		}
	}
}

// TestEdits edits each function of the corpus in many ways, and holds what is found by what
// was kept against what is found from scratch. IDEMSCOPE_EDITS names another module, of
// which all edits are made and not only some.
func TestEdits(t *testing.T) {
	step, pkgs := 7, corpusPackages(t)
	if dir := os.Getenv("IDEMSCOPE_EDITS"); dir != "" {
		var err error
		if pkgs, err = load(dir, "./..."); err != nil {
			t.Fatal(err)
		}
		step = 1
	}
	edits, parts := 0, int64(0)
	for _, e := range editors(t, pkgs) {
		a, r := newAnalyzer(Settings{Strict: true})
		for range 3 {
			if _, err := e.run(a, e.saved); err != nil {
				t.Logf("%s: %v", e.pkg.PkgPath, err)
			}
		}
		n := 0
		e.variants(func(what string, text map[string]string) {
			if n++; n%step != 0 {
				return
			}
			got, ok := e.same(e.pkg.PkgPath+", "+what, a, Settings{Strict: true}, text)
			if !ok {
				return
			}
			edits++
			if all := strings.Join(got, "\n"); strings.Contains(all, "\x01") { // not even a part of a mark
				t.Errorf("%s, %s: marks are left in\n%s", e.pkg.PkgPath, what, all)
			}
			if n%3 == 0 {
				if _, err := e.run(a, e.saved); err != nil {
					t.Fatal(err)
				}
			}
		})
		parts += r.edits.parts.Load()
		if n := r.edits.faults.Load(); n > 0 {
			t.Errorf("%s: %d faults", e.pkg.PkgPath, n)
		}
	}
	t.Logf("%d edits of %d packages, %d analysed in part", edits, len(pkgs), parts)
	if parts == 0 {
		t.Error("nothing was analysed in part")
	}
}

// TestEditConcerns edits functions that others call, or do not, and counts how many are
// analysed again.
func TestEditConcerns(t *testing.T) {
	const many = 20
	var b strings.Builder
	b.WriteString("package p\n\nimport (\n\t\"context\"\n\t\"errors\"\n\t\"net/http\"\n\t\"time\"\n)\n\n")
	b.WriteString("func pause() { time.Sleep(time.Second) }\n\nfunc failed() error { return errors.New(\"failed\") }\n")
	b.WriteString("\nfunc post(ctx context.Context, url, key string) error {\n\treq, err := http.NewRequestWithContext(ctx, \"POST\", url, nil)\n\tif err != nil {\n\t\treturn err\n\t}\n\treq.Header.Set(\"Idempotency-Key\", key)\n\t_, err = http.DefaultClient.Do(req)\n\treturn err\n}\n")
	for i := range many {
		fmt.Fprintf(&b, "\nfunc Send%d(ctx context.Context, urls []string, key string) error {\n\tfor _, u := range urls {\n\t\tif post(ctx, u, key) == nil {\n\t\t\treturn nil\n\t\t}\n\t\tpause()\n\t}\n\treturn failed()\n}\n", i)
	}
	e := loopsEditor(t)
	name := e.names[0]
	e.saved[name] = b.String()
	for _, test := range []struct {
		what, old, new string
		want           int64
	}{
		{"nothing", "", "", 0},
		{"one that sends", "Send7(ctx context.Context, urls []string, key string) error {", "Send7(ctx context.Context, urls []string, key string) error {\n\tkey += \"7\"", 1},
		{"two that send", "return failed()\n}\n\nfunc Send5(ctx context.Context, urls []string, key string) error {", "return nil\n}\n\nfunc Send5(ctx context.Context, urls []string, key string) error {\n\tkey += \"5\"", 2},
		{"one that all call, and that looks the same", "time.Second) }", "2 * time.Second) }", 1},
		{"one that all call, and that now sends another key", "\"Idempotency-Key\", key", "\"Idempotency-Key\", key + url", 1 + 1 + many},
		{"one that nobody calls", "func post(", "func another() {}\n\nfunc post(", 1},
	} {
		a, r := newAnalyzer(Settings{})
		for range 2 {
			if _, err := e.run(a, e.saved); err != nil {
				t.Fatal(err)
			}
		}
		if n := r.edits.parts.Load(); n != 0 {
			t.Fatalf("%d parts before the edit", n)
		}
		if !strings.Contains(e.saved[name], test.old) {
			t.Fatalf("%s: there is no %q", test.what, test.old)
		}
		if _, err := e.run(a, map[string]string{name: strings.Replace(e.saved[name], test.old, test.new, 1)}); err != nil {
			t.Fatalf("%s: %v", test.what, err)
		}
		if parts, n := r.edits.parts.Load(), r.edits.functions.Load(); parts != 1 || n != test.want {
			t.Errorf("%s: %d functions of %d packages were analysed again, want %d of one", test.what, n, parts, test.want)
		}
	}
}
