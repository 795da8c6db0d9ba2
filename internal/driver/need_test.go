// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/idemscope/idemscope/internal/bitset"
)

// chain makes units, each of a size and with the indices of those that it imports.
func chain(sizes []int, imports [][]int) *run {
	r := &run{}
	for i, size := range sizes {
		u := &unit{listed: &listed{ImportPath: fmt.Sprint(i)}, index: i, size: size, checked: &checked{}, below: bitset.New(64)}
		u.below.Add(i)
		for _, j := range imports[i] {
			u.deps = append(u.deps, r.units[j])
			u.below.AddAll(r.units[j].below)
		}
		r.units = append(r.units, u)
	}
	return r
}

// The package that leads to the longest rest is first, and none before those below it.
func TestQueue(t *testing.T) {
	//   0 <- 2 <- 4 (large)   1 <- 3   5 was not read
	r := chain([]int{1, 5, 1, 5, 100, 1}, [][]int{{}, {}, {0}, {1}, {2}, {0}})
	r.units[0].checked = nil // nothing of it is to be analysed: nobody waits for it
	r.units[5].checked = nil
	q := newQueue(r.todo())
	var order []string
	for u := q.next(); u != nil; u = q.next() {
		order = append(order, u.ImportPath)
		q.done(u)
	}
	if got := strings.Join(order, " "); got != "2 4 1 3" {
		t.Errorf("order %s, want 2 4 1 3", got)
	}
}

// Several that take from a queue all come to an end, whatever is below what.
func TestQueueEnds(t *testing.T) {
	const n = 60
	sizes, imports := make([]int, n), make([][]int, n)
	for i := range n {
		sizes[i] = i * 7 % 11
		for j := range i {
			if (i*j)%7 == 1 {
				imports[i] = append(imports[i], j)
			}
		}
	}
	r := chain(sizes, imports)
	q := newQueue(r.todo())
	var mu sync.Mutex
	finished := bitset.New(64)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for u := q.next(); u != nil; u = q.next() {
				mu.Lock()
				for i, w := range u.below {
					if rest := w &^ finished[i]; rest != 1<<u.index {
						t.Errorf("%d was handed out before what is below it", u.index)
					}
				}
				finished.Add(u.index)
				mu.Unlock()
				q.done(u)
			}
		})
	}
	wg.Wait()
	for _, u := range r.units {
		if !finished.Has(u.index) {
			t.Errorf("%d was never handed out", u.index)
		}
	}
}
