// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package payments

import (
	"context"
	"crypto/rand"

	"example.test/payments/gateway"
)

// Refund gives the money of a charge back.
//
// The story: the key is made inside the function that is tried again, so each attempt
// carries another one. To the gateway they are four different refunds. It went unseen
// until the gateway had a slow afternoon.
//
// Found by idemscope: fresh-key, where the key is made.
func (c *Client) Refund(ctx context.Context, charge string, cents int) error {
	return gateway.Retry(ctx, func() error {
		key := rand.Text()
		return gateway.Post(ctx, gateway.East, "/refunds", key, map[string]any{"charge": charge, "cents": cents})
	})
}
