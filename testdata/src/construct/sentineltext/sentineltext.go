// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sentineltext has an error that says by its text that nothing was executed.
package sentineltext

import (
	"crypto/rand"
	"errors"
)

var ErrTwice = errors.New("idempotency key already used")

type Gateway interface {
	Charge(idempotencyKey string) error
}

func Pay(g Gateway) (err error) {
	key := rand.Text()
	for range 3 {
		if err = g.Charge(key); err == nil {
			return nil
		}
		if errors.Is(err, ErrTwice) {
			key = rand.Text()
		}
	}
	return err
}
