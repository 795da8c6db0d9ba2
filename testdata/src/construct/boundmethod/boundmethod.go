// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package boundmethod hands methods to a retry, bound to a receiver or not.
package boundmethod

import (
	"context"
	"crypto/rand"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

func retry(ctx context.Context, f func(context.Context) error) (err error) {
	for range 3 {
		if err = f(ctx); err == nil {
			return nil
		}
	}
	return err
}

func retryOn(j *job, f func(*job, context.Context) error) (err error) {
	for range 3 {
		if err = f(j, context.Background()); err == nil {
			return nil
		}
	}
	return err
}

type job struct {
	all []API
	at  int
	key string
}

func (j *job) fresh(ctx context.Context) error { return j.all[0].Charge(ctx, rand.Text()) }

func (j *job) moving(ctx context.Context) error {
	j.at++
	return j.all[j.at%len(j.all)].Charge(ctx, j.key)
}

func (j *job) first(ctx context.Context) error { return j.all[0].Charge(ctx, j.key) }

// Fresh retries a method that makes a key of its own.
func Fresh(ctx context.Context, j *job) error {
	return retry(ctx, j.fresh) // want "fresh-key: "
}

// Moving retries a method that takes the next backend.
func Moving(ctx context.Context, s store, all []API) error {
	j := &job{all: all, key: rand.Text()}
	s.Mark(j.key)
	return retry(ctx, j.moving) // want "scope: "
}

// Expression hands over a method expression.
func Expression(j *job) error {
	return retryOn(j, (*job).fresh) // want "fresh-key: "
}

// First retries a method that keeps key and backend.
func First(ctx context.Context, s store, all []API) error {
	j := &job{all: all, key: rand.Text()}
	s.Mark(j.key)
	return retry(ctx, j.first)
}

// Direct calls the method a single time.
func Direct(ctx context.Context, j *job) error { return j.fresh(ctx) }

// Stored keeps the method and never retries it.
func Stored(ctx context.Context, j *job) error {
	f := j.fresh
	return f(ctx)
}
