// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gitApply applies a patch in a directory, as the reader of -diff does.
func gitApply(t *testing.T, dir, patch string) {
	t.Helper()
	cmd := exec.Command("git", "apply")
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(patch)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s\n%s", err, out, patch)
	}
}

// repository is a new one of git, without commits.
func repository(t *testing.T, dir string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestPatch makes patches of texts at random, and has git apply them.
func TestPatch(t *testing.T) {
	dir := t.TempDir()
	repository(t, dir)
	rnd := rand.New(rand.NewPCG(17, 2))
	var texts [][2]string
	for range 60 {
		var old, now strings.Builder
		end := []string{"\n", "\r\n"}[rnd.IntN(2)]
		for i := range rnd.IntN(60) {
			line := fmt.Sprintf("line %d%s", rnd.IntN(5)*(1+i/20), end)
			if rnd.IntN(12) > 0 {
				old.WriteString(line)
			}
			if rnd.IntN(12) > 0 {
				now.WriteString(line)
			}
		}
		texts = append(texts, [2]string{old.String() + "x", now.String() + "x" + end}, [2]string{old.String() + "x" + end, now.String() + "y"})
	}
	far := "0\n" + strings.Repeat("a\nb\nc\nd\n", 600)
	texts = append(texts, [2]string{far, strings.ReplaceAll(far, "b\n", "x\n")}, // too far from one another
		[2]string{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n"})
	for i, text := range texts {
		if text[0] == text[1] {
			continue
		}
		name := []string{"a.go", "a b.go", "q\"\\.go", "ä.go"}[i%4]
		file := filepath.Join(dir, name)
		write(t, file, text[0])
		var out strings.Builder
		fs := &fixes{files: map[string]*fixed{name: {old: []byte(text[0]), now: []byte(text[1])}}}
		if err := fs.writeDiff(&out); err != nil {
			t.Fatal(err)
		}
		gitApply(t, dir, out.String())
		if got, _ := os.ReadFile(file); string(got) != text[1] {
			t.Fatalf("%q became %q, want %q:\n%s", text[0], got, text[1], out.String())
		}
	}
}

// TestHunks compares a patch of two hunks.
func TestHunks(t *testing.T) {
	old := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n"
	now := strings.NewReplacer("2\n3\n", "2\nnew\n3\n", "13\n", "").Replace("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n") + "12\n14\n"
	var b strings.Builder
	writeHunks(&b, lines(old), lines(now))
	want := "@@ -1,5 +1,6 @@\n 1\n 2\n+new\n 3\n 4\n 5\n@@ -10,5 +11,4 @@\n 10\n 11\n 12\n-13\n 14\n"
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
}

// TestDiffApplies has git apply what -diff prints, in the root and below it, and holds the
// files against those that -fix makes.
func TestDiffApplies(t *testing.T) {
	two := strings.Replace(faultyPackage("two"), "\n}\n\nfunc Pay", "\n}\n\nfunc Pay", 1)
	two += strings.Replace(two[strings.Index(two, "func Pay("):], "func Pay(", "\nfunc Again(", 1)
	files := map[string]string{
		"two/two.go":     two,
		"sub/win/win.go": strings.ReplaceAll(faultyPackage("win"), "\n", "\r\n"),
		"sub/end/end.go": strings.TrimSuffix(faultyPackage("end"), "\n"),
	}
	root := module(t, files)
	repository(t, root)
	restore := func() {
		for name, text := range files {
			write(t, filepath.Join(root, name), text)
		}
	}
	for _, test := range []struct{ dir, names string }{
		{".", "two/two.go sub/win/win.go sub/end/end.go"},
		{"sub", "sub/win/win.go sub/end/end.go"},
		{"sub/win", "sub/win/win.go"},
	} {
		restore()
		t.Chdir(filepath.Join(root, test.dir))
		if code, out, errs := command("-fix", "./..."); code != exitClean || errs != "" {
			t.Fatalf("exit %d\n%s\n%s", code, out, errs)
		}
		want := map[string]string{}
		for _, name := range strings.Fields(test.names) {
			data, _ := os.ReadFile(filepath.Join(root, name))
			if want[name] = string(data); want[name] == files[name] {
				t.Errorf("%s: not fixed", name)
			}
		}
		restore()
		code, patch, errs := command("-diff", "./...")
		if code != exitFindings || errs != "" {
			t.Fatalf("exit %d\n%s\n%s", code, patch, errs)
		}
		gitApply(t, ".", patch)
		for name, want := range want {
			if got, _ := os.ReadFile(filepath.Join(root, name)); string(got) != want {
				t.Errorf("in %s: %s: got %q, want %q:\n%s", test.dir, name, got, want, patch)
			}
		}
	}
	restore()
	t.Chdir(filepath.Join(root, "sub"))
	if _, patch, errs := command("-diff", "../two"); !strings.Contains(errs, "two.go is not below this directory") || patch == "" {
		t.Errorf("%s\n%s", patch, errs)
	}
}
