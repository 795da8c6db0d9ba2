// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mended

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
// fails. No store is common to two banks, so the effect itself had to become harmless
// to repeat: the merchant's account is credited once for each payout, and a
// second transfer with the same reference is sent back.
func (c *Client) Payout(ctx context.Context, id, iban string, cents int) error {
	key := "payout-" + id
	body := map[string]any{"iban": iban, "cents": cents, "reference": id}
	err := gateway.Post(ctx, firstBank, "/payouts", key, body)
	if err != nil {
		//idemscope:downstream reason="the account is credited once for each reference; a second transfer is sent back"
		err = gateway.Post(ctx, secondBank, "/payouts", key, body)
	}
	return err
}
