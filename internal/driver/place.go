// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"go/token"
	"path/filepath"
	"strings"
	"sync"
)

// A Place is where something stands: in a file that was compiled, at the line that it has
// there. A //line directive may claim another place for it, in any file that its author
// likes, one that does not exist or one that is nobody's business. So that one is only said.
type Place struct {
	token.Position                // without offset
	Claimed        token.Position // by a directive; the zero Position if there is none
}

// sources are the Go files that the go command has named: those of which packages that may
// be looked at are made. Nothing else is opened on behalf of a position.
type sources struct {
	fset  *token.FileSet
	dir   string // where the go command ran
	pkgs  []*listed
	named func() map[string]bool

	mu    sync.Mutex
	roots []string // the directories of modules, without links; nil until somebody asks
}

func newSources(r *run) *sources {
	s := &sources{fset: r.fset, dir: r.Dir}
	for _, u := range r.units {
		if u.readable() && u.needed {
			s.pkgs = append(s.pkgs, u.listed)
		}
	}
	s.named = sync.OnceValue(func() map[string]bool {
		names := map[string]bool{}
		for _, p := range s.pkgs {
			for _, files := range [][]string{p.GoFiles, p.CgoFiles} {
				for _, name := range files {
					names[p.file(name)] = true
				}
			}
		}
		return names
	})
	return s
}

// Place tells where a position is.
func (r *Result) Place(pos token.Pos) Place {
	real, claimed := r.sources.fset.PositionFor(pos, false), r.sources.fset.PositionFor(pos, true)
	real.Offset, claimed.Offset = 0, 0
	switch {
	case real == claimed:
		return Place{Position: real}
	case !r.sources.named()[real.Filename] && r.sources.named()[claimed.Filename]:
		// The file is one that the cgo tool has made of that which it claims.
		return Place{Position: claimed}
	}
	return Place{real, claimed}
}

// Quotable reports whether a file may be opened to show a line of it: the go command has
// named it, and it lies, links followed, in a module of which the packages are. None may if
// the go command has failed.
func (r *Result) Quotable(file string) bool {
	return r.sources != nil && r.sources.named()[file] && r.sources.inside(file)
}

// inside reports whether a file lies in a module, whatever leads to it.
func (s *sources) inside(file string) bool {
	file, err := filepath.EvalSymlinks(file)
	if err != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.roots == nil {
		seen := map[string]bool{}
		for _, p := range s.pkgs {
			root := p.Dir // of a package of no module
			if m := p.Module; m != nil {
				if root = m.Dir; m.Replace != nil && root == "" {
					root = m.Replace.Dir
				}
			}
			if root == "" || seen[root] { // a vendored package is in the main module
				continue
			}
			seen[root] = true
			if root, err := filepath.EvalSymlinks(root); err == nil {
				s.roots = append(s.roots, root)
			}
		}
	}
	for _, root := range s.roots {
		if rel, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// elsewhere reports whether an error's position FILE:LINE:COLUMN is in a file that lies
// outside of all modules: a compiler quotes what it does not understand.
func (s *sources) elsewhere(posn string) bool {
	i := strings.LastIndex(posn, ".go:")
	if i < 0 {
		return false
	}
	file := posn[:i+len(".go")]
	if !filepath.IsAbs(file) {
		file = filepath.Join(s.dir, file)
	}
	if to, err := filepath.EvalSymlinks(file); err != nil || to == file {
		return false
	}
	return !s.inside(file)
}

// hidden stands for an error in such a file.
const hidden = "the file is a link to one outside of the module: what is wrong with it is not shown"
