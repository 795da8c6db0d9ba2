// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package beginabort has a store without a contract, which is told that the attempt has failed.
package beginabort

import (
	"context"
	"net/http"
)

type Dedup interface {
	Begin(ctx context.Context, idempotencyKey string) error
	Abort(ctx context.Context, idempotencyKey string) error
}

type Core interface {
	Charge(ctx context.Context, idempotencyKey string) error
}

func serve(d Dedup, c Core, r *http.Request) error {
	key := r.Header.Get("Idempotency-Key")
	if err := d.Begin(r.Context(), key); err != nil {
		return err
	}
	err := c.Charge(r.Context(), key)
	if err != nil {
		d.Abort(r.Context(), key)
	}
	return err
}
