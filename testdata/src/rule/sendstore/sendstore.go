// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sendstore names the store at the endpoint: a key collides where it is sent.
package sendstore

import (
	"context"
	"crypto/rand"
	"net/http"
	"strconv"
	"time"
)

//idemscope:store scope=global
type ledger struct{}

//idemscope:endpoint region=a store=sendstore.ledger
const base = "https://a.example.com"

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

// Clocked is the same for all who ask in one second.
func Clocked(ctx context.Context) error {
	return post(ctx, base+"/jobs", strconv.FormatInt(time.Now().Unix(), 10)) // want "collision: "
}

// Random meets no other.
func Random(ctx context.Context) error { return post(ctx, base+"/jobs", rand.Text()) }

// Forward hands on what a client chose.
func Forward(w http.ResponseWriter, r *http.Request) {
	if post(r.Context(), base+"/jobs", r.Header.Get("Idempotency-Key")) != nil { // want "collision: "
		w.WriteHeader(http.StatusBadGateway)
	}
}

// ForwardTenant puts the tenant in front.
func ForwardTenant(w http.ResponseWriter, r *http.Request) {
	if post(r.Context(), base+"/jobs", r.Header.Get("X-Tenant-ID")+"/"+r.Header.Get("Idempotency-Key")) != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}
