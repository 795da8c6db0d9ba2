// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package payments charges cards, refunds, tops up wallets and pays out. It carries four
// mistakes, each in a file of its own, which idemscope reports. Package mended
// holds the same code without them.
package payments

import "example.test/payments/dedup"

// Client is what the rest of the program pays with.
type Client struct {
	store *dedup.Store
}

// New returns a client for the region that the process runs in.
func New() *Client { return &Client{store: dedup.NewRegional()} }
