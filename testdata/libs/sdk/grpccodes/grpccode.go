// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package grpccode looks at the code of an error, as clients of gRPC do.
package grpccode

import (
	"context"
	"crypto/rand"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type API interface {
	Charge(ctx context.Context, idempotencyKey string) error
}

func Fresh(ctx context.Context, a API) (err error) {
	for range 3 {
		err = a.Charge(ctx, rand.Text()) // want "fresh-key"
		if status.Code(err) != codes.Unavailable {
			return err
		}
	}
	return err
}

func Failover(ctx context.Context, a, b API, key string) error {
	err := a.Charge(ctx, key)
	if status.Code(err) == codes.Unavailable {
		return b.Charge(ctx, key) // want "undeclared"
	}
	return err
}
