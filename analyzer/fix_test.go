// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"testing"

	"golang.org/x/tools/go/analysis"
)

var update = flag.Bool("update", false, "write the golden files")

// TestFixes applies every suggested fix of a package: the result is the golden file,
// and it compiles.
func TestFixes(t *testing.T) {
	pkgs, err := load(corpus, "./fix")
	if err != nil {
		t.Fatal(err)
	}
	g := analyze(t, New(Settings{}), pkgs, nil)
	act := g.Roots[0]
	name := act.Package.CompiledGoFiles[0]
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var edits []analysis.TextEdit
	for _, d := range act.Diagnostics {
		for _, f := range d.SuggestedFixes {
			edits = append(edits, f.TextEdits...)
		}
	}
	sort.Slice(edits, func(i, j int) bool { return edits[i].Pos > edits[j].Pos })
	offset := func(e analysis.TextEdit) (int, int) {
		return act.Package.Fset.Position(e.Pos).Offset, act.Package.Fset.Position(e.End).Offset
	}
	out := string(src)
	for _, e := range edits {
		from, to := offset(e)
		out = out[:from] + string(e.NewText) + out[to:]
	}
	golden := name + ".golden"
	if *update {
		if err := os.WriteFile(golden, []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if out != string(want) {
		t.Errorf("the fixes make\n%s\nwant %s", out, golden)
	}

	fixed := filepath.Join(t.TempDir(), "fix.go")
	if err := os.WriteFile(fixed, []byte(out), 0o666); err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {name: fixed}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-overlay="+file, "./fix")
	cmd.Dir = corpus
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("what the fixes make does not compile: %v\n%s", err, msg)
	}
}
