// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package undeclared sends a key to a second endpoint, and nothing says what remembers it.
package undeclared

import (
	"context"
	"errors"
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
	first  = "https://a.example.com"
	second = "https://b.example.com"
)

// Constants are known to differ.
func Constants(ctx context.Context, key string) error {
	if err := post(ctx, first, key); err != nil {
		return post(ctx, second, key) // want "undeclared: "
	}
	return nil
}

// Parameters are two for a reason.
func Parameters(ctx context.Context, primary, backup, key string) error {
	if err := post(ctx, primary, key); err != nil {
		return post(ctx, backup, key) // want "undeclared: "
	}
	return nil
}

// Client has two fields.
type Client struct{ Primary, Backup string }

func (c *Client) Send(ctx context.Context, key string) error {
	if err := post(ctx, c.Primary, key); err != nil {
		return post(ctx, c.Backup, key) // want "undeclared: "
	}
	return nil
}

// Elements are others at each turn.
func Elements(ctx context.Context, urls []string, key string) (err error) {
	for _, u := range urls {
		if err = post(ctx, u, key); err == nil { // want "undeclared: "
			break
		}
	}
	return err
}

// Same is repeated where it was.
func Same(ctx context.Context, key string) error {
	if err := post(ctx, first, key); err != nil {
		return post(ctx, first, key)
	}
	return nil
}

func (c *Client) Again(ctx context.Context, key string) error {
	if err := post(ctx, c.Primary, key); err != nil {
		return post(ctx, c.Primary, key)
	}
	return nil
}

// Paths differ behind the host, which is the endpoint.
func Paths(ctx context.Context, key string) error {
	if err := post(ctx, first+"/v2", key); err != nil {
		return post(ctx, first+"/v1", key)
	}
	return nil
}

// lookup is out of sight.
var lookup func() string

// Admission is an interface: a store may stand behind it.
type Admission interface{ Admit(key string) bool }

// Guarded hands the key to something that may be a store.
func Guarded(ctx context.Context, a Admission, key string) error {
	if !a.Admit(key) {
		return errors.New("seen")
	}
	if err := post(ctx, first, key); err != nil {
		return post(ctx, second, key)
	}
	return nil
}

// Resolved may be the same or not: the function value is another one each time, and known to be so by no one.
func Resolved(ctx context.Context, key string) error {
	u := lookup()
	if err := post(ctx, u, key); err != nil {
		return post(ctx, u, key)
	}
	return nil
}

// Deleted twice is deleted once.
func Deleted(ctx context.Context, key string) error {
	drop := func(url string) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodDelete, url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		_, err = http.DefaultClient.Do(req)
		return err
	}
	if err := drop(first); err != nil {
		return drop(second)
	}
	return nil
}

// Accepted says why it is right.
func Accepted(ctx context.Context, key string) error {
	if err := post(ctx, first, key); err != nil {
		return post(ctx, second, key) //idemscope:ignore undeclared reason="b reads the keys of a"
	}
	return nil
}

// Harmless may run twice.
func Harmless(ctx context.Context, key string) error {
	if err := post(ctx, first, key); err != nil {
		//idemscope:downstream reason="the ledger's entry is unique by order"
		return post(ctx, second, key)
	}
	return nil
}
