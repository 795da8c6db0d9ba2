// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package outbox leaves what has failed to somebody else, under the same key.
package outbox

import "context"

type Gateway interface {
	Charge(ctx context.Context, idempotencyKey string, cents int64) error
}

type Outbox interface {
	Enqueue(ctx context.Context, idempotencyKey string, cents int64) error
}

func Pay(ctx context.Context, g Gateway, o Outbox, key string, cents int64) error {
	if err := g.Charge(ctx, key, cents); err != nil {
		return o.Enqueue(ctx, key, cents)
	}
	return nil
}
