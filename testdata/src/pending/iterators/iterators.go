// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package iterators ranges over functions and over what package slices yields.
package iterators

import (
	"context"
	"crypto/rand"
	"slices"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// Values ranges over the elements of a slice, by an iterator.
func Values(ctx context.Context, s store, all []API, key string) (err error) {
	s.Mark(key)
	for a := range slices.Values(all) {
		if err = a.Charge(ctx, key); err == nil { // want "scope: "
			break
		}
	}
	return err
}

// attempts yields numbers.
func attempts(yield func(int) bool) {
	for i := range 3 {
		if !yield(i) {
			return
		}
	}
}

// Fresh makes the key in the body of such a loop.
func Fresh(ctx context.Context, a API) (err error) {
	for range attempts {
		if err = a.Charge(ctx, rand.Text()); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

// All goes on to the next on success, and stops at a failure.
func All(ctx context.Context, s store, all []API, key string) error {
	s.Mark(key)
	for a := range slices.Values(all) {
		if err := a.Charge(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// Same has one backend.
func Same(ctx context.Context, s store, a API, key string) (err error) {
	s.Mark(key)
	for range attempts {
		if err = a.Charge(ctx, key); err == nil {
			break
		}
	}
	return err
}

// Regardless goes to each, whatever comes of it.
func Regardless(ctx context.Context, s store, all []API, key string) (failed int) {
	s.Mark(key)
	for a := range slices.Values(all) {
		if a.Charge(ctx, key) != nil {
			failed++
		}
	}
	return failed
}
