// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package loops repeats a send in the loops that Go has. A loop that leaves on
// success is a retry; one that leaves on failure, or goes on in either case, is none.
package loops

import (
	"context"
	"errors"
	"net/http"
	"time"
)

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

func post(ctx context.Context, url, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
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

// UntilSuccess is the plain failover.
func UntilSuccess(ctx context.Context, s store, urls []string, key string) error {
	s.Mark(key)
	for _, u := range urls {
		if err := post(ctx, u, key); err == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("no host took it")
}

// Labelled leaves the outer loop on success.
func Labelled(ctx context.Context, s store, urls []string, key string) (err error) {
	s.Mark(key)
attempts:
	for range 3 {
		for _, u := range urls {
			if err = post(ctx, u, key); err == nil { // want "scope: "
				break attempts
			}
		}
	}
	return err
}

// Flag keeps the outcome in a variable that the loop's condition reads.
func Flag(ctx context.Context, s store, urls []string, key string) bool {
	s.Mark(key)
	done := false
	for i := 0; !done && i < len(urls); i++ {
		done = post(ctx, urls[i], key) == nil // want "scope: "
	}
	return done
}

// Waiting leaves by a select when the context ends.
func Waiting(ctx context.Context, s store, urls []string, key string) error {
	s.Mark(key)
	for i := 0; ; i++ {
		err := post(ctx, urls[i%len(urls)], key) // want "scope: "
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
		}
	}
}

// TwoRounds goes around the hosts twice, each time with a counter of its own.
func TwoRounds(ctx context.Context, s store, urls []string, key string) error {
	s.Mark(key)
	for i := 0; i < 3; i++ {
		if err := post(ctx, urls[i%len(urls)], key); err == nil { // want "scope: "
			return nil
		}
	}
	time.Sleep(time.Second)
	for i := 0; i < 3; i++ {
		if err := post(ctx, urls[i%len(urls)], key); err == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("no host took it")
}

// TwoRoundsOfOne stays with one host.
func TwoRoundsOfOne(ctx context.Context, s store, url, key string) error {
	s.Mark(key)
	for i := 0; i < 3; i++ {
		if err := post(ctx, url, key); err == nil {
			return nil
		}
	}
	for i := 0; i < 3; i++ {
		if err := post(ctx, url, key); err == nil {
			return nil
		}
	}
	return errors.New("no host took it")
}

// Switched tells the outcomes apart by a switch.
func Switched(ctx context.Context, s store, urls []string, key string) error {
	s.Mark(key)
	for _, u := range urls {
		switch err := post(ctx, u, key); { // want "scope: "
		case err == nil:
			return nil
		case errors.Is(err, context.Canceled):
			return err
		}
	}
	return errors.New("no host took it")
}

// UntilFailure writes to every region, and stops where one refuses.
func UntilFailure(ctx context.Context, s store, urls []string, key string) error {
	s.Mark(key)
	for _, u := range urls {
		if err := post(ctx, u, key); err != nil {
			return err
		}
	}
	return nil
}

// Regardless writes to every region, whatever comes of it.
func Regardless(ctx context.Context, s store, urls []string, key string) (failed int) {
	s.Mark(key)
	for _, u := range urls {
		if post(ctx, u, key) != nil {
			failed++
		}
	}
	return failed
}

// SameHost repeats, but where it began: the store that saw the key sees it again.
func SameHost(ctx context.Context, s store, url, key string) (err error) {
	s.Mark(key)
	for range 3 {
		if err = post(ctx, url, key); err == nil {
			break
		}
	}
	return err
}

// KeyEach gives every host a request of its own.
func KeyEach(ctx context.Context, s store, urls []string, order string) error {
	for _, u := range urls {
		key := order + "@" + u
		s.Mark(key)
		if err := post(ctx, u, key); err == nil {
			return nil
		}
	}
	return errors.New("no host took it")
}
