// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestJudged runs go vet over packages of modules in use, and compares what is found
// with testdata/judged/table.tsv, where a reader has judged each finding. What is new
// has to be judged, and what is gone has to leave the table.
func TestJudged(t *testing.T) {
	dir := filepath.Join("..", "testdata", "judged")
	table := readJudged(t, dir)
	packages := linesOf(t, filepath.Join(dir, "packages.txt"))
	bin := tool(t)
	fetch(t, dir)
	modules := modulesOf(t, dir, packages)

	want, counts := map[string]bool{}, map[string]int{}
	told := map[string]bool{}
	for _, j := range table {
		counts[j.verdict]++
		told[j.module+" "+j.version] = true
		if _, ok := modules[j.module+" "+j.version]; ok && j.reported() && !j.byHand() {
			want[j.key()] = true
		}
	}
	t.Logf("%d findings judged true, %d false; %d defects missed; %d modules silent", counts["true"], counts["false"], counts["missed"], counts["silent"])
	for name := range modules {
		if !told[name] {
			t.Errorf("%s has no line in the table", name)
		}
	}

	// A few at a time: each call of the go command has its limit. Strict reports all that
	// is reported without, so that packages where it reports nothing are done.
	got := map[string]bool{}
	for some := range slices.Chunk(packages, 4) {
		all := vetFindings(t, dir, bin, slices.Concat([]string{"-idemscope.strict"}, some)...)
		if len(all) == 0 {
			continue
		}
		plain := vetFindings(t, dir, bin, some...)
		for _, f := range slices.Concat(plain, all) {
			j := judgedOf(t, dir, modules, f)
			if j.strict = "no"; !slices.Contains(plain, f) {
				j.strict = "yes"
			}
			if !got[j.key()] && !want[j.key()] {
				t.Errorf("not in the table: %s: %s", j.key(), f.Message)
			}
			got[j.key()] = true
		}
	}
	for key := range want {
		if !got[key] {
			t.Errorf("in the table, and no longer found: %s", key)
		}
	}
}

// judged is a line of the table.
type judged struct {
	module, version, position, rule, strict, verdict, why string
}

func (j judged) place() string {
	return strings.Join([]string{j.module, j.version, j.position, j.rule}, " ")
}
func (j judged) key() string    { return j.place() + " strict=" + j.strict }
func (j judged) reported() bool { return j.verdict == "true" || j.verdict == "false" }
func (j judged) byHand() bool   { return strings.Contains(j.why, "by hand") }

const judgedColumns = "module\tversion\tposition\trule\tstrict\tverdict\twhy"

func readJudged(t *testing.T, dir string) []judged {
	t.Helper()
	lines := linesOf(t, filepath.Join(dir, "table.tsv"))
	if len(lines) == 0 || lines[0] != judgedColumns {
		t.Fatalf("table.tsv does not begin with the names of its columns: %q", judgedColumns)
	}
	lines = lines[1:]
	if !slices.IsSorted(lines) {
		t.Error("table.tsv is not sorted")
	}
	var out []judged
	for i, line := range lines {
		c := strings.Split(line, "\t")
		if len(c) != 7 || slices.Contains(c, "") {
			t.Fatalf("table.tsv:%d: %d columns, want 7 that are not empty", i+2, len(c))
		}
		j := judged{c[0], c[1], c[2], c[3], c[4], c[5], c[6]}
		if !slices.Contains([]string{"true", "false", "missed", "silent"}, j.verdict) || !slices.Contains([]string{"yes", "no"}, j.strict) {
			t.Errorf("table.tsv:%d: verdict %q, strict %q", i+2, j.verdict, j.strict)
		}
		out = append(out, j)
	}
	return out
}

func linesOf(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// modulesOf tells where the modules of packages lie, by "path version".
func modulesOf(t *testing.T, dir string, packages []string) map[string]string {
	t.Helper()
	out, errs, code := run(t, dir, "go", append([]string{"list", "-f", "{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}"}, packages...)...)
	if code != 0 {
		t.Fatalf("go list: exit %d\n%s", code, errs)
	}
	modules := map[string]string{}
	for line := range strings.Lines(out) {
		if c := strings.Split(strings.TrimSpace(line), "\t"); len(c) == 3 {
			modules[c[0]+" "+c[1]] = c[2]
		}
	}
	return modules
}

// judgedOf names the module of a finding and the file in it.
func judgedOf(t *testing.T, dir string, modules map[string]string, f finding) judged {
	t.Helper()
	file, err := filepath.Abs(filepath.Join(dir, filepath.FromSlash(f.File)))
	if err != nil {
		t.Fatal(err)
	}
	for name, root := range modules {
		if rest, ok := strings.CutPrefix(file, root+string(filepath.Separator)); ok {
			path, version, _ := strings.Cut(name, " ")
			return judged{module: path, version: version, position: fmt.Sprintf("%s:%d", filepath.ToSlash(rest), f.Line), rule: f.Rule}
		}
	}
	t.Fatalf("%s is in none of the modules", f)
	return judged{}
}
