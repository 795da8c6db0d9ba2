// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package nested keeps the key in a struct within a struct.
package nested

import (
	"context"
	"crypto/rand"
)

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

type meta struct {
	//idemscope:key
	RequestID string
}

type Order struct {
	meta
	Cents int
}

type Bill struct {
	Meta meta
}

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

// Embedded carries the key in an embedded struct.
func Embedded(ctx context.Context, s store, a, b API) error {
	o := Order{meta: meta{RequestID: rand.Text()}, Cents: 5}
	s.Mark(o.RequestID)
	if err := a.Charge(ctx, o.RequestID); err != nil {
		return b.Charge(ctx, o.meta.RequestID) // want "scope: "
	}
	return nil
}

// Named carries it in a field that has a name.
func Named(ctx context.Context, s store, a, b API) error {
	o := &Bill{Meta: meta{RequestID: rand.Text()}}
	s.Mark(o.Meta.RequestID)
	if err := a.Charge(ctx, o.Meta.RequestID); err != nil {
		return b.Charge(ctx, o.Meta.RequestID) // want "scope: "
	}
	return nil
}

// Copied assigns the inner struct as a whole.
func Copied(ctx context.Context, s store, a, b API) error {
	var o Bill
	o.Meta = meta{RequestID: rand.Text()}
	s.Mark(o.Meta.RequestID)
	if err := a.Charge(ctx, o.Meta.RequestID); err != nil {
		return b.Charge(ctx, o.Meta.RequestID) // want "scope: "
	}
	return nil
}

// Same stays with one backend; there is nothing to report.
func Same(ctx context.Context, s store, a API) error {
	o := Order{meta: meta{RequestID: rand.Text()}, Cents: 5}
	s.Mark(o.RequestID)
	if err := a.Charge(ctx, o.RequestID); err != nil {
		return a.Charge(ctx, o.RequestID)
	}
	return nil
}
