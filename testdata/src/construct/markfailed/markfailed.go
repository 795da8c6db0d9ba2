// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package markfailed writes down that a payment has failed.
package markfailed

import "context"

type Gateway interface {
	Charge(ctx context.Context, idempotencyKey string) error
}

type Jobs interface {
	MarkFailed(ctx context.Context, idempotencyKey string, cause error) error
}

func Pay(ctx context.Context, g Gateway, j Jobs, key string) error {
	err := g.Charge(ctx, key)
	if err != nil {
		_ = j.MarkFailed(ctx, key, err)
	}
	return err
}
