// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package maps keeps answers in this process's memory.
package maps

import (
	"net/http"
	"sync"

	"golang.org/x/sync/singleflight"
)

type session struct{ UserID, TenantID string }

func authenticate(r *http.Request) (*session, error) { return &session{UserID: "u"}, nil }

type handler struct {
	mu    sync.Mutex
	seen  map[string][]byte
	syncd sync.Map
	group singleflight.Group
}

// ServeHTTP answers one tenant with what another one asked for.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s, err := authenticate(r)
	if err != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	key := r.Header.Get("Idempotency-Key")
	h.mu.Lock()
	defer h.mu.Unlock()
	if body, ok := h.seen[key]; ok { // want "collision: .*the map.*this process.*tenants"
		w.Write(body)
		return
	}
	h.seen[key] = []byte(s.UserID)
}

type scoped struct{ handler }

type cacheKey struct{ tenant, key string }

var perTenant = map[cacheKey][]byte{}

func (h *scoped) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s, err := authenticate(r)
	if err != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	key := s.TenantID + "/" + r.Header.Get("Idempotency-Key")
	h.mu.Lock()
	defer h.mu.Unlock()
	if body, ok := h.seen[key]; ok {
		w.Write(body)
		return
	}
	if body, ok := perTenant[cacheKey{s.TenantID, r.Header.Get("Idempotency-Key")}]; ok {
		w.Write(body)
		return
	}
	h.seen[key] = []byte(s.UserID)
}

// Synced uses a map for many goroutines.
func (h *handler) Synced(w http.ResponseWriter, r *http.Request) {
	s, err := authenticate(r)
	if err != nil {
		return
	}
	if _, loaded := h.syncd.LoadOrStore(r.Header.Get("Idempotency-Key"), s.UserID); loaded { // want "collision: "
		w.WriteHeader(http.StatusConflict)
	}
}

// Grouped lets callers share one call.
func (h *handler) Grouped(w http.ResponseWriter, r *http.Request) {
	s, err := authenticate(r)
	if err != nil {
		return
	}
	v, _, _ := h.group.Do(r.Header.Get("Idempotency-Key"), func() (any, error) { return s.UserID, nil }) // want "collision: "
	w.Write([]byte(v.(string)))
}

// Own is a map of one call.
func (h *handler) Own(w http.ResponseWriter, r *http.Request) {
	s, err := authenticate(r)
	if err != nil {
		return
	}
	seen := map[string]bool{}
	for _, key := range r.Header.Values("Idempotency-Key") {
		if seen[key] {
			continue
		}
		seen[key] = true
		w.Write([]byte(s.UserID))
	}
}

var routes = map[string]http.HandlerFunc{}

// Other looks something else up.
func (h *handler) Other(w http.ResponseWriter, r *http.Request) {
	if _, err := authenticate(r); err != nil {
		return
	}
	if next, ok := routes[r.URL.Path]; ok {
		next(w, r)
	}
}
