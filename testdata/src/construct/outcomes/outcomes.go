// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package outcomes tells success from failure in the ways that Go code does.
package outcomes

import (
	"context"
	"errors"
	"fmt"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

var errBusy = errors.New("busy")

type timeout struct{ error }

func (timeout) Timeout() bool { return true }

// try wraps what the backend says.
func try(ctx context.Context, a API, key string) error {
	if err := a.Charge(ctx, key); err != nil {
		return fmt.Errorf("try: %w", err)
	}
	return nil
}

// accepted says it by a bool.
func accepted(ctx context.Context, a API, key string) bool { return a.Charge(ctx, key) == nil }

// Wrapped tests the error of a wrapper.
func Wrapped(ctx context.Context, s store, first, second API, key string) error {
	s.Mark(key)
	if err := try(ctx, first, key); err != nil {
		return try(ctx, second, key) // want "scope: "
	}
	return nil
}

// Sentinel goes on for one error only.
func Sentinel(ctx context.Context, s store, first, second API, key string) error {
	s.Mark(key)
	err := first.Charge(ctx, key)
	if errors.Is(err, errBusy) {
		err = second.Charge(ctx, key) // want "scope: "
	}
	return err
}

// Typed goes on for one type of error.
func Typed(ctx context.Context, s store, first, second API, key string) error {
	s.Mark(key)
	err := first.Charge(ctx, key)
	var t timeout
	if errors.As(err, &t) && t.Timeout() {
		return second.Charge(ctx, key) // want "scope: "
	}
	return err
}

// Asserted looks at the error's methods.
func Asserted(ctx context.Context, s store, first, second API, key string) error {
	s.Mark(key)
	err := first.Charge(ctx, key)
	if t, ok := err.(interface{ Timeout() bool }); ok && t.Timeout() {
		return second.Charge(ctx, key) // want "scope: "
	}
	return err
}

// TypeSwitch does so in a switch.
func TypeSwitch(ctx context.Context, s store, first, second API, key string) error {
	s.Mark(key)
	switch err := first.Charge(ctx, key).(type) {
	case nil:
		return nil
	case timeout:
		return second.Charge(ctx, key) // want "scope: "
	default:
		return err
	}
}

// Bool tests what a predicate returns.
func Bool(ctx context.Context, s store, first, second API, key string) bool {
	s.Mark(key)
	return accepted(ctx, first, key) || accepted(ctx, second, key) // want "scope: "
}

// BoolAnd goes on when the first was accepted.
func BoolAnd(ctx context.Context, s store, first, second API, key string) bool {
	s.Mark(key)
	return accepted(ctx, first, key) && accepted(ctx, second, key)
}

// Joined does both, and collects what went wrong.
func Joined(ctx context.Context, s store, first, second API, key string) error {
	s.Mark(key)
	return errors.Join(first.Charge(ctx, key), second.Charge(ctx, key))
}

// Ignored does not look at the outcome.
func Ignored(ctx context.Context, s store, first, second API, key string) {
	s.Mark(key)
	_ = first.Charge(ctx, key)
	_ = second.Charge(ctx, key)
}

// Unrelated tests another error.
func Unrelated(ctx context.Context, s store, first, second API, key string, before error) error {
	s.Mark(key)
	err := first.Charge(ctx, key)
	if before != nil {
		return errors.Join(err, second.Charge(ctx, key))
	}
	return err
}
