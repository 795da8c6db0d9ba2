// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package helpers retries by helpers of many libraries.
package helpers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/Rican7/retry"
	"github.com/Rican7/retry/strategy"
	flow "github.com/flowchartsman/retry"
	"github.com/google/uuid"
	juju "github.com/juju/retry"
	"github.com/lestrrat-go/backoff/v2"
	"github.com/matryer/try"
	rafael "github.com/rafaeljesus/retry-go"
)

var errRefused = errors.New("refused")

func post(ctx context.Context, key string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://api.example.com/orders", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 500 {
		resp.Body.Close()
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	return resp, nil
}

func order(ctx context.Context, key string, body []byte) error {
	resp, err := post(ctx, key, body)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Strategies limit the attempts.
func Strategies(ctx context.Context, body []byte) error {
	return retry.Retry(func(attempt uint) error {
		return order(ctx, uuid.NewString(), body) // want "fresh-key: "
	}, strategy.Limit(5), strategy.Wait(time.Second))
}

func StrategiesBefore(ctx context.Context, body []byte) error {
	key := uuid.NewString()
	return retry.Retry(func(attempt uint) error {
		return order(ctx, key, body)
	}, strategy.Limit(5), strategy.Wait(time.Second))
}

// Numbered has another key for each attempt.
func Numbered(ctx context.Context, id string, body []byte) error {
	return retry.Retry(func(attempt uint) error {
		return order(ctx, fmt.Sprintf("%s-%d", id, attempt), body) // limit: not found, because the attempt's number is a parameter of the function
	}, strategy.Limit(5))
}

// Retrier calls a method.
type Retrier struct {
	r    *flow.Retrier
	body []byte
}

func (r *Retrier) attempt(ctx context.Context) error {
	return order(ctx, uuid.NewString(), r.body)
}

func (r *Retrier) Run(ctx context.Context) error {
	return r.r.RunContext(ctx, r.attempt) // want "fresh-key: "
}

// Literal calls a function that stops at what cannot succeed.
func Literal(ctx context.Context, r *flow.Retrier, body []byte) error {
	return r.Run(func() error {
		err := order(ctx, uuid.NewString(), body) // want "fresh-key: "
		if errors.Is(err, errRefused) {
			return flow.Stop(err)
		}
		return err
	})
}

// Stopped never tries again.
func Stopped(ctx context.Context, r *flow.Retrier, body []byte) error {
	return r.Run(func() error {
		if err := order(ctx, uuid.NewString(), body); err != nil {
			return flow.Stop(err)
		}
		return nil
	})
}

func LiteralBefore(ctx context.Context, r *flow.Retrier, id string, body []byte) error {
	return r.RunContext(ctx, func(ctx context.Context) error { return order(ctx, "order-"+id, body) })
}

// Times calls it again, up to three times.
func Times(ctx context.Context, body []byte) error {
	return rafael.Do(func() error {
		return order(ctx, uuid.NewString(), body) // want "fresh-key: "
	}, 3, time.Second)
}

// HTTP hands the response on.
func HTTP(ctx context.Context, body []byte) error {
	resp, err := rafael.DoHTTP(func() (*http.Response, error) {
		return post(ctx, uuid.NewString(), body) // want "fresh-key: "
	}, 3, time.Second)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func TimesBefore(ctx context.Context, body []byte) error {
	key := uuid.NewString()
	return rafael.Do(func() error { return order(ctx, key, body) }, 3, time.Second)
}

// Tried says itself whether to go on.
func Tried(ctx context.Context, body []byte) error {
	return try.Do(func(attempt int) (bool, error) {
		err := order(ctx, uuid.NewString(), body) // want "fresh-key: "
		return attempt < 5, err
	})
}

// TriedOnce does not go on.
func TriedOnce(ctx context.Context, body []byte) error {
	return try.Do(func(attempt int) (bool, error) {
		err := order(ctx, uuid.NewString(), body)
		return false, err
	})
}

func TriedBefore(ctx context.Context, body []byte) error {
	key := uuid.NewString()
	return try.Do(func(attempt int) (bool, error) { return attempt < 5, order(ctx, key, body) })
}

// Args has the function in a struct.
func Args(ctx context.Context, clock juju.Clock, body []byte) error {
	return juju.Call(juju.CallArgs{
		Func: func() error {
			return order(ctx, uuid.NewString(), body) // want "fresh-key: "
		},
		Attempts: 5,
		Delay:    time.Second,
		Clock:    clock,
	})
}

func ArgsBefore(ctx context.Context, clock juju.Clock, body []byte) error {
	key := uuid.NewString()
	return juju.Call(juju.CallArgs{
		Func:     func() error { return order(ctx, key, body) },
		Attempts: 5,
		Delay:    time.Second,
		Clock:    clock,
	})
}

// Controlled goes on while the policy says so.
func Controlled(ctx context.Context, p backoff.Policy, body []byte) error {
	for c := p.Start(ctx); backoff.Continue(c); {
		if err := order(ctx, uuid.NewString(), body); err == nil { // want "fresh-key: "
			return nil
		}
	}
	return errors.New("given up")
}

func ControlledBefore(ctx context.Context, p backoff.Policy, body []byte) error {
	key := uuid.NewString()
	for c := p.Start(ctx); backoff.Continue(c); {
		if err := order(ctx, key, body); err == nil {
			return nil
		}
	}
	return errors.New("given up")
}
