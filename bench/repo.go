// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

	for _, of := range []struct {
		what string
		file func(dir, pattern string) (string, error)
	}{{"a leaf", leaf}, {"the largest file", largest}} {
		file, err := of.file(dir, b.pattern)
		if err != nil {
			return err
		}
		costs, err := b.touched(dir, file, cs)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, file)
		fmt.Printf("\n## the same, a line was added to %s, %s, medians of %d\n\n", rel, of.what, b.runs)
		table(cs, costs)
	}
	return nil
}

// touched measures contenders when a line has been added to a file before each run.
func (b *suite) touched(dir, file string, cs []contender) ([]cost, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
	}()
	touching := slices.Clone(cs)
	for i, c := range cs {
		touching[i].args = func() []string {
			edited := append(text[:len(text):len(text)], "\n// "+b.fresh()+"\n"...)
			if err := os.WriteFile(file, edited, 0o644); err != nil {
				panic(err)
			}
			// Compiling is not what is measured: both would, for the one that comes first.
			build := exec.Command("go", "list", "-export", "-test", "-deps", b.pattern)
			build.Dir = dir
			_ = build.Run()
			return c.args()
		}
	}
	return b.race(dir, touching)
}

// leaf is the largest file, but for tests, of the packages that no other one imports.
func leaf(dir, pattern string) (string, error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports,TestImports,XTestImports", pattern)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", cmd, err)
	}
	type pkg struct {
		ImportPath, Dir                             string
		GoFiles, Imports, TestImports, XTestImports []string
	}
	var pkgs []pkg
	imported := map[string]bool{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return "", err
		}
		pkgs = append(pkgs, p)
		for _, path := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			imported[path] = imported[path] || path != p.ImportPath
		}
	}
	var files []string
	for _, p := range pkgs {
		if !imported[p.ImportPath] {
			for _, name := range p.GoFiles {
				files = append(files, filepath.Join(p.Dir, name))
			}
		}
	}
	return largestOf(dir, files)
}

// largest is the largest file in a directory that is no test.
func largest(dir, _ string) (string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/testdata/") || strings.Contains(path, "/vendor/") {
			return err
		}
		files = append(files, path)
		return nil
	})
	if err != nil {
		return "", err
	}
	return largestOf(dir, files)
}

func largestOf(dir string, files []string) (string, error) {
	var found string
	var size int64
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && info.Size() > size {
			found, size = file, info.Size()
		}
	}
	if found == "" {
		return "", fmt.Errorf("no Go file below %s", dir)
	}
	return found, nil
}
