// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFixFiles has the command fix what it can: the diff first, then the files, and a report
// of what is left, also when a package is broken.
func TestFixFiles(t *testing.T) {
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
	if code, out, errs = command("-diff", "./..."); code != exitClean || out != "" || errs != "idemscope: nothing that -fix could fix\n" {
		t.Errorf("-diff again: exit %d\n%s\n%s", code, out, errs)
	}

	write(t, "m/m.go", text)
	if err := os.Mkdir("broken", 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, "broken/b.go", "package broken\n\nvar x int = y\n")
	code, out, errs = command("-diff", "./...")
	if code != exitError || !strings.Contains(errs, "broken/b.go:3:13: undefined: y") || !strings.Contains(out, "\n+\tkey := rand.Text()\n") {
		t.Errorf("-diff with a broken package: exit %d\n%s\n%s", code, out, errs)
	}
	code, out, errs = command("-fix", "./...")
	if got := strings.Join(headlines(out), "|"); code != exitError || !strings.Contains(errs, "broken/b.go:3:13: undefined: y") || !strings.HasPrefix(got, "left/left.go:14:") || strings.Contains(got, "m/m.go") {
		t.Errorf("-fix with a broken package: exit %d\n%s\n%s", code, out, errs)
	}
	if now, _ := os.ReadFile("m/m.go"); !strings.Contains(string(now), "\tkey := rand.Text()\n\tfor range 3 {") {
		t.Errorf("m/m.go is not fixed:\n%s", now)
	}
}

