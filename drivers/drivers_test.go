// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package drivers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The programs that go through all drivers.
var (
	small  = filepath.Join("..", "testdata", "drivers") // findings that hang on facts of others
	corpus = filepath.Join("..", "testdata", "src")     // every construct and rule
)

// finding is what any driver shows of a finding.
type finding struct {
	File    string // relative to the module, with slashes
	Line    int
	Message string // begins with the rule
}

func (f finding) String() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message) }

// build makes a program of a package, named from the directory of its module, once.
func build(t testing.TB, dir, pkg string) string {
	t.Helper()
	builds.Lock()
	defer builds.Unlock()
	if builds.dir == "" {
		d, err := os.MkdirTemp("", "idemscope-drivers-")
		if err != nil {
			t.Fatal(err)
		}
		builds.dir = d
	}
	bin := filepath.Join(builds.dir, filepath.Base(dir)+"-"+filepath.Base(pkg))
	if _, err := os.Stat(bin); err == nil {
		return bin
	}
	if out, errs, code := run(t, dir, nil, "go", "build", "-o", bin, pkg); code != 0 {
		t.Fatalf("go build %s in %s: exit %d\n%s%s", pkg, dir, code, out, errs)
	}
	return bin
}

var builds struct {
	sync.Mutex
	dir string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if builds.dir != "" {
		os.RemoveAll(builds.dir)
	}
	os.Exit(code)
}

// run runs a command in a directory, with variables added to the environment.
func run(t testing.TB, dir string, env []string, name string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
		}
		code = exit.ExitCode()
	}
	return out.String(), errs.String(), code
}

// vetted returns what go vet reports in a module: what the other drivers are held against.
func vetted(t *testing.T, dir string, args ...string) []finding {
	t.Helper()
	tool := build(t, "..", "./cmd/idemscope")
	args = append([]string{"vet", "-vettool=" + tool, "-json"}, args...)
	out, errs, code := run(t, dir, nil, "go", append(args, "./...")...)
	if code != 0 {
		t.Fatalf("go vet: exit %d\n%s", code, errs)
	}
	var body strings.Builder
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "#") {
			body.WriteString(line)
		}
	}
	var fs []finding
	for dec := json.NewDecoder(strings.NewReader(body.String())); ; {
		var pkgs map[string]map[string][]struct{ Posn, Message string }
		if err := dec.Decode(&pkgs); err == io.EOF {
			return sorted(fs)
		} else if err != nil {
			t.Fatal(err)
		}
		for _, analyzers := range pkgs {
			for _, ds := range analyzers {
				for _, d := range ds {
					fs = append(fs, finding{inModule(t, dir, d.Posn), lineOf(d.Posn), d.Message})
				}
			}
		}
	}
}

// inModule is the file of a position FILE:LINE:COLUMN, or a file's name, relative to a
// module's directory.
func inModule(t *testing.T, dir, posn string) string {
	t.Helper()
	file := posn
	if i := strings.Index(posn, ".go:"); i >= 0 {
		file = posn[:i+len(".go")]
	}
	if !filepath.IsAbs(file) {
		return filepath.ToSlash(file)
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	rel, err := filepath.Rel(root, file)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

// lineOf is the line of a position FILE:LINE:COLUMN.
func lineOf(posn string) int {
	_, rest, _ := strings.Cut(posn, ".go:")
	line, _, _ := strings.Cut(rest, ":")
	n, _ := strconv.Atoi(line)
	return n
}

// sorted puts findings in order, each once: a package with tests is analysed twice.
func sorted(fs []finding) []finding {
	slices.SortFunc(fs, func(a, b finding) int { return strings.Compare(a.String(), b.String()) })
	return slices.Compact(fs)
}

// compare fails where a driver does not report what go vet does.
func compare(t testing.TB, what string, want, got []finding) {
	t.Helper()
	for _, f := range want {
		if !slices.Contains(got, f) {
			t.Errorf("%s: missing: %s", what, f)
		}
	}
	for _, f := range got {
		if !slices.Contains(want, f) {
			t.Errorf("%s: unexpected: %s", what, f)
		}
	}
}

// TestModules vets and tests the modules that build a driver: ./... does not reach them.
func TestModules(t *testing.T) {
	if testing.Short() {
		t.Skip("builds golangci-lint and gopls")
	}
	for _, dir := range []string{"golangci-lint-idemscope", "gopls-idemscope"} {
		dir = filepath.Join("..", "cmd", dir)
		for _, args := range [][]string{{"vet", "./..."}, {"test", "./..."}} {
			if out, errs, code := run(t, dir, nil, "go", args...); code != 0 {
				t.Errorf("go %s in %s: exit %d\n%s%s", args[0], dir, code, out, errs)
			}
		}
	}
}

// TestPrograms makes sure that there is something to compare.
func TestPrograms(t *testing.T) {
	got := vetted(t, small)
	var lines []string
	for _, f := range got {
		rule, _, _ := strings.Cut(f.Message, ":")
		lines = append(lines, fmt.Sprintf("%s:%d %s", f.File, f.Line, rule))
	}
	want := []string{"far/far.go:20 scope", "pay/pay.go:24 scope", "pay/pay.go:30 fresh-key", "pay/pay.go:39 fresh-key", "quiet/quiet.go:28 fresh-key"}
	if !slices.Equal(lines, want) {
		t.Errorf("got  %q\nwant %q", lines, want)
	}
}
