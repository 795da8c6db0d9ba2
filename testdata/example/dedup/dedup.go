// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package dedup remembers the idempotency keys of payments.
package dedup

import "sync"

// Store remembers which keys have been seen in one region. In production it stands for
// a Redis cluster in each region.
type Store struct {
	mu   sync.Mutex
	seen map[string]bool
}

// NewRegional returns the store of the region that the process runs in.
//
//idemscope:store scope=region
func NewRegional() *Store { return &Store{seen: map[string]bool{}} }

// First reports whether the key has not been seen before.
func (s *Store) First(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen[key] {
		return false
	}
	s.seen[key] = true
	return true
}
