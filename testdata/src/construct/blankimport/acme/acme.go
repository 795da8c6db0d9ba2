// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package acme is a library of others: nothing in it tells that Token is a key.
package acme

import "context"

// Req is a request.
type Req struct {
	Token string
	Cents int
}

// Client is a client.
type Client struct{ Base string }

// Charge charges.
func (c *Client) Charge(ctx context.Context, r *Req) error { return ctx.Err() }

// Ping does nothing under a key.
func (c *Client) Ping(ctx context.Context, r *Req) error { return ctx.Err() }

// Gateway is an interface.
type Gateway interface {
	Charge(ctx context.Context, r *Req) error
}

// Pay is a function.
func Pay(ctx context.Context, host string, r *Req) error { return ctx.Err() }
