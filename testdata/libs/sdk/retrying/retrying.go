// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package retrying leaves retries to clients and helpers.
package retrying

import (
	"context"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
	"github.com/hashicorp/go-retryablehttp"
)

//idemscope:store scope=server
type local struct{}

func (local) Take(key string) {}

//idemscope:store scope=global window=10m
type brief struct{}

func (brief) Take(key string) {}

// Client repeats by itself.
func Client(c *retryablehttp.Client, url, key string, st local) error {
	st.Take(key)
	req, err := retryablehttp.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = c.Do(req) // want "scope: "
	return err
}

// Read repeats what only reads.
func Read(c *retryablehttp.Client, url, key string, st local) error {
	st.Take(key)
	req, err := retryablehttp.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = c.Do(req)
	return err
}

// Outside makes the key once for all that the client repeats, but anew for each call that is repeated outside.
func Outside(ctx context.Context, c *retryablehttp.Client, url string) error {
	_, err := backoff.Retry(ctx, func() (*http.Response, error) {
		req, err := retryablehttp.NewRequest(http.MethodPost, url, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want "fresh-key: "
		return c.Do(req)
	})
	return err
}

func post(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://api.example.com/jobs", nil)
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

// Default goes on for a quarter of an hour.
func Default(ctx context.Context, key string, st brief) error {
	st.Take(key)
	_, err := backoff.Retry(ctx, func() (string, error) {
		return "", post(ctx, key) // want "window: .*for up to 15m"
	})
	return err
}

// Shorter gives up in time.
func Shorter(ctx context.Context, key string, st brief) error {
	st.Take(key)
	_, err := backoff.Retry(ctx, func() (string, error) {
		return "", post(ctx, key)
	}, backoff.WithMaxElapsedTime(time.Minute))
	return err
}

// Told goes on for as long as it is told.
func Told(ctx context.Context, key string, st brief, most time.Duration) error {
	st.Take(key)
	_, err := backoff.Retry(ctx, func() (string, error) {
		return "", post(ctx, key)
	}, backoff.WithMaxElapsedTime(most))
	return err
}
