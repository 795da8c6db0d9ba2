// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package a sends.
package a

import (
	"context"
	"net/http"
)

//idemscope:endpoint region=us
const US = "https://us.example.com"

//idemscope:endpoint region=eu
const EU = "https://eu.example.com"

type Client struct{ base string }

func New(base string) *Client { return &Client{base: base} }

func (c *Client) Send(ctx context.Context, path, key string) error {
	return c.do(ctx, "POST", path, map[string]string{"Idempotency-Key": key})
}

func (c *Client) do(ctx context.Context, method, path string, headers map[string]string) error {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", headers["Idempotency-Key"])
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Post is Send as a function.
func Post(ctx context.Context, base, key string) error { return New(base).Send(ctx, "/pay", key) }
