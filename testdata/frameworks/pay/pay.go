// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pay is the client that the handlers of this module use.
package pay

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
)

// Charge asks for a payment under a key.
func Charge(ctx context.Context, url, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/charges", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("charge: %s", resp.Status)
	}
	return nil
}

// ChargeAnew makes a key of its own.
func ChargeAnew(ctx context.Context, url string) error {
	return Charge(ctx, url, uuid.NewString())
}
