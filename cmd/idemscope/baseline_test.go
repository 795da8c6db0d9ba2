// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemscope/idemscope/analyzer/rule"
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
	if s := string(text); strings.Contains(s, dir) || strings.Index(s, `"other/pay.go"`) > strings.Index(s, `"pay/pay.go"`) || !strings.Contains(s, `"function": "Pay"`) || !strings.Contains(s, `"text": "key := rand.Text()"`) {
		t.Error(s)
	}
	expect("written again", exitClean, "2 findings in known.json\n", "-write-baseline", "known.json", "./...")
	if again, _ := os.ReadFile("known.json"); string(again) != string(text) {
		t.Errorf("the same findings are written in two ways:\n%s\n%s", text, again)
	}
	expect("as it was", exitClean, "no new findings (2 in the baseline)\n", "-baseline", "known.json", "./...")
	expect("JSON", exitClean, "\"findings\": [],\n\t\"errors\": []\n}\n", "-baseline", "known.json", "-json", "./...")

	write(t, "pay/pay.go", strings.Replace(first, "func Pay", "// A note.\n\nfunc before() {}\n\nfunc Pay", 1))
	expect("lines moved", exitClean, "no new findings (2 in the baseline)\n", "-baseline", "known.json", "./...")

	more := first + "\n" + first[strings.Index(first, "func Pay"):]
	more = strings.Replace(more, "func Pay", "func Before", 1) // the new one comes first
	write(t, "pay/pay.go", more)
	code, out, _ := command("-baseline", "known.json", "./...")
	if got := strings.Join(headlines(out), "|"); code != exitFindings || got != "pay/pay.go:13:15: fresh-key|1 new finding in 1 package (2 in the baseline)" {
		t.Errorf("another function: exit %d, %s", code, got)
	}

	write(t, "pay/pay.go", strings.Replace(first, "key := rand.Text()", "key := \"k\" + rand.Text()", 1))
	code, out, errs := command("-baseline", "known.json", "./...")
	if code != exitFindings || !strings.HasSuffix(out, "1 new finding in 1 package (1 in the baseline)\n") ||
		errs != "idemscope: 1 finding in known.json no longer occurs; run -write-baseline to drop it\n\tpay/pay.go: fresh-key in Pay: key := rand.Text()\n" {
		t.Errorf("edited: exit %d\n%s\n%s", code, out, errs)
	}

	write(t, "pay/pay.go", first)
	t.Chdir("pay")
	expect("from elsewhere", exitClean, "no new findings (1 in the baseline)\n", "-baseline", "../known.json", ".")
	expect("-C", exitClean, "no new findings (2 in the baseline)\n", "-baseline", "../known.json", "-C", "..", "./...")
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
	if code, out, _ := command("-baseline", "known.json"); code != exitFindings || !strings.HasSuffix(out, "1 new finding in 1 package (2 in the baseline)\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

func TestBaselineRefused(t *testing.T) {
	t.Chdir(module(t, map[string]string{
		"m.go":       faultyPackage("m"),
		"bad/bad.go": "package bad\n\nvar x int = y\n",
		"pay/pay.go": "package pay\n",
		"empty":      "",
		"text":       "hello\n",
		"unknown":    "{\n\t\"version\": 1,\n\t\"rules\": []\n}\n",
		"wrong":      "{\"version\": 1, \"findings\": [\n{\"file\": 3}]}\n",
		"cut":        "{\"version\": 1,\n\"findings\": [\n",
		"twice":      "{\"version\": 1, \"findings\": []}\n{}\n",
		"later":      "{\"version\": 3, \"findings\": []}\n",
		"other":      "{\"version\": 1}\n",
		"unset":      "{\"version\": 2, \"findings\": []}\n",
		"many":       "{\"version\": 1, \"findings\": [" + strings.Repeat("0,", maxCommas+1) + "0]}",
		"large":      strings.Repeat(" ", maxBaseline+1),
	}))
	for name, want := range map[string]string{
		"missing": "open missing: ",
		"empty":   "empty:1: expected a baseline",
		"text":    "text:1: ",
		"unknown": "unknown:4: json: unknown field \"rules\"",
		"wrong":   "wrong:2: ",
		"cut":     "cut:3: expected a baseline",
		"twice":   "twice:2: expected the end of the file",
		"later":   "later: version 3: expected 2",
		"other":   "other: expected a list of findings",
		"unset":   "unset: expected settings",
		"large":   "read large: it has more than 16 MB",
		"many":    "many: 1048578 commas: expected a baseline",
		"pay":     "read pay: it is no regular file, but a directory",
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
	for _, text := range []string{"", "{}", "[]", `{"version": 1, "findings": [{"file": "a.go", "rule": "scope", "fingerprint": "00"}]}`,
		`{"version": 2, "settings": {"strict": true, "tests": false, "rules": ["scope"]}, "findings": []}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name := filepath.Join(t.TempDir(), "b")
		write(t, name, text)
		if _, err := readBaseline(name); err != nil && !strings.HasPrefix(err.Error(), name+":") && len(text) <= maxBaseline {
			t.Errorf("the error does not name the file: %v", err)
		}
	})
}

// TestBaselineSettings reads one with other settings than it was written with: what such a
// check does not look for is not said to be gone, and what it would find is.
func TestBaselineSettings(t *testing.T) {
	const stays, advice = "1 finding in known.json no longer occurs; run -write-baseline to drop it\n", "run -write-baseline with the packages and flags that it was written with to drop it\n"
	first := faultyPackage("m")
	edited := strings.Replace(first, "key := rand.Text()", "key := \"k\" + rand.Text()", 1)
	tagged := strings.NewReplacer("API", "special", "Pay", "refund").Replace(first)
	tests := strings.NewReplacer("API", "other", "Pay", "pay").Replace(first)
	t.Chdir(module(t, map[string]string{
		"m.go": first, "m_test.go": tests, "tagged.go": "//go:build special\n\n" + tagged, "other/other.go": faultyPackage("other"),
		"models.yaml": "library: example.test/none\n",
	}))
	gone := func(args string) string {
		t.Helper()
		code, _, errs := command(append([]string{"-baseline", "known.json"}, strings.Fields(args)...)...)
		if code == exitError {
			t.Errorf("%s: %s", args, errs)
		}
		return errs
	}
	for _, test := range []struct {
		written string // with these flags
		run     map[string]bool
	}{
		{"-tags special", map[string]bool{
			"-tags special ./...": true, "-tags special .": true, "-tags special -rules fresh-key ./...": true,
			"-tags special -rules scope ./...": false, "./...": false, "-tags special -strict ./...": false, "-tags special ./other": false,
			"-tags special -test=false ./...": false, "-tags special -headers X-Op ./...": false,
		}},
		{"-strict -headers B,A", map[string]bool{"-headers A,B -strict ./...": true, "-headers B,A ./...": false, "-strict ./...": false}},
		{"-test=false", map[string]bool{"-test=false ./...": true, "./...": false}},
		{"-rules fresh-key", map[string]bool{"-rules fresh-key ./...": true, "-rules scope ./...": false, "./...": false}},
	} {
		write(t, "m.go", first)
		if code, out, errs := command(append(strings.Fields(test.written), "-write-baseline", "known.json", "./...")...); code != exitClean {
			t.Fatalf("%s: exit %d\n%s\n%s", test.written, code, out, errs)
		}
		for args := range test.run {
			if errs := gone(args); errs != "" {
				t.Errorf("written with %q, read with %q, nothing gone: %s", test.written, args, errs)
			}
		}
		write(t, "m.go", edited)
		for args, want := range test.run {
			errs := gone(args)
			if said := strings.Contains(errs, "no longer occurs"); said != want || said && !strings.HasSuffix(errs, "\tm.go: fresh-key in Pay: key := rand.Text()\n") {
				t.Errorf("written with %q, read with %q: %q", test.written, args, errs)
			}
			whole := strings.HasSuffix(args, "./...") && strings.Contains(args, "-rules") == strings.Contains(test.written, "-rules")
			if want && (strings.Contains(errs, stays) != whole || strings.Contains(errs, advice) == whole) {
				t.Errorf("written with %q, read with %q: %q", test.written, args, errs)
			}
		}
		if err := os.Remove("known.json"); err != nil {
			t.Fatal(err)
		}
	}

	// A package that does not compile is not looked at.
	write(t, "m.go", first)
	command("-write-baseline", "known.json", "./...")
	write(t, "other/other.go", "package other\n\nvar x int = y\n")
	if code, _, errs := command("-baseline", "known.json", "./..."); code != exitError || strings.Contains(errs, "no longer") {
		t.Errorf("exit %d\n%s", code, errs)
	}
}

// TestFirstBaseline reads the first version of the format, which has no settings: only what
// stands in a file that is no more is known to be gone.
func TestFirstBaseline(t *testing.T) {
	t.Chdir(module(t, map[string]string{"m.go": faultyPackage("m"), "first.json": `{"version": 1, "findings": [
		{"file": "m.go", "rule": "fresh-key", "function": "Pay", "fingerprint": "935c4c5d0b995750"},
		{"file": "m.go", "rule": "fresh-key", "function": "Refund", "fingerprint": "0000000000000000"},
		{"file": "removed.go", "rule": "fresh-key", "function": "Refund", "fingerprint": "0000000000000000"}
	]}`}))
	code, out, errs := command("-baseline", "first.json")
	if want := "idemscope: 1 finding in first.json no longer occurs; run -write-baseline with the packages and flags that it was written with to drop it\n\tremoved.go: fresh-key in Refund\n"; code != exitClean || out != "no new findings (1 in the baseline)\n" || errs != want {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	if code, _, errs := command("-write-baseline", "first.json"); code != exitClean {
		t.Errorf("exit %d\n%s", code, errs)
	}
	if b, err := readBaseline("first.json"); err != nil || b.Version != baselineVersion || len(b.Findings) != 1 || !b.Settings.Tests {
		t.Errorf("%+v, %v", b, err)
	}
}

// TestGoneIsBounded lists entries of somebody else's baseline: so many, and each in a line.
func TestGoneIsBounded(t *testing.T) {
	rep := report{Whole: true}
	for range maxGone + 5 {
		rep.Gone = append(rep.Gone, known{File: "a\x1b[31m.go", Rule: "scope\n::error::x", Text: strings.Repeat("x", 10<<10)})
	}
	var out strings.Builder
	rep.writeGone(&out, "b\x1b.json")
	if s := out.String(); strings.Count(s, "\n") != maxGone+2 || strings.Contains(s, "\x1b") || len(s) > 5<<10 || !strings.HasPrefix(s, "idemscope: 15 findings in b") || !strings.HasSuffix(s, "\tand 5 more\n") {
		t.Errorf("%q", s)
	}
}

// TestSettingsThatMeanTheSame spells them in several ways.
func TestSettingsThatMeanTheSame(t *testing.T) {
	read := func(args ...string) settings {
		t.Helper()
		o, err := parseFlags(args)
		if err != nil {
			t.Fatal(err)
		}
		return o.baselineSettings(map[string]string{"tags": "x"})
	}
	if a, b := read("-rules=scope,tenant", "-tags", "b,a", "-strict"), read("-idemscope.rules", "tenant, scope", "-tags=a b", "-idemscope.strict=T"); !a.equal(b) {
		t.Errorf("%+v, %+v", a, b)
	}
	if a, b := read(), read("-tags", "x", "-rules", strings.Join(rule.Names(), ","), "-strict=false"); !a.equal(b) {
		t.Errorf("%+v, %+v", a, b)
	}
	if a, b := read(), read("-tags", "y"); a.equal(b) {
		t.Errorf("%+v, %+v", a, b)
	}
	if a, b := read("-idemscope.models=library: x.test/a"), read("-idemscope.models=library: x.test/b"); a.equal(b) || a.Models == "" {
		t.Errorf("%+v, %+v", a, b)
	}
}

// TestReplaceable says which names -write-baseline may write to.
func TestReplaceable(t *testing.T) {
	t.Chdir(t.TempDir())
	valid := `{"version": 1, "findings": []}`
	write(t, "known.json", valid)
	write(t, "main.go", "package main\n")
	write(t, "empty", "")
	write(t, "large", valid+strings.Repeat(" ", maxBaseline))
	for link, to := range map[string]string{"link": "known.json", "chain": "link", "source": "main.go", "nowhere": "gone", "self": "self", "root": "."} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	for name, want := range map[string]string{
		"known.json": "known.json", "link": "known.json", "chain": "known.json", "new": "new",
		"main.go": "", "empty": "", "large": "", "source": "", "nowhere": "", "self": "", "root": "", ".": "", "none/new": "", os.DevNull: "",
	} {
		file, _, err := replaceable(name)
		if (err == nil) != (want != "") || err == nil && file != want {
			t.Errorf("%s: %q, %v", name, file, err)
		}
		if err == nil {
			continue
		}
		code, _, errs := command("-write-baseline", name)
		if code != exitError || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "idemscope: -write-baseline: ") {
			t.Errorf("%s: exit %d\n%s", name, code, errs)
		}
	}
	if text, _ := os.ReadFile("main.go"); string(text) != "package main\n" {
		t.Errorf("main.go: %q", text)
	}
}

// TestReplaced writes through a link: both the link and the mode stay.
func TestReplaced(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.MkdirAll("real", 0o755); err != nil {
		t.Fatal(err)
	}
	real := filepath.Join("real", "known.json")
	write(t, real, `{"version": 1, "findings": []}`)
	if err := os.Chmod(real, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, "link"); err != nil {
		t.Skip(err)
	}
	rep := &report{root: dir, Findings: []finding{{Rule: "scope", position: position{File: "a.go", Line: 1}}}}
	for _, name := range []string{"link", "new"} {
		if err := rep.writeBaseline(name, settings{}); err != nil {
			t.Fatal(err)
		}
		b, err := readBaseline(name)
		if err != nil || b.Version != baselineVersion || len(b.Findings) != 1 || b.Findings[0].File != "a.go" {
			t.Errorf("%s: %+v, %v", name, b, err)
		}
	}
	if to, err := os.Readlink("link"); err != nil || to != real {
		t.Errorf("the link: %q, %v", to, err)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode: %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join("*", ".known*")); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// TestGoneIsNotLeftOut has entries in files that this build leaves out, in a directory that
// is not checked, and outside: none of them is said to be gone, but the one that is.
func TestGoneIsNotLeftOut(t *testing.T) {
	entry := func(file string) string {
		return `{"file": "` + file + `", "rule": "fresh-key", "function": "Gone", "text": "key := \u001b[31m", "fingerprint": "00"}`
	}
	t.Chdir(module(t, map[string]string{
		"m.go": faultyPackage("m"), "m_nosuch.go": "//go:build nosuch\n\n" + faultyPackage("m"), "_m.go": "package m\n", "other/other.go": "package other\n",
		"known.json": `{"version": 2, "settings": {"strict": false, "tests": true}, "findings": [` +
			strings.Join([]string{entry("m.go"), entry("m.go"), entry("m_nosuch.go"), entry("_m.go"), entry("other/other.go"), entry("../m.go"), entry("/etc/passwd")}, ",") + `]}`,
	}))
	_, _, errs := command("-baseline", "known.json", ".")
	want := "idemscope: 1 finding in known.json no longer occurs; run -write-baseline with the packages and flags that it was written with to drop it\n" +
		"\tm.go: fresh-key in Gone: key := \\x1b[31m\n"
	if errs != want {
		t.Errorf("got  %q\nwant %q", errs, want)
	}
}
