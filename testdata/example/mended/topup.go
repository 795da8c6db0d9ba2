// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mended

import (
	"context"

	"example.test/payments/gateway"
)

// TopUp adds money to a wallet. The order names the request: a job that starts again
// comes with the same one.
func (c *Client) TopUp(ctx context.Context, order, wallet string, cents int) error {
	key := "topup-" + order
	return gateway.Post(ctx, gateway.East, "/topups", key, map[string]any{"wallet": wallet, "cents": cents})
}
