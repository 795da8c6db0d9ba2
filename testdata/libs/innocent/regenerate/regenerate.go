// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package regenerate renews a key after an error that proves that nothing was executed.
package regenerate

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
)

var ErrIdempotencyMismatch = errors.New("parameters do not match the earlier request")

var errUnavailable = errors.New("unavailable")

type APIError struct {
	Code    string
	Message string
	Status  int
}

func (e *APIError) Error() string { return e.Code + ": " + e.Message }

type KeyAlreadyUsedError struct{ Key string }

func (e KeyAlreadyUsedError) Error() string { return "key " + e.Key }

type CreateInput struct {
	Name        string
	ClientToken *string
}

type Client struct{ base string }

func (c *Client) Create(ctx context.Context, in *CreateInput) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/create?name="+in.Name, nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Idempotency-Key", *in.ClientToken)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return "", &APIError{Code: resp.Header.Get("X-Error-Code"), Status: resp.StatusCode}
	}
	return resp.Header.Get("Location"), nil
}

func ptr(s string) *string { return &s }

// Sentinel renews after errors.Is on a mismatch.
func Sentinel(ctx context.Context, c *Client, in *CreateInput) (id string, err error) {
	in.ClientToken = ptr(uuid.NewString())
	for range 3 {
		id, err = c.Create(ctx, in)
		if err == nil {
			return id, nil
		}
		if errors.Is(err, ErrIdempotencyMismatch) {
			in.ClientToken = ptr(uuid.NewString())
		}
	}
	return "", err
}

// AnyError renews after every error.
func AnyError(ctx context.Context, c *Client, in *CreateInput) (id string, err error) {
	in.ClientToken = ptr(uuid.NewString())
	for range 3 {
		id, err = c.Create(ctx, in)
		if err == nil {
			return id, nil
		}
		in.ClientToken = ptr(uuid.NewString()) // want "fresh-key: "
	}
	return "", err
}

// Unavailable renews after an error that proves nothing of the kind.
func Unavailable(ctx context.Context, c *Client, in *CreateInput) (id string, err error) {
	in.ClientToken = ptr(uuid.NewString())
	for range 3 {
		id, err = c.Create(ctx, in)
		if err == nil {
			return id, nil
		}
		if errors.Is(err, errUnavailable) {
			in.ClientToken = ptr(uuid.NewString()) // want "fresh-key: "
		}
	}
	return "", err
}

// Typed renews after errors.As on a type that says so.
func Typed(ctx context.Context, c *Client, in *CreateInput) (string, error) {
	in.ClientToken = ptr(uuid.NewString())
	id, err := c.Create(ctx, in)
	var used KeyAlreadyUsedError
	if errors.As(err, &used) {
		in.ClientToken = ptr(uuid.NewString())
		return c.Create(ctx, in)
	}
	return id, err
}

// Code compares the code of the error.
func Code(ctx context.Context, c *Client, in *CreateInput) (string, error) {
	in.ClientToken = ptr(uuid.NewString())
	for {
		id, err := c.Create(ctx, in)
		if err == nil {
			return id, nil
		}
		var api *APIError
		if !errors.As(err, &api) {
			return "", err
		}
		switch api.Code {
		case "IdempotentParameterMismatch", "IdempotentFailed":
			in.ClientToken = ptr(uuid.NewString())
		case "Throttling":
		default:
			return "", err
		}
	}
}

// Text looks into the text of the error.
func Text(ctx context.Context, c *Client, in *CreateInput) (string, error) {
	in.ClientToken = ptr(uuid.NewString())
	id, err := c.Create(ctx, in)
	if err != nil && strings.Contains(err.Error(), "idempotency key has already been used") {
		in.ClientToken = ptr(uuid.NewString())
		id, err = c.Create(ctx, in)
	}
	return id, err
}

func isTokenMismatch(err error) bool {
	var api *APIError
	return errors.As(err, &api) && api.Status == http.StatusBadRequest
}

var burned = []string{"IdempotentFailed", "IdempotencyTokenUsed"}

func hasCode(err error, codes []string) bool {
	var api *APIError
	return errors.As(err, &api) && slices.Contains(codes, api.Code)
}

// Predicate asks a function whose name says so.
func Predicate(ctx context.Context, c *Client, in *CreateInput) (string, error) {
	in.ClientToken = ptr(uuid.NewString())
	for {
		id, err := c.Create(ctx, in)
		switch {
		case err == nil:
			return id, nil
		case isTokenMismatch(err):
			in.ClientToken = ptr(uuid.NewString())
			continue
		case hasCode(err, []string{"IdempotentFailed"}):
			in.ClientToken = ptr(uuid.NewString())
			continue
		}
		return "", err
	}
}

func shouldRenew(err error) bool {
	var api *APIError
	if !errors.As(err, &api) {
		return false
	}
	return api.Code == "ConflictException" || api.Code == "IdempotentParameterMismatch"
}

// Body finds the reason in the predicate's body.
func Body(ctx context.Context, c *Client, name string) (string, error) {
	token := uuid.NewString()
	var last error
	for range 4 {
		id, err := c.Create(ctx, &CreateInput{Name: name, ClientToken: &token})
		if err == nil {
			return id, nil
		}
		if shouldRenew(err) {
			token = uuid.NewString()
		}
		last = err
	}
	return "", last
}

// Early leaves on every other error first.
func Early(ctx context.Context, c *Client, name string) (string, error) {
	token := uuid.NewString()
	for {
		id, err := c.Create(ctx, &CreateInput{Name: name, ClientToken: &token})
		if err == nil {
			return id, nil
		}
		if !shouldRenew(err) {
			return "", err
		}
		token = uuid.NewString()
	}
}

// ContinueFirst keeps the key on every other error, and goes on.
func ContinueFirst(ctx context.Context, c *Client, name string) (id string, err error) {
	token := uuid.NewString()
	for range 3 {
		id, err = c.Create(ctx, &CreateInput{Name: name, ClientToken: &token})
		if err == nil {
			break
		}
		if !errors.Is(err, ErrIdempotencyMismatch) {
			continue
		}
		token = uuid.NewString()
	}
	return id, err
}

// StatusConflict renews on 409 alone: the response itself says conflict.
func StatusConflict(ctx context.Context, c *Client, name string) (id string, err error) {
	token := uuid.NewString()
	for range 3 {
		id, err = c.Create(ctx, &CreateInput{Name: name, ClientToken: &token})
		if err == nil {
			break
		}
		var api *APIError
		if errors.As(err, &api) && isConflict(api) {
			token = uuid.NewString()
		}
	}
	return id, err
}

func isConflict(e *APIError) bool { return e.Status == http.StatusConflict }

// Reset empties the key after a mismatch, and the head of the loop makes another.
func Reset(ctx context.Context, c *Client, name string) (string, error) {
	var token string
	for {
		if token == "" {
			token = uuid.NewString()
		}
		id, err := c.Create(ctx, &CreateInput{Name: name, ClientToken: &token})
		if err == nil {
			return id, nil
		}
		if errors.Is(err, ErrIdempotencyMismatch) {
			token = ""
		}
	}
}

// Flag remembers the mismatch until the next turn.
func Flag(ctx context.Context, c *Client, name string) (string, error) {
	token := uuid.NewString()
	mismatch := false
	for {
		if mismatch {
			token = uuid.NewString()
		}
		id, err := c.Create(ctx, &CreateInput{Name: name, ClientToken: &token})
		if err == nil {
			return id, nil
		}
		mismatch = errors.Is(err, ErrIdempotencyMismatch)
	}
}
