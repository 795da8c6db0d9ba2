// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package tells: an alert that quotes the key is no attempt.
package tells

import (
	"bytes"
	"encoding/json"
	"net/http"
)

func Charge(c *http.Client, key string) error {
	req, _ := http.NewRequest(http.MethodPost, "https://pay.example.com/charges", nil)
	req.Header.Set("Idempotency-Key", key)
	_, err := c.Do(req)
	if err != nil {
		b, _ := json.Marshal(map[string]string{"text": err.Error(), "idempotency_key": key})
		_, _ = c.Post("https://hooks.example.com/alerts", "application/json", bytes.NewReader(b))
	}
	return err
}