// TestFixKeeps holds what a fix leaves as it is: how lines end, a byte order mark, the mode,
// and whether the file was formatted.
func TestFixKeeps(t *testing.T) {
	windows := strings.ReplaceAll(faultyPackage("win"), "\n", "\r\n")
	loose := strings.Replace(faultyPackage("loose"), "var err error", "var  err  error", 1)
	mixed := strings.Replace(faultyPackage("mixed"), "break\n", "break\r\n", 1)
	t.Chdir(module(t, map[string]string{
		"win/a.go": "\ufeff" + windows, "loose/a.go": loose, "mixed/a.go": mixed,
	}))
	if err := os.Chmod("loose/a.go", 0o640); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := command("-fix", "./..."); code != exitClean || errs != "" {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	hoisted := func(text, end string) string {
		text = strings.Replace(text, "\t\tkey := rand.Text()"+end, "", 1)
		return strings.Replace(text, "\tfor range 3 {", "\tkey := rand.Text()"+end+"\tfor range 3 {", 1)
	}
	for name, want := range map[string]string{
		"win/a.go":   "\ufeff" + hoisted(windows, "\r\n"),
		"loose/a.go": hoisted(loose, "\n"),
		"mixed/a.go": hoisted(mixed, "\n"),
	} {
		if got, _ := os.ReadFile(name); string(got) != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if info, err := os.Stat("loose/a.go"); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob("*/.*"); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestFixOutside has files that are not the module's, or that a link leads to: they stay,
// and the finding is reported.
func TestFixOutside(t *testing.T) {
	text := faultyPackage("m")
	root := module(t, map[string]string{
		"own/a.go":     text,
		"real/a.txt":   text,
		"text/gone.go": "package m\n",
		"locked/a.go":  text,
	})
	outside := filepath.Join(t.TempDir(), "o.go")
	write(t, outside, text)
	for link, to := range map[string]string{"text/b.go": "../real/a.txt", "link/a.go": outside, "inner/a.go": "../own/a.go"} {
		link = filepath.Join(root, link)
		if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	if err := os.Remove(filepath.Join(root, "text/gone.go")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(root, "locked/a.go"), 0o444); err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	code, out, errs := command("-fix", "./link", "./text", "./locked")
	if code != exitFindings || !strings.Contains(out, "3 findings in 3 packages") {
		t.Errorf("exit %d\n%s", code, out)
	}
	want := "idemscope: link/a.go:13:15: the fix is not made: the file is not in a module that is checked, but a link leads to it\n" +
		"idemscope: locked/a.go:13:15: the fix is not made: the file is read-only\n" +
		"idemscope: text/b.go:13:15: the fix is not made: a link leads to a.txt, which is no Go file\n"
	if errs != want {
		t.Errorf("got:\n%s\nwant:\n%s", errs, want)
	}
	for _, name := range []string{outside, "real/a.txt", "locked/a.go"} {
		if got, _ := os.ReadFile(name); string(got) != text {
			t.Errorf("%s has changed:\n%s", name, got)
		}
	}
	// A link within the module stays one.
	if code, out, errs := command("-fix", "./inner"); code != exitClean {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	if info, err := os.Lstat("inner/a.go"); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("inner/a.go: %v, %v", info, err)
	}
	if got, _ := os.ReadFile("own/a.go"); string(got) == text {
		t.Error("own/a.go is not fixed")
	}
}

// TestFixWhose has a file of no module, which is fixed, and one of another module that is
// named beside the main one, which is not.
func TestFixWhose(t *testing.T) {
	text := faultyPackage("m")
	root := module(t, map[string]string{"main/p.go": text, "dep/p.go": text})
	write(t, filepath.Join(root, "main/go.mod"), "module example.test/main\n\ngo 1.26.0\n\nrequire example.test/dep v0.0.0\n\nreplace example.test/dep => ../dep\n")
	write(t, filepath.Join(root, "dep/go.mod"), "module example.test/dep\n\ngo 1.26.0\n")
	write(t, filepath.Join(root, "main/q.go"), "package m\n\nimport _ \"example.test/dep\"\n")
	t.Chdir(filepath.Join(root, "main"))
	code, out, errs := command("-fix", ".", "example.test/dep")
	if code != exitFindings || !strings.Contains(out, "1 finding in 1 package") || !strings.HasSuffix(errs, "p.go:13:15: the fix is not made: the file is not in a module that is checked\n") {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
	if got, _ := os.ReadFile("p.go"); string(got) == text {
		t.Error("main/p.go is not fixed")
	}
	if got, _ := os.ReadFile("../dep/p.go"); string(got) != text {
		t.Error("dep/p.go has changed")
	}

	t.Chdir(t.TempDir())
	write(t, "p.go", text)
	if code, out, errs := command("-fix", "p.go"); code != exitClean || errs != "" {
		t.Errorf("no module: exit %d\n%s\n%s", code, out, errs)
	}
}

// TestHome finds modules, without the go command.
func TestHome(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"w/a/x.go", "w/a/in/x.go", "w/a/in/go.mod", "w/a/vendor/v/x.go", "w/a/cache/x.go", "w/b/x.go", "w/a/used/x.go", "w/a/used/go.mod"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, name, "package x\n")
	}
	m := &ownModules{roots: []string{filepath.Join(dir, "w/a"), filepath.Join(dir, "w/a/used")}, never: []string{filepath.Join(dir, "w/a/cache")}}
	for name, want := range map[string]string{
		"w/a/x.go": "w/a x.go", "w/a/used/x.go": "w/a/used x.go",
		"w/a/in/x.go": "not in a module", "w/b/x.go": "not in a module", "w/a/cache/x.go": "not in a module",
		"w/a/vendor/v/x.go": "a copy in a vendor directory", "w/a/none.go": "no such file",
	} {
		h, err := m.home(filepath.Join(dir, name))
		got := strings.TrimPrefix(h.root, dir+"/") + " " + h.rel
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestChoose chooses among fixes: of two that overlap the first, one as a whole or not at
// all, none that breaks the file, none of a file that is another one by now.
func TestChoose(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"a.go": "package a\n\nvar x = 1\nvar y = 2\n", "b.go": "package a\n\nvar z = 3\n", "gone.go": "package a\n\nvar g = 3\n"}
	rep := &report{root: root, outlines: map[string]outline{}}
	for name, text := range texts {
		path := filepath.Join(root, name)
		write(t, path, text)
		f := token.NewFileSet().AddFile(path, -1, len(text))
		f.SetLinesForContent([]byte(text))
		rep.outlines[path] = outlineOf(f)
	}
	write(t, filepath.Join(root, "gone.go"), "package a\n\n\nvar g = 3") // as long, with other lines
	x, y, z := strings.Index(texts["a.go"], "1"), strings.Index(texts["a.go"], "2"), strings.Index(texts["b.go"], "3")
	for i, edits := range [][]edit{
		{{"a.go", x, x + 1, "10"}},
		{{"a.go", x, x + 1, "11"}, {"b.go", z, z + 1, "13"}}, // overlaps
		{{"b.go", z, z + 1, ")"}},                            // breaks
		{{"a.go", y, y + 1, "20"}, {"gone.go", 5, 6, "x"}},   // half of it is impossible
		{{"b.go", z, z + 1, "30"}, {"a.go", y, y, "4 + "}},
		{{"a.go", y, y, "5 + "}}, // at the same place
	} {
		rep.Findings = append(rep.Findings, finding{position: position{"a.go", i + 1, 1}, Fixes: []fix{{Edits: edits}}})
	}
	fs := rep.fixes(&ownModules{roots: []string{root}})
	for name, want := range map[string]string{"a.go": "package a\n\nvar x = 10\nvar y = 4 + 2\n", "b.go": "package a\n\nvar z = 30\n"} {
		if f := fs.files[name]; f == nil || string(f.now) != want {
			t.Errorf("%s: got %+v", name, f)
		}
	}
	if got := strings.Join(fs.left, "\n"); len(fs.left) != 2 || len(fs.files) != 2 ||
		!strings.HasPrefix(got, "a.go:3:1: the fix is not made: the file could not be parsed after it (3:9: ") ||
		!strings.HasSuffix(got, "\na.go:4:1: the fix is not made: the file has changed since it was analysed") {
		t.Errorf("%d files, left:\n%s", len(fs.files), got)
	}
}

// TestApart gives flags that ask for two things.
func TestApart(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"-json -sarif", "-json and -sarif do not go together"},
		{"-baseline b -write-baseline c", "-baseline and -write-baseline do not go together"},
		{"-baseline b -fix", "-baseline and -fix do not go together"},
		{"-json -diff", "-json and -diff do not go together"},
		{"-sarif -diff", "-sarif and -diff do not go together"},
		{"-write-baseline b -json", "-json and -write-baseline do not go together"},
	} {
		if code, _, errs := command(strings.Fields(test.args)...); code != exitError || !strings.Contains(errs, test.want) {
			t.Errorf("%s: exit %d\n%s", test.args, code, errs)
		}
	}
	for _, args := range []string{"-fix -diff", "-fix -json", "-baseline b -sarif", "-fix -test=false", "-json=false -sarif"} {
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
