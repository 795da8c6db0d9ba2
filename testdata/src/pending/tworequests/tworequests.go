// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package tworequests has a helper that is given two requests: whether they carry one key is
// known where they are made, and so it is decided there.
package tworequests

import (
	"context"
	"net/http"
)

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// two sends a request, and another one when it fails.
func two(c *http.Client, first, second *http.Request) error {
	resp, err := c.Do(first)
	if err == nil {
		return resp.Body.Close()
	}
	_, err = c.Do(second)
	return err
}

func request(ctx context.Context, url, key string) *http.Request {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	req.Header.Set("Idempotency-Key", key)
	return req
}

// OneKey gives both the same key.
func OneKey(ctx context.Context, c *http.Client, s store, a, b, key string) error {
	s.Mark(key)
	return two(c, request(ctx, a, key), request(ctx, b, key)) // want "scope: "
}

// TwoKeys gives each a key of its own.
func TwoKeys(ctx context.Context, c *http.Client, s store, a, b, key, other string) error {
	s.Mark(key)
	return two(c, request(ctx, a, key), request(ctx, b, other))
}

// OneHost sends both to one host.
func OneHost(ctx context.Context, c *http.Client, s store, a, key string) error {
	s.Mark(key)
	return two(c, request(ctx, a, key), request(ctx, a, key))
}
