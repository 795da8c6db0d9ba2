// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package defers sends in deferred functions.
package defers

import "context"

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// Unlocked defers what is no send.
func Unlocked(ctx context.Context, s store, a, b API, key string) error {
	s.Mark(key)
	defer println("done")
	if err := a.Charge(ctx, key); err != nil {
		return b.Charge(ctx, key) // want "scope: "
	}
	return nil
}

// Always sends to both, whatever comes of the first.
func Always(ctx context.Context, s store, a, b API, key string) error {
	s.Mark(key)
	defer b.Charge(ctx, key)
	return a.Charge(ctx, key)
}

// Success sends to the second only if the first one took it.
func Success(ctx context.Context, s store, a, b API, key string) (err error) {
	s.Mark(key)
	defer func() {
		if err == nil {
			err = b.Charge(ctx, key)
		}
	}()
	return a.Charge(ctx, key)
}

// Same goes back to the backend that failed.
func Same(ctx context.Context, s store, a API, key string) (err error) {
	s.Mark(key)
	defer func() {
		if err != nil {
			err = a.Charge(ctx, key)
		}
	}()
	return a.Charge(ctx, key)
}
