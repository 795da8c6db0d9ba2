// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package razorpays pays through Razorpay, whose keys are extra headers.
package razorpays

import (
	"time"

	"github.com/google/uuid"
	"github.com/razorpay/razorpay-go"
)

const transferKey = "X-Transfer-Idempotency"

// Fresh makes a key for each attempt.
func Fresh(c *razorpay.Client, data map[string]any) (err error) {
	for range 3 {
		headers := map[string]string{transferKey: uuid.NewString()} // want "fresh-key: "
		if _, err = c.Transfer.Create(data, headers); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Before makes it before.
func Before(c *razorpay.Client, data map[string]any) (err error) {
	headers := map[string]string{transferKey: uuid.NewString()}
	for range 3 {
		if _, err = c.Transfer.Create(data, headers); err == nil {
			return nil
		}
	}
	return err
}

// Accounts tries another account.
func Accounts(key, secret, reserve, reserveSecret string, data map[string]any) error {
	headers := map[string]string{transferKey: uuid.NewString()}
	if _, err := razorpay.NewClient(key, secret).Transfer.Create(data, headers); err == nil {
		return nil
	}
	_, err := razorpay.NewClient(reserve, reserveSecret).Transfer.Create(data, headers) // want "undeclared: "
	return err
}

// Account makes its client anew.
func Account(key, secret string, data map[string]any) (err error) {
	headers := map[string]string{transferKey: uuid.NewString()}
	for range 3 {
		if _, err = razorpay.NewClient(key, secret).Transfer.Create(data, headers); err == nil {
			return nil
		}
	}
	return err
}

// Payout has no method of its own.
func Payout(c *razorpay.Client, data map[string]any) (err error) {
	for range 3 {
		_, err = c.Transfer.Request.Post("/v1/payouts", data, map[string]string{
			"X-Payout-Idempotency": uuid.NewString(), // want "fresh-key: "
		})
		if err == nil {
			return nil
		}
	}
	return err
}

func PayoutBefore(c *razorpay.Client, id string, data map[string]any) (err error) {
	for range 3 {
		_, err = c.Transfer.Request.Post("/v1/payouts", data, map[string]string{"X-Payout-Idempotency": id})
		if err == nil {
			return nil
		}
	}
	return err
}

// Traced has another header anew each time, which is no key.
func Traced(c *razorpay.Client, id string, data map[string]any) (err error) {
	for range 3 {
		headers := map[string]string{transferKey: id, "X-Trace": uuid.NewString()}
		if _, err = c.Transfer.Create(data, headers); err == nil {
			return nil
		}
	}
	return err
}
