// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// captured reads the stream of go vet -json in testdata as if it came from there.
func captured(t *testing.T) *report {
	t.Helper()
	data, err := os.ReadFile("testdata/vet.json")
	if err != nil {
		t.Fatal(err)
	}
	dir := testdata(t)
	quoted, _ := json.Marshal(dir)
	data = bytes.ReplaceAll(data, []byte("DIR"), quoted[1:len(quoted)-1])
	rep, err := readVet(data)
	if err != nil {
		t.Fatal(err)
	}
	rep.quotable = anyFile
	return rep
}

// anyFile has all files quoted.
func anyFile(string) bool { return true }

func testdata(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s (go test -update writes it anew):\ngot:\n%s\nwant:\n%s", file, got, want)
	}
}

func TestText(t *testing.T) {
	rep := captured(t)
	rep.Errors = append(rep.Errors, readErrors(testdata(t), strings.TrimLeft(`
# example.test/bad
src/bad.go:3:23: undefined: x
	have ()
	want (int)
`, "\n"))...)
	rep.finish(testdata(t))
	var out, errs strings.Builder
	if err := rep.writeText(&out, false); err != nil {
		t.Fatal(err)
	}
	rep.writeErrors(&errs, false)
	golden(t, "text.golden", out.String()+"-- errors --\n"+errs.String())

	var coloured strings.Builder
	if err := rep.writeText(&coloured, true); err != nil {
		t.Fatal(err)
	}
	golden(t, "colour.golden", strings.ReplaceAll(coloured.String(), "\x1b", "ESC"))
}

func TestJSON(t *testing.T) {
	rep := captured(t)
	rep.dropTests()
	rep.finish(testdata(t))
	var out strings.Builder
	if err := rep.writeJSON(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "json.golden", out.String())

	var none strings.Builder
	if err := new(report).writeJSON(&none); err != nil {
		t.Fatal(err)
	}
	if want := "{\n\t\"findings\": [],\n\t\"errors\": []\n}\n"; none.String() != want {
		t.Errorf("empty report: got %q, want %q", none.String(), want)
	}
}

func TestExitCode(t *testing.T) {
	one := []finding{{Rule: "scope"}}
	for _, test := range []struct {
		rep  report
		want int
	}{
		{report{}, exitClean},
		{report{Warnings: []string{"matched no packages"}}, exitClean},
		{report{Findings: one}, exitFindings},
		{report{Findings: one, Errors: []goError{{Message: "x"}}}, exitError},
		{report{Errors: []goError{{Message: "x"}}}, exitError},
	} {
		if got := test.rep.exitCode(); got != test.want {
			t.Errorf("%+v: exit %d, want %d", test.rep, got, test.want)
		}
	}
}

func TestReadVetRefusesNonsense(t *testing.T) {
	for _, text := range []string{"nonsense", `{"p": {"idemscope": 3}}`, `{"p": {"idemscope": [`} {
		if _, err := readVet([]byte(text)); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func TestParsePosition(t *testing.T) {
	for text, want := range map[string]position{
		"a.go:3:4":       {"a.go", 3, 4},
		`C:\x\a.go:3:4`:  {`C:\x\a.go`, 3, 4},
		"a.go:3":         {"a.go", 3, 1},
		"-":              {File: "-"},
		"/a:b/c.go:10:2": {"/a:b/c.go", 10, 2},
	} {
		if got := parsePosition(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	text := strings.TrimLeft(`
go: downloading example.test/x v1.0.0
# example.test/a
./a.go:3:23: undefined: x
# [example.test/a]
vet: ./a.go:3:23: undefined: x
# example.test/a [example.test/a.test]
./a.go:3:23: undefined: x
package example.test/c
	imports example.test/d: import cycle not allowed
`, "\n")
	rep := &report{Errors: readErrors("/work", text)}
	rep.finish("/work")
	var got strings.Builder
	rep.writeErrors(&got, false)
	want := strings.TrimLeft(`
# example.test/a
a.go:3:23: undefined: x
package example.test/c
	imports example.test/d: import cycle not allowed
idemscope: packages with errors and their importers were not checked
`, "\n")
	if got.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", got.String(), want)
	}
}

func TestCaret(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	if err := os.WriteFile(file, []byte("\t\tx\t:= é(y)  \r\nlast"), 0o644); err != nil {
		t.Fatal(err)
	}
	src := source{root: dir, quotable: anyFile, files: map[string]*text{}}
	for _, test := range []struct {
		line, column int
		text, indent string
		ok           bool
	}{
		{1, 3, "x\t:= é(y)", "", true},
		{1, 10, "x\t:= é(y)", " \t    ", true}, // columns count bytes, carets count characters
		{1, 1, "x\t:= é(y)", "", true},
		{2, 99, "last", "    ", true},
		{3, 1, "", "", false},
		{0, 1, "", "", false},
	} {
		text, indent, ok := src.line(position{"a.go", test.line, test.column})
		if text != test.text || indent != test.indent || ok != test.ok {
			t.Errorf("%d:%d: got %q, %q, %v; want %q, %q, %v", test.line, test.column, text, indent, ok, test.text, test.indent, test.ok)
		}
	}
}
