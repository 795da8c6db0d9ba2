// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package dep is a dependency in a module of its own: what it does with keys reaches
// other modules in facts alone.
package dep

import "net/http"

// Again calls fn until it succeeds, three times at most.
func Again(fn func() error) error {
	var err error
	for range 3 {
		if err = fn(); err == nil {
			return nil
		}
	}
	return err
}

// Store remembers keys in each region.
//
//idemscope:store scope=region
type Store struct{ seen map[string]bool }

// Mark remembers a key.
func (s *Store) Mark(key string) { s.seen[key] = true }

// Post sends one request under a key.
func Post(client *http.Client, url, key string) error {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
