// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package generics retries by generic functions, and of generic types.
package generics

import (
	"context"
	"crypto/rand"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) (int, error)
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// do calls f again until it returns no error.
func do[T any](ctx context.Context, f func(context.Context) (T, error)) (v T, err error) {
	for range 3 {
		if v, err = f(ctx); err == nil {
			return v, nil
		}
	}
	return v, err
}

// Retrier is a helper that is a value.
type Retrier[T any] struct{ attempts int }

func (r Retrier[T]) Run(f func() (T, error)) (v T, err error) {
	for range r.attempts {
		if v, err = f(); err == nil {
			break
		}
	}
	return v, err
}

// Ring hands out its items in turn.
type Ring[T any] struct {
	items []T
	at    int
}

func (r *Ring[T]) Next() T {
	v := r.items[r.at%len(r.items)]
	r.at++
	return v
}

func (r *Ring[T]) First() T { return r.items[0] }

// Inferred leaves the type argument out.
func Inferred(ctx context.Context, api API) (int, error) {
	return do(ctx, func(ctx context.Context) (int, error) {
		return api.Charge(ctx, rand.Text()) // want "fresh-key: "
	})
}

// Explicit names it.
func Explicit(ctx context.Context, s store, r *Ring[API]) (int, error) {
	key := rand.Text()
	s.Mark(key)
	return do[int](ctx, func(ctx context.Context) (int, error) {
		return r.Next().Charge(ctx, key) // want "scope: "
	})
}

// Method retries by a method of an instantiated type.
func Method(ctx context.Context, api API) (int, error) {
	return Retrier[int]{3}.Run(func() (int, error) {
		return api.Charge(ctx, rand.Text()) // want "fresh-key: "
	})
}

// Constrained sends by a type parameter.
func Constrained[A API](ctx context.Context, s store, all []A) (n int, err error) {
	key := rand.Text()
	s.Mark(key)
	for _, a := range all {
		if n, err = a.Charge(ctx, key); err == nil { // want "scope: "
			break
		}
	}
	return n, err
}

// Kept makes the key outside.
func Kept(ctx context.Context, api API) (int, error) {
	key := rand.Text()
	return do(ctx, func(ctx context.Context) (int, error) { return api.Charge(ctx, key) })
}

// First stays with one backend.
func First(ctx context.Context, s store, r *Ring[API]) (int, error) {
	key := rand.Text()
	s.Mark(key)
	return do(ctx, func(ctx context.Context) (int, error) { return r.First().Charge(ctx, key) })
}

// each is generic and no retry: it stops at a failure.
func each[T any](items []T, f func(T) error) error {
	for _, it := range items {
		if err := f(it); err != nil {
			return err
		}
	}
	return nil
}

// Each has a key for each item.
func Each(ctx context.Context, api API, items []string) error {
	return each(items, func(string) error {
		_, err := api.Charge(ctx, rand.Text())
		return err
	})
}
