// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package tenants changes the tenant between attempts, by carriers and contracts.
package tenants

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
)

//idemscope:store scope=tenant
type ledger struct{}

func (ledger) Reserve(key string) {}

func post(tenant, key string) error {
	req, err := http.NewRequest("POST", "https://pay.example.com/x", nil)
	if err != nil {
		return err
	}
	req.Header.Set("X-Tenant-ID", tenant)
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Header(l ledger, a, b string) error {
	key := rand.Text()
	l.Reserve(key)
	if err := post(a, key); err != nil {
		return post(b, key) // want "tenant: "
	}
	return nil
}

func HeaderSame(l ledger, a string) error {
	key := rand.Text()
	l.Reserve(key)
	if err := post(a, key); err != nil {
		return post(a, key)
	}
	return nil
}

func HeaderConst(l ledger) error {
	key := rand.Text()
	l.Reserve(key)
	for _, t := range []string{"acme", "umbrella"} {
		if post(t, key) == nil { // want "tenant: "
			return nil
		}
	}
	return errors.New("x")
}

func HeaderDirect(l ledger, a, b string) error {
	key := rand.Text()
	l.Reserve(key)
	req, err := http.NewRequest("POST", "https://pay.example.com/x", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	req.Header.Set("X-Tenant-ID", a)
	if _, err = http.DefaultClient.Do(req); err != nil {
		req.Header.Set("X-Tenant-ID", b)
		_, err = http.DefaultClient.Do(req) // want "tenant: "
	}
	return err
}

type PayRequest struct {
	TenantID       string
	IdempotencyKey string
}

type API interface {
	Pay(ctx context.Context, r *PayRequest) error
}

func Field(ctx context.Context, api API, l ledger, a, b string) error {
	r := &PayRequest{TenantID: a, IdempotencyKey: rand.Text()}
	l.Reserve(r.IdempotencyKey)
	if err := api.Pay(ctx, r); err != nil {
		r.TenantID = b
		return api.Pay(ctx, r) // want "tenant: "
	}
	return nil
}

func FieldSame(ctx context.Context, api API, l ledger, a string) error {
	r := &PayRequest{TenantID: a, IdempotencyKey: rand.Text()}
	l.Reserve(r.IdempotencyKey)
	if err := api.Pay(ctx, r); err != nil {
		return api.Pay(ctx, r)
	}
	return nil
}

type Param interface {
	Pay(ctx context.Context, tenantID, idempotencyKey string) error
}

func ParamWalk(ctx context.Context, api Param, l ledger, tenants []string) error {
	key := rand.Text()
	l.Reserve(key)
	for _, t := range tenants {
		if api.Pay(ctx, t, key) == nil { // want "tenant: "
			return nil
		}
	}
	return errors.New("x")
}

func ParamEach(ctx context.Context, api Param, l ledger, tenants []string) error {
	key := rand.Text()
	l.Reserve(key)
	for _, t := range tenants {
		if err := api.Pay(ctx, t, key); err != nil {
			return err
		}
	}
	return nil
}
