// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package zerovalue has endpoints that are empty structs: the type says where they lie.
package zerovalue

import (
	"context"
	"crypto/rand"
)

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

//idemscope:endpoint region=east
type east struct{}

//idemscope:send key=key to=e
func (e east) Pay(ctx context.Context, key string) error { return nil }

//idemscope:endpoint region=west
type west struct{}

//idemscope:send key=key to=w
func (w west) Pay(ctx context.Context, key string) error { return nil }

// Concrete knows the types.
func Concrete(ctx context.Context, s store) error {
	key := rand.Text()
	s.Mark(key)
	if err := (east{}).Pay(ctx, key); err != nil {
		return west{}.Pay(ctx, key) // want "scope: .*region west is not east"
	}
	return nil
}

// Same stays in one region.
func Same(ctx context.Context, s store) error {
	key := rand.Text()
	s.Mark(key)
	if err := (east{}).Pay(ctx, key); err != nil {
		return east{}.Pay(ctx, key)
	}
	return nil
}
