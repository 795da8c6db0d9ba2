// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package tenantbeside gives the tenant to the store beside the key.
package tenantbeside

import (
	"context"
	"net/http"
)

//idemscope:store scope=global
type Store interface {
	First(ctx context.Context, tenant, key string) bool
}

type tenantKey struct{}

func tenantFrom(ctx context.Context) string { t, _ := ctx.Value(tenantKey{}).(string); return t }

func Handler(st Store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !st.First(r.Context(), tenantFrom(r.Context()), r.Header.Get("Idempotency-Key")) {
			w.WriteHeader(http.StatusConflict)
		}
	}
}
