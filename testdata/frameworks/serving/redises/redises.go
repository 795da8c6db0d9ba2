// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package redises keeps answers in a Redis by the key that the client sent.
package redises

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type userKey struct{}

// UserFromContext tells who is calling.
func UserFromContext(ctx context.Context) string {
	u, _ := ctx.Value(userKey{}).(string)
	return u
}

type handler struct {
	rdb  *redis.Client
	next http.Handler
}

// ServeHTTP knows who is calling and leaves it out.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := UserFromContext(r.Context())
	if user == "" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	first, err := h.rdb.SetNX(r.Context(), "idem:"+r.Header.Get("Idempotency-Key"), "", time.Hour).Result() // want "collision: .*go-redis database.*callers"
	if err != nil || !first {
		w.WriteHeader(http.StatusConflict)
		return
	}
	h.next.ServeHTTP(w, r)
}

type hashed struct{ handler }

// ServeHTTP hashes the key with the method and the path, and leaves the user out.
func (h *hashed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := UserFromContext(r.Context())
	sum := sha256.Sum256([]byte(r.Method + r.URL.Path + r.Header.Get("Idempotency-Key")))
	key := hex.EncodeToString(sum[:])
	if got, err := h.rdb.Get(r.Context(), key).Bytes(); err == nil { // want "collision: "
		w.Write(got)
		return
	}
	w.Header().Set("X-User", user)
	h.next.ServeHTTP(w, r)
	h.rdb.Set(r.Context(), key, "done", time.Hour)
}

type scoped struct{ handler }

// ServeHTTP puts the user in front.
func (h *scoped) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := UserFromContext(r.Context())
	first, err := h.rdb.SetNX(r.Context(), user+":"+r.Header.Get("Idempotency-Key"), "", time.Hour).Result()
	if err != nil || !first {
		w.WriteHeader(http.StatusConflict)
		return
	}
	h.next.ServeHTTP(w, r)
}

type anonymous struct{ handler }

// ServeHTTP does not know who is calling.
func (h *anonymous) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	first, err := h.rdb.SetNX(r.Context(), "idem:"+r.Header.Get("Idempotency-Key"), "", time.Hour).Result()
	if err != nil || !first {
		w.WriteHeader(http.StatusConflict)
		return
	}
	h.next.ServeHTTP(w, r)
}

type locked struct{ handler }

// ServeHTTP takes a lock of a name that is always the same: that is no key.
func (h *locked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := UserFromContext(r.Context())
	if ok, err := h.rdb.SetNX(r.Context(), "lock:nightly", user, time.Minute).Result(); err != nil || !ok {
		return
	}
	h.next.ServeHTTP(w, r)
}

// store wraps the database.
type store struct {
	rdb    *redis.Client
	prefix string
}

func (s *store) claim(ctx context.Context, key string) (bool, error) {
	return s.rdb.SetNX(ctx, "idem:"+key, 1, time.Hour).Result()
}

func (s *store) claimWithPrefix(ctx context.Context, key string) (bool, error) {
	return s.rdb.SetNX(ctx, s.prefix+key, 1, time.Hour).Result()
}

// Wrapped hands the key to a function that hands it on.
func Wrapped(s *store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := UserFromContext(r.Context())
		if ok, err := s.claim(r.Context(), r.Header.Get("Idempotency-Key")); err != nil || !ok { // want "collision: "
			w.Write([]byte(user))
		}
	}
}

// WrappedScoped puts the user into it.
func WrappedScoped(s *store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := UserFromContext(r.Context())
		if ok, err := s.claim(r.Context(), user+"/"+r.Header.Get("Idempotency-Key")); err != nil || !ok {
			w.WriteHeader(http.StatusConflict)
		}
	}
}

// WrappedPrefix has something in front of which nothing is known here.
func WrappedPrefix(s *store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := UserFromContext(r.Context())
		if ok, err := s.claimWithPrefix(r.Context(), r.Header.Get("Idempotency-Key")); err != nil || !ok {
			w.Write([]byte(user))
		}
	}
}

// declared is a store whose scope is written down: one database a tenant.
//
//idemscope:store scope=region,tenant
type declared struct{ rdb *redis.Client }

func (d *declared) claim(ctx context.Context, key string) (bool, error) {
	return d.rdb.SetNX(ctx, key, 1, time.Hour).Result()
}

// Declared is what the contract says, and not what stands behind it.
func Declared(d *declared) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := UserFromContext(r.Context())
		if ok, err := d.claim(r.Context(), r.Header.Get("Idempotency-Key")); err != nil || !ok {
			w.Write([]byte(user))
		}
	}
}
