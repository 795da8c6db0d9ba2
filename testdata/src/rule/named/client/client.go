// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package client fails over between what another package declares.
package client

import (
	"context"

	"example.test/corpus/rule/named/api"
)

func Both(ctx context.Context, key string) error {
	if err := api.Post(ctx, api.Primary, key); err == nil {
		return nil
	}
	return api.Post(ctx, api.Standby, key)
}

func Leaves(ctx context.Context, key string) error {
	if err := api.Post(ctx, api.Primary, key); err == nil {
		return nil
	}
	return api.Post(ctx, api.Mirror, key) // want "scope: .* does not name store api.Dedup"
}

func Comes(ctx context.Context, key string) error {
	if err := api.Post(ctx, api.Mirror, key); err == nil {
		return nil
	}
	return api.Post(ctx, api.Primary, key) // want "scope: .* does not name store api.Dedup"
}

func List(ctx context.Context, key string) error {
	return api.Either(ctx, key, api.Primary, api.Standby)
}

func ListLeaves(ctx context.Context, key string) error {
	return api.Either(ctx, key, api.Primary, api.Mirror) // want "scope"
}

// Own is a store of this package's own, and no part of the far end's.
//
//idemscope:store scope=global implements=api.Dedup
type Own struct{}

//idemscope:endpoint store=Own
const Near = "https://near.example.com"

func Implements(ctx context.Context, key string) error {
	if err := api.Post(ctx, api.Primary, key); err == nil {
		return nil
	}
	return api.Post(ctx, Near, key)
}
