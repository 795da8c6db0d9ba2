// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBaseline lives with one: lines move, a function is added, one is edited, the
// directory is another, and what is known is not reported.
func TestBaseline(t *testing.T) {
	first := faultyPackage("m")
	dir := module(t, map[string]string{"pay/pay.go": first, "other/pay.go": faultyPackage("other")})
	t.Chdir(dir)
	expect := func(what string, code int, want string, args ...string) {
		t.Helper()
		got, out, errs := command(args...)
		if got != code || !strings.HasSuffix(out, want) || errs != "" {
			t.Errorf("%s: exit %d\n%s\n%s", what, got, out, errs)
		}
	}
	expect("written", exitClean, "2 findings in known.json\n", "-write-baseline", "known.json", "./...")
	text, err := os.ReadFile("known.json")
	if err != nil {
		t.Fatal(err)
	}
	if s := string(text); strings.Contains(s, dir) || strings.Index(s, `"other/pay.go"`) > strings.Index(s, `"pay/pay.go"`) || !strings.Contains(s, `"function": "Pay"`) {
		t.Error(s)
	}
	expect("written again", exitClean, "2 findings in known.json\n", "-write-baseline", "known.json", "./...")
	if again, _ := os.ReadFile("known.json"); string(again) != string(text) {
		t.Errorf("the same findings are written in two ways:\n%s\n%s", text, again)
	}
	expect("as it was", exitClean, "no findings besides 2 of the baseline\n", "-baseline", "known.json", "./...")
	expect("JSON", exitClean, "\"findings\": [],\n\t\"errors\": []\n}\n", "-baseline", "known.json", "-json", "./...")

	write(t, "pay/pay.go", strings.Replace(first, "func Pay", "// A note.\n\nfunc before() {}\n\nfunc Pay", 1))
	expect("lines moved", exitClean, "no findings besides 2 of the baseline\n", "-baseline", "known.json", "./...")

	more := first + "\n" + first[strings.Index(first, "func Pay"):]
	more = strings.Replace(more, "func Pay", "func Before", 1) // the new one comes first
	write(t, "pay/pay.go", more)
	code, out, _ := command("-baseline", "known.json", "./...")
	if got := strings.Join(headlines(out), "|"); code != exitFindings || got != "pay/pay.go:13:15: fresh-key|1 finding in 1 package besides 2 of the baseline" {
		t.Errorf("another function: exit %d, %s", code, got)
	}

	write(t, "pay/pay.go", strings.Replace(first, "key := rand.Text()", "key := \"k\" + rand.Text()", 1))
	code, out, errs := command("-baseline", "known.json", "./...")
	if code != exitFindings || !strings.HasSuffix(out, "1 finding in 1 package besides 1 of the baseline\n") ||
		errs != "idemscope: of what known.json lists, 1 finding is no more to be found; -write-baseline writes it anew\n" {
		t.Errorf("edited: exit %d\n%s\n%s", code, out, errs)
	}

	write(t, "pay/pay.go", first)
	t.Chdir("pay")
	expect("from elsewhere", exitClean, "no findings besides 1 of the baseline\n", "-baseline", "../known.json", ".")
	expect("-C", exitClean, "no findings besides 2 of the baseline\n", "-baseline", "../known.json", "-C", "..", "./...")
}

// TestBaselineAlike has two findings that differ in nothing but their order.
func TestBaselineAlike(t *testing.T) {
	text := faultyPackage("m")
	loop := text[strings.Index(text, "\tfor range 3 {"):strings.Index(text, "\treturn err")]
	text = strings.Replace(text, loop, loop+loop, 1)
	t.Chdir(module(t, map[string]string{"m.go": text}))
	if code, out, errs := command("-write-baseline", "known.json"); code != exitClean || out != "2 findings in known.json\n" {
		t.Fatalf("exit %d\n%s\n%s", code, out, errs)
	}
	write(t, "m.go", strings.Replace(text, loop, loop+loop, 1))
	if code, out, _ := command("-baseline", "known.json"); code != exitFindings || !strings.HasSuffix(out, "1 finding in 1 package besides 2 of the baseline\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

func TestBaselineRefused(t *testing.T) {
	t.Chdir(module(t, map[string]string{
		"m.go":       faultyPackage("m"),
		"bad/bad.go": "package bad\n\nvar x int = y\n",
		"empty":      "",
		"text":       "hello\n",
		"unknown":    "{\n\t\"version\": 1,\n\t\"rules\": []\n}\n",
		"wrong":      "{\"version\": 1, \"findings\": [\n{\"file\": 3}]}\n",
		"cut":        "{\"version\": 1,\n\"findings\": [\n",
		"twice":      "{\"version\": 1, \"findings\": []}\n{}\n",
		"later":      "{\"version\": 2, \"findings\": []}\n",
	}))
	for name, want := range map[string]string{
		"missing": "open missing: ",
		"empty":   "empty:1: expected a baseline",
		"text":    "text:1: ",
		"unknown": "unknown:4: json: unknown field \"rules\"",
		"wrong":   "wrong:2: ",
		"cut":     "cut:3: expected a baseline",
		"twice":   "twice:2: expected the end of the file",
		"later":   "later: version 2: expected 1",
	} {
		code, out, errs := command("-baseline", name, ".")
		if code != exitError || out != "" || !strings.HasPrefix(errs, "idemscope: -baseline: "+want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: exit %d\n%s\n%s", name, code, out, errs)
		}
	}
	// Half of the packages make no baseline.
	code, _, errs := command("-write-baseline", "half.json", "./...")
	if _, err := os.Stat("half.json"); code != exitError || err == nil || !strings.Contains(errs, "half.json is not written") {
		t.Errorf("exit %d\n%s", code, errs)
	}
	code, _, errs = command("-write-baseline", filepath.Join("nosuch", "b.json"), ".")
	if code != exitError || !strings.HasPrefix(errs, "idemscope: -write-baseline: ") {
		t.Errorf("exit %d\n%s", code, errs)
	}
}

func FuzzBaseline(f *testing.F) {
	for _, text := range []string{"", "{}", "[]", `{"version": 1, "findings": [{"file": "a.go", "rule": "scope", "fingerprint": "00"}]}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name := filepath.Join(t.TempDir(), "b")
		write(t, name, text)
		if _, err := readBaseline(name); err != nil && !strings.HasPrefix(err.Error(), name+":") {
			t.Errorf("the error does not name the file: %v", err)
		}
	})
}
