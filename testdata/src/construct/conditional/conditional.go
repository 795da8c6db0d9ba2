// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package conditional asks a function of the caller's whether to try again.
package conditional

import (
	"context"
	"crypto/rand"
	"errors"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// retryIf calls f again when the error is one that again lets pass.
func retryIf(again func(error) bool, f func() error) error {
	err := f()
	if err != nil && again(err) {
		err = f()
	}
	return err
}

func Fresh(ctx context.Context, a API) error {
	busy := func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }
	return retryIf(busy, func() error {
		return a.Charge(ctx, rand.Text()) // want "fresh-key: "
	})
}

func Moving(ctx context.Context, s store, all []API) error {
	key := rand.Text()
	s.Mark(key)
	i := 0
	return retryIf(func(error) bool { return true }, func() error {
		i++
		return all[i%len(all)].Charge(ctx, key) // want "scope: "
	})
}

// Kept makes the key outside.
func Kept(ctx context.Context, a API) error {
	key := rand.Text()
	return retryIf(func(error) bool { return true }, func() error { return a.Charge(ctx, key) })
}
