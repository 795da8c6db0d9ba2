// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package fakehides has a fake beside the interface, which is not all there is behind it.
package fakehides

import "context"

type Gateway interface {
	Charge(ctx context.Context, idempotencyKey string) error
}

type fake struct{ n int }

func (f *fake) Charge(ctx context.Context, idempotencyKey string) error { f.n++; return nil }

func Fake() Gateway { return &fake{} }

func Failover(ctx context.Context, a, b Gateway, key string) error {
	if err := a.Charge(ctx, key); err != nil {
		return b.Charge(ctx, key) // want "undeclared"
	}
	return nil
}
