// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sameplace asks whether two attempts go to one endpoint: one value, one field
// that nobody writes in between, one element.
package sameplace

import (
	"context"
	"sync/atomic"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

type Client struct {
	current API
	all     []API
	byName  map[string]API
	at      atomic.Int64
}

func (c *Client) failover() { c.current = c.all[1] }

func (c *Client) note() { println("failed") }

func (c *Client) pick() API { return c.current }

func (c *Client) rotate() API { return c.all[int(c.at.Add(1))%len(c.all)] }

// Moved has the field written by a method in between.
func (c *Client) Moved(ctx context.Context, s store, key string) error {
	s.Mark(key)
	if err := c.current.Charge(ctx, key); err != nil {
		c.failover()
		return c.current.Charge(ctx, key) // want "scope: "
	}
	return nil
}

// Assigned writes it itself.
func (c *Client) Assigned(ctx context.Context, s store, other API, key string) error {
	s.Mark(key)
	if err := c.current.Charge(ctx, key); err != nil {
		c.current = other
		return c.current.Charge(ctx, key) // want "scope: "
	}
	return nil
}

// Rotated picks the next one.
func (c *Client) Rotated(ctx context.Context, s store, key string) error {
	s.Mark(key)
	if err := c.rotate().Charge(ctx, key); err != nil {
		return c.rotate().Charge(ctx, key) // want "scope: "
	}
	return nil
}

// TwoElements are two.
func (c *Client) TwoElements(ctx context.Context, s store, key string) error {
	s.Mark(key)
	if err := c.all[0].Charge(ctx, key); err != nil {
		return c.all[1].Charge(ctx, key) // want "scope: "
	}
	return nil
}

// TwoEntries are two as well.
func (c *Client) TwoEntries(ctx context.Context, s store, key string) error {
	s.Mark(key)
	if err := c.byName["a"].Charge(ctx, key); err != nil {
		return c.byName["b"].Charge(ctx, key) // want "scope: "
	}
	return nil
}

// OtherClient has the same field of another client.
func OtherClient(ctx context.Context, s store, c, d *Client, key string) error {
	s.Mark(key)
	if err := c.current.Charge(ctx, key); err != nil {
		return d.current.Charge(ctx, key) // want "scope: "
	}
	return nil
}

// Stayed calls a method that leaves the field alone.
func (c *Client) Stayed(ctx context.Context, s store, key string) error {
	s.Mark(key)
	if err := c.current.Charge(ctx, key); err != nil {
		c.note()
		return c.current.Charge(ctx, key)
	}
	return nil
}

// Picked reads it by a method.
func (c *Client) Picked(ctx context.Context, s store, key string) error {
	s.Mark(key)
	if err := c.pick().Charge(ctx, key); err != nil {
		return c.pick().Charge(ctx, key)
	}
	return nil
}

// OneElement is one.
func (c *Client) OneElement(ctx context.Context, s store, i int, key string) error {
	s.Mark(key)
	if err := c.all[i].Charge(ctx, key); err != nil {
		return c.all[i].Charge(ctx, key)
	}
	return nil
}

// OneEntry is one.
func (c *Client) OneEntry(ctx context.Context, s store, name, key string) error {
	s.Mark(key)
	if err := c.byName[name].Charge(ctx, key); err != nil {
		return c.byName[name].Charge(ctx, key)
	}
	return nil
}
