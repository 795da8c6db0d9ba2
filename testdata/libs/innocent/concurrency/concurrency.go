// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package concurrency sends at the same time, hedges and cancels.
package concurrency

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
)

func post(ctx context.Context, u, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u, nil)
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

// Hedge sends a second request to the same place when the first is slow.
func Hedge(ctx context.Context, u string) error {
	key := uuid.NewString()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan error, 2)
	go func() { results <- post(ctx, u, key) }()
	select {
	case err := <-results:
		return err
	case <-time.After(50 * time.Millisecond):
		go func() { results <- post(ctx, u, key) }()
	}
	return <-results
}

// Fan sends one key of its own to each.
func Fan(ctx context.Context, us []string) error {
	errs := make([]error, len(us))
	var wg sync.WaitGroup
	for i, u := range us {
		wg.Add(1)
		go func() {
			defer wg.Done()
			errs[i] = post(ctx, u, uuid.NewString())
		}()
	}
	wg.Wait()
	return errors.Join(errs...)
}

// FanOne sends one key to each.
func FanOne(ctx context.Context, us []string) error {
	key := uuid.NewString()
	errs := make(chan error)
	for _, u := range us {
		go func() { errs <- post(ctx, u, key) }()
	}
	var all []error
	for range us {
		all = append(all, <-errs)
	}
	return errors.Join(all...)
}

// Semaphore limits them.
func Semaphore(ctx context.Context, us []string) error {
	sem := make(chan struct{}, 4)
	var mu sync.Mutex
	var first error
	var wg sync.WaitGroup
	for _, u := range us {
		select {
		case sem <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		wg.Go(func() {
			defer func() { <-sem }()
			key := uuid.NewString()
			if err := post(ctx, u, key); err != nil {
				mu.Lock()
				if first == nil {
					first = err
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return first
}

// Deferred sends a release under a key of its own when all is over.
func Deferred(ctx context.Context, u string) (err error) {
	lease := uuid.NewString()
	defer func() {
		if rerr := post(ctx, u+"/release", lease+"-release"); rerr != nil && err == nil {
			err = rerr
		}
	}()
	return post(ctx, u+"/acquire", lease)
}

type event struct {
	url      string
	attempts int
	key      string
}

// Queue puts what failed back, with its key.
func Queue(ctx context.Context, q chan event) {
	for ev := range q {
		if err := post(ctx, ev.url, ev.key); err != nil && ev.attempts < 5 {
			ev.attempts++
			go func() { q <- ev }()
		}
	}
}

// Enqueue makes the key once.
func Enqueue(q chan<- event, url string) { q <- event{url: url, key: uuid.NewString()} }

// Timer repeats by a timer, with one key.
func Timer(ctx context.Context, u string, done chan<- error) {
	key := uuid.NewString()
	var try func(n int)
	try = func(n int) {
		err := post(ctx, u, key)
		if err == nil || n == 0 {
			done <- err
			return
		}
		time.AfterFunc(time.Second, func() { try(n - 1) })
	}
	try(3)
}

// After cancels on the context's end and does not repeat.
func After(ctx context.Context, u string) error {
	stop := context.AfterFunc(ctx, func() {
		_ = post(context.WithoutCancel(ctx), u+"/cancel", uuid.NewString())
	})
	defer stop()
	return post(ctx, u, uuid.NewString())
}

// Recursive repeats itself with the key that it is given.
func Recursive(ctx context.Context, u, key string, n int) error {
	if key == "" {
		key = uuid.NewString()
	}
	err := post(ctx, u, key)
	if err != nil && n > 0 {
		return Recursive(ctx, u, key, n-1)
	}
	return err
}

// RecursiveFresh makes one at each level.
func RecursiveFresh(ctx context.Context, u string, n int) error {
	key := uuid.NewString() // want "fresh-key: "
	err := post(ctx, u, key)
	if err != nil && n > 0 {
		return RecursiveFresh(ctx, u, n-1)
	}
	return err
}

// Tree walks children, each with a key, whatever became of the parent.
type Node struct {
	URL      string
	Children []*Node
}

func (n *Node) Publish(ctx context.Context) error {
	errs := []error{post(ctx, n.URL, uuid.NewString())}
	for _, c := range n.Children {
		errs = append(errs, c.Publish(ctx))
	}
	return errors.Join(errs...)
}

// First publishes to the first child that takes it: other nodes, other requests.
func (n *Node) First(ctx context.Context) error {
	// Known limit: this finding is false.
	if err := post(ctx, n.URL, uuid.NewString()); err == nil { // want "fresh-key: "
		return nil
	}
	for _, c := range n.Children {
		if err := c.First(ctx); err == nil {
			return nil
		}
	}
	return errors.New("nobody took it")
}
