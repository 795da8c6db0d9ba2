// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package payments

import (
	"context"
	"crypto/rand"

	"example.test/payments/gateway"
)

// Charge takes money from a card, and goes to the other region if the first one fails.
//
// The story: us-east-1 took the charge, and the answer was lost in a timeout. Charge
// went on to eu-west-1. The store there is another one and had never seen the key,
// so the customer paid twice. Both stores reported no duplicate.
//
// Found by idemscope: scope, at the second Post.
func (c *Client) Charge(ctx context.Context, card string, cents int) error {
	key := rand.Text()
	if !c.store.First(key) {
		return nil
	}
	body := map[string]any{"card": card, "cents": cents}
	err := gateway.Post(ctx, gateway.East, "/charges", key, body)
	if err != nil {
		err = gateway.Post(ctx, gateway.West, "/charges", key, body)
	}
	return err
}
