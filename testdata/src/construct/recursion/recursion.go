// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package recursion repeats by calling itself.
package recursion

import (
	"context"
	"crypto/rand"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// walk tries the first backend, and the others after it.
func walk(ctx context.Context, all []API, key string) error {
	if err := all[0].Charge(ctx, key); err == nil || len(all) == 1 {
		return err
	}
	return walk(ctx, all[1:], key)
}

// Walk brings the key: what walk leaves open is decided here.
func Walk(ctx context.Context, all []API) error {
	return walk(ctx, all, rand.Text()) // want "undeclared: "
}

// fresh makes a key, tries, and starts over.
func fresh(ctx context.Context, api API, left int) error {
	err := api.Charge(ctx, rand.Text()) // want "fresh-key: "
	if err != nil && left > 0 {
		return fresh(ctx, api, left-1)
	}
	return err
}

func Fresh(ctx context.Context, api API) error { return fresh(ctx, api, 3) }

// same calls itself with the key and the backend that it was given.
func same(ctx context.Context, api API, key string, left int) error {
	err := api.Charge(ctx, key)
	if err != nil && left > 0 {
		return same(ctx, api, key, left-1)
	}
	return err
}

func Same(ctx context.Context, s store, api API) error {
	key := rand.Text()
	s.Mark(key)
	return same(ctx, api, key, 3)
}

// all goes on to the next backend when one has succeeded.
func all(ctx context.Context, apis []API, key string) error {
	if len(apis) == 0 {
		return nil
	}
	if err := apis[0].Charge(ctx, key); err != nil {
		return err
	}
	return all(ctx, apis[1:], key)
}

func All(ctx context.Context, s store, apis []API) error {
	key := rand.Text()
	s.Mark(key)
	return all(ctx, apis, key)
}

// even and odd call each other, for what is left over, with a new key for each item.
func even(ctx context.Context, api API, items []string) error {
	if len(items) == 0 {
		return nil
	}
	if err := api.Charge(ctx, "even-"+items[0]); err != nil {
		return err
	}
	return odd(ctx, api, items[1:])
}

func odd(ctx context.Context, api API, items []string) error {
	if len(items) == 0 {
		return nil
	}
	if err := api.Charge(ctx, "odd-"+items[0]); err != nil {
		return err
	}
	return even(ctx, api, items[1:])
}

func Pairs(ctx context.Context, api API, items []string) error { return even(ctx, api, items) }
