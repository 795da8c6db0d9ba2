// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package clone copies requests for a second attempt.
package clone

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
)

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// Host changes the host of the copy.
func Host(ctx context.Context, c *http.Client, s store, req *http.Request, other string) error {
	s.Mark(req.Header.Get("Idempotency-Key"))
	resp, err := c.Do(req)
	if err == nil {
		return resp.Body.Close()
	}
	again := req.Clone(ctx)
	again.URL.Host = other
	_, err = c.Do(again) // want "scope: "
	return err
}

// URL gives the copy another URL.
func URL(ctx context.Context, c *http.Client, s store, req *http.Request, other *url.URL) error {
	s.Mark(req.Header.Get("Idempotency-Key"))
	if _, err := c.Do(req); err == nil {
		return nil
	}
	again := req.WithContext(ctx)
	again.URL = other
	_, err := c.Do(again) // want "scope: "
	return err
}

// Struct copies by assignment.
func Struct(ctx context.Context, c *http.Client, s store, req *http.Request, other string) error {
	s.Mark(req.Header.Get("Idempotency-Key"))
	if _, err := c.Do(req); err == nil {
		return nil
	}
	again := *req
	u := *req.URL
	u.Host = other
	again.URL = &u
	_, err := c.Do(&again) // want "scope: "
	return err
}

// Rekeyed gives each copy a key of its own.
func Rekeyed(ctx context.Context, c *http.Client, req *http.Request) error {
	var err error
	for range 3 {
		again := req.Clone(ctx)
		again.Header.Set("Idempotency-Key", rand.Text()) // want "fresh-key: "
		if _, err = c.Do(again); err == nil {
			return nil
		}
	}
	return err
}

// Same copies it as it is.
func Same(ctx context.Context, c *http.Client, s store, req *http.Request) error {
	s.Mark(req.Header.Get("Idempotency-Key"))
	if _, err := c.Do(req); err == nil {
		return nil
	}
	_, err := c.Do(req.Clone(ctx))
	return err
}

// Path changes what is behind the host.
func Path(ctx context.Context, c *http.Client, s store, req *http.Request) error {
	s.Mark(req.Header.Get("Idempotency-Key"))
	if _, err := c.Do(req); err == nil {
		return nil
	}
	again := req.Clone(ctx)
	again.URL.Path = "/v1" + again.URL.Path
	_, err := c.Do(again)
	return err
}

// Unkeyed takes the key off the copy, which goes elsewhere.
func Unkeyed(ctx context.Context, c *http.Client, s store, req *http.Request, other string) error {
	s.Mark(req.Header.Get("Idempotency-Key"))
	if _, err := c.Do(req); err == nil {
		return nil
	}
	again := req.Clone(ctx)
	again.URL.Host = other
	again.Header.Del("Idempotency-Key")
	_, err := c.Do(again)
	return err
}
