// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package headers carries keys in HTTP headers, however they are written.
package headers

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/textproto"
)

const name = "Idempotency-Key"

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

func request(ctx context.Context, url string) *http.Request {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	return req
}

// Set writes it by the method.
func Set(ctx context.Context, c *http.Client, s store, a, b, key string) error {
	s.Mark(key)
	first, second := request(ctx, a), request(ctx, b)
	first.Header.Set("Idempotency-Key", key)
	second.Header.Set("idempotency-key", key)
	if _, err := c.Do(first); err == nil {
		return nil
	}
	_, err := c.Do(second) // want "scope: "
	return err
}

// Add writes it by the other method.
func Add(ctx context.Context, c *http.Client, s store, a, b, key string) error {
	s.Mark(key)
	first, second := request(ctx, a), request(ctx, b)
	first.Header.Add(name, key)
	second.Header.Add(name, key)
	if _, err := c.Do(first); err == nil {
		return nil
	}
	_, err := c.Do(second) // want "scope: "
	return err
}

// Index writes the map.
func Index(ctx context.Context, c *http.Client, s store, a, b, key string) error {
	s.Mark(key)
	first, second := request(ctx, a), request(ctx, b)
	first.Header["Idempotency-Key"] = []string{key}
	second.Header[textproto.CanonicalMIMEHeaderKey(name)] = []string{key}
	if _, err := c.Do(first); err == nil {
		return nil
	}
	_, err := c.Do(second) // want "scope: "
	return err
}

// Literal replaces the header as a whole.
func Literal(ctx context.Context, c *http.Client, s store, a, b, key string) error {
	s.Mark(key)
	first, second := request(ctx, a), request(ctx, b)
	first.Header = http.Header{"Idempotency-Key": {key}, "Accept": {"*/*"}}
	second.Header = http.Header{name: []string{key}}
	if _, err := c.Do(first); err == nil {
		return nil
	}
	_, err := c.Do(second) // want "scope: "
	return err
}

// Cloned copies it.
func Cloned(ctx context.Context, c *http.Client, s store, a, b, key string) error {
	s.Mark(key)
	first, second := request(ctx, a), request(ctx, b)
	first.Header.Set(name, key)
	second.Header = first.Header.Clone()
	if _, err := c.Do(first); err == nil {
		return nil
	}
	_, err := c.Do(second) // want "scope: "
	return err
}

// Overwritten sends another key in the end.
func Overwritten(ctx context.Context, c *http.Client, s store, a, b, key string) error {
	s.Mark(key)
	first, second := request(ctx, a), request(ctx, b)
	first.Header.Set(name, key)
	second.Header.Set(name, key)
	second.Header.Set(name, rand.Text())
	if _, err := c.Do(first); err == nil {
		return nil
	}
	_, err := c.Do(second)
	return err
}

// Deleted sends none the second time.
func Deleted(ctx context.Context, c *http.Client, s store, a, b, key string) error {
	s.Mark(key)
	first, second := request(ctx, a), request(ctx, b)
	first.Header.Set(name, key)
	second.Header.Set(name, key)
	second.Header.Del(name)
	if _, err := c.Do(first); err == nil {
		return nil
	}
	_, err := c.Do(second)
	return err
}

// Response has the header in the answer, where it sends nothing.
func Response(w http.ResponseWriter, r *http.Request) {
	w.Header().Set(name, r.Header.Get(name))
	w.WriteHeader(http.StatusNoContent)
}

// SameHost sends it again to where it was.
func SameHost(ctx context.Context, c *http.Client, s store, a, key string) error {
	s.Mark(key)
	first, second := request(ctx, a), request(ctx, a)
	first.Header.Set(name, key)
	second.Header.Set(name, key)
	if _, err := c.Do(first); err == nil {
		return nil
	}
	_, err := c.Do(second)
	return err
}
