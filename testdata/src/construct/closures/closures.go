// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package closures hands a send to a function that calls it again.
package closures

import (
	"context"
	"crypto/rand"
	"time"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

func retry(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func once(f func() error) error { return f() }

// twice calls f for two things, not again for one.
func twice(f func() error) error {
	if err := f(); err != nil {
		return err
	}
	return f()
}

// Made makes the key where it is retried.
func Made(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, rand.Text()) // want "fresh-key: "
	})
}

// Assigned overwrites a variable of the enclosing function.
func Assigned(ctx context.Context, api API) error {
	var key string
	err := retry(func() error {
		key = rand.Text() // want "fresh-key: "
		return api.Charge(ctx, key)
	})
	return err
}

// Nested stands two literals deep.
func Nested(ctx context.Context, api API) error {
	attempt := func() error {
		send := func(key string) error { return api.Charge(ctx, key) }
		return send(rand.Text()) // want "fresh-key: "
	}
	return retry(attempt)
}

// Moving takes the next backend at each call.
func Moving(ctx context.Context, s store, all []API) error {
	key := rand.Text()
	s.Mark(key)
	i := -1
	return retry(func() error {
		i++
		return all[i%len(all)].Charge(ctx, key) // want "scope: "
	})
}

// Returned is made by a function of its own: the finding stands in the literal.
func Returned(ctx context.Context, api API) error {
	return retry(charger(ctx, api))
}

func charger(ctx context.Context, api API) func() error {
	return func() error { return api.Charge(ctx, rand.Text()) } // want "fresh-key: "
}

// Captured makes the key outside.
func Captured(ctx context.Context, api API) error {
	key := rand.Text()
	return retry(func() error { return api.Charge(ctx, key) })
}

// Once is called a single time.
func Once(ctx context.Context, api API) error {
	return once(func() error { return api.Charge(ctx, rand.Text()) })
}

// Twice is called again after a success: two charges, two keys.
func Twice(ctx context.Context, api API) error {
	return twice(func() error { return api.Charge(ctx, rand.Text()) })
}

// Lazily makes the key in the first attempt and keeps it.
func Lazily(ctx context.Context, api API) error {
	var key string
	return retry(func() error {
		if key == "" {
			key = rand.Text()
		}
		return api.Charge(ctx, key)
	})
}
