// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package splitlist has a list of endpoints in one text. What is declared of the text is not
// known of its parts.
package splitlist

import (
	"context"
	"strings"
)

//idemscope:send key=key to=url
func post(ctx context.Context, url, key string) error { return wire.Do(ctx, url, key) }

var wire interface {
	Do(ctx context.Context, url, key string) error
}

//idemscope:store scope=region
type Dedup interface{ First(key string) bool }

type Client struct {
	//idemscope:endpoint region=us-east-1
	hosts string
}

// New has the hosts from a flag.
func New(hosts string) *Client { return &Client{hosts} }

// Split goes through the hosts of one region.
func (c *Client) Split(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range strings.Split(c.hosts, ",") {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}
