// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package harmless says of functions that send that it is harmless to run them twice.
package harmless

import (
	"context"
	"crypto/rand"
	"net/http"
)

func post(ctx context.Context, url, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

const (
	a = "https://a.example.com"
	b = "https://b.example.com"
)

// Direct sends by itself, to one after the other.
//
//idemscope:downstream reason="unique by order"
func Direct(ctx context.Context, key string) error {
	if err := post(ctx, a, key); err == nil {
		return nil
	}
	return post(ctx, b, key)
}

func retry(f func() error) error {
	var err error
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// Literal sends in a literal.
//
//idemscope:downstream reason="unique by order"
func Literal(ctx context.Context) error {
	return retry(func() error { return post(ctx, a, rand.Text()) })
}

type client struct{}

// Charge is a method.
//
//idemscope:downstream reason="unique by order"
func (c client) Charge(ctx context.Context) error {
	for range 3 {
		if post(ctx, a, rand.Text()) == nil {
			return nil
		}
	}
	return nil
}

// Refund says nothing of the kind.
func (c client) Refund(ctx context.Context) error {
	for range 3 {
		if post(ctx, a, rand.Text()) == nil { // want "fresh-key"
			return nil
		}
	}
	return nil
}

// Callers are covered: what they repeat is harmless.
func Callers(ctx context.Context, c client) error {
	for range 3 {
		if Direct(ctx, rand.Text()) == nil {
			return nil
		}
	}
	return nil
}

// Beside calls one that is harmless, and sends something else.
func Beside(ctx context.Context, key string) error {
	if err := Direct(ctx, key); err != nil {
		return err
	}
	if err := post(ctx, a, key); err == nil {
		return nil
	}
	return post(ctx, b, key) // want "undeclared"
}
