// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package reuse sends one key for two operations, and two keys for two.
package reuse

import (
	"context"
	"net/http"

	"crypto/rand"
)

func call(ctx context.Context, method, url, key string) error {
	req, err := http.NewRequestWithContext(ctx, method, url, nil)
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

const api = "https://api.example.com"

// Paths differ.
func Paths(ctx context.Context, key string) error {
	if err := call(ctx, http.MethodPost, api+"/orders", key); err != nil {
		return err
	}
	return call(ctx, http.MethodPost, api+"/shipments", key) // want "reuse: the key `key` was sent for POST /orders already .reuse.go:32., and is sent for POST /shipments here"
}

// Made is made for the first operation.
func Made(ctx context.Context) error {
	key := rand.Text()
	if err := call(ctx, http.MethodPost, api+"/charges", key); err != nil {
		return err
	}
	return call(ctx, http.MethodPost, api+"/refunds", key) // want "reuse: "
}

// Methods differ.
func Methods(ctx context.Context, key string) error {
	if err := call(ctx, http.MethodPost, api+"/orders", key); err != nil {
		return err
	}
	return call(ctx, http.MethodPatch, api+"/orders", key) // want "reuse: "
}

// Derived keeps the two apart.
func Derived(ctx context.Context, key string) error {
	if err := call(ctx, http.MethodPost, api+"/orders", key+":order"); err != nil {
		return err
	}
	return call(ctx, http.MethodPost, api+"/shipments", key+":ship")
}

// Fallback comes after a failure.
func Fallback(ctx context.Context, key string) error {
	if err := call(ctx, http.MethodPost, api+"/instant", key); err != nil {
		return call(ctx, http.MethodPost, api+"/batch", key)
	}
	return nil
}

// Services are two, each with a store of its own.
func Services(ctx context.Context, key string) error {
	if err := call(ctx, http.MethodPost, "https://orders.example.com/v1", key); err != nil {
		return err
	}
	return call(ctx, http.MethodPost, "https://mail.example.com/v2", key)
}

// Reads what it wrote.
func Reads(ctx context.Context, key string) error {
	if err := call(ctx, http.MethodPost, api+"/orders", key); err != nil {
		return err
	}
	return call(ctx, http.MethodGet, api+"/orders/status", key)
}

// Items have keys of their own.
func Items(ctx context.Context, keys []string) error {
	for _, key := range keys {
		if err := call(ctx, http.MethodPost, api+"/orders", key); err != nil {
			return err
		}
	}
	return call(ctx, http.MethodPost, api+"/done", keys[0]+"-done")
}

// Store is a store: what it is told of a key are no operations.
type Store interface {
	Reserve(idempotencyKey string) error
	Complete(idempotencyKey string) error
}

// Server reserves a key and completes it.
func Server(st Store, key string) error {
	if err := st.Reserve(key); err != nil {
		return err
	}
	return st.Complete(key)
}

type bank interface{ do(op, key string) error }

//idemscope:send key=key to=b
func charge(b bank, key string) error { return b.do("charge", key) }

//idemscope:send key=key to=b
func refund(b bank, key string) error { return b.do("refund", key) }

// Contracts say what sends.
func Contracts(b bank, key string) error {
	if err := charge(b, key); err != nil {
		return err
	}
	return refund(b, key) // want "reuse: the key `key` was sent for reuse.charge already"
}

// Banks are two.
func Banks(a, b bank, key string) error {
	if err := charge(a, key); err != nil {
		return err
	}
	return refund(b, key)
}

// Anew makes a key for each.
func Anew(b bank) error {
	if err := charge(b, rand.Text()); err != nil {
		return err
	}
	return refund(b, rand.Text())
}

// GoneBack comes back to the operation that had the key first: of that it is a repetition.
func GoneBack(b bank, key string) error {
	if err := charge(b, key); err != nil {
		return err
	}
	if err := refund(b, key); err != nil { // want "reuse: "
		return err
	}
	return charge(b, key)
}

// InTurn has two operations in turn: one finding, at the one that did not have the key first.
func InTurn(b bank, key string) {
	for range 2 {
		if err := charge(b, key); err != nil {
			return
		}
		if err := refund(b, key); err != nil { // want "reuse: "
			return
		}
	}
}
