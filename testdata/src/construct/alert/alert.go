// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package alert tells somebody that a payment has failed.
package alert

import "context"

//idemscope:store scope=region
type Locks struct{}

func (Locks) Acquire(key string) {}

type Gateway interface {
	//idemscope:send key=key to=Gateway
	Charge(ctx context.Context, key string) error
}

type Alerts interface {
	Notify(ctx context.Context, idempotencyKey string) error
}

func Pay(ctx context.Context, l Locks, g Gateway, a Alerts, key string) error {
	l.Acquire(key)
	err := g.Charge(ctx, key)
	if err != nil {
		_ = a.Notify(ctx, key)
	}
	return err
}
