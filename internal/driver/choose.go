// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"os"
	"slices"
	"sync"
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
	u.scanned = true
	u.seed = !known && slices.ContainsFunc(u.Imports, r.Gate.Alone)
	u.calls = !known && slices.ContainsFunc(u.Imports, r.Gate.Calls)
	http := !known && slices.Contains(u.Imports, "net/http")
	for _, name := range u.files() {
		src, err := os.ReadFile(name)
		if err != nil {
			continue // the parser says so
		}
		u.seed = u.seed || r.Gate.Declares(src) || !known && r.Gate.Names(src)
		u.sends = u.sends || http && r.Gate.Sends(src)
	}
}
