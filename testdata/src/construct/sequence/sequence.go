// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sequence makes two attempts one after the other, with what real code has in between.
package sequence

import (
	"context"
	"fmt"
	"log"
	"time"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) (string, error)
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// Logged writes a line in between.
func Logged(ctx context.Context, s store, a, b API, key string) (string, error) {
	s.Mark(key)
	id, err := a.Charge(ctx, key)
	if err == nil {
		return id, nil
	}
	log.Printf("first backend: %v", err)
	time.Sleep(time.Second)
	id, err2 := b.Charge(ctx, key) // want "scope: "
	if err2 != nil {
		return "", fmt.Errorf("%w; %w", err, err2)
	}
	return id, nil
}

// Thrice has two places to report.
func Thrice(ctx context.Context, s store, a, b, c API, key string) (id string, err error) {
	s.Mark(key)
	if id, err = a.Charge(ctx, key); err == nil {
		return id, nil
	}
	if id, err = b.Charge(ctx, key); err == nil { // want "scope: "
		return id, nil
	}
	return c.Charge(ctx, key) // want "scope: "
}

// Result tests the result, which is empty when it failed.
func Result(ctx context.Context, s store, a API, key string) string {
	s.Mark(key)
	id, _ := a.Charge(ctx, key)
	if id == "" {
		id, _ = a.Charge(ctx, key)
	}
	return id
}

// Goroutine sends to both at once: neither waits for the other to fail.
func Goroutine(ctx context.Context, s store, a, b API, key string) {
	s.Mark(key)
	go a.Charge(ctx, key)
	b.Charge(ctx, key)
}

// Branches sends to one of two.
func Branches(ctx context.Context, s store, a, b API, key string, left bool) (string, error) {
	s.Mark(key)
	if left {
		return a.Charge(ctx, key)
	}
	return b.Charge(ctx, key)
}

// Cleared gives the key up in between: the second is another request.
func Cleared(ctx context.Context, s store, a, b API, key string) (string, error) {
	s.Mark(key)
	id, err := a.Charge(ctx, key)
	if err != nil {
		key = "second-" + key
		s.Mark(key)
		return b.Charge(ctx, key)
	}
	return id, nil
}
