// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Garbage is collected when the heap has grown to so many bytes, or by so many percent if
// that is more. Of itself the runtime collects from 4 MB on, and lets the heap double. Here
// most of what is made early, the types of imports, lasts to the end: to collect it again
// and again while the heap is small finds nothing. A heap that does not fit into that grows
// by less than the double, until it is so large that time counts for more.
const (
	commandHeap = 220 << 20
	vetToolHeap = 90 << 20 // go vet runs several at a time
	heapGrowth  = 60
	largeHeap   = 220 << 20
	largeGrowth = 100
)

// tuneHeap has garbage collected so, if the environment does not say how.
func tuneHeap(atLeast int) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	const runtimeMinimum = 4 << 20 // at 100 percent
	debug.SetGCPercent(atLeast / (runtimeMinimum / 100))
	afterCollection(atLeast)
}

// afterCollection has the size at which garbage is collected next set whenever it has been
// collected: then the finalizer of what nobody refers to runs.
func afterCollection(atLeast int) {
	runtime.SetFinalizer(&struct{ _ *byte }{}, func(any) { setNext(atLeast); afterCollection(atLeast) })
}

func setNext(atLeast int) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if n := live[0].Value.Uint64(); n > 0 {
		debug.SetGCPercent(nextCollection(atLeast, n))
	}
}

// nextCollection is by how many percent the heap may grow.
func nextCollection(atLeast int, live uint64) int {
	growth := heapGrowth
	if live > largeHeap {
		growth = largeGrowth
	}
	return max(int(uint64(atLeast)*100/live)-100, growth)
}
