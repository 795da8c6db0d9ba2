// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shape lists errors as -json has them: the package, the place, the heading, and of the
// message the first line and how many there are.
func shape(errs []goError) []string {
	var out []string
	for _, e := range errs {
		place := ""
		if e.position != nil {
			place = fmt.Sprintf("%s:%d:%d", filepath.Base(e.File), e.Line, e.Column)
		}
		first, rest, _ := strings.Cut(e.Message, "\n")
		lines := 1 + strings.Count(rest, "\n")
		if rest != "" {
			lines++
		}
		out = append(out, fmt.Sprintf("%s|%s|%s|%s|%d", e.Package, place, e.Heading, first, lines))
	}
	return out
}

// TestErrorsAsTheyCame reads texts of the go command. Each is printed as it came, and what
// belongs to an error is part of it.
func TestErrorsAsTheyCame(t *testing.T) {
	for _, test := range []struct {
		name, text, printed string // printed: if it is not the text
		shape               []string
	}{
		{"heading", "go: errors parsing go.mod:\ngo.mod:2: unknown directive: b\ngo.mod:1: unknown directive: a\n",
			"idemscope: go: errors parsing go.mod:\ngo.mod:2: unknown directive: b\ngo.mod:1: unknown directive: a\n",
			[]string{"|go.mod:2:0|go: errors parsing go.mod:|unknown directive: b|1", "|go.mod:1:0||unknown directive: a|1"}},
		{"cycle", "package m/a\n\timports m/b from a.go\n\timports m/a from b.go: import cycle not allowed\n",
			"idemscope: package m/a\n\timports m/b from a.go\n\timports m/a from b.go: import cycle not allowed\n",
			[]string{"|||package m/a|3"}},
		{"advice", "no required module provides package x.test/x; to add it:\n\tgo get x.test/x\nm.go:3:8: package y is not in std\n",
			"idemscope: no required module provides package x.test/x; to add it:\n\tgo get x.test/x\nm.go:3:8: package y is not in std\n",
			[]string{"|||no required module provides package x.test/x; to add it:|2", "|m.go:3:8||package y is not in std|1"}},
		{"missing header", "# m\nm.go:4:10: fatal error: nosuch.h: No such file\n    4 | #include \"nosuch.h\"\n      |          ^~~\ncompilation terminated.\n", "",
			[]string{"m|m.go:4:10||fatal error: nosuch.h: No such file|4"}},
		{"two functions", "# m\nm.go: In function 'g':\nm.go:5:2: error: 'z' undeclared\n    5 | return z;\nm.go:5:2: note: each once\nm.go: In function 'f':\nm.go:4:1: error: unknown type\n", "",
			[]string{"m|m.go:5:2|m.go: In function 'g':|error: 'z' undeclared|3", "m|m.go:4:1|m.go: In function 'f':|error: unknown type|1"}},
		{"included", "# m\nIn file included from b.h:1,\n                 from m.go:4:\na.h:2:2: error: #error no\n", "",
			[]string{"m|a.h:2:2|In file included from b.h:1,\n                 from m.go:4:|error: #error no|1"}},
		{"linker", "# m\n/usr/bin/ld: x.o: in function `f':\nx.c:(.text+0x5): undefined reference to `g'\ncollect2: error: ld returned 1 exit status\n", "",
			[]string{"m||/usr/bin/ld: x.o: in function `f':|x.c:(.text+0x5): undefined reference to `g'|2"}},
		{"heading alone", "# m\nthe linker says:\n# n\nn.go:1:1: no\n", "",
			[]string{"m|||the linker says:|1", "n|n.go:1:1||no|1"}},
		{"packages", "# m/b\nb/b.go:9:1: too late\nb/b.go:2:1: too early\n# m/a\na/a.go:1:1: first\n", "",
			[]string{"m/b|b.go:9:1||too late|1", "m/b|b.go:2:1||too early|1", "m/a|a.go:1:1||first|1"}},
		{"repeats", "# m/b\nb/b.go:9:1: x\n# m/a\na/a.go:1:1: y\n# m/b [m/b.test]\nb/b.go:9:1: x\nb/b_test.go:1:1: z\n", "# m/b\nb/b.go:9:1: x\nb/b_test.go:1:1: z\n# m/a\na/a.go:1:1: y\n",
			[]string{"m/b|b.go:9:1||x|1", "m/b|b_test.go:1:1||z|1", "m/a|a.go:1:1||y|1"}},
	} {
		rep := &report{Errors: readErrors("/work", test.text)}
		rep.finish("/work")
		if got := shape(rep.Errors); !slices.Equal(got, test.shape) {
			t.Errorf("%s:\ngot  %q\nwant %q", test.name, got, test.shape)
		}
		var out strings.Builder
		rep.writeErrors(&out, false)
		got := strings.TrimSuffix(out.String(), "idemscope: packages with errors and their importers were not checked\n")
		want := test.printed
		if want == "" {
			want = test.text
		}
		if got != want {
			t.Errorf("%s:\ngot:\n%s\nwant:\n%s", test.name, got, want)
		}
	}
}

