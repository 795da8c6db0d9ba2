// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer/rule"
)

func TestValid(t *testing.T) {
	for _, a := range []*analysis.Analyzer{Analyzer, New(Settings{Rules: []string{"scope"}})} {
		if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
			t.Error(err)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, test := range []struct {
		flag, value string
		err         string // "" for none
	}{
		{"rules", "scope", ""},
		{"rules", " scope , tenant ", ""},
		{"rules", "", ""},
		{"rules", ",", ""},
		{"rules", strings.Join(rule.Names(), ","), ""},
		{"rules", "scop", `unknown rule "scop"`},
		{"rules", "scope,Scope", `unknown rule "Scope"`},
		{"rules", "scope tenant", `unknown rule "scope tenant"`},
		{"headers", "X-Operation-Nonce", ""},
		{"headers", "X-Operation-Nonce,X-Request-Nonce", ""},
		{"headers", "X Operation", "is no header name"},
		{"headers", "X-Operation:", "is no header name"},
		{"headers", "Schlüssel", "is no header name"},
		{"headers", "a\nb", "is no header name"},
		{"headers", strings.Repeat("X-A,", 3000), "expected at most 8192"},
	} {
		a := New(Settings{})
		err := a.Flags.Set(test.flag, test.value)
		switch {
		case err == nil && test.err != "":
			t.Errorf("-%s=%q: no error, want %q", test.flag, test.value, test.err)
		case err != nil && (test.err == "" || !strings.Contains(err.Error(), test.err)):
			t.Errorf("-%s=%q: error %q, want %q", test.flag, test.value, err, test.err)
		}
	}
}

// TestFlagsAreOwn checks that analyzers in one process do not share their settings.
func TestFlagsAreOwn(t *testing.T) {
	a, b := New(Settings{}), New(Settings{})
	if err := a.Flags.Set("rules", "scope,tenant"); err != nil {
		t.Fatal(err)
	}
	if got := a.Flags.Lookup("rules").Value.String(); got != "scope,tenant" {
		t.Errorf("a has rules %q", got)
	}
	if got := b.Flags.Lookup("rules").Value.String(); got != "" {
		t.Errorf("b has rules %q", got)
	}
}

// TestRules checks that each rule can be had alone, and that the rules together
// report what each reports alone.
func TestRules(t *testing.T) {
	pkgs := corpusPackages(t)
	all := findings(t, corpus, analyze(t, New(Settings{}), pkgs, nil))
	var sum []finding
	for _, name := range rule.Names() {
		fs := findings(t, corpus, analyze(t, New(Settings{Rules: []string{name}}), pkgs, nil))
		for _, f := range fs {
			if f.Rule != name && f.Rule != "internal" {
				t.Errorf("-rules=%s reports %s", name, f)
			}
		}
		sum = append(sum, fs...)
	}
	sortFindings(sum)
	// A stale ignore is a finding of directive only where the ignored rule is on as well.
	stale := func(fs []finding) (out []finding) {
		for _, f := range fs {
			if !strings.Contains(f.Message, "suppresses nothing") {
				out = append(out, f)
			}
		}
		return out
	}
	if d := difference(texts(stale(all)), texts(stale(sum))); d != "" {
		t.Errorf("all rules together, against each alone:\n%s", d)
	}
}

// TestHeaders checks that a header named by the flag carries a key.
func TestHeaders(t *testing.T) {
	const source = `package nonce

import (
	"context"
	"crypto/rand"
	"net/http"
)

func Send(ctx context.Context) error {
	var err error
	for range 3 {
		var req *http.Request
		req, err = http.NewRequestWithContext(ctx, http.MethodPost, "https://api.example.com/jobs", nil)
		if err != nil {
			return err
		}
		req.Header.Set("X-Operation-Nonce", rand.Text())
		if _, err = http.DefaultClient.Do(req); err == nil {
			return nil
		}
	}
	return err
}
`
	dir := module(t, map[string]string{"nonce/nonce.go": source})
	pkgs, err := load(dir, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if fs := findings(t, dir, analyze(t, New(Settings{}), pkgs, nil)); len(fs) != 0 {
		t.Errorf("without the flag: %v", fs)
	}
	fs := findings(t, dir, analyze(t, New(Settings{Headers: []string{"x-operation-nonce"}}), pkgs, nil))
	if len(fs) != 1 || fs[0].Rule != "fresh-key" || fs[0].Line != 17 {
		t.Errorf("with the flag: %v", fs)
	}
}
