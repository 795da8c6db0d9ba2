// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ownModules are those whose files may be changed: the main module, or those of a workspace.
type ownModules struct {
	roots []string // their directories, without links
	never []string // directories of others that may lie in them: the module cache, Go itself
}

// changeable asks the go command for the modules. Files that are named outside of any
// module make a package by themselves; of that, the directory counts.
func (r *report) changeable(ctx context.Context, dir string) *ownModules {
	m := new(ownModules)
	add := func(to *[]string, names ...string) {
		for _, name := range names {
			if real, err := filepath.EvalSymlinks(name); name != "" && err == nil {
				*to = append(*to, real)
			}
		}
	}
	if list, err := goCommand(ctx, dir, []string{"list", "-m", "-f", "{{.Dir}}"}); err == nil {
		add(&m.roots, strings.Split(strings.TrimSpace(string(list)), "\n")...)
	}
	if len(m.roots) == 0 { // the go command makes up a module without a directory
		for name := range r.dirs {
			add(&m.roots, name)
		}
		slices.Sort(m.roots)
	}
	if env, err := goCommand(ctx, dir, []string{"env", "GOROOT", "GOMODCACHE"}); err == nil {
		add(&m.never, strings.Split(strings.TrimSpace(string(env)), "\n")...)
	}
	return m
}

// home is where a file really is: in which module, and where in that.
type home struct{ root, rel string }

func (h home) path() string { return filepath.Join(h.root, h.rel) }

var errOutside = errors.New("the file is not in a module that is checked")

// home finds the module of a file. Links are followed first, so that none leads out of it.
func (m *ownModules) home(path string) (home, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return home{}, err
	}
	for _, dir := range m.never {
		if _, ok := inside(dir, real); ok {
			return home{}, errOutside
		}
	}
	var in home
	for _, root := range m.roots {
		// Of modules within one another the innermost has the file.
		if rel, ok := inside(root, real); ok && len(root) > len(in.root) {
			in = home{root, rel}
		}
	}
	switch {
	case in.root == "":
		if real != path {
			return home{}, fmt.Errorf("%w, but a link leads to it", errOutside)
		}
		return home{}, errOutside
	case slices.Contains(strings.Split(in.rel, string(filepath.Separator)), "vendor"):
		return home{}, errors.New("the file is a copy in a vendor directory")
	case filepath.Ext(real) != ".go":
		return home{}, fmt.Errorf("a link leads to %s, which is no Go file", filepath.Base(real))
	}
	for d := filepath.Dir(real); d != in.root; d = filepath.Dir(d) {
		if _, err := os.Lstat(filepath.Join(d, "go.mod")); err == nil {
			return home{}, errOutside // but in one within it
		}
	}
	return in, nil
}

// inside is the name of a file from a directory that it is in.
func inside(dir, file string) (rel string, ok bool) {
	rel, err := filepath.Rel(dir, file)
	return rel, err == nil && filepath.IsLocal(rel)
}
