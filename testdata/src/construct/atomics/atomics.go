// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package atomics counts with package atomic: the number is what Add returns.
package atomics

import (
	"fmt"
	"strconv"
	"sync/atomic"
)

//idemscope:store scope=region
type regional struct{}

func (regional) First(key string) bool { return true }

var (
	serial atomic.Int64
	plain  int64
)

func Method(s regional) bool {
	return s.First(fmt.Sprint("job-", serial.Add(1))) // want "collision: "
}

func Function(s regional) bool {
	return s.First(strconv.FormatInt(atomic.AddInt64(&plain, 1), 10)) // want "collision: "
}

type Source struct{ n atomic.Uint64 }

func (c *Source) Field(s regional) bool {
	return s.First(strconv.FormatUint(c.n.Add(1), 36)) // want "collision: "
}

// Local counts what ends with the call.
func Local(s regional, order string) bool {
	var n atomic.Int64
	return s.First(order + strconv.FormatInt(n.Add(1), 10))
}
