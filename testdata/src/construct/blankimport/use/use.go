// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package use says nothing of keys: what it imports does.
package use

import (
	"context"
	"crypto/rand"

	"example.test/corpus/construct/blankimport/acme"
	_ "example.test/corpus/construct/blankimport/contracts"
)

// Charge makes a token for each attempt.
func Charge(ctx context.Context, c *acme.Client) error {
	var err error
	for range 3 {
		if err = c.Charge(ctx, &acme.Req{Token: rand.Text(), Cents: 1}); err == nil { // want "fresh-key"
			return nil
		}
	}
	return err
}

// Ping has no contract.
func Ping(ctx context.Context, c *acme.Client) error {
	var err error
	for range 3 {
		if err = c.Ping(ctx, &acme.Req{Token: rand.Text(), Cents: 1}); err == nil {
			return nil
		}
	}
	return err
}
