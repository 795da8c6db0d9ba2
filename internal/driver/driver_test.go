// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/internal/driver"
	"github.com/idemscope/idemscope/internal/driver/modules"
)

// run analyses the packages below a directory, with the gate or without.
func run(t *testing.T, dir string, s analyzer.Settings, gated bool, patterns ...string) *driver.Result {
	t.Helper()
	a, gate := analyzer.NewGated(s)
	if !gated {
		gate = nil
	}
	res, err := driver.Run(context.Background(), &driver.Config{Dir: dir, Patterns: patterns, Tests: true, Analyzer: a, Gate: gate})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// lines are the findings of a run in the order of their places.
func lines(t *testing.T, dir string, res *driver.Result) []string {
	t.Helper()
	var out []string
	for _, f := range res.Findings {
		p := res.Fset.Position(f.Pos)
		name, err := filepath.Rel(dir, p.Filename)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%s:%d:%d: %s", filepath.ToSlash(name), p.Line, p.Column, f.Message))
	}
	slices.Sort(out)
	return slices.Compact(out) // a package with tests is analysed with and without them
}

// TestGate holds the driver with its gate against the driver without: the same findings,
// to the letter, from a part of the packages.
func TestGate(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses all dependencies of the libraries' programs")
	}
	for _, corpus := range []struct {
		dir     string
		checked int // packages of other modules that are read, at most
	}{
		{"../../testdata/example", 0},
		{"../../testdata/src", 0},
		{"../../testdata/drivers", 1},
		{"../../testdata/libs", 25},
		{"../../../shared/acceptance", 5},
	} {
		if _, err := os.Stat(corpus.dir); err != nil {
			t.Logf("%s is not there", corpus.dir)
			continue
		}
		dir, err := filepath.Abs(corpus.dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, strict := range []bool{false, true} {
			s := analyzer.Settings{Strict: strict}
			gated, all := run(t, dir, s, true, "./..."), run(t, dir, s, false, "./...")
			if len(gated.Errors)+len(all.Errors) > 0 {
				t.Fatalf("%s: %v %v", dir, gated.Errors, all.Errors)
			}
			got, want := lines(t, dir, gated), lines(t, dir, all)
			if len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("%s, strict %t: with the gate\n%s\nwithout\n%s", dir, strict, less(got, want), less(want, got))
			}
			if far := gated.Stats.Checked - gated.Stats.Named; far > corpus.checked {
				t.Errorf("%s: %d packages are read besides the %d that were named; expected %d", dir, far, gated.Stats.Named, corpus.checked)
			}
		}
	}
}

// less returns the lines that others lack.
func less(lines, others []string) string {
	var out []string
	for _, l := range lines {
		if !slices.Contains(others, l) {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// TestModules runs over modules in testdata, with other modules in their vendor directories.
// A comment "found: RULE" ends each line with a finding. The comment of the archive lists
// the packages that are read, besides those that were named, which are all of the module
// unless it has other patterns.
func TestModules(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			m := modules.Unpack(t, name)
			if strings.Contains(m.Comment, "needs cgo") {
				if _, err := exec.LookPath("gcc"); err != nil {
					t.Skip(err)
				}
			}
			patterns := []string{"./..."}
			if _, named, ok := strings.Cut(m.Comment, "\nnamed: "); ok {
				named, _, _ = strings.Cut(named, "\n")
				patterns = strings.Fields(named)
			}
			dir, want := m.Dir, m.Want
			for _, gated := range []bool{true, false} {
				res := run(t, dir, analyzer.Settings{}, gated, patterns...)
				if len(res.Errors) > 0 {
					t.Fatal(res.Errors)
				}
				var got []string
				for _, f := range res.Findings {
					p := res.Fset.Position(f.Pos)
					rel, err := filepath.Rel(dir, p.Filename)
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), p.Line, f.Category))
				}
				slices.Sort(got)
				if got = slices.Compact(got); !slices.Equal(got, want) {
					t.Errorf("gate %t: missing\n%s\nunexpected\n%s", gated, less(want, got), less(got, want))
				}
				if gated {
					if read := strings.TrimSpace("read: "+strings.Join(res.Read, " ")) + "\n"; !strings.Contains(m.Comment, read) {
						t.Errorf("%snot as the comment has it:\n%s", read, m.Comment)
					}
					if strings.Contains(m.Comment, "\nsource: ") && !strings.Contains(m.Comment, fmt.Sprintf("\nsource: %d\n", res.Stats.Checked)) {
						t.Errorf("%d packages are read from source; not as the comment has it:\n%s", res.Stats.Checked, m.Comment)
					}
				}
			}
		})
	}
}

// TestListed has a function called when the packages are listed, though they are listed twice.
func TestListed(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.test/m\n\ngo 1.26.0\n", "m.go": "package m\n\nimport \"C\"\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	a, gate := analyzer.NewGated(analyzer.Settings{})
	calls := 0
	_, err := driver.Run(context.Background(), &driver.Config{Dir: dir, Patterns: []string{"."}, Analyzer: a, Gate: gate, Listed: func() { calls++ }})
	if err != nil || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
}
