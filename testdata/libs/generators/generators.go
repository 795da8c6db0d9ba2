// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package generators makes keys by the libraries that people use for it.
package generators

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=global
type store struct{}

func (store) Mark(key string) {}

func retry(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			break
		}
	}
	return err
}

func UUID(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, uuid.NewString()) // want "fresh-key: .*uuid"
	})
}

func UUIDMethod(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, "k-"+uuid.New().String()) // want "fresh-key: .*uuid"
	})
}

func UUIDv7(ctx context.Context, api API) error {
	return retry(func() error {
		id, err := uuid.NewV7() // want "fresh-key: .*uuid"
		if err != nil {
			return err
		}
		return api.Charge(ctx, id.String())
	})
}

func Must(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, uuid.Must(uuid.NewRandom()).String()) // want "fresh-key: .*uuid"
	})
}

func ULID(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, strings.ToLower(ulid.Make().String())) // want "fresh-key: "
	})
}

func XID(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, xid.New().String()) // want "fresh-key: .*xid"
	})
}

func KSUID(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, ksuid.New().String()) // want "fresh-key: .*ksuid"
	})
}

// Derived is the same for the same order.
func Derived(ctx context.Context, api API, order string) error {
	return retry(func() error {
		return api.Charge(ctx, uuid.NewSHA1(uuid.NameSpaceURL, []byte(order)).String())
	})
}

// Parsed was made elsewhere.
func Parsed(ctx context.Context, api API, text string) error {
	return retry(func() error {
		id, err := uuid.Parse(text)
		if err != nil {
			return err
		}
		return api.Charge(ctx, id.String())
	})
}

// Before makes it before.
func Before(ctx context.Context, api API) error {
	key := ulid.Make().String()
	return retry(func() error { return api.Charge(ctx, key) })
}

// Stored is unique enough for a store that all share.
func Stored(s store) {
	s.Mark(uuid.NewString())
	s.Mark(ulid.Make().String())
	s.Mark(xid.New().String())
	s.Mark(ksuid.New().String())
}
