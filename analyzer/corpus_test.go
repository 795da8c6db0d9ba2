// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"
)

// TestCorpus compares what is reported in testdata/src with the comments there:
//
//	send(url, key) // want "scope: .*second"
//
// Each pattern stands for one finding in its line, and matches the beginning of its message.
func TestCorpus(t *testing.T) {
	pkgs := corpusPackages(t)
	expect(t, corpus, pkgs, findings(t, corpus, analyze(t, New(Settings{}), pkgs, nil)))
}

// TestLibraries does the same with programs that use real libraries.
func TestLibraries(t *testing.T) {
	dir := filepath.Join("..", "testdata", "libs")
	fetch(t, dir)
	pkgs, err := load(dir, "./...")
	if err != nil {
		t.Fatal(err)
	}
	expect(t, dir, pkgs, findings(t, dir, analyze(t, New(Settings{}), pkgs, nil)))
}

// TestFrameworks does the same with programs that frameworks run: handlers of queues,
// activities, reconcilers, servers. What these require is too much to be analysed in
// this process; go vet does it, and keeps the results. Those under strict are analysed
// with that setting, and show nothing without it.
func TestFrameworks(t *testing.T) {
	dir := filepath.Join("..", "testdata", "frameworks")
	bin := tool(t)
	fetch(t, dir)
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes, Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	strict := func(p *packages.Package) bool { return strings.Contains(p.PkgPath, "/strict/") }
	plain := vetFindings(t, dir, bin, "./...")
	expect(t, dir, slices.DeleteFunc(slices.Clone(pkgs), strict), plain)
	for _, f := range plain {
		if strings.HasPrefix(f.File, "strict/") {
			t.Errorf("without strict: %s", f)
		}
	}
	expect(t, dir, slices.DeleteFunc(slices.Clone(pkgs), func(p *packages.Package) bool { return !strict(p) }), vetFindings(t, dir, bin, "-idemscope.strict", "./strict/..."))
}

// fetch makes sure that a module's requirements are on this machine.
func fetch(t *testing.T, dir string) {
	t.Helper()
	if testing.Short() {
		t.Skip("may have to fetch modules")
	}
	cmd := exec.Command("go", "mod", "download")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("the modules that %s requires are not to be had here: %v\n%s", dir, err, out)
	}
}

func expect(t *testing.T, dir string, pkgs []*packages.Package, fs []finding) {
	t.Helper()
	byPackage := map[string][]finding{}
	for _, f := range fs {
		byPackage[filepath.ToSlash(filepath.Dir(f.File))] = append(byPackage[filepath.ToSlash(filepath.Dir(f.File))], f)
	}
	for _, p := range pkgs {
		name := below(t, dir, filepath.Dir(p.GoFiles[0]))
		t.Run(name, func(t *testing.T) {
			wants := wantsOf(t, dir, p)
			for _, f := range byPackage[name] {
				if !meet(wants, f) {
					t.Errorf("unexpected: %s", f)
				}
			}
			for _, w := range wants {
				if !w.met {
					t.Errorf("%s:%d: missing: %s", w.file, w.line, w.pattern)
				}
			}
		})
	}
}

type want struct {
	file    string
	line    int
	pattern *regexp.Regexp
	met     bool
}

func meet(wants []*want, f finding) bool {
	for _, w := range wants {
		if !w.met && w.file == f.File && w.line == f.Line && w.pattern.MatchString(f.Message) {
			w.met = true
			return true
		}
	}
	return false
}

func wantsOf(t *testing.T, dir string, p *packages.Package) []*want {
	t.Helper()
	var out []*want
	for _, f := range p.Syntax {
		for _, g := range f.Comments {
			for _, c := range g.List {
				at := p.Fset.Position(c.Pos())
				patterns, err := patternsOf(c.Text)
				if err != nil {
					t.Fatalf("%s: %v", at, err)
				}
				for _, re := range patterns {
					out = append(out, &want{file: below(t, dir, at.Filename), line: at.Line, pattern: re})
				}
			}
		}
	}
	return out
}

// patternsOf reads the patterns at the end of a comment, which may be a directive.
func patternsOf(comment string) ([]*regexp.Regexp, error) {
	i := strings.LastIndex(comment, "// want ")
	if i < 0 {
		return nil, nil
	}
	rest := strings.TrimSpace(comment[i+len("// want "):])
	var out []*regexp.Regexp
	for rest != "" {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return nil, fmt.Errorf("cannot read the pattern at %q", rest)
		}
		text, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, err
		}
		re, err := regexp.Compile("^(?:" + text + ")")
		if err != nil {
			return nil, err
		}
		out = append(out, re)
		rest = strings.TrimSpace(rest[len(quoted):])
	}
	return out, nil
}

// TestPositions checks what drivers rely on in each finding.
func TestPositions(t *testing.T) {
	pkgs := corpusPackages(t)
	for _, act := range analyze(t, New(Settings{}), pkgs, nil).Roots {
		own := slices.Clone(act.Package.CompiledGoFiles)
		inside := func(pos token.Pos) bool { return slices.Contains(own, act.Package.Fset.Position(pos).Filename) }
		for _, d := range act.Diagnostics {
			at := act.Package.Fset.Position(d.Pos)
			if !inside(d.Pos) {
				t.Errorf("%s: the finding stands in another package", at)
			}
			if d.URL == "" || d.Category == "" || !strings.HasPrefix(d.Message, d.Category+": ") {
				t.Errorf("%s: category %q, URL %q, message %q", at, d.Category, d.URL, d.Message)
			}
			if strings.ContainsAny(d.Message, "\n\r\t") || strings.Contains(d.Message, "<nil>") || strings.Contains(d.Message, "%!") || strings.Contains(d.Message, "  ") {
				t.Errorf("%s: message %q", at, d.Message)
			}
			for _, r := range d.Related {
				if !r.Pos.IsValid() || r.Message == "" || strings.ContainsAny(r.Message, "\n\r\t") {
					t.Errorf("%s: related %+v", at, r)
				}
			}
			if len(d.SuggestedFixes) > 1 {
				t.Errorf("%s: %d suggested fixes; some drivers apply them all", at, len(d.SuggestedFixes))
			}
			for _, f := range d.SuggestedFixes {
				for _, e := range f.TextEdits {
					if act.Package.Fset.Position(e.Pos).Filename != at.Filename {
						t.Errorf("%s: an edit in another file", at)
					}
				}
			}
		}
	}
}

// TestPending tells how much of testdata/src/pending holds by now. What is there is
// right and not reached yet; it is run on request only.
func TestPending(t *testing.T) {
	if os.Getenv("IDEMSCOPE_PENDING") == "" {
		t.Skip("set IDEMSCOPE_PENDING=1 to run what is known to fail")
	}
	pkgs, err := load(corpus, "./pending/...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		t.Run(p.Name, func(t *testing.T) {
			one := []*packages.Package{p}
			expect(t, corpus, one, findings(t, corpus, within(t, 20*time.Second, New(Settings{}), one)))
		})
	}
}
