// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package vendorapi is somebody else's: it has no contracts.
package vendorapi

import "context"

type Client struct{ Region string }

type ChargeRequest struct {
	Ref    string
	Amount int
	Org    string
}

type Charge struct{ ID string }

func New(region string) *Client { return &Client{Region: region} }

func (c *Client) Charge(ctx context.Context, r *ChargeRequest) (*Charge, error) {
	return &Charge{ID: c.Region + r.Ref}, nil
}

func (c *Client) Refund(ctx context.Context, ref, org string) error { return nil }

type Cache struct{ name string }

func NewCache(name string) *Cache { return &Cache{name} }

func (c *Cache) Put(key string) error { return nil }

// Loop is a helper whose loop nobody sees.
func Loop(name string, fn func() error) error { return run(fn) }

var run = func(fn func() error) error { return fn() }

func NewRef() string { return "" }
