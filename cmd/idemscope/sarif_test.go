// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// official holds the schema of SARIF: a module that is served, and not ours.
const official = "github.com/securego/gosec/v2@v2.30.0"

func printed(t *testing.T, rep *report) string {
	t.Helper()
	var out strings.Builder
	if err := rep.writeSARIF(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestSARIF compares the results of the captured report, and holds the whole against the
// schema: with findings, without any, and with packages that could not be checked.
func TestSARIF(t *testing.T) {
	rep := captured(t)
	rep.Errors = readErrors(testdata(t), "# example.test/bad\nno place\nIn function f:\nsrc/bad.go:3:23: undefined: x\n\tnor here\n")
	rep.finish(testdata(t))
	texts := []string{printed(t, rep), printed(t, new(report)), printed(t, &report{Errors: []goError{{Message: "no place"}}})}
	if again := printed(t, rep); again != texts[0] {
		t.Error("the same report is printed in two ways")
	}

	var log sarifLog
	if err := json.Unmarshal([]byte(texts[0]), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	run.Tool = sarifTool{} // the pages of the rules
	results, err := json.MarshalIndent(run, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "sarif.golden", string(results)+"\n")

	if testing.Short() {
		t.Skip("fetches the schema")
	}
	var at struct{ Dir string }
	cmd := exec.Command("go", "mod", "download", "-json", official)
	cmd.Dir = t.TempDir()
	if out, err := cmd.Output(); err != nil || json.Unmarshal(out, &at) != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	schema := filepath.Join(at.Dir, "report", "sarif", "testdata", "sarif-schema-2.1.0.json")
	check := filepath.Join(t.TempDir(), "check")
	build := exec.Command("go", "build", "-o", check, ".")
	build.Dir = filepath.Join("..", "..", "testdata", "sarif")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	valid := func(text string) ([]byte, error) {
		cmd := exec.Command(check, schema)
		cmd.Stdin = strings.NewReader(text)
		return cmd.CombinedOutput()
	}
	for _, text := range texts {
		if out, err := valid(text); err != nil {
			t.Errorf("%v\n%s\n%s", err, out, text)
		}
	}
	if out, err := valid(strings.Replace(texts[0], `"ruleId"`, `"rule_id"`, 1)); err == nil || !bytes.Contains(out, []byte("rule_id")) {
		t.Errorf("the schema takes anything: %v\n%s", err, out)
	}
}

// TestSameFingerprints holds -json against -sarif.
func TestSameFingerprints(t *testing.T) {
	rep := captured(t)
	rep.finish(testdata(t))
	var out strings.Builder
	if err := rep.writeJSON(&out); err != nil {
		t.Fatal(err)
	}
	var doc report
	var log sarifLog
	if err := json.Unmarshal([]byte(out.String()), &doc); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(printed(t, rep)), &log); err != nil {
		t.Fatal(err)
	}
	results := log.Runs[0].Results
	if len(results) == 0 || len(results) != len(doc.Findings) {
		t.Fatalf("%d and %d findings", len(results), len(doc.Findings))
	}
	for i, r := range results {
		if f := doc.Findings[i]; f.Print == "" || f.Print != r.Fingerprints[printName] || f.Severity != r.Level {
			t.Errorf("%s:%d: %s %s, and in SARIF %s %s", f.File, f.Line, f.Severity, f.Print, r.Level, r.Fingerprints[printName])
		}
	}
}

// TestUnits checks that columns count what SARIF counts.
func TestUnits(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.go"), "x := \"é𝄞\" + y\nlast")
	s := sarif{&source{root: dir, quotable: anyFile, files: map[string]*text{}}}
	for _, test := range []struct{ line, column, want int }{
		{1, 1, 1}, {1, 7, 7}, {1, 9, 8}, {1, 13, 10}, {1, 999, 999}, {9, 4, 4}, {2, 5, 5},
	} {
		if got := s.units("a.go", test.line, test.column); got != test.want {
			t.Errorf("%d:%d: got %d, want %d", test.line, test.column, got, test.want)
		}
	}
	for offset, want := range map[int]end{0: {1, 1}, 8: {1, 8}, 12: {1, 10}, 18: {2, 1}, 22: {2, 5}, 99: {1, 1}} {
		if got := s.at("a.go", offset); got != want {
			t.Errorf("%d: got %v, want %v", offset, got, want)
		}
	}
}

// TestSteps checks the order of a path, wherever its steps stand.
func TestSteps(t *testing.T) {
	at := func(file string, line int, message string) related {
		return related{position: position{file, line, 1}, Message: message}
	}
	names := func(all []related) string {
		var names []string
		for _, s := range all {
			names = append(names, s.Message)
		}
		return strings.Join(names, ",")
	}
	f := finding{Rule: "scope", position: position{"a.go", 4, 1}, Message: "m", Related: []related{
		at("a.go", 3, "the endpoint is declared here"), at("a.go", 7, "the earlier attempt"), at("b.go", 9, "the key is made here"), at("a.go", 1, "the store is made here"),
	}}
	path, others := steps(f)
	if got := names(path); got != "the key is made here,the earlier attempt,scope: m" {
		t.Error(got)
	}
	if got := names(others); got != "the endpoint is declared here,the store is made here" {
		t.Error(got)
	}
	f = finding{Rule: "unstable", position: position{"a.go", 9, 1}, Message: "m", Related: []related{at("a.go", 3, "the send that carries the key")}}
	if path, others = steps(f); names(path) != "unstable: m,the send that carries the key" || others != nil {
		t.Error(names(path), others)
	}
	f.Related = []related{at("a.go", 3, "it is kept in this")}
	res := (&sarif{&source{quotable: anyFile, files: map[string]*text{}}}).result(f, mark{})
	if len(res.CodeFlows) != 0 || len(res.Related) != 1 {
		t.Errorf("%+v", res)
	}
}
