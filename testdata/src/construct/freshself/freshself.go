// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package freshself has a decorator that retries, and makes a key for each attempt.
package freshself

import (
	"context"
	"crypto/rand"
)

type Gateway interface {
	Charge(ctx context.Context, idempotencyKey string) error
}

type retrying struct{ next Gateway }

func New(next Gateway) Gateway { return &retrying{next} }

func (r *retrying) Charge(ctx context.Context, _ string) (err error) {
	for range 3 {
		if err = r.next.Charge(ctx, rand.Text()); err == nil { // want "fresh-key"
			return nil
		}
	}
	return err
}
