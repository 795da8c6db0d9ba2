// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mended

import (
	"context"
	"crypto/rand"

	"example.test/payments/gateway"
)

// Refund gives the money of a charge back. The key is made once, before the first
// attempt.
func (c *Client) Refund(ctx context.Context, charge string, cents int) error {
	key := rand.Text()
	return gateway.Retry(ctx, func() error {
		return gateway.Post(ctx, gateway.East, "/refunds", key, map[string]any{"charge": charge, "cents": cents})
	})
}
