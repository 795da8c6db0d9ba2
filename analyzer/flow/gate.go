// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"strings"
)

// What the gate asks before any SSA is built.

// Std reports whether an import path is of the standard library.
func Std(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return stdPaths[first]
}

// Sends reports whether a function sends an HTTP request.
func Sends(f *types.Func) bool {
	if n := f.Name(); n != "Do" && n != "RoundTrip" {
		return false
	}
	switch f.FullName() {
	case "(*net/http.Client).Do", "(net/http.RoundTripper).RoundTrip", "(*net/http.Transport).RoundTrip":
		return true
	}
	return false
}

// CarrierParam reports whether a function takes a key under a carrier's name.
func CarrierParam(c *Carriers, f *types.Func) bool {
	ps := f.Type().(*types.Signature).Params()
	for i := range ps.Len() {
		if c.Name(ps.At(i).Name()) {
			return true
		}
	}
	return false
}

// Fails reports whether a function's results tell failure from success.
func Fails(sig *types.Signature) bool {
	errAt, respAt, boolAt := tellingResults(sig)
	return errAt >= 0 || respAt >= 0 || boolAt >= 0
}

// Textual reports whether a key may have type t.
func Textual(t types.Type) bool { return textual(t) }

// sends reports whether the function sends something, or hands it to a store.
func (s *summaryRow) sends(values []valueRow) bool {
	// What a map may hold tells only those who put a key into it.
	tells := func(x sendRow) bool { return x.Evidence || overHTTP(x.Op) }
	for _, x := range s.Sends {
		if tells(x) {
			return true
		}
	}
	for _, ps := range [][]pairRow{s.Pairs, s.Again} {
		for _, p := range ps {
			if tells(p.A) || tells(p.B) {
				return true
			}
		}
	}
	// A use of what is not known to be a store tells only those who know of the
	// store, and they are let in by its contract.
	for _, u := range s.Uses {
		if storeAt(values, u.Store) {
			return true
		}
	}
	return false
}

// retries reports whether the function calls again what it is given.
func (s *summaryRow) retries() bool {
	for _, i := range s.Invokes {
		if i.Retry {
			return true
		}
	}
	return false
}

// storeAt reports whether a row is a value that a contract calls a store. What is kept
// without one tells only those who have a key, and a carrier lets them in.
func storeAt(values []valueRow, row int) bool {
	for row > 0 && row <= len(values) && Kind(values[row-1].Kind) == Tag {
		r := values[row-1]
		if r.Contract != nil && r.Contract.Store != nil && !r.Contract.Store.Kept {
			return true
		}
		if len(r.Args) == 0 || r.Args[0] >= row {
			return false
		}
		row = r.Args[0]
	}
	return false
}
