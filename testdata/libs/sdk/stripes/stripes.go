// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package stripes sends keys to Stripe, each known in one account.
package stripes

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
)

// Accounts tries one account after the other.
func Accounts(accounts []string, amount int64) error {
	key := uuid.NewString()
	err := errors.New("no accounts")
	for _, account := range accounts {
		params := &stripe.PaymentIntentParams{Amount: &amount}
		params.SetIdempotencyKey(key)
		params.SetStripeAccount(account)
		if _, err = paymentintent.New(params); err == nil { // want "tenant: "
			return nil
		}
	}
	return err
}

// Client is the newer interface.
func Client(ctx context.Context, sc *stripe.Client, account, reserve string) error {
	params := &stripe.PaymentIntentCreateParams{}
	params.SetIdempotencyKey(uuid.NewString())
	params.SetStripeAccount(account)
	if _, err := sc.V1PaymentIntents.Create(ctx, params); err != nil {
		params.SetStripeAccount(reserve)
		_, err = sc.V1PaymentIntents.Create(ctx, params) // want "tenant: "
		return err
	}
	return nil
}

// Captured captures what it created: two operations.
func Captured(key string) error {
	create := &stripe.PaymentIntentParams{}
	create.SetIdempotencyKey(key)
	pi, err := paymentintent.New(create)
	if err != nil {
		return err
	}
	capture := &stripe.PaymentIntentCaptureParams{}
	capture.SetIdempotencyKey(key)
	_, err = paymentintent.Capture(pi.ID, capture) // want "reuse: "
	return err
}

// Own account each time, and a key for each operation.
func Own(key string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(key)
	pi, err := paymentintent.New(params)
	if err != nil {
		pi, err = paymentintent.New(params)
	}
	if err != nil {
		return err
	}
	back := &stripe.RefundParams{PaymentIntent: &pi.ID}
	back.SetIdempotencyKey(key + ":refund")
	_, err = refund.New(back)
	return err
}

// Looked looks at what it made.
func Looked(key string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(key)
	pi, err := paymentintent.New(params)
	if err != nil {
		return err
	}
	_, err = paymentintent.Get(pi.ID, params)
	return err
}
