// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package asks: after the charge its state is asked for, by its key.
package asks

import (
	"net/http"
	"net/url"
)

func Charge(c *http.Client, key string) error {
	req, _ := http.NewRequest(http.MethodPost, "https://pay.example.com/charges", nil)
	req.Header.Set("Idempotency-Key", key)
	if _, err := c.Do(req); err != nil {
		return err
	}
	_, err := c.PostForm("https://pay.example.com/lookup", url.Values{"idempotency_key": {key}})
	return err
}
