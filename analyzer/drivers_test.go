// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"encoding/json"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestDrivers runs the corpus through each driver: in this process, as the tool of
// go vet, and as a command. All must report the same, to the column and the letter.
func TestDrivers(t *testing.T) {
	bin := tool(t)
	want := texts(findings(t, corpus, analyze(t, New(Settings{}), corpusPackages(t), nil)))
	if len(want) == 0 {
		t.Fatal("the corpus has no findings")
	}
	for _, driver := range []struct {
		name string
		run  func(*testing.T, string) []finding
	}{
		{"vet", func(t *testing.T, bin string) []finding { return vetFindings(t, corpus, bin, patterns...) }},
		{"command", commandFindings},
	} {
		t.Run(driver.name, func(t *testing.T) {
			cold := texts(driver.run(t, bin))
			if d := difference(want, cold); d != "" {
				t.Errorf("against the analysis in this process:\n%s", d)
			}
			if warm := texts(driver.run(t, bin)); !slices.Equal(cold, warm) {
				t.Errorf("a second run, with a warm cache, reports something else:\n%s", difference(cold, warm))
			}
		})
	}
}

// TestSinglePackage names one package alone. What it uses is then a dependency
// for whose sake nothing is reported, but whose facts count as before.
func TestSinglePackage(t *testing.T) {
	bin := tool(t)
	var want []string
	for _, f := range vetFindings(t, corpus, bin, patterns...) {
		if strings.HasPrefix(f.File, "construct/wiring/app/") {
			want = append(want, f.String())
		}
	}
	if len(want) == 0 {
		t.Fatal("no findings in construct/wiring/app")
	}
	got := texts(vetFindings(t, corpus, bin, "./construct/wiring/app"))
	if d := difference(want, got); d != "" {
		t.Error(d)
	}
}

func vetFindings(t *testing.T, dir, bin string, args ...string) []finding {
	t.Helper()
	out, errs, code := run(t, dir, "go", append([]string{"vet", "-vettool=" + bin, "-json"}, args...)...)
	if code != 0 {
		t.Fatalf("go vet: exit %d\n%s%s", code, out, errs)
	}
	var body strings.Builder
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "#") {
			body.WriteString(line)
		}
	}
	var fs []finding
	dec := json.NewDecoder(strings.NewReader(body.String()))
	for {
		var pkgs map[string]map[string][]struct{ Category, Posn, Message string }
		if err := dec.Decode(&pkgs); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, analyzers := range pkgs {
			for _, ds := range analyzers {
				for _, d := range ds {
					parts := strings.Split(d.Posn, ":")
					if len(parts) < 3 {
						t.Fatalf("position %q", d.Posn)
					}
					n := len(parts)
					line, err1 := strconv.Atoi(parts[n-2])
					column, err2 := strconv.Atoi(parts[n-1])
					if err1 != nil || err2 != nil {
						t.Fatalf("position %q", d.Posn)
					}
					fs = append(fs, finding{below(t, dir, strings.Join(parts[:n-2], ":")), line, column, d.Category, d.Message})
				}
			}
		}
	}
	sortFindings(fs)
	return fs
}

func commandFindings(t *testing.T, bin string) []finding {
	t.Helper()
	out, errs, code := run(t, corpus, bin, append([]string{"-json"}, patterns...)...)
	if code != 1 {
		t.Fatalf("exit %d, want 1 for findings\n%s%s", code, out, errs)
	}
	var report struct {
		Findings []struct {
			Rule, File, Message string
			Line, Column        int
		}
		Errors []struct{ Message string }
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(report.Errors) > 0 {
		t.Errorf("errors: %v", report.Errors)
	}
	var fs []finding
	for _, f := range report.Findings {
		message := f.Message
		if !strings.HasPrefix(message, f.Rule+": ") {
			message = f.Rule + ": " + message
		}
		fs = append(fs, finding{below(t, corpus, f.File), f.Line, f.Column, f.Rule, message})
	}
	sortFindings(fs)
	return fs
}

// TestSelf runs the tool over its own repository: it must have nothing to say.
func TestSelf(t *testing.T) {
	bin := tool(t)
	if out, errs, code := run(t, repository, "go", "vet", "-vettool="+bin, "./..."); code != 0 {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// TestAcceptance runs the project's acceptance programs where they are at hand:
// they lie beside the repository, not in it.
func TestAcceptance(t *testing.T) {
	dir := filepath.Join(repository, "..", "shared", "acceptance")
	if _, err := os.Stat(filepath.Join(dir, "check", "main.go")); err != nil {
		t.Skip("the acceptance programs are not at hand: ", err)
	}
	bin := tool(t)
	out, errs, code := run(t, dir, "go", "run", "./check", "-tool", bin, "./...")
	if code != 0 {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	t.Log(strings.TrimSpace(out))
}

// TestWithoutFacts takes the facts of other packages away, as a driver does that cannot
// analyse dependencies: findings may be fewer, never other.
func TestWithoutFacts(t *testing.T) {
	left := 0
	for _, dir := range []string{corpus, filepath.Join("..", "testdata", "drivers")} {
		pkgs, err := load(dir, "./...")
		if err != nil {
			t.Fatal(err)
		}
		all := texts(findings(t, dir, analyze(t, New(Settings{}), pkgs, nil)))
		alone := New(Settings{})
		run := alone.Run
		alone.Run = func(pass *analysis.Pass) (any, error) {
			bare := *pass
			bare.ImportObjectFact = func(o types.Object, f analysis.Fact) bool {
				return o.Pkg() == pass.Pkg && pass.ImportObjectFact(o, f)
			}
			bare.AllObjectFacts = func() []analysis.ObjectFact { return nil }
			return run(&bare)
		}
		fewer := texts(findings(t, dir, analyze(t, alone, pkgs, nil)))
		left += len(fewer)
		if len(fewer) >= len(all) {
			t.Errorf("%s: %d findings with facts, %d without", dir, len(all), len(fewer))
		}
		for _, f := range fewer {
			if !slices.Contains(all, f) {
				t.Errorf("only without facts: %s", f)
			}
		}
	}
	if left == 0 {
		t.Error("without facts nothing is found at all")
	}
}
