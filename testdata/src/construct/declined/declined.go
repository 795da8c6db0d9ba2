// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package declined: a new key only after the bank has refused: no money moved, and the old key would repeat the refusal.
package declined

import (
	"errors"
	"net/http"

	"crypto/rand"
)

var ErrDeclined = errors.New("card declined")

func charge(c *http.Client, key string) error {
	req, _ := http.NewRequest(http.MethodPost, "https://pay.example.com/charges", nil)
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(req)
	if err == nil && resp.StatusCode == http.StatusPaymentRequired {
		return ErrDeclined
	}
	return err
}

func Collect(c *http.Client) error {
	for i := 0; i < 3; i++ {
		if err := charge(c, rand.Text()); !errors.Is(err, ErrDeclined) {
			return err
		}
	}
	return ErrDeclined
}
