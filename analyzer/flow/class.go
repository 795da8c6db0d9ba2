// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

// Class says in which space a value that a generator makes is unique.
type Class uint8

const (
	Random   Class = iota + 1 // unguessable, unique everywhere
	Clock                     // a reading of the clock
	Counter                   // state of this process that moves with each use
	Process                   // unique within this process alone
	Client                    // supplied by the client of an incoming request
	MapOrder                  // depends on the order in which Go walks a map
)

func (c Class) String() string {
	switch c {
	case Random:
		return "random"
	case Clock:
		return "read from the clock"
	case Counter:
		return "a counter of this process"
	case Process:
		return "unique in this process only"
	case Client:
		return "supplied by the client"
	case MapOrder:
		return "in the order of a map"
	}
	return "of unknown origin"
}
