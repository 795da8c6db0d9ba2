// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package memo makes a key unless there is one.
package memo

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/google/uuid"
)

const header = "Idempotency-Key"

type Input struct {
	Name           string
	IdempotencyKey string
	Token          *string `json:"-"`
}

type Client struct {
	http *http.Client
	base string
	key  string
	once sync.Once
}

func (c *Client) put(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base, nil)
	if err != nil {
		return err
	}
	req.Header.Set(header, key)
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// HeaderUnset sets the header in the loop, once.
func (c *Client) HeaderUnset(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if req.Header.Get(header) == "" {
			req.Header.Set(header, uuid.NewString())
		}
		resp, err = c.http.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
	}
	return resp, err
}

// HeaderAlways sets it at each turn.
func (c *Client) HeaderAlways(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		req.Header.Set(header, uuid.NewString()) // want "fresh-key: "
		resp, err = c.http.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
	}
	return resp, err
}

// HeaderAbsent asks the map itself.
func (c *Client) HeaderAbsent(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if _, ok := req.Header[header]; !ok {
			req.Header[header] = []string{uuid.NewString()}
		}
		resp, err = c.http.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
	}
	return resp, err
}

// HeaderValues asks for the number of values.
func (c *Client) HeaderValues(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if len(req.Header.Values(header)) == 0 {
			req.Header.Add(header, uuid.NewString())
		}
		resp, err = c.http.Do(req)
		if err == nil {
			return resp, nil
		}
	}
	return resp, err
}

// FieldUnset is the classic of SDKs.
func (c *Client) FieldUnset(ctx context.Context, in *Input) (err error) {
	for range 3 {
		if in.IdempotencyKey == "" {
			in.IdempotencyKey = uuid.NewString()
		}
		if err = c.put(ctx, in.IdempotencyKey); err == nil {
			return nil
		}
	}
	return err
}

// PointerNil keeps it behind a pointer.
func (c *Client) PointerNil(ctx context.Context, in *Input) (err error) {
	for range 3 {
		if in.Token == nil {
			k := uuid.NewString()
			in.Token = &k
		}
		if err = c.put(ctx, *in.Token); err == nil {
			return nil
		}
	}
	return err
}

// Length tests len.
func (c *Client) Length(ctx context.Context) (err error) {
	var key string
	for range 3 {
		if len(key) == 0 {
			key = uuid.NewString()
		}
		if err = c.put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

// ZeroUUID tests against the nil UUID.
func (c *Client) ZeroUUID(ctx context.Context) (err error) {
	var id uuid.UUID
	for range 3 {
		if id == uuid.Nil {
			id = uuid.New()
		}
		if err = c.put(ctx, id.String()); err == nil {
			return nil
		}
	}
	return err
}

// FirstTurn makes it in the first turn of the loop.
func (c *Client) FirstTurn(ctx context.Context) (err error) {
	var key string
	for i := range 3 {
		if i == 0 {
			// Known limit: this finding is false.
			key = uuid.NewString() // want "fresh-key: "
		}
		if err = c.put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

// Default falls back to a new key if the caller gave none, before the loop.
func (c *Client) Default(ctx context.Context, key string) (err error) {
	if key == "" {
		key = uuid.NewString()
	}
	for range 3 {
		if err = c.put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) ensureKey() string {
	if c.key == "" {
		c.key = uuid.NewString()
	}
	return c.key
}

// Ensured asks a method that remembers.
func (c *Client) Ensured(ctx context.Context) (err error) {
	for range 3 {
		if err = c.put(ctx, c.ensureKey()); err == nil {
			return nil
		}
	}
	return err
}

// Once makes it under a sync.Once.
func (c *Client) Once(ctx context.Context) (err error) {
	for range 3 {
		c.once.Do(func() { c.key = uuid.NewString() })
		if err = c.put(ctx, c.key); err == nil {
			return nil
		}
	}
	return err
}

// OnceValue asks a function that makes it once.
func (c *Client) OnceValue(ctx context.Context) (err error) {
	key := sync.OnceValue(uuid.NewString)
	for range 3 {
		if err = c.put(ctx, key()); err == nil {
			return nil
		}
	}
	return err
}

// Stored looks the key up by the order's number, and makes it only if there is none.
func (c *Client) Stored(ctx context.Context, keys map[string]string, order string) (err error) {
	for range 3 {
		key, ok := keys[order]
		if !ok {
			key = uuid.NewString()
			keys[order] = key
		}
		if err = c.put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

func keyOf(in *Input) string {
	if in.IdempotencyKey != "" {
		return in.IdempotencyKey
	}
	in.IdempotencyKey = uuid.NewString()
	return in.IdempotencyKey
}

// EarlyReturn asks a helper that returns early when there is one.
func (c *Client) EarlyReturn(ctx context.Context, in *Input) (err error) {
	for range 3 {
		if err = c.put(ctx, keyOf(in)); err == nil {
			return nil
		}
	}
	return err
}

type contextKey struct{}

func withKey(ctx context.Context) context.Context {
	if _, ok := ctx.Value(contextKey{}).(string); ok {
		return ctx
	}
	return context.WithValue(ctx, contextKey{}, uuid.NewString())
}

func keyFrom(ctx context.Context) (string, error) {
	k, ok := ctx.Value(contextKey{}).(string)
	if !ok {
		return "", errors.New("no key")
	}
	return k, nil
}

// InContext carries the key in the context.
func (c *Client) InContext(ctx context.Context) error {
	ctx = withKey(ctx)
	for {
		key, err := keyFrom(ctx)
		if err != nil {
			return err
		}
		if err = c.put(ctx, key); err == nil || ctx.Err() != nil {
			return err
		}
	}
}
