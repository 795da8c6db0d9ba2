// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package structs hides the clock in a struct.
package structs

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"
)

func post(ctx context.Context, url, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type request struct {
	Order string
	At    time.Time
}

// Struct hides it in a field of what is hashed.
func Struct(ctx context.Context, order string) error {
	b, err := json.Marshal(request{Order: order, At: time.Now()}) // want "unstable: "
	if err != nil {
		return err
	}
	return post(ctx, "https://api.example.com/transfers", hex.EncodeToString(b))
}

// Given has the time in the request.
func Given(ctx context.Context, order string, at time.Time) error {
	b, err := json.Marshal(request{Order: order, At: at})
	if err != nil {
		return err
	}
	return post(ctx, "https://api.example.com/transfers", hex.EncodeToString(b))
}

// Replaced overwrites it before it counts.
func Replaced(ctx context.Context, order string) error {
	r := request{Order: order, At: time.Now()}
	r.At = time.Time{}
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return post(ctx, "https://api.example.com/transfers", hex.EncodeToString(b))
}

// Other puts it into a struct that is no part of the key.
func Other(ctx context.Context, order string) error {
	logged := request{Order: order, At: time.Now()}
	println(logged.At.String())
	return post(ctx, "https://api.example.com/transfers", order)
}
