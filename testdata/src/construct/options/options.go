// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package options configures calls and clients by functions.
package options

import (
	"context"
	"crypto/rand"
	"time"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

type settings struct {
	key     string
	backend API
	pause   time.Duration
}

type Option func(*settings)

func WithKey(key string) Option { return func(s *settings) { s.key = key } }

func WithBackend(a API) Option { return func(s *settings) { s.backend = a } }

func WithPause(d time.Duration) Option { return func(s *settings) { s.pause = d } }

func WithNewKey() Option { return WithKey(rand.Text()) }

func charge(ctx context.Context, opts ...Option) error {
	var s settings
	for _, o := range opts {
		o(&s)
	}
	time.Sleep(s.pause)
	return s.backend.Charge(ctx, s.key)
}

// Fresh makes the key among the options of each attempt.
func Fresh(ctx context.Context, a API) (err error) {
	for range 3 {
		if err = charge(ctx, WithKey(rand.Text()), WithBackend(a)); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

// Hidden makes it within an option.
func Hidden(ctx context.Context, a API) (err error) {
	for range 3 {
		if err = charge(ctx, WithBackend(a), WithNewKey()); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

// Moving changes the backend by an option.
func Moving(ctx context.Context, s store, first, second API) error {
	key := rand.Text()
	s.Mark(key)
	if err := charge(ctx, WithKey(key), WithBackend(first)); err != nil {
		return charge(ctx, WithKey(key), WithBackend(second)) // want "scope: "
	}
	return nil
}

// Same keeps both.
func Same(ctx context.Context, s store, a API) error {
	key := rand.Text()
	s.Mark(key)
	opts := []Option{WithKey(key), WithBackend(a), WithPause(0)}
	if err := charge(ctx, opts...); err != nil {
		return charge(ctx, opts...)
	}
	return nil
}

// Paused changes what does not matter.
func Paused(ctx context.Context, s store, a API) (err error) {
	key := rand.Text()
	s.Mark(key)
	for i := range 3 {
		if err = charge(ctx, WithKey(key), WithBackend(a), WithPause(time.Duration(i)*time.Second)); err == nil {
			break
		}
	}
	return err
}

// Each has a key for each item.
func Each(ctx context.Context, a API, items []string) error {
	for range items {
		if err := charge(ctx, WithNewKey(), WithBackend(a)); err != nil {
			return err
		}
	}
	return nil
}
