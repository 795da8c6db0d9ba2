// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestMend has the command mend what it can: the diff first, then the files, and a report
// of what is left.
func TestMend(t *testing.T) {
	left := strings.Replace(faultyPackage("left"), "key := rand.Text()", "const p = \"k-\"\n\t\tkey := p + rand.Text()", 1)
	text := faultyPackage("m")
	t.Chdir(module(t, map[string]string{
		"m/m.go":       text,
		"m/m_test.go":  "package m\n\nimport \"testing\"\n\nfunc Test(t *testing.T) {}\n",
		"left/left.go": left,
	}))
	code, out, errs := command("-diff", "./...")
	if code != exitFindings || errs != "" || !strings.Contains(out, "\n+\tkey := rand.Text()\n") || !strings.Contains(out, "\n-\t\tkey := rand.Text()\n") {
		t.Errorf("-diff: exit %d\n%s\n%s", code, out, errs)
	}
	if now, _ := os.ReadFile("m/m.go"); string(now) != text {
		t.Errorf("-diff has changed the file:\n%s", now)
	}
	code, out, errs = command("-fix", "./...")
	if got := strings.Join(headlines(out), "|"); code != exitFindings || errs != "" || !strings.HasPrefix(got, "left/left.go:14:") || !strings.HasSuffix(got, "|1 finding in 1 package") {
		t.Errorf("-fix: exit %d\n%s\n%s", code, out, errs)
	}
	now, _ := os.ReadFile("m/m.go")
	if want := strings.Replace(strings.Replace(text, "\t\tkey := rand.Text()\n", "", 1), "\tfor range 3 {", "\tkey := rand.Text()\n\tfor range 3 {", 1); string(now) != want {
		t.Errorf("got:\n%s\nwant:\n%s", now, want)
	}
	if code, out, errs = command("-diff", "./..."); code != exitClean || out != "" || errs != "idemscope: nothing that -fix could mend\n" {
		t.Errorf("-diff again: exit %d\n%s\n%s", code, out, errs)
	}

	write(t, "left/left.go", "package left\n\nvar x int = y\n")
	for _, flag := range []string{"-fix", "-diff"} {
		if code, _, errs := command(flag, "./..."); code != exitError || !strings.Contains(errs, "left/left.go:3:13: undefined: y") {
			t.Errorf("%s: exit %d\n%s", flag, code, errs)
		}
	}
}

// TestApart gives flags that ask for two things.
func TestApart(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"-json -sarif", "-json and -sarif do not go together"},
		{"-baseline b -write-baseline c", "-baseline and -write-baseline do not go together"},
		{"-baseline b -fix", "-baseline and -fix do not go together"},
		{"-fix -test=false", "-test and -fix do not go together"},
		{"-sarif -diff", "-sarif and -diff do not go together"},
		{"-write-baseline b -json", "-json and -write-baseline do not go together"},
	} {
		if code, _, errs := command(strings.Fields(test.args)...); code != exitError || !strings.Contains(errs, test.want) {
			t.Errorf("%s: exit %d\n%s", test.args, code, errs)
		}
	}
	for _, args := range []string{"-fix -diff", "-fix -json", "-baseline b -sarif", "-fix -test", "-json=false -sarif"} {
		if _, err := parseFlags(strings.Fields(args)); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestWorkspace checks several modules at once.
func TestWorkspace(t *testing.T) {
	root := module(t, map[string]string{
		"go.work":      "go 1.26.0\n\nuse (\n\t./a\n\t./b\n)\n",
		"a/go.mod":     "module example.test/a\n\ngo 1.26.0\n",
		"a/a.go":       faultyPackage("a"),
		"b/go.mod":     "module example.test/b\n\ngo 1.26.0\n",
		"b/deep/b.go":  "package deep\n\nimport \"example.test/a\"\n\nfunc Pay(api a.API) error { return a.Pay(api) }\n",
		"b/own/own.go": faultyPackage("own"),
	})
	if err := os.Remove(root + "/go.mod"); err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	both := "a/a.go:13:15: fresh-key|b/own/own.go:13:15: fresh-key|2 findings in 2 packages"
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"./..."}, both},
		{[]string{root + "/..."}, both},
		{[]string{"./a/...", "./b/..."}, both},
		{[]string{"-C", "b", "./..."}, "b/own/own.go:13:15: fresh-key|1 finding in 1 package"},
		{[]string{"example.test/a"}, "a/a.go:13:15: fresh-key|1 finding in 1 package"},
	} {
		_, out, errs := command(test.args...)
		if got := strings.Join(headlines(out), "|"); got != test.want || errs != "" {
			t.Errorf("%q: %s\n%s", test.args, got, errs)
		}
	}
	if code, _, errs := command("./c/..."); code != exitError || errs == "" {
		t.Errorf("a directory that is not there: exit %d\n%s", code, errs)
	}
}

func TestSpellOut(t *testing.T) {
	modules := []string{"/w/b", "/w/a", "/other"}
	for pattern, want := range map[string][]string{
		"./...":      {"/w/a/...", "/w/b/..."},
		"./a/...":    {"./a/..."},
		"./a/x/...":  {"./a/x/..."},
		"./c/...":    {"./c/..."},
		"../...":     {"/other/...", "/w/a/...", "/w/b/..."},
		"/w/...":     {"/w/a/...", "/w/b/..."},
		"x.test/...": {"x.test/..."},
		".":          {"."},
	} {
		if got := spellOut("/w", pattern, modules); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", pattern, got, want)
		}
	}
}

// TestMod hands -mod on.
func TestMod(t *testing.T) {
	t.Chdir(module(t, map[string]string{"m.go": "package m\n"}))
	if code, out, errs := command("-mod", "readonly", "."); code != exitClean || out != "no findings\n" {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	if code, _, errs := command("-mod=nonsense", "."); code != exitError || !strings.Contains(errs, "nonsense") {
		t.Errorf("exit %d\n%s", code, errs)
	}
}
