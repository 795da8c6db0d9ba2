// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package tenants keeps to one tenant for each key.
package tenants

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
)

//idemscope:store scope=tenant
type ledger struct{}

func (ledger) Reserve(tenant, key string) error { return nil }

type Tenant struct {
	ID   string
	Plan string
}

type PayRequest struct {
	TenantID       string
	Amount         int64
	IdempotencyKey string
}

type Payer interface {
	//idemscope:send key=req.IdempotencyKey to=Payer tenant=req.TenantID
	Pay(ctx context.Context, req *PayRequest) error
}

// OneTenant repeats for one tenant.
func OneTenant(ctx context.Context, p Payer, l ledger, t Tenant) (err error) {
	req := &PayRequest{TenantID: t.ID, Amount: 100, IdempotencyKey: uuid.NewString()}
	if err := l.Reserve(t.ID, req.IdempotencyKey); err != nil {
		return err
	}
	for range 3 {
		if err = p.Pay(ctx, req); err == nil {
			return nil
		}
	}
	return err
}

// Rebuilt builds the request again for each attempt.
func Rebuilt(ctx context.Context, p Payer, l ledger, t Tenant) (err error) {
	key := uuid.NewString()
	if err := l.Reserve(t.ID, key); err != nil {
		return err
	}
	for range 3 {
		req := &PayRequest{TenantID: t.ID, Amount: 100, IdempotencyKey: key}
		if err = p.Pay(ctx, req); err == nil {
			return nil
		}
	}
	return err
}

// Switched switches the tenant in the request.
func Switched(ctx context.Context, p Payer, l ledger, a, b string) error {
	req := &PayRequest{TenantID: a, Amount: 100, IdempotencyKey: uuid.NewString()}
	if err := l.Reserve(a, req.IdempotencyKey); err != nil {
		return err
	}
	if err := p.Pay(ctx, req); err != nil {
		req.TenantID = b
		return p.Pay(ctx, req) // want "tenant: "
	}
	return nil
}

// Amount changes another field.
func Amount(ctx context.Context, p Payer, l ledger, a string) error {
	req := &PayRequest{TenantID: a, Amount: 100, IdempotencyKey: uuid.NewString()}
	if err := l.Reserve(a, req.IdempotencyKey); err != nil {
		return err
	}
	if err := p.Pay(ctx, req); err != nil {
		req.Amount = 50
		return p.Pay(ctx, req)
	}
	return nil
}

// KeyPerTenant makes a key for each tenant.
func KeyPerTenant(ctx context.Context, p Payer, l ledger, ts []Tenant) (err error) {
	for _, t := range ts {
		req := &PayRequest{TenantID: t.ID, Amount: 1, IdempotencyKey: uuid.NewString()}
		if err = l.Reserve(t.ID, req.IdempotencyKey); err != nil {
			return err
		}
		for range 3 {
			if err = p.Pay(ctx, req); err == nil {
				break
			}
		}
	}
	return err
}

// Derived derives the key from the tenant.
func Derived(ctx context.Context, p Payer, l ledger, ts []Tenant, run string) error {
	for _, t := range ts {
		key := fmt.Sprintf("%s-%s", run, t.ID)
		if err := l.Reserve(t.ID, key); err != nil {
			return err
		}
		if err := p.Pay(ctx, &PayRequest{TenantID: t.ID, IdempotencyKey: key}); err == nil {
			return nil
		}
	}
	return errors.New("nobody pays")
}

// Everyone charges every tenant under one key of a run, whether or not the last one paid.
func Everyone(ctx context.Context, p Payer, l ledger, ts []Tenant, run string) error {
	var errs []error
	for _, t := range ts {
		if err := l.Reserve(t.ID, run); err != nil {
			return err
		}
		errs = append(errs, p.Pay(ctx, &PayRequest{TenantID: t.ID, IdempotencyKey: run}))
	}
	return errors.Join(errs...)
}

// Header names the tenant in a header that stays.
func Header(ctx context.Context, l ledger, tenant, key string) error {
	if err := l.Reserve(tenant, key); err != nil {
		return err
	}
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://api.example.com/pay", nil)
		if err != nil {
			return err
		}
		req.Header.Set("X-Tenant-ID", tenant)
		req.Header.Set("Idempotency-Key", key)
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("down")
}

type session struct{ tenant string }

func (s *session) TenantID() string { return s.tenant }

// FromSession asks the session for each attempt.
func FromSession(ctx context.Context, p Payer, l ledger, s *session, key string) error {
	if err := l.Reserve(s.TenantID(), key); err != nil {
		return err
	}
	for range 3 {
		if err := p.Pay(ctx, &PayRequest{TenantID: s.TenantID(), IdempotencyKey: key}); err == nil {
			return nil
		}
	}
	return errors.New("down")
}

// ParentTenant tries the parent where the child has no account yet: two keys.
func ParentTenant(ctx context.Context, p Payer, l ledger, child, parent, key string) error {
	if err := l.Reserve(child, key); err != nil {
		return err
	}
	if err := p.Pay(ctx, &PayRequest{TenantID: child, IdempotencyKey: key}); err == nil {
		return nil
	}
	up := key + "@" + parent
	if err := l.Reserve(parent, up); err != nil {
		return err
	}
	return p.Pay(ctx, &PayRequest{TenantID: parent, IdempotencyKey: up})
}
