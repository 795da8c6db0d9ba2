// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package natskvs keeps keys in a bucket.
package natskvs

import (
	"context"
	"net/http"

	"github.com/nats-io/nats.go/jetstream"
)

type accountKey struct{}

// AccountID tells who is calling.
func AccountID(ctx context.Context) string {
	a, _ := ctx.Value(accountKey{}).(string)
	return a
}

// Handler leaves the account out.
func Handler(kv jetstream.KeyValue) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		account := AccountID(r.Context())
		if _, err := kv.Create(r.Context(), r.Header.Get("Idempotency-Key"), []byte(account)); err != nil { // want "collision: "
			w.WriteHeader(http.StatusConflict)
		}
	}
}

// Scoped does not.
func Scoped(kv jetstream.KeyValue) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		account := AccountID(r.Context())
		if _, err := kv.Create(r.Context(), account+"."+r.Header.Get("Idempotency-Key"), nil); err != nil {
			w.WriteHeader(http.StatusConflict)
		}
	}
}
