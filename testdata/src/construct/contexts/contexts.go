// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package contexts passes contexts beside the key, and a key within one.
package contexts

import (
	"context"
	"crypto/rand"
	"errors"
	"time"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

type keyOf struct{}

// Limited gives each attempt a deadline of its own.
func Limited(ctx context.Context, s store, all []API, key string) (err error) {
	s.Mark(key)
	for _, a := range all {
		limited, cancel := context.WithTimeout(ctx, time.Second)
		err = a.Charge(limited, key) // want "scope: "
		cancel()
		if err == nil {
			break
		}
	}
	return err
}

// UntilDone ends with the context.
func UntilDone(ctx context.Context, s store, all []API, key string) error {
	s.Mark(key)
	for i := 0; ctx.Err() == nil; i++ {
		if err := all[i%len(all)].Charge(ctx, key); err == nil { // want "scope: "
			return nil
		}
	}
	return ctx.Err()
}

// Carried takes the key out of the context: one value as long as the context is one.
func Carried(ctx context.Context, s store, first, second API) error {
	key, ok := ctx.Value(keyOf{}).(string)
	if !ok {
		return errors.New("no key")
	}
	s.Mark(key)
	if err := first.Charge(ctx, key); err != nil {
		return second.Charge(ctx, key) // want "scope: "
	}
	return nil
}

// Renewed makes a key beside the context that is renewed.
func Renewed(ctx context.Context, a API) (err error) {
	for range 3 {
		limited, cancel := context.WithTimeout(ctx, time.Second)
		err = a.Charge(limited, rand.Text()) // want "fresh-key: "
		cancel()
		if err == nil {
			break
		}
	}
	return err
}

// SameLimited stays with one backend.
func SameLimited(ctx context.Context, s store, a API, key string) (err error) {
	s.Mark(key)
	for range 3 {
		limited, cancel := context.WithTimeout(ctx, time.Second)
		err = a.Charge(limited, key)
		cancel()
		if err == nil {
			break
		}
	}
	return err
}

// Canceled goes on only if the first succeeded, and stops if the context has ended.
func Canceled(ctx context.Context, s store, first, second API, key string) error {
	s.Mark(key)
	if err := first.Charge(ctx, key); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	default:
	}
	return second.Charge(ctx, key)
}

// Traced puts a random value into the context that is no key.
func Traced(ctx context.Context, a API, key string) (err error) {
	for range 3 {
		traced := context.WithValue(ctx, keyOf{}, rand.Text())
		if err = a.Charge(traced, key); err == nil {
			break
		}
	}
	return err
}
