// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pay makes a key where its callers, in another package, give none, and tries again as
// they ask it to.
package pay

import (
	"crypto/rand"
	"errors"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(key string) error
}

var ErrKeyConflict = errors.New("idempotency key conflict")

func IsKeyConflict(err error) bool { return errors.Is(err, ErrKeyConflict) }

func IsTemporary(err error) bool { return !errors.Is(err, ErrKeyConflict) }

// RetryIf calls f again while it fails and again says so.
func RetryIf(f func() error, again func(error) bool) (err error) {
	for range 3 {
		if err = f(); err == nil || !again(err) {
			return err
		}
	}
	return err
}

func OnConflict(f func() error) error { return RetryIf(f, IsKeyConflict) }

func Once(a API, key string) error {
	if key == "" {
		key = "k-" + rand.Text()
	}
	return a.Charge(key)
}

type Params struct{ Key string }

func WithParams(a API, p *Params) error {
	key := "k-" + rand.Text()
	if p != nil && p.Key != "" {
		key = p.Key
	}
	return a.Charge(key)
}

type Option func(*Params)

func WithKey(key string) Option { return func(p *Params) { p.Key = key } }

func WithOptions(a API, opts ...Option) error {
	p := Params{Key: "k-" + rand.Text()}
	for _, o := range opts {
		o(&p)
	}
	return a.Charge(p.Key)
}
