// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package status reads the outcome off the response.
package status

import (
	"errors"
	"net/http"
)

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

func prepare(key string, reqs ...*http.Request) {
	for _, r := range reqs {
		r.Header.Set("Idempotency-Key", key)
	}
}

func retryable(resp *http.Response, err error) bool {
	return err != nil || resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500
}

// Compared compares the code with a constant.
func Compared(c *http.Client, s store, a, b *http.Request, key string) (*http.Response, error) {
	s.Mark(key)
	a.Header.Set("Idempotency-Key", key)
	b.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(a)
	if err != nil || resp.StatusCode != http.StatusOK {
		return c.Do(b) // want "scope: "
	}
	return resp, nil
}

// Predicate leaves it to a function.
func Predicate(c *http.Client, s store, a, b *http.Request, key string) (*http.Response, error) {
	s.Mark(key)
	a.Header.Set("Idempotency-Key", key)
	b.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(a)
	if retryable(resp, err) {
		return c.Do(b) // want "scope: "
	}
	return resp, err
}

// Switched distinguishes classes of codes.
func Switched(c *http.Client, s store, a, b *http.Request, key string) (*http.Response, error) {
	s.Mark(key)
	a.Header.Set("Idempotency-Key", key)
	b.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(a)
	if err != nil {
		return nil, err
	}
	switch resp.StatusCode / 100 {
	case 5:
		return c.Do(b) // want "scope: "
	case 4:
		return nil, errors.New("refused")
	}
	return resp, nil
}

// Success goes on when the first has succeeded.
func Success(c *http.Client, s store, a, b *http.Request, key string) (*http.Response, error) {
	s.Mark(key)
	a.Header.Set("Idempotency-Key", key)
	b.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(a)
	if retryable(resp, err) {
		return nil, errors.New("failed")
	}
	return c.Do(b)
}

// Created goes on when something was created.
func Created(c *http.Client, s store, a, b *http.Request, key string) (*http.Response, error) {
	s.Mark(key)
	a.Header.Set("Idempotency-Key", key)
	b.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(a)
	if err == nil && resp.StatusCode == http.StatusCreated {
		return c.Do(b)
	}
	return resp, err
}

// Header looks at something else in the answer, which is there in either case.
func Header(c *http.Client, s store, a *http.Request, key string) (*http.Response, error) {
	s.Mark(key)
	prepare(key, a)
	resp, err := c.Do(a)
	if err == nil && resp.Header.Get("Retry-After") != "" {
		return c.Do(a)
	}
	return resp, err
}
