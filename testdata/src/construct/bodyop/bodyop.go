// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package bodyop: one endpoint for all; what is done after the failure is told apart in the body alone.
package bodyop

import (
	"bytes"
	"encoding/json"
	"net/http"

	"crypto/rand"
)

func rpc(c *http.Client, op, key string) error {
	b, _ := json.Marshal(map[string]string{"idempotency_key": key, "method": op})
	_, err := c.Post("https://pay.example.com/rpc", "application/json", bytes.NewReader(b))
	return err
}

func Debit(c *http.Client) error {
	if err := rpc(c, "debit", rand.Text()); err != nil {
		return rpc(c, "reverse", rand.Text())
	}
	return nil
}
