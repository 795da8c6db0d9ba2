// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pointers carries keys behind pointers.
package pointers

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

type Input struct {
	ClientToken *string
	Count       int
}

type Cloud interface {
	//idemscope:send key=in.ClientToken to=Cloud
	Run(ctx context.Context, in *Input) error
}

func ptr[T any](v T) *T { return &v }

// fill sets the key of what it is given.
func fill(in *Input) { in.ClientToken = ptr(rand.Text()) }

// Fresh takes the address of another key each time.
func Fresh(ctx context.Context, c Cloud) (err error) {
	in := &Input{Count: 1}
	for range 3 {
		key := rand.Text() // want "fresh-key: "
		in.ClientToken = &key
		if err = c.Run(ctx, in); err == nil {
			break
		}
	}
	return err
}

// Helped does so by a helper.
func Helped(ctx context.Context, c Cloud) (err error) {
	in := &Input{Count: 1}
	for range 3 {
		in.ClientToken = ptr(rand.Text()) // want "fresh-key: "
		if err = c.Run(ctx, in); err == nil {
			break
		}
	}
	return err
}

// Filled has it set by a function that it calls.
func Filled(ctx context.Context, c Cloud) (err error) {
	in := &Input{Count: 1}
	for range 3 {
		fill(in) // want "fresh-key: "
		if err = c.Run(ctx, in); err == nil {
			break
		}
	}
	return err
}

// Aliased reaches the same input under two names.
func Aliased(ctx context.Context, s store, a, b Cloud) error {
	in := &Input{ClientToken: ptr(rand.Text())}
	same := in
	s.Mark(*in.ClientToken)
	if err := a.Run(ctx, in); err != nil {
		return b.Run(ctx, same) // want "scope: "
	}
	return nil
}

// FilledOnce has it set before.
func FilledOnce(ctx context.Context, c Cloud) (err error) {
	in := &Input{Count: 1}
	fill(in)
	for range 3 {
		if err = c.Run(ctx, in); err == nil {
			break
		}
	}
	return err
}

// Unset gives it a key only where there is none.
func Unset(ctx context.Context, c Cloud, in *Input) (err error) {
	for range 3 {
		if in.ClientToken == nil {
			in.ClientToken = ptr(rand.Text())
		}
		if err = c.Run(ctx, in); err == nil {
			break
		}
	}
	return err
}

// TwoInputs are two requests.
func TwoInputs(ctx context.Context, s store, a, b Cloud) error {
	first, second := &Input{ClientToken: ptr(rand.Text())}, &Input{ClientToken: ptr(rand.Text()), Count: 2}
	s.Mark(*first.ClientToken)
	if err := a.Run(ctx, first); err != nil {
		return err
	}
	return b.Run(ctx, second)
}
