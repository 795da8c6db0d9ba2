// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package hedging sends to a second backend when the first has not answered in time. The two
// attempts are made in goroutines, and the reason for the second is a timer: this is not
// seen as a retry, although it is one.
package hedging

import (
	"context"
	"time"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

func Hedged(ctx context.Context, s store, a, b API, key string) error {
	s.Mark(key)
	done := make(chan error, 2)
	go func() { done <- a.Charge(ctx, key) }()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Second):
	}
	go func() { done <- b.Charge(ctx, key) }()
	return <-done
}
