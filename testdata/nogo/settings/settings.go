// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package settings has a finding for each setting of the analyzer, and none without.
package settings

import (
	"net/http"

	"example.test/settings/ids"
)

type handler struct{ seen map[string]bool }

// ServeHTTP keeps the keys of clients in this process: strict reports that.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if h.seen[key] {
		return
	}
	h.seen[key] = true
}

// Header has a key under a name of its own.
func Header(client *http.Client, req *http.Request) error {
	var err error
	for range 3 {
		req.Header.Set("X-Operation-Nonce", ids.Random())
		if _, err = client.Do(req); err == nil {
			break
		}
	}
	return err
}

// Model has a key of which a model alone says that it is new each time.
func Model(client *http.Client, req *http.Request) error {
	var err error
	for range 3 {
		req.Header.Set("Idempotency-Key", ids.New())
		if _, err = client.Do(req); err == nil {
			break
		}
	}
	return err
}
