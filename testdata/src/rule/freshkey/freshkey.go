// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package freshkey makes another key for each attempt.
package freshkey

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

type Request struct {
	IdempotencyKey string
	Cents          int
}

type API interface {
	//idemscope:send key=req.IdempotencyKey to=API
	Charge(ctx context.Context, req *Request) error
}

func newKey() string { return "k-" + rand.Text() }

// Loop makes it in the loop.
func Loop(ctx context.Context, api API) (err error) {
	for range 3 {
		if err = api.Charge(ctx, &Request{IdempotencyKey: newKey(), Cents: 5}); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

// Sequence makes a second one for the second attempt.
func Sequence(ctx context.Context, api API) error {
	err := api.Charge(ctx, &Request{IdempotencyKey: newKey()})
	if err != nil {
		err = api.Charge(ctx, &Request{IdempotencyKey: newKey()}) // want "fresh-key: "
	}
	return err
}

// Overwritten has a key from outside, and another one inside.
func Overwritten(ctx context.Context, api API, req *Request) (err error) {
	for i := range 3 {
		if i > 0 {
			req.IdempotencyKey = newKey() // want "fresh-key: "
		}
		if err = api.Charge(ctx, req); err == nil {
			break
		}
	}
	return err
}

// OnFailure renews it behind the send, for the next attempt.
func OnFailure(ctx context.Context, api API) (err error) {
	req := &Request{IdempotencyKey: newKey()}
	for range 3 {
		if err = api.Charge(ctx, req); err == nil {
			break
		}
		req.IdempotencyKey = newKey() // want "fresh-key: "
	}
	return err
}

// Attempt puts the number of the attempt behind a random key, which is made anew.
func Attempt(ctx context.Context, api API) (err error) {
	for i := range 3 {
		key := fmt.Sprintf("%s-%d", newKey(), i) // want "fresh-key: "
		if err = api.Charge(ctx, &Request{IdempotencyKey: key}); err == nil {
			break
		}
	}
	return err
}

// one is fine for a single call, and made anew by who calls it again.
func one(ctx context.Context, api API) error {
	return api.Charge(ctx, &Request{IdempotencyKey: newKey()})
}

func Outer(ctx context.Context, api API) (err error) {
	for range 3 {
		if err = one(ctx, api); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

// Before makes it once.
func Before(ctx context.Context, api API) (err error) {
	req := &Request{IdempotencyKey: newKey()}
	for range 3 {
		if err = api.Charge(ctx, req); err == nil {
			break
		}
	}
	return err
}

// Items has a request for each item, and stops at a failure.
func Items(ctx context.Context, api API, cents []int) error {
	for _, c := range cents {
		if err := api.Charge(ctx, &Request{IdempotencyKey: newKey(), Cents: c}); err != nil {
			return err
		}
	}
	return nil
}

// SkipBad goes on with the next item when one is refused: another request, not the same again.
func SkipBad(ctx context.Context, api API, cents []int) (refused int) {
	for _, c := range cents {
		if err := api.Charge(ctx, &Request{IdempotencyKey: newKey(), Cents: c}); err != nil {
			refused++
		}
	}
	return refused
}

// IfEmpty fills in what is missing.
func IfEmpty(ctx context.Context, api API, req *Request) (err error) {
	for range 3 {
		if req.IdempotencyKey == "" {
			req.IdempotencyKey = newKey()
		}
		if err = api.Charge(ctx, req); err == nil {
			break
		}
	}
	return err
}

var errKeyUsed = errors.New("idempotency key already used")

// Burned renews a key that the server has refused to look at.
func Burned(ctx context.Context, api API, req *Request) (err error) {
	for range 3 {
		if err = api.Charge(ctx, req); err == nil {
			break
		}
		if errors.Is(err, errKeyUsed) {
			req.IdempotencyKey = newKey()
		}
	}
	return err
}

func isMismatch(err error) bool { return strings.Contains(err.Error(), "IdempotentParameterMismatch") }

// Mismatched does so by a predicate.
func Mismatched(ctx context.Context, api API, req *Request) (err error) {
	for range 3 {
		if err = api.Charge(ctx, req); err == nil {
			break
		}
		if !isMismatch(err) {
			continue
		}
		req.IdempotencyKey = newKey()
	}
	return err
}

// Reading needs no key at all.
func Reading(ctx context.Context, url string) (err error) {
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, url, nil); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", newKey())
		if _, err = http.DefaultClient.Do(req); err == nil {
			break
		}
	}
	return err
}

// Deleting twice deletes once.
func Deleting(ctx context.Context, url string) (err error) {
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodDelete, url, nil); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", newKey())
		if _, err = http.DefaultClient.Do(req); err == nil {
			break
		}
	}
	return err
}

// Logged makes a random value in the loop that is no part of the key.
func Logged(ctx context.Context, api API) (err error) {
	req := &Request{IdempotencyKey: newKey()}
	for range 3 {
		trace := rand.Text()
		if err = api.Charge(ctx, req); err == nil {
			break
		}
		println(trace)
		time.Sleep(time.Second)
	}
	return err
}
