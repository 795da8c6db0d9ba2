// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package memocalls makes keys unless there is one, behind a call; and keeps keys in structs.
package memocalls

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

//idemscope:send key=key to=url
func send(ctx context.Context, url, id, key string) error { return nil }

//idemscope:store scope=region
type store struct{}

func (store) Claim(string) {}

type K struct{ Tenant, ID string }

// value struct, marshalled: "a constant"?
func C1(st store, tenant, id string) {
	b, _ := json.Marshal(K{tenant, id})
	st.Claim(string(b))
}
func C2(st store, tenant, id string) {
	b, _ := json.Marshal(&K{tenant, id})
	st.Claim(string(b))
}
func C3(st store, tenant, id string) {
	k := K{Tenant: tenant, ID: id}
	st.Claim(fmt.Sprintf("%v", k))
}
func C4(st store, tenant, id string) {
	st.Claim(fmt.Sprintf("%v", [2]string{tenant, id}))
}
func C5(st store, tenant, id string) {
	b, _ := json.Marshal(map[string]string{"t": tenant, "id": id})
	st.Claim(string(b))
}
func C6(st store, tenant, id string) {
	b, _ := json.Marshal([]string{tenant, id})
	st.Claim(string(b))
}

func (k K) String() string           { return k.Tenant + "/" + k.ID }
func C7(st store, tenant, id string) { st.Claim(K{tenant, id}.String()) }

// memo in callee
type M struct{ key string }

func (m *M) ensure() string {
	if m.key == "" {
		m.key = uuid.NewString()
	}
	return m.key
}
func D1(ctx context.Context, m *M) (err error) {
	for range 3 {
		if err = send(ctx, "u", "", m.ensure()); err == nil {
			return nil
		}
	}
	return err
}
func (m *M) fill() {
	if m.key == "" {
		m.key = uuid.NewString()
	}
}
func D2(ctx context.Context, m *M) (err error) {
	for range 3 {
		m.fill()
		if err = send(ctx, "u", "", m.key); err == nil {
			return nil
		}
	}
	return err
}
func orNew(k string) string {
	if k == "" {
		return uuid.NewString()
	}
	return k
}
func D3(ctx context.Context, key string) (err error) {
	for range 3 {
		key = orNew(key)
		if err = send(ctx, "u", "", key); err == nil {
			return nil
		}
	}
	return err
}
func do(ctx context.Context, key string) error {
	if key == "" {
		key = uuid.NewString()
	}
	return send(ctx, "u", "", key)
}

// D4: the caller gives a key that is not empty.
func D4(ctx context.Context) (err error) {
	key := uuid.NewString()
	for range 3 {
		if err = do(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

// D5 guilty: the caller gives none.
func D5(ctx context.Context) (err error) {
	for range 3 {
		if err = do(ctx, ""); err == nil { // want "fresh-key: "
			return nil
		}
	}
	return err
}

// D6: id constant key
func D6(ctx context.Context, order string) (err error) {
	for range 3 {
		if err = do(ctx, "order-"+order); err == nil {
			return nil
		}
	}
	return err
}

// D7: nobody in this package says whether it is empty.
func D7(ctx context.Context, key string) (err error) {
	for range 3 {
		if err = do(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

type Req struct{ IdempotencyKey string }

func doReq(ctx context.Context, r *Req) error {
	if r.IdempotencyKey == "" {
		r.IdempotencyKey = uuid.NewString()
	}
	return send(ctx, "u", "", r.IdempotencyKey)
}
func D8(ctx context.Context, r *Req) (err error) {
	for range 3 {
		if err = doReq(ctx, r); err == nil {
			return nil
		}
	}
	return err
}
func doReqV(ctx context.Context, r Req) error {
	if r.IdempotencyKey == "" {
		r.IdempotencyKey = uuid.NewString()
	}
	return send(ctx, "u", "", r.IdempotencyKey)
}
func D9(ctx context.Context, key string) (err error) {
	r := Req{IdempotencyKey: "k" + key}
	for range 3 {
		if err = doReqV(ctx, r); err == nil {
			return nil
		}
	}
	return err
}
func retry(fn func() error) (err error) {
	for range 3 {
		if err = fn(); err == nil {
			return nil
		}
	}
	return err
}
func D10(ctx context.Context, r *Req) error { return retry(func() error { return doReq(ctx, r) }) }
func D11(ctx context.Context) error {
	key := uuid.NewString()
	return retry(func() error { return do(ctx, key) })
}
func D12(ctx context.Context) error {
	return retry(func() error { return do(ctx, "") }) // want "fresh-key: "
}
