// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package resties fills requests in step by step.
package resties

import (
	"context"
	"errors"

	"github.com/cenkalti/backoff/v5"
	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	three "resty.dev/v3"
)

var errRefused = errors.New("refused")

// Fresh makes a key for each attempt.
func Fresh(ctx context.Context, c *resty.Client, order any) error {
	_, err := backoff.Retry(ctx, func() (*resty.Response, error) {
		resp, err := c.R().SetContext(ctx).SetHeader("Idempotency-Key", uuid.NewString()).SetBody(order).Post("/charges") // want "fresh-key: "
		if err == nil && resp.IsError() {
			err = errRefused
		}
		return resp, err
	})
	return err
}

// Kept makes it before.
func Kept(ctx context.Context, c *resty.Client, order any) error {
	key := uuid.NewString()
	_, err := backoff.Retry(ctx, func() (*resty.Response, error) {
		return c.R().SetContext(ctx).SetHeader("Idempotency-Key", key).SetBody(order).Post("/charges")
	})
	return err
}

// FreshThree is written for version 3.
func FreshThree(c *three.Client, order any) error {
	var err error
	for range 3 {
		if _, err = c.R().SetHeaders(map[string]string{"Idempotency-Key": uuid.NewString()}).SetBody(order).Post("/charges"); err == nil { // want "fresh-key: "
			return nil
		}
	}
	return err
}

// Failover sends one key to two hosts.
func Failover(c *resty.Client, order any) error {
	key := uuid.NewString()
	_, err := c.R().SetHeader("Idempotency-Key", key).SetBody(order).Post("https://a.example.com/charges")
	if err != nil {
		_, err = c.R().SetHeader("Idempotency-Key", key).SetBody(order).Post("https://b.example.com/charges") // want "undeclared: "
	}
	return err
}

// Again stays with the client's host.
func Again(c *resty.Client, order any) error {
	key := uuid.NewString()
	_, err := c.R().SetHeader("Idempotency-Key", key).SetBody(order).Post("/charges")
	if err != nil {
		_, err = c.R().SetHeader("Idempotency-Key", key).SetBody(order).Post("/charges")
	}
	return err
}

// Twice sends one key for two operations.
func Twice(c *resty.Client, order any) error {
	key := uuid.NewString()
	if _, err := c.R().SetHeader("Idempotency-Key", key).SetBody(order).Post("/charges"); err != nil {
		return err
	}
	_, err := c.R().SetHeader("Idempotency-Key", key).SetBody(order).Post("/receipts") // want "reuse: "
	return err
}

// Unkeyed sends no key with the second operation.
func Unkeyed(c *resty.Client, order any) error {
	key := uuid.NewString()
	if _, err := c.R().SetHeader("Idempotency-Key", key).SetBody(order).Post("/charges"); err != nil {
		return err
	}
	_, err := c.R().SetBody(order).Post("/receipts")
	return err
}

// Read asks.
func Read(c *resty.Client) error {
	var err error
	for range 3 {
		if _, err = c.R().SetHeader("Idempotency-Key", uuid.NewString()).Get("/charges"); err == nil {
			return nil
		}
	}
	return err
}

// Hosts turns to another host with the key of the first.
func Hosts(c *resty.Client, hosts []string, order any) error {
	key := uuid.NewString()
	var err error
	for _, h := range hosts {
		if _, err = c.R().SetHeader("Idempotency-Key", key).SetBody(order).Post(h + "/charges"); err == nil { // want "undeclared: "
			return nil
		}
	}
	return err
}
