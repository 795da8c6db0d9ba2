// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package other uses the library, and does not import what describes it.
package other

import (
	"context"
	"crypto/rand"

	"example.test/corpus/construct/blankimport/acme"
)

// Charge makes a token for each attempt.
func Charge(ctx context.Context, c *acme.Client) error {
	var err error
	for range 3 {
		if err = c.Charge(ctx, &acme.Req{Token: rand.Text(), Cents: 1}); err == nil {
			return nil
		}
	}
	return err
}
