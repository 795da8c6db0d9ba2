// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package notyet: RFC 8628; the loop goes on only when the server answers "authorization_pending". (workos-go)
package notyet

import (
	"errors"
	"net/http"

	"crypto/rand"
)

type apiError struct{ Code string }

func (e *apiError) Error() string { return e.Code }

func Poll(c *http.Client) error {
	for {
		req, _ := http.NewRequest(http.MethodPost, "https://id.example.com/token", nil)
		req.Header.Set("Idempotency-Key", rand.Text())
		err := decode(c.Do(req))
		var e *apiError
		if errors.As(err, &e) && e.Code == "authorization_pending" {
			continue
		}
		return err
	}
}

func decode(resp *http.Response, err error) error {
	if err == nil && resp.StatusCode == 400 {
		return &apiError{resp.Header.Get("X-Code")}
	}
	return err
}