// TestErrorsOfTheGoCommand has it fail.
func TestErrorsOfTheGoCommand(t *testing.T) {
	dir := module(t, map[string]string{
		"a/a.go": "package a\n\nimport _ \"example.test/m/b\"\n", "b/b.go": "package b\n\nimport _ \"example.test/m/a\"\n",
		"parse/p.go": "package p\n\nfunc {\n}\nfunc ) {\n", "mixed/q.go": "package q\n", "csource/c.c": "int x;\n", "csource/m.go": "package m\n", "mixed/r.go": "package r\n",
		"broken/x/go.mod": "modul x\nreqire y\n", "broken/x/x.go": "package x\n",
		"c/c.go": "package c\n\n/*\n#include \"nosuch.h\"\n*/\nimport \"C\"\n\nvar X C.int\n",
	})
	t.Chdir(dir)
	for _, test := range []struct {
		args, want string
	}{
		{"./a ./b", "idemscope: package example.test/m/a\n\timports example.test/m/b\n\timports example.test/m/a: import cycle not allowed\n"},
		{"./csource", "idemscope: package example.test/m/csource: C source files not allowed when not using cgo or SWIG: c.c\n"},
		{"./mixed ./parse", "idemscope: found packages q (q.go) and r (r.go) in " + filepath.Join(dir, "mixed") + "\n# example.test/m/parse\n" +
			"parse/p.go:3:6: syntax error: unexpected {, expected name or (\nparse/p.go:5:6: syntax error: unexpected ), expected name or (\n" +
			"idemscope: packages with errors and their importers were not checked\n"},
		{"-C broken/x .", "idemscope: go: errors parsing go.mod:\nbroken/x/go.mod:1: unknown directive: modul\nbroken/x/go.mod:2: unknown directive: reqire\n"},
	} {
		if code, out, errs := command(strings.Fields(test.args)...); code != exitError || out != "" || errs != test.want {
			t.Errorf("%s: exit %d\n%s\n%s\nwant\n%s", test.args, code, out, errs, test.want)
		}
	}

	// Its places are printed though no file is known to be one that may be opened.
	write(t, "broken/x/go.mod", "module example.test/x\n\n\trequire \"\n")
	code, out, errs := command("-sarif", "-C", "broken/x", ".")
	if code != exitError || errs != "" || !strings.Contains(out, `"startColumn": 11`) {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}

	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip(err)
	}
	t.Setenv("CGO_ENABLED", "1")
	code, out, _ = command("-json", "./c")
	var rep struct{ Errors []position }
	if err := json.Unmarshal([]byte(out), &rep); err != nil {
		t.Fatal(err)
	}
	if code != exitError || len(rep.Errors) != 1 || rep.Errors[0].File != filepath.Join("c", "c.go") || rep.Errors[0].Line != 4 {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// TestNothingMatches is an error, whatever else matches.
func TestNothingMatches(t *testing.T) {
	dir := module(t, map[string]string{"sub/sub.go": faultyPackage("sub"), "empty/go.mod": "module example.test/empty\n\ngo 1.26.0\n"})
	t.Chdir(dir)
	for _, test := range []struct {
		args, want string
	}{
		{"nosuch/...", "idemscope: pattern nosuch/...: matches no packages\n"},
		{"./sub example.test/m/nosuch...", "idemscope: pattern example.test/m/nosuch...: matches no packages\n"},
		{"no\"such/...", "idemscope: pattern no\"such/...: matches no packages\n"},
		{"-json nosuch/...", ""},
		{"-C empty ./...", "idemscope: pattern ./...: matches no packages\n"},
		{"", "idemscope: no Go files in " + dir + " (./... stands for all packages)\n"},
		{"./nosuch", "idemscope: stat " + filepath.Join(dir, "nosuch") + ": directory not found\n"},
	} {
		code, out, errs := command(strings.Fields(test.args)...)
		if code != exitError || errs != test.want || strings.Contains(test.args, "./sub") != strings.Contains(out, "sub/sub.go:13:") {
			t.Errorf("%q: exit %d\n%s\n%s", test.args, code, out, errs)
		}
		if strings.Contains(test.args, "-json") && !strings.Contains(out, `"message": "pattern nosuch/...: matches no packages"`) {
			t.Errorf("%q: %s", test.args, out)
		}
	}
	if code, _, errs := command("-write-baseline", "known.json", "./sub", "nosuch/..."); code != exitError || !strings.HasSuffix(errs, "idemscope: -write-baseline: known.json is not written, since not all packages could be checked\n") {
		t.Errorf("exit %d\n%s", code, errs)
	}

	// Of a workspace, one module may have no packages.
	t.Chdir(filepath.Dir(dir))
	base := filepath.Base(dir)
	write(t, "go.work", "go 1.26.0\n\nuse (\n\t./"+base+"\n\t./"+base+"/empty\n)\n")
	if code, _, errs := command("./..."); code != exitFindings || errs != "" {
		t.Errorf("workspace: exit %d\n%s", code, errs)
	}
}

// TestOverlay is refused, however GOFLAGS spell it: files would be read that are not checked.
func TestOverlay(t *testing.T) {
	dir := module(t, map[string]string{"m.go": faultyPackage("m"), "o v.json": "{}"})
	t.Chdir(dir)
	file := filepath.Join(dir, "o v.json")
	for flags, refused := range map[string]bool{
		"-overlay=o.json": true, "--overlay=o.json": true, "-tags=a '-overlay=" + file + "'": true,
		"": false, "-overlay=": false, "-tags=overlay": false,
	} {
		t.Setenv("GOFLAGS", flags)
		code, out, errs := command(".")
		said := strings.HasPrefix(errs, "idemscope: GOFLAGS has -overlay=") && strings.Count(errs, "\n") == 1
		if said != refused || (code == exitError) != refused || (out == "") != refused {
			t.Errorf("%s: exit %d\n%s\n%s", flags, code, out, errs)
		}
	}
}
