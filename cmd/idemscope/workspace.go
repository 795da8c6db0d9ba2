// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
)

// inWorkspace spells patterns out that begin above the modules of a go.work: ./... in its
// directory means all packages of the modules there, where the go command, which looks for
// one module around the pattern's directory, refuses it. Others stay as they are.
func inWorkspace(ctx context.Context, dir string, opts options) []string {
	given := patterns(opts)
	if !slices.ContainsFunc(given, below) {
		return given
	}
	work, err := goCommand(ctx, dir, []string{"env", "GOWORK"})
	if name := strings.TrimSpace(string(work)); err != nil || name == "" || name == "off" {
		return given
	}
	list, err := goCommand(ctx, dir, []string{"list", "-m", "-f", "{{.Dir}}"})
	if err != nil {
		return given
	}
	modules := strings.Split(strings.TrimSpace(string(list)), "\n")
	var out []string
	for _, p := range given {
		out = append(out, spellOut(dir, p, modules)...)
	}
	return out
}

// below reports whether a pattern names directories and all that is below them.
func below(pattern string) bool {
	return strings.HasSuffix(pattern, "/...") && (strings.HasPrefix(pattern, ".") || filepath.IsAbs(pattern))
}

// spellOut returns the patterns for the modules below a pattern that lies in none.
func spellOut(dir, pattern string, modules []string) []string {
	if !below(pattern) {
		return []string{pattern}
	}
	top := strings.TrimSuffix(pattern, "/...")
	if !filepath.IsAbs(top) {
		top = filepath.Join(dir, top)
	}
	var out []string
	for _, m := range modules {
		if rel, err := filepath.Rel(m, top); err == nil && filepath.IsLocal(rel) {
			return []string{pattern} // it lies in a module
		}
		if rel, err := filepath.Rel(top, m); err == nil && filepath.IsLocal(rel) {
			out = append(out, m+"/...")
		}
	}
	if len(out) == 0 {
		return []string{pattern} // the go command says what is wrong
	}
	slices.Sort(out)
	return out
}
