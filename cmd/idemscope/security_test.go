// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecurity looks for the tests that SECURITY.md names: each of its promises has one.
func TestSecurity(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	if err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			there[m[1]] = true
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(string(page), -1)
	if len(named) < 10 {
		t.Errorf("SECURITY.md names %d tests", len(named))
	}
	for _, m := range named {
		if !there[m[1]] {
			t.Errorf("SECURITY.md names %s, which is no test", m[1])
		}
	}
	_, promises, ok := strings.Cut(string(page), "## What code that is checked cannot do\n")
	promises, _, ok2 := strings.Cut(promises, "## What it does not protect from\n")
	if !ok || !ok2 {
		t.Fatal("SECURITY.md has other headings")
	}
	for i, p := range strings.Split(promises, "\n- ")[1:] {
		if !strings.Contains(p, "(`Test") {
			t.Errorf("promise %d names no test:\n%s", i+1, p)
		}
	}
}

// TestCuts has functions and a package that are too large to be looked at in full: that is
// said by name, and with -v why.
func TestCuts(t *testing.T) {
	what := []string{"m.F: too much", "m.F: many paths", "package m: 9 MB"}
	if got := strings.Join(cuts(what, false), "\n"); got != "idemscope: too large to be looked at in full: m.F, package m (-v says what was left out)" {
		t.Error(got)
	}
	if got := strings.Join(cuts(what, true), "\n"); got != "idemscope: m.F: too much\nidemscope: m.F: many paths\nidemscope: package m: 9 MB" {
		t.Error(got)
	}
	var many []string
	for i := range 100 {
		many = append(many, "m.F"+strings.Repeat("x", i)+": too much")
	}
	if got := strings.Join(cuts(many, false), "\n"); !strings.Contains(got, "m.Fxxxxxxxxx and 90 more (") || len(cuts(nil, false)) != 0 {
		t.Error(got)
	}

	fallbacks := func(n int) string {
		return "\nfunc Fall(api API, key string) error {\n\terr := api.Charge(key)\n" + strings.Repeat("\tif err != nil {\n\t\terr = api.Charge(key)\n\t}\n", n) + "\treturn err\n}\n"
	}
	t.Chdir(module(t, map[string]string{
		"many/many.go": faultyPackage("many") + fallbacks(3000),
		"few/few.go":   faultyPackage("few") + fallbacks(3),
	}))
	for _, args := range [][]string{{"./..."}, {"-v", "./..."}} {
		_, _, errs := command(args...)
		if !strings.Contains(errs, "example.test/m/many.Fall") || strings.Contains(errs, "few") || strings.Contains(errs, "its retries were not judged") {
			t.Errorf("%v: %s", args, errs)
		}
	}
}

// TestClaimed checks what is printed where a //line directive claims another place.
func TestClaimed(t *testing.T) {
	t.Chdir(module(t, map[string]string{
		"secret.txt": "hunter2\n",
		"g/g.go":     strings.Replace(faultyPackage("g"), "\t\tkey := rand.Text()", "//line ../secret.txt:1\n\t\tkey := rand.Text() //idemscope:ignore tenant reason=\"x\"", 1),
		"h/h.go":     strings.Replace(faultyPackage("h"), "\t\tkey := rand.Text()", "//line h.y:1\n\t\tkey := rand.Text() //idemscope:ignore fresh-key reason=\"x\"", 1),
	}))
	_, out, errs := command("./...")
	for _, want := range []string{"g/g.go:14:", "\n\t//line secret.txt:1\n\tkey := rand.Text() //idemscope:ignore", "g/g.go:14:22: directive: this ignore suppresses nothing"} {
		if !strings.Contains(out, want) {
			t.Errorf("lacks %q", want)
		}
	}
	if strings.Contains(out+errs, "hunter2") || strings.Contains(out, "h/h.go") {
		t.Errorf("%s%s", out, errs)
	}
	if code, _, errs := command("-write-baseline", "list.json", "./..."); code != exitClean {
		t.Errorf("%s", errs)
	}
	if text, _ := os.ReadFile("list.json"); !strings.Contains(string(text), "\"file\": \"g/g.go\",\n\t\t\t\"rule\": \"fresh-key\",\n\t\t\t\"function\": \"Pay\"") {
		t.Errorf("%s", text)
	}
	if code, out, errs := command("-baseline", "list.json", "./..."); code != exitClean {
		t.Errorf("%s%s", out, errs)
	}
}
