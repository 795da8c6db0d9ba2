// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package failsafes calls functions under policies, of which not all retry.
package failsafes

import (
	"context"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/google/uuid"
)

func send(ctx context.Context, key string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://api.example.com/orders", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	return http.DefaultClient.Do(req)
}

// Defaults retries.
func Defaults(ctx context.Context) (*http.Response, error) {
	return failsafe.With(retrypolicy.NewWithDefaults[*http.Response]()).Get(func() (*http.Response, error) {
		return send(ctx, uuid.NewString()) // want "fresh-key: "
	})
}

// Built retries as often as it is told.
func Built(ctx context.Context) error {
	retry := retrypolicy.NewBuilder[any]().WithMaxRetries(3).WithBackoff(time.Second, time.Minute).Build()
	return failsafe.With[any](timeout.New[any](time.Second), retry).WithContext(ctx).Run(func() error {
		_, err := send(ctx, uuid.NewString()) // want "fresh-key: "
		return err
	})
}

// Told is told which attempt it is.
func Told(ctx context.Context) error {
	retry := retrypolicy.NewBuilder[any]().WithMaxRetries(3).Build()
	return failsafe.With[any](retry).RunWithExecution(func(exec failsafe.Execution[any]) error {
		_, err := send(exec.Context(), uuid.NewString()) // want "fresh-key: "
		return err
	})
}

// Once makes the key before.
func Once(ctx context.Context) (*http.Response, error) {
	key := uuid.NewString()
	return failsafe.With(retrypolicy.NewWithDefaults[*http.Response]()).Get(func() (*http.Response, error) {
		return send(ctx, key)
	})
}

// Broken has no policy that retries.
func Broken(ctx context.Context) (*http.Response, error) {
	return failsafe.With[*http.Response](circuitbreaker.NewWithDefaults[*http.Response](), timeout.New[*http.Response](time.Second)).Get(func() (*http.Response, error) {
		return send(ctx, uuid.NewString())
	})
}

// Given is given an executor of which nothing is known.
func Given(ctx context.Context, executor failsafe.Executor[*http.Response]) (*http.Response, error) {
	return executor.Get(func() (*http.Response, error) {
		return send(ctx, uuid.NewString())
	})
}
