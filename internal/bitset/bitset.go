// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package bitset has sets of small numbers: the packages of a program by their index, the
// blocks of a function. A set is as large as the numbers that it may hold, not as those that it
// holds, and two sets of the same numbers are joined 64 at a time.
package bitset

// Set is a set of numbers from zero, below what New was given.
type Set []uint64

// New returns an empty set for numbers below n.
func New(n int) Set { return make(Set, (n+63)/64) }

// Has reports whether a number is in the set.
func (s Set) Has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

// Add adds a number.
func (s Set) Add(i int) { s[i/64] |= 1 << (i % 64) }

// AddAll adds the numbers of another set, which may be for fewer numbers but not for more.
func (s Set) AddAll(t Set) {
	for i, w := range t {
		s[i] |= w
	}
}
