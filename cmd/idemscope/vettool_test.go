// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/idemscope/idemscope/internal/driver/modules"
)

// throughVet lists what go vet reports with this binary as its tool, in JSON.
func throughVet(t *testing.T, dir string, flags ...string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append(append([]string{"vet", "-vettool=" + self, "-json"}, flags...), "./...")...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		errors.As(err, &exit)
		t.Fatalf("%v\n%s", err, exit.Stderr)
	}
	rep, err := readVet(out)
	if err != nil {
		t.Fatal(err)
	}
	return places(t, dir, rep)
}

// places are findings in full, sorted, each once.
func places(t *testing.T, dir string, rep *report) []string {
	t.Helper()
	rep.finish(dir)
	var out []string
	for _, f := range rep.Findings {
		if f.Related == nil {
			f.Related = []related{}
		}
		f.Severity, f.Function, f.Print = "", "", "" // which the command adds
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}

// TestSameThroughVet holds the command against go vet with this tool, and with the same
// tool made to leave the work to x/tools' unitchecker: the same findings, with the same
// positions, ways and fixes.
func TestSameThroughVet(t *testing.T) {
	if testing.Short() {
		t.Skip("runs go vet")
	}
	// A flag that only unitchecker knows, with the value that it has anyway.
	const stock = "-c=-1"
	for _, corpus := range []struct {
		dir   string
		flags [][]string
	}{
		{"example", [][]string{nil, {stock}}},
		{"drivers", [][]string{nil, {stock}}},
		{"src", [][]string{nil}},
		{"libs", [][]string{nil, {"-idemscope.strict"}}},
	} {
		dir, err := filepath.Abs(filepath.Join("..", "..", "testdata", corpus.dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, flags := range corpus.flags {
			own := flags
			if slices.Contains(own, stock) {
				own = nil
			}
			args := append([]string{"-C", dir, "-json"}, own...)
			_, out, errs := command(append(args, "./...")...)
			rep := new(report)
			if err := json.Unmarshal([]byte(out), rep); err != nil || len(rep.Errors) > 0 {
				t.Fatalf("%v\n%s\n%s", err, out, errs)
			}
			got, want := throughVet(t, dir, flags...), places(t, dir, rep)
			if missing, unexpected := difference(want, got); len(want) == 0 || len(missing)+len(unexpected) > 0 {
				t.Errorf("%s %v: go vet lacks\n%s\nand has besides\n%s", corpus.dir, flags, strings.Join(missing, "\n"), strings.Join(unexpected, "\n"))
			}
		}
	}
}

// TestVetAgain changes packages below and above, and asks go vet again: what it keeps of
// others must not hide what has changed. The package between is none that concerns keys.
func TestVetAgain(t *testing.T) {
	t.Chdir(module(t, map[string]string{
		"low/low.go": "package low\n\nfunc Do(n int, f func() error) error { return f() }\n",
		"mid/mid.go": "package mid\n\nimport \"example.test/m/low\"\n\nfunc Try(f func() error) error { return low.Do(3, f) }\n",
		"top/top.go": strings.NewReplacer("import \"crypto/rand\"", "import (\n\t\"crypto/rand\"\n\n\t\"example.test/m/mid\"\n)",
			"for range 3 {", "{", "break", "return nil").Replace(faultyPackage("top")) + "\nfunc Again(api API) error { return mid.Try(func() error { return Pay(api) }) }\n",
	}))
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	rules := func() string {
		var out []string
		for _, p := range throughVet(t, dir) {
			var f finding
			if err := json.Unmarshal([]byte(p), &f); err != nil {
				t.Fatal(err)
			}
			out = append(out, fmt.Sprint(filepath.ToSlash(f.File), " ", f.Rule))
		}
		return strings.Join(out, ", ")
	}
	if got := rules(); got != "" {
		t.Errorf("nothing calls again: %s", got)
	}
	write(t, "low/low.go", "package low\n\nfunc Do(n int, f func() error) (err error) {\n\tfor range n {\n\t\tif err = f(); err == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n\treturn err\n}\n")
	if got := rules(); got != "top/top.go fresh-key" {
		t.Errorf("the package at the bottom calls again: %s", got)
	}
	write(t, "mid/mid.go", "package mid\n\nfunc Try(f func() error) error { return f() }\n")
	if got := rules(); got != "" {
		t.Errorf("it is not asked any more: %s", got)
	}
}

// TestVetCgo has cgo in a package with a finding, and in one that only leaves a card.
func TestVetCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip(err)
	}
	const three = "// static int three(void) { return 3; }\nimport \"C\"\n"
	dir := module(t, map[string]string{
		"low/low.go": "package low\n\n" + three + "\nfunc Three() int { return int(C.three()) }\n",
		"top/top.go": strings.NewReplacer("import \"crypto/rand\"\n", three+"\nimport (\n\t\"crypto/rand\"\n\n\t\"example.test/m/low\"\n)\n",
			"range 3", "range int(C.three()) + low.Three()").Replace(faultyPackage("top")),
	})
	got := throughVet(t, dir)
	if len(got) != 1 || !strings.Contains(got[0], `"rule":"fresh-key"`) || !strings.Contains(got[0], `top.go"`) {
		t.Errorf("got %q", got)
	}
}

// TestVetModules runs go vet over the modules with which the command's own driver is tested:
// what it finds, each package in a process of its own finds.
func TestVetModules(t *testing.T) {
	if testing.Short() {
		t.Skip("runs go vet")
	}
	archives, err := filepath.Glob(filepath.Join("..", "..", "internal", "driver", "testdata", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			m := modules.Unpack(t, name)
			if strings.Contains(m.Comment, "\nnamed: ") || strings.Contains(m.Comment, "needs cgo") {
				t.Skip("it is not of all packages; or see TestVetCgo")
			}
			var got []string
			for _, p := range throughVet(t, m.Dir) {
				var f finding
				if err := json.Unmarshal([]byte(p), &f); err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprintf("%s:%d %s", filepath.ToSlash(f.File), f.Line, f.Rule))
			}
			slices.Sort(got)
			if !slices.Equal(got, m.Want) {
				t.Errorf("go vet finds\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(m.Want, "\n"))
			}
		})
	}
}
