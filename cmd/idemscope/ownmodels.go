// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"context"
	"fmt"
	"go/types"
	"os"

	"golang.org/x/tools/go/packages"

	"github.com/idemscope/idemscope/analyzer/model"
	"github.com/idemscope/idemscope/internal/driver"
)

// holdModels holds the user's own models against the packages that are checked and what
// they import. A model of a library that is not among them has no effect, which is worth
// a warning; one that names what its library has not is wrong.
func holdModels(ctx context.Context, dir string, opts options) (warnings, wrong []string) {
	files := opts.own
	if len(files) == 0 {
		return nil, nil
	}
	ctx, stop := driver.Watch(ctx, dir)
	defer stop()
	deps, err := packages.Load(&packages.Config{Context: ctx, Dir: dir, Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps, BuildFlags: buildFlags(opts), Env: os.Environ()}, patterns(opts)...)
	if err != nil {
		return nil, nil // the check says why
	}
	about := map[*model.File][]string{}
	var all []string
	packages.Visit(deps, nil, func(p *packages.Package) {
		for _, f := range files {
			if f.Names(p.PkgPath) {
				about[f] = append(about[f], p.PkgPath)
				all = append(all, p.PkgPath)
			}
		}
	})
	for _, f := range files {
		if len(about[f]) == 0 && len(claims(f)) > 0 {
			warnings = append(warnings, fmt.Sprintf("%s: nothing that is checked imports a package of which the model of %s speaks: it has no effect", f.Name, f.Library))
		}
	}
	if len(all) == 0 {
		return warnings, nil
	}
	loaded, err := packages.Load(&packages.Config{Context: ctx, Dir: dir, Mode: packages.NeedName | packages.NeedTypes | packages.NeedExportFile, BuildFlags: buildFlags(opts), Env: os.Environ()}, all...)
	if err != nil {
		return warnings, nil
	}
	known := map[string]*types.Package{}
	for _, p := range loaded {
		if len(p.Errors) == 0 && p.Types != nil {
			known[p.PkgPath] = p.Types
		}
	}
	for _, f := range files {
		var pkgs []*types.Package
		for _, path := range about[f] {
			if p := known[path]; p != nil {
				pkgs = append(pkgs, p)
			}
		}
		if len(pkgs) == len(about[f]) { // else the error is another one
			wrong = append(wrong, f.Check(pkgs)...)
		}
	}
	return warnings, wrong
}
