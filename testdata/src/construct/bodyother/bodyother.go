// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package bodyother: each turn offers the job to another person, who is named in the body beside the key.
package bodyother

import (
	"bytes"
	"encoding/json"
	"net/http"

	"crypto/rand"
)

func Each(c *http.Client, people []string) (err error) {
	for _, p := range people {
		b, _ := json.Marshal(map[string]string{"idempotency_key": rand.Text(), "to": p})
		if _, err = c.Post("https://jobs.example.com/offers", "application/json", bytes.NewReader(b)); err == nil {
			return nil
		}
	}
	return err
}
