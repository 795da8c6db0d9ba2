// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package embedding reaches keys, stores and senders through embedded fields.
package embedding

import (
	"context"
	"crypto/rand"
)

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// base is what clients share.
type base struct {
	store
	url string
}

//idemscope:send key=key to=b.url
func (b *base) send(ctx context.Context, key string) error { return nil }

type Client struct {
	*base
	name string
}

type meta struct {
	//idemscope:key
	RequestID string
}

type Order struct {
	meta
	Cents int
}

// Promoted sends by a promoted method, guarded by a promoted method of a store.
func Promoted(ctx context.Context, a, b Client) error {
	key := rand.Text()
	a.Mark(key)
	if err := a.send(ctx, key); err != nil {
		return b.send(ctx, key) // want "scope: "
	}
	return nil
}

// Renewed overwrites the promoted field between the attempts.
func Renewed(ctx context.Context, a Client, o *Order) error {
	var err error
	for range 3 {
		o.RequestID = rand.Text() // want "fresh-key: "
		if err = a.send(ctx, o.RequestID); err == nil {
			break
		}
	}
	return err
}

// Same goes to the client that it came from.
func Same(ctx context.Context, a Client) error {
	key := rand.Text()
	a.Mark(key)
	if err := a.send(ctx, key); err != nil {
		return a.base.send(ctx, key)
	}
	return nil
}

// Shadowed has a method of its own name, which sends nothing.
type Shadowed struct{ Client }

func (Shadowed) send(ctx context.Context, key string) error { return nil }

func Dry(ctx context.Context, a Client, b Shadowed) error {
	key := rand.Text()
	a.Mark(key)
	if err := a.send(ctx, key); err != nil {
		return b.send(ctx, key)
	}
	return nil
}

// Two orders have two keys, though the fields have one name.
func Two(ctx context.Context, a, b Client, first, second *Order) error {
	a.Mark(first.RequestID)
	if err := a.send(ctx, first.RequestID); err != nil {
		b.Mark(second.RequestID)
		return b.send(ctx, second.RequestID)
	}
	return nil
}
