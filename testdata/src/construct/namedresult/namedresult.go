// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package namedresult leaves the outcome of an attempt in a named result.
package namedresult

import (
	"context"
	"fmt"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// Bare returns without naming what it returns.
func Bare(ctx context.Context, s store, a, b API, key string) (err error) {
	s.Mark(key)
	err = a.Charge(ctx, key)
	if err == nil {
		return
	}
	err = b.Charge(ctx, key) // want "scope: "
	return
}

// attempt wraps the error in its named result.
func attempt(ctx context.Context, a API, key string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("charge: %w", err)
		}
	}()
	err = a.Charge(ctx, key)
	return
}

// Wrapped tests what the wrapper made of it.
func Wrapped(ctx context.Context, s store, a, b API, key string) error {
	s.Mark(key)
	if err := attempt(ctx, a, key); err != nil {
		return attempt(ctx, b, key) // want "scope: "
	}
	return nil
}

// Ok leaves it in a named bool.
func Ok(ctx context.Context, s store, all []API, key string) (ok bool) {
	s.Mark(key)
	for _, a := range all {
		if ok = a.Charge(ctx, key) == nil; ok { // want "scope: "
			return
		}
	}
	return
}

// Both goes on only when the first has succeeded.
func Both(ctx context.Context, s store, a, b API, key string) (err error) {
	s.Mark(key)
	if err = a.Charge(ctx, key); err != nil {
		return
	}
	err = b.Charge(ctx, key)
	return
}

// Shadowed has an error of its own in the inner scope; the outer one is nil, and is what is tested.
func Shadowed(ctx context.Context, s store, a, b API, key string) (err error) {
	s.Mark(key)
	{
		err := a.Charge(ctx, key)
		_ = err
	}
	if err == nil {
		return b.Charge(ctx, key)
	}
	return err
}

// Again goes to the backend that it went to before.
func Again(ctx context.Context, s store, a API, key string) (err error) {
	s.Mark(key)
	if err = a.Charge(ctx, key); err != nil {
		err = a.Charge(ctx, key)
	}
	return
}
