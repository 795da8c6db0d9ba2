// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"context"
	"flag"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/analyzer/rule"
)

// asCommand in the environment makes the test binary be the command, so that the tests
// need not build one: go vet calls the test binary as its tool.
const asCommand = "IDEMSCOPE_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Setenv(asCommand, "1") // for the tool that go vet starts
	os.Exit(m.Run())
}

// command runs the command in this process.
func command(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(context.Background(), args, &out, &errs)
	return code, out.String(), errs.String()
}

func TestRefusals(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string // in the one line on stderr
	}{
		{[]string{"-nosuch", "./..."}, "unknown flag -nosuch"},
		{[]string{"-json=perhaps"}, "invalid boolean value"},
		{[]string{"-rules"}, "flag needs an argument: -rules"},
		{[]string{"-rules=nosuch", "."}, "nosuch"},
		{[]string{"./...", "-json"}, "flag -json stands after the packages"},
		{[]string{"-C", filepath.Join(file, "x"), "."}, "-C: "},
		{[]string{"-C", file, "."}, "is not a directory"},
		{[]string{"./nosuch"}, "nosuch: directory not found"},
		{[]string{"explain", "nosuch"}, `no rule "nosuch"; the rules are scope, tenant`},
		{[]string{"explain", "scope", "tenant"}, "explain takes one rule"},
		{[]string{"-models"}, "flag needs an argument: -models"},
		{[]string{"-models=", "."}, "expected the name of a file"},
		{[]string{"-models", "x.yaml", "-idemscope.models=", "."}, "-models and -idemscope.models stand for one another"},
		{[]string{"-models", filepath.Join(file, "x"), "./nosuch"}, "-models: open " + filepath.Join(file, "x") + ": "},
		{[]string{"-models", filepath.Dir(file), "./nosuch"}, "-models: read " + filepath.Dir(file) + ": "},
		{[]string{"-models", file, "./nosuch"}, "idemscope: " + file + ":1: expected library: IMPORT-PATH"},
		{[]string{"models", "a", "b"}, "models takes one query, not 2"},
		{[]string{"models", "a", "-models=x"}, "flag -models=x stands after the query"},
		{[]string{"models", "-nosuch"}, "unknown flag -nosuch"},
		{[]string{"models", "-models", file}, "idemscope: " + file + ":1: expected library: IMPORT-PATH"},
		{[]string{"-version", "x"}, "version takes no arguments"},
		{[]string{"version", "x"}, "version takes no arguments"},
	} {
		code, out, errs := command(test.args...)
		if code != exitError || out != "" || strings.Count(errs, "\n") != 1 ||
			!strings.HasPrefix(errs, "idemscope: ") || !strings.Contains(errs, test.want) {
			t.Errorf("%q: exit %d\nstdout: %s\nstderr: %s", test.args, code, out, errs)
		}
	}
}

func TestNoGoCommand(t *testing.T) {
	t.Setenv("PATH", "")
	code, _, errs := command(".")
	if code != exitError || !strings.HasPrefix(errs, "idemscope: no go command: ") {
		t.Errorf("exit %d, stderr %q", code, errs)
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"-help"}, {"--help"}, {"help"}, {"explain", "-h"}, {"models", "-h"}} {
		code, out, errs := command(args...)
		if code != exitClean || out != usage() || errs != "" {
			t.Errorf("%q: exit %d, stderr %q", args, code, errs)
		}
	}
}

// TestManual compares the doc comment with the usage text.
func TestManual(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(usage(), "Idemscope follows", "Command idemscope follows", 1)
	if got := f.Doc.Text(); got != want {
		t.Errorf("doc.go and usage.txt differ:\n%s", got)
	}
	analyzer.Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		for _, name := range []string{"-" + f.Name, "-" + analyzer.Analyzer.Name + "." + f.Name} {
			if !strings.Contains(usage(), name) {
				t.Errorf("usage.txt lacks the flag %s", name)
			}
		}
	})
}

// TestReadme compares the README's table of rules with the rules.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rule.All() {
		row := "| [`" + r.Name + "`](analyzer/rule/pages/" + r.Name + ".md) | " + r.Title + " |\n"
		if !strings.Contains(string(readme), row) {
			t.Errorf("README.md lacks the row\n%s", row)
		}
	}
}

func TestExplain(t *testing.T) {
	code, out, _ := command("explain")
	if code != exitClean {
		t.Errorf("exit %d", code)
	}
	for _, r := range rule.All() {
		if !strings.Contains(out, r.Title) {
			t.Errorf("no %s in the table:\n%s", r.Name, out)
		}
		code, page, _ := command("explain", r.Name)
		if want, _ := rule.Page(r.Name); code != exitClean || page != want {
			t.Errorf("explain %s: exit %d\n%s", r.Name, code, page)
		}
	}
}

func TestVersion(t *testing.T) {
	for _, name := range []string{"version", "-version", "--version"} {
		code, out, errs := command(name)
		if code != exitClean || !strings.HasPrefix(out, "idemscope ") || errs != "" {
			t.Errorf("%s: exit %d, %q, %q", name, code, out, errs)
		}
	}
}

func TestProgress(t *testing.T) {
	p := showProgress(io.Discard) // which is no terminal
	if got := p.line(3500 * time.Millisecond); got != "compiling dependencies … 3s" {
		t.Errorf("%q", got)
	}
	p.say(checking)
	if got := p.line(4 * time.Second); got != "checking … 4s" {
		t.Errorf("%q", got)
	}
	p.done()
}

func TestSpellings(t *testing.T) {
	for _, args := range [][]string{
		{"-rules=scope", "-headers=X-Op-ID", "./..."},
		{"--rules", "scope", "--headers", "X-Op-ID", "./..."},
		{"-idemscope.rules", "scope", "-idemscope.headers=X-Op-ID", "./..."},
	} {
		o, err := parseFlags(args)
		want := []string{"-idemscope.rules=scope", "-idemscope.headers=X-Op-ID"}
		if err != nil || !slices.Equal(o.settings, want) || !slices.Equal(o.patterns, []string{"./..."}) {
			t.Errorf("%q: %q, %q, %v", args, o.settings, o.patterns, err)
		}
	}
	o, err := parseFlags([]string{"-json", "-test=false", "-C", "x", "-tags", "a,b"})
	if err != nil || !o.json || o.test || o.dir != "x" || o.tags != "a,b" || len(o.patterns) != 0 {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestCalledByGo(t *testing.T) {
	cfg := filepath.Join(t.TempDir(), "vet.cfg")
	if err := os.WriteFile(cfg, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want bool
	}{
		{[]string{"-V=full"}, true},
		{[]string{"-flags"}, true},
		{[]string{cfg}, true},
		{[]string{"-json", "-idemscope.rules=scope", cfg}, true},
		{nil, false},
		{[]string{"./..."}, false},
		{[]string{"./nosuch.cfg"}, false},
		{[]string{filepath.Dir(cfg)}, false},
		{[]string{"-flags", "./..."}, false},
	} {
		if got := calledByGo(test.args); got != test.want {
			t.Errorf("%q: %v", test.args, got)
		}
	}
}
