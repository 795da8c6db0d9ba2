// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package wrappers makes keys and sends behind several functions.
package wrappers

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

type Key string

func random() string { return rand.Text() }

func newKey() string { return "k-" + random() }

func newTyped() Key { return Key(strings.ToLower(newKey())) }

func newBytes() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func derived(order string) string { return "order-" + order }

func outer(ctx context.Context, a API, k Key) error { return inner(ctx, a, string(k)) }

func inner(ctx context.Context, a API, key string) error {
	if err := a.Charge(ctx, key); err != nil {
		return fmt.Errorf("inner: %w", err)
	}
	return nil
}

// Typed has a key of a type of its own.
func Typed(ctx context.Context, a API) (err error) {
	for range 3 {
		if err = outer(ctx, a, newTyped()); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

// Bytes fills it from package rand.
func Bytes(ctx context.Context, a API) (err error) {
	for range 3 {
		key := newBytes() // want "fresh-key: "
		if err = inner(ctx, a, key); err == nil {
			break
		}
	}
	return err
}

// Deep goes to another backend three calls down.
func Deep(ctx context.Context, s store, a, b API) error {
	key := newTyped()
	s.Mark(string(key))
	if err := outer(ctx, a, key); err != nil {
		return outer(ctx, b, key) // want "scope: "
	}
	return nil
}

// Derived is made anew and the same each time.
func Derived(ctx context.Context, a API, order string) (err error) {
	for range 3 {
		if err = inner(ctx, a, derived(order)); err == nil {
			break
		}
	}
	return err
}

// DerivedMoves is the same key, made twice, at two backends.
func DerivedMoves(ctx context.Context, s store, a, b API, order string) error {
	s.Mark(derived(order))
	if err := inner(ctx, a, derived(order)); err != nil {
		return inner(ctx, b, derived(order)) // want "scope: "
	}
	return nil
}

// Parts are two keys of one base: two requests.
func Parts(ctx context.Context, s store, a, b API, order string) error {
	s.Mark(order + ":charge")
	if err := inner(ctx, a, order+":charge"); err != nil {
		return inner(ctx, b, order+":refund")
	}
	return nil
}

// Unused makes a key and sends another.
func Unused(ctx context.Context, a API, key string) (err error) {
	for range 3 {
		_ = newKey()
		if err = inner(ctx, a, key); err == nil {
			break
		}
	}
	return err
}
