// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// The corpus is a module of its own, so that each driver loads it by its own means.
var (
	repository = filepath.Join("..")
	corpus     = filepath.Join("..", "testdata", "src")
	patterns   = []string{"./construct/...", "./rule/...", "./limits/..."}
)

// loadCorpus loads the corpus and all that it imports from source, once.
var loadCorpus = sync.OnceValues(func() ([]*packages.Package, error) { return load(corpus, patterns...) })

func corpusPackages(t testing.TB) []*packages.Package {
	t.Helper()
	pkgs, err := loadCorpus()
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

func load(dir string, patterns ...string) ([]*packages.Package, error) {
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule,
		Dir: dir,
		Env: append(os.Environ(), "GOWORK=off"),
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, err
	}
	var broken []string
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			broken = append(broken, e.Error())
		}
	})
	if len(broken) > 0 {
		return nil, fmt.Errorf("packages in %s do not load:\n%s", dir, strings.Join(broken, "\n"))
	}
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("no packages in %s match %v", dir, patterns)
	}
	sort.Slice(pkgs, func(i, j int) bool { return pkgs[i].PkgPath < pkgs[j].PkgPath })
	return pkgs, nil
}

// within runs an analysis, unless it takes too long.
func within(t testing.TB, most time.Duration, a *analysis.Analyzer, pkgs []*packages.Package) *checker.Graph {
	t.Helper()
	type result struct {
		g   *checker.Graph
		err error
	}
	done := make(chan result, 1)
	go func() {
		g, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, &checker.Options{Sequential: true})
		done <- result{g, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			t.Fatal(r.err)
		}
		return r.g
	case <-time.After(most):
		t.Fatalf("%s: no answer within %v", pkgs[0].PkgPath, most)
		return nil
	}
}

// analyze runs an analyzer in this process. Facts go through gob, as in real drivers.
func analyze(t testing.TB, a *analysis.Analyzer, pkgs []*packages.Package, opts *checker.Options) *checker.Graph {
	t.Helper()
	if opts == nil {
		opts = &checker.Options{SanityCheck: true}
	}
	g, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, opts)
	if err != nil {
		t.Fatal(err)
	}
	for act := range g.All() {
		if act.Err != nil {
			t.Errorf("%s: %v", act.Package.PkgPath, act.Err)
		}
	}
	return g
}

// finding is a finding as every driver can print it.
type finding struct {
	File         string // below the module, with slashes
	Line, Column int
	Rule         string
	Message      string
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Message)
}

// findings lists what an analysis reported, sorted.
func findings(t testing.TB, dir string, g *checker.Graph) []finding {
	t.Helper()
	var out []finding
	for _, act := range g.Roots {
		for _, d := range act.Diagnostics {
			p := act.Package.Fset.Position(d.Pos)
			out = append(out, finding{below(t, dir, p.Filename), p.Line, p.Column, d.Category, d.Message})
		}
	}
	sortFindings(out)
	return out
}

func sortFindings(fs []finding) {
	slices.SortFunc(fs, func(a, b finding) int { return strings.Compare(fmt.Sprintf("%v", a), fmt.Sprintf("%v", b)) })
}

// below names a file relative to a directory.
func below(t testing.TB, dir, file string) string {
	t.Helper()
	if !filepath.IsAbs(file) {
		return filepath.ToSlash(file)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

// facts lists every fact of an analysis in its encoded form, sorted by object.
func facts(t testing.TB, g *checker.Graph) []string {
	t.Helper()
	var out []string
	for _, act := range g.Roots {
		for _, of := range act.AllObjectFacts() {
			if of.Object.Pkg() != act.Package.Types {
				continue
			}
			var b bytes.Buffer
			if err := gob.NewEncoder(&b).Encode(of.Fact); err != nil {
				t.Fatalf("%v: %v", of.Object, err)
			}
			out = append(out, fmt.Sprintf("%s: %v: %v %x", position(act.Package.Fset, of.Object.Pos()), of.Object, of.Fact, b.Bytes()))
		}
	}
	slices.Sort(out)
	return out
}

func position(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d:%d", filepath.Base(p.Filename), p.Line, p.Column)
}

// difference prints what two sorted lists do not share.
func difference(want, got []string) string {
	count := map[string]int{}
	for _, s := range want {
		count[s]++
	}
	for _, s := range got {
		count[s]--
	}
	var lines []string
	for s, n := range count {
		for ; n > 0; n-- {
			lines = append(lines, s+"\n\tmissing")
		}
		for ; n < 0; n++ {
			lines = append(lines, s+"\n\tunexpected")
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func texts[T fmt.Stringer](list []T) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = x.String()
	}
	return out
}

// tool builds the command, once for all tests of this package, and returns its path.
func tool(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and runs the command")
	}
	name, err := buildTool()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

var (
	toolDir   string
	buildTool = sync.OnceValues(func() (string, error) {
		var err error
		if toolDir, err = os.MkdirTemp("", "idemscope"); err != nil {
			return "", err
		}
		name := filepath.Join(toolDir, "idemscope")
		cmd := exec.Command("go", "build", "-o", name, "./cmd/idemscope")
		cmd.Dir = repository
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("go build: %w\n%s", err, out)
		}
		return name, nil
	})
)

func TestMain(m *testing.M) {
	code := m.Run()
	if toolDir != "" {
		os.RemoveAll(toolDir)
	}
	os.Exit(code)
}

// run starts a command in a directory and returns what it printed and its exit code.
func run(t *testing.T, dir string, name string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second
	group(cmd)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			t.Fatalf("%s %s: no answer\n%s", name, strings.Join(args, " "), errs.String()[:min(errs.Len(), 1500)])
		}
		if exited := (*exec.ExitError)(nil); !errors.As(err, &exited) {
			t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
		}
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}
