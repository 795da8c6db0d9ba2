// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package methods has clients that repeat requests only where the method allows it.
package methods

import (
	"context"
	"crypto/rand"
	"net/http"
	"slices"
	"strings"
)

// Any repeats whatever it is given.
func Any(ctx context.Context, c *http.Client, method, url string) error {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, method, url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", rand.Text()) // want "fresh-key: "
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return ctx.Err()
}

// Reading repeats what reads.
func Reading(ctx context.Context, c *http.Client, method, url string) error {
	var last error
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, method, url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", rand.Text())
		resp, err := c.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		last = err
		if method != http.MethodGet && method != http.MethodHead {
			break
		}
	}
	return last
}

// Writing repeats what writes, too.
func Writing(ctx context.Context, c *http.Client, method, url string) error {
	var last error
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, method, url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", rand.Text()) // want "fresh-key: "
		resp, err := c.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		last = err
		if method != http.MethodGet && method != http.MethodPost {
			break
		}
	}
	return last
}

func idempotent(req *http.Request) bool {
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		return true
	}
	return false
}

// Asked asks a function of the request.
func Asked(c *http.Client, req *http.Request) (*http.Response, error) {
	for {
		req.Header.Set("Idempotency-Key", rand.Text())
		resp, err := c.Do(req)
		if err == nil || !idempotent(req) {
			return resp, err
		}
	}
}

func safe(method string) bool { return method == http.MethodGet || method == http.MethodOptions }

// Flag keeps the answer.
func Flag(c *http.Client, method, url string) (*http.Response, error) {
	again := safe(method)
	for {
		req, err := http.NewRequest(method, url, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", rand.Text())
		resp, err := c.Do(req)
		if err == nil || !again {
			return resp, err
		}
	}
}

// Before turns others away before it begins.
func Before(c *http.Client, req *http.Request) (*http.Response, error) {
	if !idempotent(req) {
		return c.Do(req)
	}
	var resp *http.Response
	var err error
	for range 3 {
		req.Header.Set("Idempotency-Key", rand.Text())
		if resp, err = c.Do(req); err == nil {
			break
		}
	}
	return resp, err
}

// Before2 turns the others away.
func Before2(c *http.Client, req *http.Request) (*http.Response, error) {
	if idempotent(req) {
		return c.Do(req)
	}
	var resp *http.Response
	var err error
	for range 3 {
		req.Header.Set("Idempotency-Key", rand.Text()) // want "fresh-key: "
		if resp, err = c.Do(req); err == nil {
			break
		}
	}
	return resp, err
}

var reads = []string{"GET", "HEAD"}

// Listed looks the method up in a list.
func Listed(c *http.Client, req *http.Request) (*http.Response, error) {
	for {
		// Known limit: this finding is false.
		req.Header.Set("Idempotency-Key", rand.Text()) // want "fresh-key: "
		resp, err := c.Do(req)
		if err == nil || !slices.Contains(reads, strings.ToUpper(req.Method)) {
			return resp, err
		}
	}
}
