// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"fmt"
	"go/token"
	"go/types"
	"os"
	"strings"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
)

// exported holds the types of packages as their export data give them. Packages that are
// read from source import these, and are never imported themselves: each package has one
// set of types for all that import it, in whichever order the others are read.
//
// Packages that are compiled anew for a test have types of their own, and a view in which
// they stand in place of those that they are variants of.
type exported struct {
	fset *token.FileSet
	byID map[string]*unit

	mu    sync.Mutex
	views map[string]map[string]*types.Package // by group, then by path
}

func newExported(fset *token.FileSet, byID map[string]*unit) *exported {
	return &exported{fset: fset, byID: byID, views: map[string]map[string]*types.Package{"": {}}}
}

// load returns the types of a package, all of them.
func (x *exported) load(u *unit) (*types.Package, error) {
	if p := u.types.Load(); p != nil {
		return p, nil
	}
	if u.ImportPath == "unsafe" {
		return types.Unsafe, nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if p := u.types.Load(); p != nil {
		return p, nil
	}
	if u.Export == "" {
		return nil, fmt.Errorf("no export data of %s", u.ImportPath)
	}
	view := x.view(u)
	p, err := x.read(u, view)
	if err != nil {
		return nil, err
	}
	u.types.Store(p)
	x.share(u, view)
	return p, nil
}

func (x *exported) read(u *unit, view map[string]*types.Package) (*types.Package, error) {
	path := u.path()
	if p := view[path]; p != nil && p.Complete() {
		return p, nil
	}
	f, err := os.Open(u.Export)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// Up to Go 1.28 the go command answers with archives, of which it finds the section.
	//lint:ignore SA1019 what is to take its place reads no archives
	r, err := gcexportdata.NewReader(f) //nolint:staticcheck // as above
	if err != nil {
		return nil, fmt.Errorf("export data of %s: %w", u.ImportPath, err)
	}
	p, err := gcexportdata.Read(r, x.fset, view, path)
	if err != nil {
		return nil, fmt.Errorf("export data of %s: %w", u.ImportPath, err)
	}
	return p, nil
}

// view returns the packages that the types of a package may refer to.
func (x *exported) view(u *unit) map[string]*types.Package {
	common, group := x.views[""], u.group()
	if group == "" {
		return common
	}
	v := x.views[group]
	if v == nil {
		v = map[string]*types.Package{}
		x.views[group] = v
	}
	for path, p := range common {
		if v[path] == nil && x.byID[path+" ["+group] == nil {
			v[path] = p
		}
	}
	return v
}

// share hands what was read first for a test on to all.
func (x *exported) share(u *unit, view map[string]*types.Package) {
	group := u.group()
	if group == "" {
		return
	}
	common := x.views[""]
	for path, p := range view {
		if common[path] == nil && x.byID[path+" ["+group] == nil && !strings.HasSuffix(path, "_test") {
			common[path] = p
		}
	}
}

// importer resolves the imports of one package.
type importer struct {
	x *exported
	u *unit
}

func (i importer) Import(path string) (*types.Package, error) {
	dep := i.x.byID[i.u.resolve(path)]
	if dep == nil {
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		return nil, fmt.Errorf("go list says nothing of %q", path)
	}
	return i.x.load(dep)
}
