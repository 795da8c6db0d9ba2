// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package decoratorself has a decorator whose constructor makes it the one implementation in sight.
package decoratorself

import "context"

type Gateway interface {
	Charge(ctx context.Context, idempotencyKey string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Lock(k string) {}

type failover struct {
	a, b Gateway
	st   store
}

func New(a, b Gateway) Gateway { return &failover{a: a, b: b} }

func (f *failover) Charge(ctx context.Context, key string) error {
	f.st.Lock(key)
	if err := f.a.Charge(ctx, key); err != nil {
		return f.b.Charge(ctx, key) // want "scope"
	}
	return nil
}
