// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package constructed asks stores that came from their constructors.
package constructed

import (
	"net/http"

	"example.test/frameworks/strict/constructed/payments"
)

type server struct {
	redis *payments.RedisStore
	plain *payments.PlainStore
	half  *payments.HalfStore
	local *payments.MapStore
}

// Redis is declared: tenants are told apart.
func (s *server) Redis(w http.ResponseWriter, r *http.Request) {
	if !s.redis.First(r.Context(), r.Header.Get("Idempotency-Key")) {
		w.WriteHeader(http.StatusConflict)
	}
}

// Plain is not.
func (s *server) Plain(w http.ResponseWriter, r *http.Request) {
	if !s.plain.First(r.Context(), r.Header.Get("Idempotency-Key")) { // want "collision"
		w.WriteHeader(http.StatusConflict)
	}
}

// Half may be one of which nobody has said anything.
func (s *server) Half(w http.ResponseWriter, r *http.Request) {
	if !s.half.First(r.Context(), r.Header.Get("Idempotency-Key")) { // want "collision"
		w.WriteHeader(http.StatusConflict)
	}
}

// Local is declared to be one of this process.
func (s *server) Local(w http.ResponseWriter, r *http.Request) {
	if !s.local.First(r.Header.Get("Idempotency-Key")) {
		w.WriteHeader(http.StatusConflict)
	}
}

var _ = []http.HandlerFunc{new(server).Redis, new(server).Plain, new(server).Half, new(server).Local}
