// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package drivers

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// linter is golangci-lint with idemscope in it, with a cache of its own.
type linter struct {
	bin   string
	cache string
}

func newLinter(t *testing.T) *linter {
	t.Helper()
	if testing.Short() {
		t.Skip("builds golangci-lint")
	}
	return &linter{bin: build(t, filepath.Join("..", "cmd", "golangci-lint-idemscope"), "."), cache: t.TempDir()}
}

// lint runs it in a directory with the given settings of idemscope, indented YAML, and
// options of golangci-lint's own.
func (l *linter) lint(t *testing.T, dir, settings, issues string, args ...string) (out, errs string, code int) {
	t.Helper()
	config := filepath.Join(t.TempDir(), "golangci.yml")
	text := `version: "2"
linters:
  default: none
  enable: [idemscope]
  settings:
    custom:
      idemscope:
        type: module
        description: idempotency keys that leave the scope of their store
        settings:
` + settings + "\nissues:\n  max-issues-per-linter: 0\n" + issues
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"run", "--config", config, "--path-mode", "abs", "--show-stats=false", "--output.json.path", "stdout"}, args...)
	return run(t, dir, []string{"GOLANGCI_LINT_CACHE=" + l.cache}, l.bin, append(args, "./...")...)
}

// findings does the same and reads what it prints.
func (l *linter) findings(t *testing.T, dir, settings, issues string, args ...string) []finding {
	t.Helper()
	out, errs, code := l.lint(t, dir, settings, issues, args...)
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename string
				Line     int
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("exit %d, %v\n%s\n%s", code, err, out, errs)
	}
	var fs []finding
	for _, i := range report.Issues {
		if i.FromLinter != "idemscope" {
			t.Errorf("%s: %s", i.FromLinter, i.Text)
			continue
		}
		fs = append(fs, finding{inModule(t, dir, i.Pos.Filename), i.Pos.Line, i.Text})
	}
	if (code == 0) != (len(fs) == 0) {
		t.Errorf("exit %d with %d findings\n%s", code, len(fs), errs)
	}
	return sorted(fs)
}

// without leaves out what stands in a file.
func without(fs []finding, file string) []finding {
	return slices.DeleteFunc(slices.Clone(fs), func(f finding) bool { return f.File == file })
}

// TestGolangci compares it with go vet, cold and warm, less what a nolint comment covers.
func TestGolangci(t *testing.T) {
	l := newLinter(t)
	want := without(vetted(t, small), "quiet/quiet.go")
	compare(t, "cold", want, l.findings(t, small, "", ""))
	compare(t, "warm", want, l.findings(t, small, "", ""))

	// Of a cache that has seen one package, the others come as before.
	l.cache = t.TempDir()
	one := filepath.Join(small, "api")
	if fs := l.findings(t, one, "", ""); len(fs) > 0 {
		t.Errorf("in package api: %v", fs)
	}
	compare(t, "after one package", want, l.findings(t, small, "", ""))
}

// TestGolangciCorpus sends every construct and rule through it. Golangci-lint leaves out
// what it takes for the same: a fourth message of one text (parts that meet in several places
// have one), and all but one in a line, unless it is told not to.
func TestGolangciCorpus(t *testing.T) {
	l := newLinter(t)
	want := vetted(t, corpus)
	if len(want) < 100 {
		t.Fatalf("%d findings in the corpus", len(want))
	}
	compare(t, "all", want, l.findings(t, corpus, "", allAlike+"  uniq-by-line: false\n"))
	lines := map[string]bool{}
	for _, f := range want {
		lines[f.File+":"+f.String()[:strings.Index(f.String(), ": ")]] = true
	}
	if got := l.findings(t, corpus, "", allAlike); len(got) != len(lines) {
		t.Errorf("one a line: %d findings, want %d", len(got), len(lines))
	}
}

// allAlike has golangci-lint report more than three findings of one text.
const allAlike = "  max-same-issues: 0\n"

// TestGolangciSettings gives settings; the cache knows of each.
func TestGolangciSettings(t *testing.T) {
	l := newLinter(t)
	all := without(vetted(t, small), "quiet/quiet.go")
	scope := slices.DeleteFunc(slices.Clone(all), func(f finding) bool { return !strings.HasPrefix(f.Message, "scope: ") })
	compare(t, "rules", scope, l.findings(t, small, "          rules: [scope, tenant]\n", ""))
	compare(t, "none", all, l.findings(t, small, "", ""))
	compare(t, "rules again", scope, l.findings(t, small, "          rules: [scope, tenant]\n", ""))
	compare(t, "strict", without(vetted(t, small, "-idemscope.strict"), "quiet/quiet.go"), l.findings(t, small, "          strict: true\n", ""))

	// A model that takes the generator for a function of its arguments: no key is fresh.
	quiet := `          models: |
            library: crypto/rand
            functions:
              - {func: .Text, does: derive}
          headers: [X-Operation]
`
	fresh := slices.ContainsFunc(l.findings(t, small, quiet, ""), func(f finding) bool { return strings.HasPrefix(f.Message, "fresh-key: ") })
	if fresh {
		t.Error("a model that calls rand.Text pure has no effect")
	}
	compare(t, "without the model", all, l.findings(t, small, "", ""))

	for _, test := range []struct{ settings, want string }{
		{"          rule: [scope]\n", `unknown field "rule"`},
		{"          rules: [scoop]\n", `settings: rules: unknown rule "scoop"`},
		{"          strict: maybe\n", "cannot unmarshal"},
		{"          headers: [\"no header\"]\n", `settings: headers: "no header" is no header name`},
		{"          models: |\n            library: x.test/a\n            sends: 3\n", "settings: models: "},
	} {
		if out, errs, code := l.lint(t, small, test.settings, ""); code != 3 || !strings.Contains(errs, test.want) {
			t.Errorf("%s: exit %d\n%s\n%s", test.settings, code, out, errs)
		}
	}
}

// TestGolangciFix mends a copy.
func TestGolangciFix(t *testing.T) {
	l := newLinter(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(small)); err != nil {
		t.Fatal(err)
	}
	before := l.findings(t, dir, "", "")
	left := l.findings(t, dir, "", "", "--fix")
	if len(left) != len(before)-1 {
		t.Errorf("%d findings before, %d left", len(before), len(left))
	}
	text, err := os.ReadFile(filepath.Join(dir, "pay", "pay.go"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\tkey := rand.Text()\n\treturn dep.Again(func() error {\n\t\treturn dep.Post(") {
		t.Errorf("%s", text)
	}
	compare(t, "mended", without(vetted(t, dir), "quiet/quiet.go"), l.findings(t, dir, "", ""))
}
