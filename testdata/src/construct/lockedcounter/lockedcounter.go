// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package lockedcounter counts behind a lock that is released at the end.
package lockedcounter

import (
	"strconv"
	"sync"
)

//idemscope:store scope=region
type Redis struct{}

func (Redis) SetNX(key string) bool { return true }

type seq struct {
	mu sync.Mutex
	n  int
}

func (s *seq) next() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	return "job-" + strconv.Itoa(s.n)
}

func Start(s *seq, r Redis) bool {
	return r.SetNX(s.next()) // want "collision"
}
