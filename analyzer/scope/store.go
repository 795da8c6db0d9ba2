// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scope

import (
	"slices"
	"strings"
	"time"
)

// A Store is what remembers keys. It has Dims or Covers, not both (with both,
// Covers decides); with neither it is global.
type Store struct {
	Dims   []Dim         // it is partitioned by these
	Covers []string      // it serves these endpoints, and is one for them
	Window time.Duration // it remembers a key this long, 0 if unknown
}

// Scope returns the store's scope as its contract spells it.
func (s Store) Scope() string {
	switch {
	case len(s.Covers) > 0:
		return "covers=" + strings.Join(s.Covers, ",")
	case len(s.Dims) > 0:
		return "scope=" + joinDims(s.Dims, ",")
	}
	return "scope=global"
}

// Serves reports whether the store sees requests to the endpoint. One without
// a covers list says nothing about endpoints, and is taken to see them all.
func (s Store) Serves(endpoint string) bool {
	return len(s.Covers) == 0 || slices.Contains(s.Covers, endpoint)
}

// NarrowerThan reports whether two attempts can share a partition of o and not
// of s. A list and dimensions cannot be measured against each other without
// the labels of the endpoints, so each is then narrower than the other: listed
// endpoints are not known to agree on anything, and those that agree need not
// be listed.
func (s Store) NarrowerThan(o Store) bool {
	switch {
	case len(s.Covers) > 0 && len(o.Covers) > 0:
		return slices.ContainsFunc(o.Covers, func(e string) bool { return !s.Serves(e) })
	case len(s.Covers) > 0:
		return true
	case len(o.Covers) > 0:
		return len(s.Dims) > 0
	}
	wide := closure(o.Dims)
	return slices.ContainsFunc(closure(s.Dims), func(d Dim) bool { return !slices.Contains(wide, d) })
}
