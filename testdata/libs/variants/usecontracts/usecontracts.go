// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package usecontracts uses vendorapi under the contracts of package contracts.
package usecontracts

import (
	"context"
	"crypto/rand"

	_ "example.test/libs/variants/contracts"
	"example.test/libs/variants/vendorapi"
)

type router struct {
	us, eu *vendorapi.Client
	cache  *vendorapi.Cache
}

func newRouter() *router {
	return &router{us: vendorapi.New("us"), eu: vendorapi.New("eu"), cache: vendorapi.NewCache("x")}
}

func (r *router) Charge(ctx context.Context) error {
	req := &vendorapi.ChargeRequest{Ref: rand.Text()}
	if err := r.cache.Put(req.Ref); err != nil {
		return err
	}
	if _, err := r.us.Charge(ctx, req); err != nil {
		_, err = r.eu.Charge(ctx, req) // want "scope: "
		return err
	}
	return nil
}

func (r *router) ChargeSame(ctx context.Context) error {
	req := &vendorapi.ChargeRequest{Ref: rand.Text()}
	if err := r.cache.Put(req.Ref); err != nil {
		return err
	}
	if _, err := r.us.Charge(ctx, req); err != nil {
		_, err = r.us.Charge(ctx, req)
		return err
	}
	return nil
}

func (r *router) Looped(ctx context.Context) error {
	return vendorapi.Loop("charge", func() error {
		_, err := r.us.Charge(ctx, &vendorapi.ChargeRequest{Ref: rand.Text()}) // want "fresh-key: "
		return err
	})
}

func (r *router) LoopedOnce(ctx context.Context) error {
	req := &vendorapi.ChargeRequest{Ref: rand.Text()}
	return vendorapi.Loop("charge", func() error {
		_, err := r.us.Charge(ctx, req)
		return err
	})
}

func (r *router) Refs() error { return r.cache.Put(vendorapi.NewRef()) } // want "collision: "

func (r *router) RefsRandom() error { return r.cache.Put(rand.Text()) }

//idemscope:store scope=tenant
type ledger struct{}

func (ledger) Reserve(key string) {}

func (r *router) Refund(ctx context.Context, l ledger, a, b string) error {
	ref := rand.Text()
	l.Reserve(ref)
	if err := r.us.Refund(ctx, ref, a); err != nil {
		return r.us.Refund(ctx, ref, b) // want "tenant: "
	}
	return nil
}

func (r *router) RefundSame(ctx context.Context, l ledger, a string) error {
	ref := rand.Text()
	l.Reserve(ref)
	if err := r.us.Refund(ctx, ref, a); err != nil {
		return r.eu.Refund(ctx, ref, a)
	}
	return nil
}
