// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pay knows where requests go, and is given its store.
package pay

import (
	"context"
	"crypto/rand"

	"example.test/corpus/construct/wiring/dedup"
)

type API interface {
	//idemscope:send key=key to=API
	Pay(ctx context.Context, key string) error
}

// East and West are backends in two regions.
type East struct{}

func (East) Pay(ctx context.Context, key string) error { return nil }

type West struct{}

func (West) Pay(ctx context.Context, key string) error { return nil }

//idemscope:endpoint region=east
var InEast API = East{}

//idemscope:endpoint region=east
var AlsoEast API = East{}

//idemscope:endpoint region=west
var InWest API = West{}

// A Gateway fails over from its first backend to its second.
type Gateway struct {
	store         dedup.Store
	first, second API
}

func New(s dedup.Store, first, second API) *Gateway {
	return &Gateway{store: s, first: first, second: second}
}

func (g *Gateway) Pay(ctx context.Context) error {
	key := rand.Text()
	if !g.store.Admit(key) {
		return nil
	}
	if err := g.first.Pay(ctx, key); err != nil {
		return g.second.Pay(ctx, key)
	}
	return nil
}

// Option sets a part of a gateway.
type Option func(*Gateway)

func WithStore(s dedup.Store) Option { return func(g *Gateway) { g.store = s } }

func WithBackends(first, second API) Option {
	return func(g *Gateway) { g.first, g.second = first, second }
}

func NewWith(opts ...Option) *Gateway {
	g := &Gateway{store: dedup.Everywhere()}
	for _, o := range opts {
		o(g)
	}
	return g
}

// Pipe is put together by its user.
type Pipe struct {
	Store         dedup.Store
	First, Second API
}

func (p *Pipe) Pay(ctx context.Context, key string) error {
	p.Store.Admit(key)
	if err := p.First.Pay(ctx, key); err != nil {
		return p.Second.Pay(ctx, key)
	}
	return nil
}
