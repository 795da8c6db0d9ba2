// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package onlyafterproof makes another key only after the error that the first is used up.
package onlyafterproof

import (
	"crypto/rand"
	"errors"
)

var ErrKeyUsed = errors.New("idempotency key already used")

type Gateway interface {
	Charge(idempotencyKey string) error
}

func Pay(g Gateway) error {
	for {
		key := rand.Text()
		err := g.Charge(key)
		if errors.Is(err, ErrKeyUsed) {
			continue
		}
		return err
	}
}
