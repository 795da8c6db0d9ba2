// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package gateway talks to the payment gateway over HTTP.
package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// The hosts of the gateway.
const (
	//idemscope:endpoint region=us-east-1
	East = "https://gateway.us-east-1.example.com"

	//idemscope:endpoint region=us-east-1
	EastStandby = "https://standby.us-east-1.example.com"

	//idemscope:endpoint region=eu-west-1
	West = "https://gateway.eu-west-1.example.com"
)

// Post sends one request under an idempotency key.
func Post(ctx context.Context, base, path, key string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+path, bytes.NewReader(data))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s: %s", path, resp.Status)
	}
	return nil
}

// Retry calls fn until it succeeds, four times at most, and waits longer each time.
func Retry(ctx context.Context, fn func() error) error {
	wait := 100 * time.Millisecond
	var err error
	for range 4 {
		if err = fn(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
			wait *= 2
		}
	}
	return err
}
