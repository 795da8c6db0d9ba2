// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package bodynumber: the same with the item's number in the key.
package bodynumber

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
)

type hold struct {
	IdempotencyKey string `json:"idempotency_key"`
	Seat           string `json:"seat"`
}

func First(c *http.Client, order string, seats []string) (err error) {
	for i, s := range seats {
		b, _ := json.Marshal(hold{fmt.Sprintf("%s-%d", order, i), s})
		if _, err = c.Post("https://seats.example.com/holds", "application/json", bytes.NewReader(b)); err == nil {
			return nil
		}
	}
	return err
}
