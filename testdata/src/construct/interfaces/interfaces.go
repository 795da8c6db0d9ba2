// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package interfaces holds stores and senders behind interfaces that have no contract.
package interfaces

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

//idemscope:endpoint region=east
type east struct{ addr string }

//idemscope:send key=key to=e
func (e *east) Pay(ctx context.Context, key string) error { return nil }

//idemscope:endpoint region=west
type west struct{ addr string }

//idemscope:send key=key to=w
func (w *west) Pay(ctx context.Context, key string) error { return nil }

// Payer has its contracts on the implementations.
type Payer interface {
	Pay(ctx context.Context, key string) error
}

// Seen has them there too.
type Seen interface{ Mark(key string) }

//idemscope:store scope=global
type everywhere struct{}

func (everywhere) Mark(string) {}

type Gateway struct {
	seen  Seen
	first Payer
	other Payer
}

// NewEast meets one region.
func NewEast() *Gateway { return &Gateway{seen: store{}, first: &east{}, other: &east{}} }

// NewGlobal meets two, with a store for both.
func NewGlobal() *Gateway { return &Gateway{seen: everywhere{}, first: &east{}, other: &west{}} }

// Concrete knows the types.
func Concrete(ctx context.Context, s store) error {
	key := rand.Text()
	s.Mark(key)
	if err := (&east{}).Pay(ctx, key); err != nil {
		return (&west{}).Pay(ctx, key) // want "scope: .*region west is not east"
	}
	return nil
}

// Assigned puts them into variables of the interface's type.
func Assigned(ctx context.Context) error {
	var s Seen = store{}
	var a, b Payer = &east{}, &west{}
	key := rand.Text()
	s.Mark(key)
	if err := a.Pay(ctx, key); err != nil {
		return b.Pay(ctx, key) // want "scope: .*region west is not east"
	}
	return nil
}

// Same stays in one region.
func Same(ctx context.Context, s store) error {
	var a, b Payer = &east{}, &east{}
	key := rand.Text()
	s.Mark(key)
	if err := a.Pay(ctx, key); err != nil {
		return b.Pay(ctx, key)
	}
	return nil
}

// Global is guarded everywhere.
func Global(ctx context.Context, s everywhere) error {
	var a, b Payer = &east{}, &west{}
	key := rand.Text()
	s.Mark(key)
	if err := a.Pay(ctx, key); err != nil {
		return b.Pay(ctx, key)
	}
	return nil
}
