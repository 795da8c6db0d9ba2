// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package function calls a function that is described where it is imported from.
package function

import (
	"context"
	"crypto/rand"

	"example.test/corpus/construct/blankimport/acme"
	_ "example.test/corpus/construct/blankimport/contracts"
)

// Pay goes on to another host.
func Pay(ctx context.Context) error {
	r := &acme.Req{Token: rand.Text()}
	if err := acme.Pay(ctx, "https://a.example.com", r); err == nil {
		return nil
	}
	return acme.Pay(ctx, "https://b.example.com", r) // want "undeclared"
}
