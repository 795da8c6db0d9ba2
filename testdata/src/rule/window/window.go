// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package window retries for longer than a store remembers, and for as long as it does.
package window

import (
	"context"
	"errors"
	"net/http"
	"time"
)

//idemscope:store scope=global window=5m
type short struct{}

func (short) Keep(key string) {}

//idemscope:store scope=global window=24h
type long struct{}

func (long) Keep(key string) {}

//idemscope:store scope=global
type unpublished struct{}

func (unpublished) Keep(key string) {}

func post(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://api.example.com/jobs", nil)
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

var errGaveUp = errors.New("gave up")

// Counter is the loop of before Go 1.22.
func Counter(ctx context.Context, st short, key string) error {
	st.Keep(key)
	for i := 0; i < 7; i++ {
		if i > 0 {
			time.Sleep(time.Minute)
		}
		if err := post(ctx, key); err == nil { // want "window: the key `key` is sent again for up to 6m, and store window.short forgets it after 5m"
			return nil
		}
	}
	return errGaveUp
}

// Seven attempts have six pauses between them, not seven.
func Seven(ctx context.Context, st short, key string) error {
	st.Keep(key)
	for range 6 {
		if err := post(ctx, key); err == nil {
			return nil
		}
		time.Sleep(time.Minute)
	}
	return errGaveUp
}

// Selected waits in a select that can be left.
func Selected(ctx context.Context, st short, key string) error {
	st.Keep(key)
	for range 10 {
		if err := post(ctx, key); err == nil { // want "window: "
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Minute):
		}
	}
	return errGaveUp
}

// Once waits between two attempts without a loop.
func Once(ctx context.Context, st short, key string) error {
	st.Keep(key)
	if err := post(ctx, key); err != nil {
		time.Sleep(10 * time.Minute)
		return post(ctx, key) // want "window: "
	}
	return nil
}

// Helper leaves the pause to a function.
func Helper(ctx context.Context, st short, key string) error {
	st.Keep(key)
	return again(func() error {
		return post(ctx, key) // want "window: "
	})
}

func again(f func() error) (err error) {
	for range 4 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(3 * time.Minute)
	}
	return err
}

// Long remembers for a day.
func Long(ctx context.Context, st long, key string) error {
	st.Keep(key)
	return again(func() error { return post(ctx, key) })
}

// Unpublished says nothing of how long it remembers.
func Unpublished(ctx context.Context, st unpublished, key string) error {
	st.Keep(key)
	return again(func() error { return post(ctx, key) })
}

// Both: one of two stores remembers for long enough.
func Both(ctx context.Context, st short, all long, key string) error {
	st.Keep(key)
	all.Keep(key)
	return again(func() error { return post(ctx, key) })
}

// Sometimes pauses on one way only.
func Sometimes(ctx context.Context, st short, key string) error {
	st.Keep(key)
	for range 10 {
		err := post(ctx, key)
		if err == nil {
			return nil
		}
		if errors.Is(err, context.DeadlineExceeded) {
			time.Sleep(time.Minute)
		}
	}
	return errGaveUp
}

// Deadline ends in time.
func Deadline(ctx context.Context, st short, key string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	st.Keep(key)
	for range 10 {
		if err := post(ctx, key); err == nil {
			return nil
		}
		time.Sleep(time.Minute)
	}
	return errGaveUp
}

// Each attempt has a deadline of its own, which bounds nothing.
func Each(ctx context.Context, st short, key string) error {
	st.Keep(key)
	for range 10 {
		if err := limited(ctx, key); err == nil { // want "window: "
			return nil
		}
		time.Sleep(time.Minute)
	}
	return errGaveUp
}

func limited(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return post(ctx, key)
}

// Given pauses for as long as it is told.
func Given(ctx context.Context, st short, key string, pause time.Duration) error {
	st.Keep(key)
	for range 10 {
		if err := post(ctx, key); err == nil {
			return nil
		}
		time.Sleep(pause)
	}
	return errGaveUp
}

// Other sends another key each time.
func Other(ctx context.Context, st short, keys []string) error {
	for _, key := range keys {
		st.Keep(key)
		if err := post(ctx, key); err != nil {
			return err
		}
		time.Sleep(time.Hour)
	}
	return nil
}

// Doubling waits 1, 2, 4 and 8 minutes.
func Doubling(ctx context.Context, st nine, key string) error {
	st.Keep(key)
	wait := time.Minute
	for range 5 {
		if err := post(ctx, key); err == nil { // want "window: .*for up to 15m"
			return nil
		}
		time.Sleep(wait)
		wait *= 2
	}
	return errGaveUp
}

// DoublingLess waits 1, 2 and 4 minutes.
func DoublingLess(ctx context.Context, st nine, key string) error {
	st.Keep(key)
	wait := time.Minute
	for range 4 {
		if err := post(ctx, key); err == nil {
			return nil
		}
		time.Sleep(wait)
		wait *= 2
	}
	return errGaveUp
}

// Linear waits 1, 2, 3 and 4 minutes.
func Linear(ctx context.Context, st nine, key string) error {
	st.Keep(key)
	for i := range 5 {
		if err := post(ctx, key); err == nil { // want "window: .*for up to 10m"
			return nil
		}
		time.Sleep(time.Duration(i+1) * time.Minute)
	}
	return errGaveUp
}

// Shifted waits 1 to 32 seconds.
func Shifted(ctx context.Context, st nine, key string) error {
	st.Keep(key)
	for i := 0; i < 7; i++ {
		if err := post(ctx, key); err == nil {
			return nil
		}
		time.Sleep(time.Second << i)
	}
	return errGaveUp
}

// Capped doubles up to a minute.
func Capped(ctx context.Context, st nine, key string) error {
	st.Keep(key)
	wait := time.Second
	for range 20 {
		if err := post(ctx, key); err == nil {
			return nil
		}
		time.Sleep(wait)
		if wait *= 2; wait > 10*time.Second {
			wait = 10 * time.Second
		}
	}
	return errGaveUp
}

// CappedLate does so with a cap of a minute.
func CappedLate(ctx context.Context, st nine, key string) error {
	st.Keep(key)
	wait := time.Second
	for range 20 {
		if err := post(ctx, key); err == nil { // want "window: "
			return nil
		}
		time.Sleep(wait)
		wait = min(2*wait, time.Minute)
	}
	return errGaveUp
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Listening waits in a helper.
func Listening(ctx context.Context, st nine, key string) error {
	st.Keep(key)
	for range 11 {
		if err := post(ctx, key); err == nil { // want "window: .*for up to 10m"
			return nil
		}
		if err := sleep(ctx, time.Minute); err != nil {
			return err
		}
	}
	return errGaveUp
}

func perhaps(d time.Duration, really bool) {
	if really {
		time.Sleep(d)
	}
}

// Perhaps waits in one that may not.
func Perhaps(ctx context.Context, st nine, key string) error {
	st.Keep(key)
	for i := range 11 {
		if err := post(ctx, key); err == nil {
			return nil
		}
		perhaps(time.Minute, i%2 == 0)
	}
	return errGaveUp
}

//idemscope:store scope=global window=9m
type nine struct{}

func (nine) Keep(key string) {}
