// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package payments

import (
	"context"

	"example.test/payments/gateway"
)

// The two banks that payouts can go through.
const (
	firstBank  = "https://api.first-bank.example.com"
	secondBank = "https://api.second-bank.example.com"
)

// Payout sends money to a merchant's account, through the second bank if the first one
// fails.
//
// The story: both banks take an Idempotency-Key, so the failover looked safe. Each bank
// knows its own keys only. A payout that the first bank had taken before it timed
// out was paid again by the second.
//
// Found by idemscope: undeclared, at the second Post. No contract is needed to see it.
func (c *Client) Payout(ctx context.Context, id, iban string, cents int) error {
	key := "payout-" + id
	body := map[string]any{"iban": iban, "cents": cents}
	err := gateway.Post(ctx, firstBank, "/payouts", key, body)
	if err != nil {
		err = gateway.Post(ctx, secondBank, "/payouts", key, body)
	}
	return err
}
