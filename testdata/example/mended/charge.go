// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mended

import (
	"context"
	"crypto/rand"

	"example.test/payments/gateway"
)

// Charge takes money from a card. The failover stays in the region: both hosts share the
// store of us-east-1, so the second attempt is recognised.
func (c *Client) Charge(ctx context.Context, card string, cents int) error {
	key := rand.Text()
	if !c.store.First(key) {
		return nil
	}
	body := map[string]any{"card": card, "cents": cents}
	err := gateway.Post(ctx, gateway.East, "/charges", key, body)
	if err != nil {
		err = gateway.Post(ctx, gateway.EastStandby, "/charges", key, body)
	}
	return err
}
