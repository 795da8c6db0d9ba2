// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// contenders are the ways to check a repository, the floor first.
func (b *suite) contenders() []contender {
	cs := []contender{
		{"go vet, a tool that does nothing", func() []string {
			return []string{"go", "vet", "-vettool=" + b.floor, "-cold=" + b.fresh(), b.pattern}
		}},
		{"idemscope", func() []string { return []string{b.idemscope, b.pattern} }},
		{"go vet -vettool=idemscope", func() []string { return b.vet("# " + b.fresh()) }},
		{"go vet", func() []string { return []string{"go", "vet", "-printf.funcs=f" + b.fresh(), b.pattern} }},
	}
	if _, err := exec.LookPath("staticcheck"); err == nil {
		cs = append(cs, contender{"staticcheck, its cache empty", func() []string {
			return []string{"env", "STATICCHECK_CACHE=" + filepath.Join(b.dir, b.fresh()), "staticcheck", b.pattern}
		}})
	}
	if _, err := exec.LookPath("nilaway"); err == nil {
		cs = append(cs, contender{"nilaway", func() []string { return []string{"nilaway", b.pattern} }})
	}
	return cs
}

// vet is go vet with idemscope as its tool. A comment among the models changes nothing but
// what go vet knows the results by.
func (b *suite) vet(comment string) []string {
	return []string{"go", "vet", "-vettool=" + b.idemscope, "-idemscope.models=" + comment, b.pattern}
}

func (b *suite) repo(dir string) error {
	// What the go command compiles and keeps is there beforehand.
	for _, args := range [][]string{{"go", "vet", "-vettool=" + b.floor, b.pattern}, {b.idemscope, b.pattern}} {
		if _, err := measure(dir, args); err != nil {
			return err
		}
	}
	cs := b.contenders()
	costs, err := b.race(dir, cs)
	if err != nil {
		return err
	}
	fmt.Printf("\n## %s %s, cold, medians of %d\n\n", name(dir), b.pattern, b.runs)
	table(cs, costs)
	return nil
}

// name is the path of a directory's module.
func name(dir string) string {
	cmd := exec.Command("go", "list", "-m")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return filepath.Base(dir)
	}
	return strings.TrimSpace(string(out))
}

// warm measures go vet when nothing has changed since the last run, and when one file has.
func (b *suite) warm(dir string) error {
	floor := func() []string { return []string{"go", "vet", "-vettool=" + b.floor, "-cold=warm", b.pattern} }
	tool := func() []string { return b.vet("# warm") }
	cs := []contender{{"go vet, a tool that does nothing", floor}, {"go vet -vettool=idemscope", tool}}
	if _, err := b.race(dir, cs); err != nil {
		return err
	}
	costs, err := b.race(dir, cs)
	if err != nil {
		return err
	}
	fmt.Printf("\n## %s %s, nothing has changed, medians of %d\n\n", name(dir), b.pattern, b.runs)
	table(cs, costs)

	leaf, err := largest(dir)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(leaf)
	if err != nil {
		return err
	}
	defer func() {
		if err := os.WriteFile(leaf, text, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
	}()
	touch := func(args func() []string) func() []string {
		return func() []string {
			edited := append(text[:len(text):len(text)], "\n// "+b.fresh()+"\n"...)
			if err := os.WriteFile(leaf, edited, 0o644); err != nil {
				panic(err)
			}
			// Compiling is not what is measured: both would, for the one that comes first.
			build := exec.Command("go", "build", "./...")
			build.Dir = dir
			_ = build.Run()
			return args()
		}
	}
	for i := range cs {
		cs[i].args = touch(cs[i].args)
	}
	if costs, err = b.race(dir, cs); err != nil {
		return err
	}
	rel, _ := filepath.Rel(dir, leaf)
	fmt.Printf("\n## the same, a line was added to %s\n\n", rel)
	table(cs, costs)
	return nil
}

// largest is the largest file in a directory that is no test.
func largest(dir string) (string, error) {
	var found string
	var size int64
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/testdata/") || strings.Contains(path, "/vendor/") {
			return err
		}
		if info, err := d.Info(); err == nil && info.Size() > size {
			found, size = path, info.Size()
		}
		return nil
	})
	if err == nil && found == "" {
		err = fmt.Errorf("no Go file below %s", dir)
	}
	return found, err
}
