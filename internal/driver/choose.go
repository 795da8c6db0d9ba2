// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/idemscope/idemscope/analyzer"
)

// choose finds out, from the bytes of files, which packages of the program's own matter:
// those at and above a seed, and those below one of these.
func (r *run) choose() {
	if r.Gate == nil {
		for _, u := range r.units {
			u.source = u.readable()
		}
		return
	}
	r.scan()
	for _, u := range r.units {
		u.above, u.near = u.seed, u.sends
		for _, d := range u.deps {
			u.above = u.above || d.above
			u.near = u.near || d.sends || d.near && d.Module.same(u.Module)
		}
	}
	// Backwards: importers before what they import.
	matters := make(set, (len(r.units)+63)/64)
	for _, u := range slices.Backward(r.units) {
		if u.above {
			matters.add(u.index)
		}
		if matters.has(u.index) {
			for _, d := range u.deps {
				matters.add(d.index)
			}
			u.source = u.own && u.readable() && (u.seed || !r.Gate.Known(u.path()))
		}
	}
}

func (u *unit) readable() bool { return !u.Standard && u.ImportPath != "unsafe" }

// scan looks at the files of all packages that are not known.
func (r *run) scan() {
	var wg sync.WaitGroup
	next := make(chan *unit)
	for range cap(r.slots) {
		wg.Go(func() {
			for u := range next {
				r.scanUnit(u)
			}
		})
	}
	for _, u := range r.units {
		if u.readable() && !r.testMain(u) {
			next <- u
		}
	}
	close(next)
	wg.Wait()
}

func (r *run) scanUnit(u *unit) {
	known := r.Gate.Known(u.path())
	if known && !u.own {
		return // nobody writes contracts into it
	}
	l := look(r.Gate, known, u.Imports, u.files())
	u.scanned, u.seed, u.sends, u.calls = true, l.seed, l.sends, l.calls
}

// looked is what the bytes of a package's files show.
type looked struct {
	seed, sends, calls bool
	sum                string // hash of the files' content
}

// look looks at the bytes of files. If it is known what a package does, nothing but
// contracts in it matters.
func look(g *analyzer.Gate, known bool, imports, files []string) looked {
	var l looked
	l.seed = !known && slices.ContainsFunc(imports, g.Alone)
	l.calls = !known && slices.ContainsFunc(imports, g.Calls)
	http := !known && slices.Contains(imports, "net/http")
	h := sha256.New()
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			continue // the parser says so
		}
		fmt.Fprintf(h, "%d ", len(src))
		h.Write(src)
		l.seed = l.seed || g.Declares(src) || !known && g.Names(src)
		l.sends = l.sends || http && g.Sends(src)
	}
	l.sum = hex.EncodeToString(h.Sum(nil))
	return l
}
