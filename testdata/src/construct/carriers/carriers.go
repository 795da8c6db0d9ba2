// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package carriers recognises keys by the names that specifications give them, without any contract.
package carriers

import (
	"context"
	"crypto/rand"
)

// Sender is of some library: no contract, no body in sight.
type Sender interface {
	Create(ctx context.Context, in *CreateInput) error
	Submit(ctx context.Context, idempotencyKey string) error
	Get(ctx context.Context, in *CreateInput) error
	Delete(ctx context.Context, in *CreateInput) error
	Find(ctx context.Context, requestID string) error
}

type CreateInput struct {
	ClientToken *string
	RequestID   string
}

// Field carries it in a field.
func Field(ctx context.Context, s Sender) (err error) {
	for range 3 {
		key := rand.Text() // want "fresh-key: "
		if err = s.Create(ctx, &CreateInput{ClientToken: &key}); err == nil {
			break
		}
	}
	return err
}

// Parameter carries it in a parameter.
func Parameter(ctx context.Context, s Sender) (err error) {
	for range 3 {
		if err = s.Submit(ctx, rand.Text()); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

// Moving sends it to another endpoint.
func Moving(ctx context.Context, a, b Sender, key string) error {
	if err := a.Submit(ctx, key); err != nil {
		return b.Submit(ctx, key) // want "undeclared: "
	}
	return nil
}

// Reading gets what is there.
func Reading(ctx context.Context, s Sender) (err error) {
	for range 3 {
		key := rand.Text()
		if err = s.Get(ctx, &CreateInput{ClientToken: &key}); err == nil {
			break
		}
	}
	return err
}

// Deleting deletes it once, however often.
func Deleting(ctx context.Context, s Sender) (err error) {
	for range 3 {
		key := rand.Text()
		if err = s.Delete(ctx, &CreateInput{ClientToken: &key}); err == nil {
			break
		}
	}
	return err
}

// RequestID has a name that names many things.
func RequestID(ctx context.Context, s Sender) (err error) {
	for range 3 {
		if err = s.Find(ctx, rand.Text()); err == nil {
			break
		}
	}
	return err
}

// Untokened sends an input without the key.
func Untokened(ctx context.Context, s Sender) (err error) {
	for range 3 {
		if err = s.Create(ctx, &CreateInput{RequestID: rand.Text()}); err == nil {
			break
		}
	}
	return err
}
