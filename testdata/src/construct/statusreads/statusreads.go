// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package statusreads asks what became of a payment.
package statusreads

type Gateway interface {
	Charge(idempotencyKey string) error
}

type Ledger interface {
	StatusOf(idempotencyKey string) (bool, error)
}

func Pay(g Gateway, l Ledger, key string) error {
	err := g.Charge(key)
	if err != nil {
		if done, cerr := l.StatusOf(key); cerr == nil && done {
			return nil
		}
	}
	return err
}
