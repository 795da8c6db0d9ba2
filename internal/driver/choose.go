// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/internal/bitset"
	"github.com/idemscope/idemscope/internal/regular"
)

// choose finds out, from the bytes of files, which packages of the program's own matter:
// those at and above a seed, and those below one of these.
func (r *run) choose(ctx context.Context) {
	if r.Gate == nil {
		for _, u := range r.units {
			u.source = u.readable() && u.needed
		}
		return
	}
	var own, others []*unit
	for _, u := range r.units {
		switch {
		case !u.readable() || !u.needed:
		case u.own:
			own = append(own, u)
		default:
			others = append(others, u)
		}
	}
	r.scan(own)
	r.ahead(ctx, r.certain())
	r.scan(others)
	for _, u := range r.units {
		for _, d := range u.deps {
			u.over(d.looked, d.Module.same(u.Module))
		}
	}
	// Backwards: importers before what they import.
	matters := bitset.New(len(r.units))
	for _, u := range slices.Backward(r.units) {
		if u.Above {
			matters.Add(u.index)
		}
		if matters.Has(u.index) {
			for _, d := range u.deps {
				matters.Add(d.index)
			}
			u.source = r.may(u)
		}
	}
}

// may reports whether the package is read from source if a seed is at, above or below it.
func (r *run) may(u *unit) bool {
	return u.own && u.readable() && u.needed && (u.Seed || !r.Gate.Known(u.path()))
}

func (u *unit) readable() bool { return !u.Standard && u.ImportPath != "unsafe" }

// scan looks at the files of packages.
func (r *run) scan(units []*unit) {
	var wg sync.WaitGroup
	next := make(chan *unit)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			var l looker
			for u := range next {
				r.scanUnit(&l, u)
			}
		})
	}
	for _, u := range units {
		next <- u
	}
	close(next)
	wg.Wait()
}

func (r *run) scanUnit(l *looker, u *unit) {
	known := r.Gate.Known(u.path())
	if known && !u.own {
		return // nobody writes contracts into it
	}
	u.scanned, u.looked = true, l.look(r.Gate, known, u.Imports, u.files(), io.Discard)
}

// looked is what the bytes of a package's files show, and those of what is below it.
type looked struct {
	Seed     bool `json:",omitempty"` // keys may come from what is written in it
	Declares bool `json:",omitempty"` // contracts are written in it
	Sends    bool `json:",omitempty"` // it may send requests
	Calls    bool `json:",omitempty"` // it imports what sends by itself
	Above    bool `json:",omitempty"` // a seed is below it, or it is one
	Kept     bool `json:",omitempty"` // it may hand what it is given to a store, by itself or by what is below it
	Near     bool `json:",omitempty"` // requests may be sent not far below: by what it imports, or by what its module's packages do
}

// looker looks at files one after the other.
type looker struct{ buf bytes.Buffer }

// look looks at the bytes of files, and copies them to w. If it is known what a package
// does, nothing but contracts in it matters.
func (lk *looker) look(g *analyzer.Gate, known bool, imports, files []string, w io.Writer) looked {
	var l looked
	l.Seed = !known && slices.ContainsFunc(imports, g.Alone)
	l.Calls = !known && slices.ContainsFunc(imports, g.Calls)
	l.Kept = !known && slices.ContainsFunc(imports, g.Keeps)
	http := !known && slices.Contains(imports, "net/http")
	for _, name := range files {
		src, err := lk.read(name)
		if err != nil {
			continue // the parser says so
		}
		fmt.Fprintf(w, "%d ", len(src))
		_, _ = w.Write(src) // to a hash, or to nobody
		l.Declares = l.Declares || g.Declares(src)
		l.Seed = l.Seed || l.Declares || !known && g.Names(src)
		l.Sends = l.Sends || http && g.Sends(src)
	}
	l.Above, l.Near = l.Seed, l.Sends
	return l
}

// read returns what is in a file, until the next one is read.
func (lk *looker) read(name string) ([]byte, error) {
	lk.buf.Reset()
	err := regular.ReadInto(&lk.buf, name, regular.MaxSource)
	return lk.buf.Bytes(), err
}

// over adds what a package that is imported has to do with it.
func (l *looked) over(d looked, sameModule bool) {
	l.Above = l.Above || d.Above
	l.Kept = l.Kept || d.Kept
	l.Near = l.Near || d.Sends || d.Near && sameModule
}
