// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package tenant changes the tenant, or the account, between two attempts.
package tenant

import (
	"context"
	"net/http"
)

type API interface {
	//idemscope:send key=key to=API tenant=tenant
	Pay(ctx context.Context, tenant, key string) error
}

//idemscope:store scope=tenant
type perTenant struct{}

func (perTenant) Mark(key string) {}

//idemscope:store scope=account
type perAccount struct{}

func (perAccount) Mark(key string) {}

//idemscope:store scope=region
type regional struct{}

func (regional) Mark(key string) {}

func Other(ctx context.Context, api API, s perTenant, mine, theirs, key string) error {
	s.Mark(key)
	if err := api.Pay(ctx, mine, key); err != nil {
		return api.Pay(ctx, theirs, key) // want "tenant: "
	}
	return nil
}

func Account(ctx context.Context, api API, s perAccount, all []string, key string) (err error) {
	s.Mark(key)
	for _, tenant := range all {
		if err = api.Pay(ctx, tenant, key); err == nil { // want "tenant: "
			break
		}
	}
	return err
}

// Header names the tenant in a header.
func Header(ctx context.Context, c *http.Client, s perTenant, tenants []string, key string) error {
	s.Mark(key)
	var err error
	for _, tenant := range tenants {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodPost, "https://api.example.com/pay", nil); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		req.Header.Set("X-Tenant-ID", tenant)
		if _, err = c.Do(req); err == nil { // want "tenant: "
			return nil
		}
	}
	return err
}

// Same keeps the tenant.
func Same(ctx context.Context, api API, s perTenant, tenant, key string) error {
	s.Mark(key)
	if err := api.Pay(ctx, tenant, key); err != nil {
		return api.Pay(ctx, tenant, key)
	}
	return nil
}

// OtherHost keeps the tenant and changes the backend: the store asks for the tenant alone.
func OtherHost(ctx context.Context, a, b API, s perTenant, tenant, key string) error {
	s.Mark(key)
	if err := a.Pay(ctx, tenant, key); err != nil {
		return b.Pay(ctx, tenant, key)
	}
	return nil
}

// Regional does not partition by tenant.
func Regional(ctx context.Context, api API, s regional, mine, theirs, key string) error {
	s.Mark(key)
	if err := api.Pay(ctx, mine, key); err != nil {
		return api.Pay(ctx, theirs, key)
	}
	return nil
}

// Each tenant has a payment of its own, under a key of its own.
func Each(ctx context.Context, api API, s perTenant, tenants []string, month string) error {
	for _, tenant := range tenants {
		key := tenant + "/" + month
		s.Mark(key)
		if err := api.Pay(ctx, tenant, key); err != nil {
			return err
		}
	}
	return nil
}
