// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bitset

import (
	"math/rand/v2"
	"testing"
)

// TestSet holds sets against maps.
func TestSet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + random.IntN(200)
		some := func(below int) (Set, map[int]bool) {
			s, m := New(below), map[int]bool{}
			for range random.IntN(below) {
				i := random.IntN(below)
				s.Add(i)
				m[i] = true
			}
			return s, m
		}
		s, in := some(n)
		t2, in2 := some(1 + random.IntN(n))
		s.AddAll(t2)
		for i := range n {
			if got, want := s.Has(i), in[i] || in2[i]; got != want {
				t.Fatalf("%d of %d: %t, want %t", i, n, got, want)
			}
		}
	}
}
