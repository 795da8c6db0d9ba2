// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package payments

import (
	"context"
	"fmt"
	"time"

	"example.test/payments/gateway"
)

// TopUp adds money to a wallet. A job calls it, and starts again when the process dies.
//
// The story: the key is built from the request, so that a job that starts again uses
// the same one. But the clock went into it as well. The job died between the gateway's
// answer and its own commit, started again two seconds later, and the wallet was
// topped up twice.
//
// Found by idemscope: unstable, at time.Now.
func (c *Client) TopUp(ctx context.Context, wallet string, cents int) error {
	key := fmt.Sprintf("topup-%s-%d-%d", wallet, cents, time.Now().Unix())
	return gateway.Post(ctx, gateway.East, "/topups", key, map[string]any{"wallet": wallet, "cents": cents})
}
