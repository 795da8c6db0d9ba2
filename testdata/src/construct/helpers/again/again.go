// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package again repeats what it is given, and knows nothing of keys.
package again

import (
	"context"
	"time"
)

// Do calls f until it succeeds.
func Do(ctx context.Context, attempts int, f func(context.Context) error) (err error) {
	for range attempts {
		if err = f(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Policy is a helper with settings.
type Policy struct{ Attempts int }

func (p *Policy) Do(f func() error) error {
	return Do(context.Background(), p.Attempts, func(context.Context) error { return f() })
}

// Task holds what is called.
type Task struct{ Run func() error }

func (t *Task) Start() (err error) {
	for range 3 {
		if err = t.Run(); err == nil {
			break
		}
	}
	return err
}

// Once calls f a single time.
func Once(f func() error) error { return f() }

// Both calls f a second time if the first went well.
func Both(f func() error) error {
	if err := f(); err != nil {
		return err
	}
	return f()
}

// Ring hands out items in turn.
type Ring struct {
	items []string
	at    int
}

func NewRing(items ...string) *Ring { return &Ring{items: items} }

func (r *Ring) Next() string {
	r.at++
	return r.items[r.at%len(r.items)]
}

func (r *Ring) First() string { return r.items[0] }
