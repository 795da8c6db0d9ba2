// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestNextCollection(t *testing.T) {
	const atLeast = 200 << 20
	for _, c := range []struct {
		live uint64
		want int
	}{
		{2 << 20, 9900},         // to 200 MB
		{100 << 20, 100},        // to 200 MB
		{150 << 20, heapGrowth}, // to more
		{1 << 40, largeGrowth},
	} {
		if got := nextCollection(atLeast, c.live); got != c.want {
			t.Errorf("%d MB live: %d percent, want %d", c.live>>20, got, c.want)
		}
	}
}

// What is set lasts: after each collection it is set anew.
func TestTuneHeap(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	tuneHeap(64 << 20)
	for range 3 {
		const ours = 100
		debug.SetGCPercent(ours)
		percent := ours
		for i := 0; i < 1000 && percent == ours; i++ {
			runtime.GC()
			time.Sleep(time.Millisecond) // the finalizer runs
			percent = debug.SetGCPercent(ours)
		}
		if percent < ours {
			t.Fatalf("after a collection the heap may grow by %d percent", percent)
		}
		if percent == ours {
			t.Fatal("nothing was set after a collection")
		}
	}
}

func TestTuneHeapLeavesTheEnvironment(t *testing.T) {
	t.Setenv("GOGC", "77")
	before := debug.SetGCPercent(77)
	defer debug.SetGCPercent(before)
	tuneHeap(64 << 20)
	if got := debug.SetGCPercent(77); got != 77 {
		t.Errorf("GOGC=77: it was set to %d", got)
	}
}
