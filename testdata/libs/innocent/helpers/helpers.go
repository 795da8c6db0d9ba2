// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package helpers has functions that take functions: some call them again on failure, many do not.
package helpers

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

type Order struct {
	ID     string
	Amount int64
}

func post(ctx context.Context, o Order, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://orders.example.com/v2/orders", strings.NewReader(o.ID))
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

// withSpan calls fn once.
func withSpan(ctx context.Context, name string, fn func(context.Context) error) error {
	start := time.Now()
	err := fn(ctx)
	log.Printf("%s took %s: %v", name, time.Since(start), err)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func Traced(ctx context.Context, o Order) error {
	return withSpan(ctx, "order", func(ctx context.Context) error {
		return post(ctx, o, uuid.NewString())
	})
}

// withTx calls fn once, and rollback on failure.
func withTx(fn func() error, rollback func() error) error {
	if err := fn(); err != nil {
		return errors.Join(err, rollback())
	}
	return nil
}

func InTx(ctx context.Context, o Order) error {
	return withTx(func() error {
		return post(ctx, o, uuid.NewString())
	}, func() error {
		return cancelOrder(ctx, o, uuid.NewString())
	})
}

func cancelOrder(ctx context.Context, o Order, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://orders.example.com/v2/orders/"+url.PathEscape(o.ID)+"/cancel", nil)
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

// forEach calls fn for each order, and collects what fails.
func forEach(os []Order, fn func(Order) error) error {
	var errs []error
	for _, o := range os {
		errs = append(errs, fn(o))
	}
	return errors.Join(errs...)
}

func All(ctx context.Context, os []Order) error {
	return forEach(os, func(o Order) error { return post(ctx, o, uuid.NewString()) })
}

// group is a small errgroup.
type group struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

func (g *group) Go(fn func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := fn(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
}

func (g *group) Wait() error {
	g.wg.Wait()
	return g.err
}

func Parallel(ctx context.Context, os []Order) error {
	var g group
	for _, o := range os {
		g.Go(func() error { return post(ctx, o, uuid.NewString()) })
	}
	return g.Wait()
}

// workers feeds orders to workers.
func Workers(ctx context.Context, os []Order) {
	jobs := make(chan Order)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for o := range jobs {
				key := uuid.NewString()
				if err := post(ctx, o, key); err != nil {
					log.Print(err)
				}
			}
		})
	}
	for _, o := range os {
		jobs <- o
	}
	close(jobs)
	wg.Wait()
}

type Options struct {
	Attempts int
	Wait     time.Duration
	Retry    func(error) bool
}

// retry is the helper of the house.
func retry(ctx context.Context, o Options, fn func(context.Context) error) error {
	var err error
	for i := 0; i < o.Attempts; i++ {
		if err = fn(ctx); err == nil || o.Retry != nil && !o.Retry(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(o.Wait << i):
		}
	}
	return fmt.Errorf("after %d attempts: %w", o.Attempts, err)
}

func Retried(ctx context.Context, o Order) error {
	key := uuid.NewString()
	return retry(ctx, Options{Attempts: 3}, func(ctx context.Context) error { return post(ctx, o, key) })
}

func RetriedFresh(ctx context.Context, o Order) error {
	return retry(ctx, Options{Attempts: 3}, func(ctx context.Context) error {
		return post(ctx, o, uuid.NewString()) // want "fresh-key: "
	})
}

// RetriedEach makes a key for each order, outside the retry of each.
func RetriedEach(ctx context.Context, os []Order) error {
	for _, o := range os {
		key := uuid.NewString()
		err := retry(ctx, Options{Attempts: 3}, func(ctx context.Context) error { return post(ctx, o, key) })
		if err != nil {
			return err
		}
	}
	return nil
}

// RetriedParallel does the same at once.
func RetriedParallel(ctx context.Context, os []Order) error {
	var g group
	for _, o := range os {
		g.Go(func() error {
			key := uuid.NewString()
			return retry(ctx, Options{Attempts: 3}, func(ctx context.Context) error { return post(ctx, o, key) })
		})
	}
	return g.Wait()
}

// SpanInside puts a span around each attempt, and the key around all.
func SpanInside(ctx context.Context, o Order) error {
	key := uuid.NewString()
	return retry(ctx, Options{Attempts: 3}, func(ctx context.Context) error {
		return withSpan(ctx, "attempt", func(ctx context.Context) error { return post(ctx, o, key) })
	})
}

// SpanOutside makes the key inside the span, outside the retry.
func SpanOutside(ctx context.Context, o Order) error {
	return withSpan(ctx, "order", func(ctx context.Context) error {
		key := uuid.NewString()
		return retry(ctx, Options{Attempts: 3}, func(ctx context.Context) error { return post(ctx, o, key) })
	})
}

type request struct {
	order Order
	key   string
	sent  time.Time
}

func newRequest(o Order) *request { return &request{order: o, key: uuid.NewString()} }

func (r *request) do(ctx context.Context) error {
	r.sent = time.Now()
	return post(ctx, r.order, r.key)
}

// Bound hands a bound method to the helper.
func Bound(ctx context.Context, o Order) error {
	return retry(ctx, Options{Attempts: 5}, newRequest(o).do)
}

// BoundInside builds the request for each attempt.
func BoundInside(ctx context.Context, o Order) error {
	return retry(ctx, Options{Attempts: 5}, func(ctx context.Context) error {
		return newRequest(o).do(ctx) // want "fresh-key: "
	})
}

// SameHelper uses the retry to find the order first, and only then sends it once.
func SameHelper(ctx context.Context, find func(context.Context) (Order, error)) error {
	var o Order
	err := retry(ctx, Options{Attempts: 3}, func(ctx context.Context) (err error) {
		o, err = find(ctx)
		return err
	})
	if err != nil {
		return err
	}
	return post(ctx, o, uuid.NewString())
}

// RetryUntilFound polls after one send.
func RetryUntilFound(ctx context.Context, o Order, found func(context.Context, string) error) error {
	if err := post(ctx, o, uuid.NewString()); err != nil {
		return err
	}
	return retry(ctx, Options{Attempts: 30, Wait: time.Second}, func(ctx context.Context) error {
		return found(ctx, o.ID)
	})
}

// cached calls fn only if nothing is cached, once.
type cache struct {
	mu sync.Mutex
	m  map[string]error
}

func (c *cache) do(id string, fn func() error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err, ok := c.m[id]; ok {
		return err
	}
	err := fn()
	c.m[id] = err
	return err
}

func Cached(ctx context.Context, c *cache, o Order) error {
	return c.do(o.ID, func() error { return post(ctx, o, uuid.NewString()) })
}

// breaker calls fn once, if it is closed.
type breaker struct {
	failures int
	until    time.Time
}

func (b *breaker) execute(fn func() error) error {
	if time.Now().Before(b.until) {
		return errors.New("open")
	}
	if err := fn(); err != nil {
		b.failures++
		if b.failures > 5 {
			b.until = time.Now().Add(time.Minute)
		}
		return err
	}
	b.failures = 0
	return nil
}

func Broken(ctx context.Context, b *breaker, o Order) error {
	return b.execute(func() error { return post(ctx, o, uuid.NewString()) })
}

// fallback calls the second function if the first fails: two functions, each once.
func fallback(first, second func() error) error {
	if err := first(); err != nil {
		return second()
	}
	return nil
}

// CardThenWallet falls back to another operation with a key of its own.
func CardThenWallet(ctx context.Context, o Order) error {
	return fallback(
		func() error { return post(ctx, o, uuid.NewString()) },
		func() error { return cancelOrder(ctx, o, uuid.NewString()) },
	)
}

// forever runs fn again and again, successful or not: a daemon.
func forever(ctx context.Context, fn func(context.Context) error) {
	for ctx.Err() == nil {
		if err := fn(ctx); err != nil {
			log.Print(err)
		}
		time.Sleep(time.Minute)
	}
}

func Heartbeat(ctx context.Context) {
	forever(ctx, func(ctx context.Context) error {
		return post(ctx, Order{ID: "heartbeat"}, uuid.NewString())
	})
}

// retryValue is generic.
func retryValue[T any](n int, fn func() (T, error)) (v T, err error) {
	for range n {
		if v, err = fn(); err == nil {
			return v, nil
		}
	}
	return v, err
}

func Generic(ctx context.Context, o Order) (time.Time, error) {
	key := uuid.NewString()
	return retryValue(3, func() (time.Time, error) {
		start := time.Now()
		return start, post(ctx, o, key)
	})
}

// MakeKeyRetried retries the making of the key, and not the sending.
func MakeKeyRetried(ctx context.Context, o Order) error {
	id, err := retryValue(3, uuid.NewRandom)
	if err != nil {
		return err
	}
	return post(ctx, o, id.String())
}

type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// retrying is a client around a client.
type retrying struct {
	next Doer
	n    int
}

func (r retrying) Do(req *http.Request) (resp *http.Response, err error) {
	for i := 0; ; i++ {
		resp, err = r.next.Do(req)
		if err == nil && resp.StatusCode < 500 || i == r.n {
			return resp, err
		}
		if resp != nil {
			resp.Body.Close()
		}
	}
}

// ThroughDoer makes the key for the retrying client to repeat.
func ThroughDoer(ctx context.Context, o Order) error {
	d := retrying{http.DefaultClient, 3}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://orders.example.com/v2/orders", strings.NewReader(o.ID))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString())
	resp, err := d.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// keyed is a middleware that gives a request without a key one, below the retry: guarded by the header.
type keyed struct{ next Doer }

func (k keyed) Do(req *http.Request) (*http.Response, error) {
	if req.Header.Get("Idempotency-Key") == "" {
		req.Header.Set("Idempotency-Key", uuid.NewString())
	}
	return k.next.Do(req)
}

func (k keyed) Twice(req *http.Request) (*http.Response, error) {
	resp, err := k.Do(req)
	if err != nil {
		return k.Do(req)
	}
	return resp, nil
}
