// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package answers reads what a request was answered with, which can fail as well.
package answers

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
)

func retry(fn func() error) error {
	var err error
	for range 3 {
		if err = fn(); err == nil {
			return nil
		}
	}
	return err
}

func request(ctx context.Context, key string) *http.Request {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, "https://api.example.com/charges", nil)
	req.Header.Set("Idempotency-Key", key)
	return req
}

// Closed closes the body.
func Closed(ctx context.Context) error {
	return retry(func() error {
		resp, err := http.DefaultClient.Do(request(ctx, rand.Text())) // want "fresh-key: "
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// Decoded decodes it.
func Decoded(ctx context.Context, v any) error {
	return retry(func() error {
		resp, err := http.DefaultClient.Do(request(ctx, rand.Text())) // want "fresh-key: "
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		return json.NewDecoder(resp.Body).Decode(v)
	})
}

// All reads all of it.
func All(ctx context.Context) (body []byte, err error) {
	for range 3 {
		resp, rerr := http.DefaultClient.Do(request(ctx, rand.Text())) // want "fresh-key: "
		if err = rerr; err != nil {
			continue
		}
		if body, err = io.ReadAll(resp.Body); err == nil {
			return body, resp.Body.Close()
		}
	}
	return nil, err
}

// Once has one key.
func Once(ctx context.Context, v any) error {
	key := rand.Text()
	return retry(func() error {
		resp, err := http.DefaultClient.Do(request(ctx, key))
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		return json.NewDecoder(resp.Body).Decode(v)
	})
}

// Many sends each, whatever the one before was answered with.
func Many(ctx context.Context, n int) (last error) {
	for range n {
		resp, err := http.DefaultClient.Do(request(ctx, rand.Text()))
		if err != nil {
			last = err
			continue
		}
		if err := resp.Body.Close(); err != nil {
			last = err
		}
	}
	return last
}
