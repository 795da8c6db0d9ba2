// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package squares pays through Square, which does not say of whom it tells keys apart.
package squares

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/square/square-go-sdk"
	"github.com/square/square-go-sdk/client"
	"github.com/square/square-go-sdk/option"
)

func money(cents int64) *square.Money {
	return &square.Money{Amount: square.Int64(cents), Currency: square.CurrencyUsd.Ptr()}
}

// Fresh makes a key for each attempt.
func Fresh(ctx context.Context, c *client.Client, source string, cents int64) (err error) {
	for range 3 {
		_, err = c.Payments.Create(ctx, &square.CreatePaymentRequest{
			SourceID:       source,
			IdempotencyKey: uuid.NewString(), // want "fresh-key: "
			AmountMoney:    money(cents),
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type terminal struct {
	square *client.Client
	device string
}

func (t *terminal) order(cents int64) *square.CreateOrderRequest {
	return &square.CreateOrderRequest{
		Order:          &square.Order{LocationID: t.device, TotalMoney: money(cents)},
		IdempotencyKey: square.String(uuid.NewString()),
	}
}

// Built again for each attempt, and the key with it.
func (t *terminal) Built(ctx context.Context, cents int64) (id string, err error) {
	for range 3 {
		resp, err := t.square.Orders.Create(ctx, t.order(cents)) // want "fresh-key: "
		if err == nil {
			return *resp.Order.ID, nil
		}
	}
	return "", errors.New("no order")
}

// Once is built once.
func (t *terminal) Once(ctx context.Context, cents int64) (id string, err error) {
	req := t.order(cents)
	for range 3 {
		resp, err := t.square.Orders.Create(ctx, req)
		if err == nil {
			return *resp.Order.ID, nil
		}
	}
	return "", errors.New("no order")
}

// Before makes the key before.
func Before(ctx context.Context, c *client.Client, source string, cents int64) (err error) {
	key := uuid.NewString()
	for range 3 {
		_, err = c.Payments.Create(ctx, &square.CreatePaymentRequest{SourceID: source, IdempotencyKey: key, AmountMoney: money(cents)})
		if err == nil {
			return nil
		}
	}
	return err
}

// Sellers charges for the next seller if it did not work for this one.
func Sellers(ctx context.Context, main, reserve string, source string, cents int64) error {
	req := &square.CreatePaymentRequest{SourceID: source, IdempotencyKey: uuid.NewString(), AmountMoney: money(cents)}
	_, err := client.NewClient(option.WithToken(main)).Payments.Create(ctx, req)
	if err != nil {
		_, err = client.NewClient(option.WithToken(reserve)).Payments.Create(ctx, req) // want "undeclared: "
	}
	return err
}

// Seller makes its client anew, for the same seller.
func Seller(ctx context.Context, token, source string, cents int64) (err error) {
	req := &square.CreatePaymentRequest{SourceID: source, IdempotencyKey: uuid.NewString(), AmountMoney: money(cents)}
	for range 3 {
		c := client.NewClient(option.WithToken(token), option.WithBaseURL(square.Environments.Production))
		if _, err = c.Payments.Create(ctx, req); err == nil {
			return nil
		}
	}
	return err
}

// Clients fails over from one to another.
func Clients(ctx context.Context, a, b *client.Client, key, source string) error {
	req := &square.CreatePaymentRequest{SourceID: source, IdempotencyKey: key, AmountMoney: money(100)}
	if _, err := a.Payments.Create(ctx, req); err != nil {
		_, err = b.Payments.Create(ctx, req) // want "undeclared: "
		return err
	}
	return nil
}

// Paid pays the order that it made, under the order's key.
func Paid(ctx context.Context, c *client.Client, key string, payments []string) error {
	resp, err := c.Orders.Create(ctx, &square.CreateOrderRequest{Order: &square.Order{}, IdempotencyKey: &key})
	if err != nil {
		return err
	}
	_, err = c.Orders.Pay(ctx, &square.PayOrderRequest{OrderID: *resp.Order.ID, IdempotencyKey: key, PaymentIDs: payments}) // want "reuse: "
	return err
}

// PaidApart has a key for each.
func PaidApart(ctx context.Context, c *client.Client, key string, payments []string) error {
	resp, err := c.Orders.Create(ctx, &square.CreateOrderRequest{Order: &square.Order{}, IdempotencyKey: square.String(key + ":order")})
	if err != nil {
		return err
	}
	_, err = c.Orders.Pay(ctx, &square.PayOrderRequest{OrderID: *resp.Order.ID, IdempotencyKey: key + ":pay", PaymentIDs: payments})
	return err
}

// Undone cancels what may have been paid: by its key, which names the payment here.
func Undone(ctx context.Context, c *client.Client, source string) error {
	key := uuid.NewString()
	_, err := c.Payments.Create(ctx, &square.CreatePaymentRequest{SourceID: source, IdempotencyKey: key, AmountMoney: money(100)})
	if err != nil {
		_, err = c.Payments.CancelByIdempotencyKey(ctx, &square.CancelPaymentByIdempotencyKeyRequest{IdempotencyKey: key})
	}
	return err
}

// Refunded gives the money back under the payment's key: keys are told apart by endpoint here.
func Refunded(ctx context.Context, c *client.Client, key, source string) error {
	resp, err := c.Payments.Create(ctx, &square.CreatePaymentRequest{SourceID: source, IdempotencyKey: key, AmountMoney: money(100)})
	if err != nil {
		return err
	}
	_, err = c.Refunds.RefundPayment(ctx, &square.RefundPaymentRequest{IdempotencyKey: key, PaymentID: resp.Payment.ID, AmountMoney: money(100)})
	return err
}
