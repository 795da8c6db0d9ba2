// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer"
)

// TestLink holds link against types that another gopls may have.
func TestLink(t *testing.T) {
	a := analyzer.New(analyzer.Settings{})
	var known struct {
		other    int
		analyzer *analysis.Analyzer
	}
	if err := link(&known, a); err != nil || known.analyzer != a {
		t.Errorf("link = %v, field is %v", err, known.analyzer)
	}
	var renamed struct{ wrapped *analysis.Analyzer }
	var retyped struct{ analyzer analysis.Analyzer }
	var number int
	for _, s := range []any{&renamed, &retyped, &number} {
		if err := link(s, a); err == nil || !strings.Contains(err.Error(), "not supported") {
			t.Errorf("link(%T) = %v, want an error", s, err)
		}
	}
}

// TestRegister links into the gopls of go.mod, once.
func TestRegister(t *testing.T) {
	a := analyzer.New(analyzer.Settings{})
	if err := register(a); err != nil {
		t.Fatal(err)
	}
	if err := register(a); err == nil {
		t.Error("the analyzer is there twice")
	}
}

// TestVersions names both parts.
func TestVersions(t *testing.T) {
	info := &debug.BuildInfo{Deps: []*debug.Module{
		{Path: "golang.org/x/tools/gopls", Version: "v0.23.0"},
		{Path: "github.com/idemscope/idemscope", Version: "v0.0.0", Replace: &debug.Module{Path: "../.."}},
	}}
	if got, want := versions(info), "v0.23.0 with idemscope (devel)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}}
	if got, want := versions(info), "v0.23.0 with idemscope 0123456789ab"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	info.Deps[1].Replace, info.Deps[1].Version = nil, "v1.2.3"
	if got, want := versions(info), "v0.23.0 with idemscope v1.2.3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestOwnHelp names all flags of the analyzer.
func TestOwnHelp(t *testing.T) {
	a := analyzer.New(analyzer.Settings{})
	help := ownHelp(a)
	a.Flags.VisitAll(func(f *flag.Flag) {
		if !strings.Contains(help, "  -idemscope."+f.Name) {
			t.Errorf("no flag %s:\n%s", f.Name, help)
		}
	})
	for args, want := range map[string]bool{"help": true, "-h": true, "--help": true, "help check": false, "": false, "version": false} {
		if got := asksForHelp(strings.Fields(args)); got != want {
			t.Errorf("%q: got %v", args, got)
		}
	}
}

// TestSettle: other flags, another key; the usual flags, the usual key.
func TestSettle(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	one := write("one.yaml", "library: example.com/ids\nfunctions:\n  - {func: .New, does: generate, unique: random}\n")
	two := write("two.yaml", "library: example.com/other\nfunctions:\n  - {func: .New, does: generate, unique: random}\n")
	bad := write("bad.yaml", "library: example.com/ids\nfunctions: 1\n")

	key := func(args ...string) string {
		t.Helper()
		a := analyzer.New(analyzer.Settings{})
		rest, err := settle(a, append([]string{"-mode=stdio"}, append(args, "-rpc.trace")...))
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"-mode=stdio", "-rpc.trace"}; !slices.Equal(rest, want) {
			t.Errorf("%q leaves %q to gopls, want %q", args, rest, want)
		}
		if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
			t.Error(err)
		}
		if len(a.Requires) == 0 {
			return ""
		}
		return a.Requires[0].Name
	}
	for _, args := range [][]string{nil, {"-idemscope.strict=false"}} {
		if k := key(args...); k != "" {
			t.Errorf("%q: key %s, want none", args, k)
		}
	}
	seen := map[string][]string{}
	for _, args := range [][]string{
		{"-idemscope.strict"},
		{"-idemscope.rules=scope"},
		{"--idemscope.rules=scope,tenant"},
		{"-idemscope.headers=X-Nonce"},
		{"-idemscope.models=" + one},
		{"-idemscope.models=" + one, "-idemscope.models=" + two},
	} {
		k := key(args...)
		if was, ok := seen[k]; ok || k == "" {
			t.Errorf("%q: key %q, which is also that of %q", args, k, was)
		}
		seen[k] = args
		if again := key(args...); again != k {
			t.Errorf("%q: key %s, then %s", args, k, again)
		}
	}
	k := key("-idemscope.models=" + one)
	write("one.yaml", "library: example.com/ids\nfunctions:\n  - {func: .Next, does: generate, unique: random}\n")
	if key("-idemscope.models="+one) == k {
		t.Error("other text in the file of models, and the same key")
	}

	for _, c := range []struct{ want, arg, more string }{
		{"the flags of idemscope are -idemscope.headers, -idemscope.models, ", "-idemscope.stict", ""},
		{`unknown rule "scop"`, "-idemscope.rules=scop", ""},
		{"none.yaml", "-idemscope.models=" + filepath.Join(dir, "none.yaml"), ""},
		{"bad.yaml:2", "-idemscope.models=" + bad, ""},
		{"-remote", "-idemscope.strict", "-remote=auto"},
	} {
		_, err := settle(analyzer.New(analyzer.Settings{}), []string{c.arg, c.more})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want one with %q", c.arg, c.more, err, c.want)
		}
	}
	if _, err := settle(analyzer.New(analyzer.Settings{}), []string{"-remote=auto"}); err != nil {
		t.Errorf("-remote without flags of the analyzer: %v", err)
	}
}
