// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package releasestore tells a store that the attempt has failed.
package releasestore

import "context"

//idemscope:store scope=region
type Locks interface {
	Acquire(ctx context.Context, idempotencyKey string) error
	Release(ctx context.Context, idempotencyKey string) error
}

type Gateway interface {
	Charge(ctx context.Context, idempotencyKey string) error
}

func Pay(ctx context.Context, l Locks, g Gateway, key string) error {
	if err := l.Acquire(ctx, key); err != nil {
		return err
	}
	err := g.Charge(ctx, key)
	if err != nil {
		_ = l.Release(ctx, key)
	}
	return err
}
