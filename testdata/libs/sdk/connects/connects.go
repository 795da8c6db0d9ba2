// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package connects sends keys in the headers of Connect requests.
package connects

import (
	"context"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/emptypb"
)

// PaymentsClient stands for a generated client.
type PaymentsClient interface {
	Create(context.Context, *connect.Request[emptypb.Empty]) (*connect.Response[emptypb.Empty], error)
}

// Fresh makes a key for each attempt.
func Fresh(ctx context.Context, c PaymentsClient) error {
	var err error
	for range 3 {
		req := connect.NewRequest(&emptypb.Empty{})
		req.Header().Set("Idempotency-Key", uuid.NewString()) // want "fresh-key: "
		if _, err = c.Create(ctx, req); err == nil {
			return nil
		}
	}
	return err
}

// Kept makes it before.
func Kept(ctx context.Context, c PaymentsClient) error {
	key := uuid.NewString()
	var err error
	for range 3 {
		req := connect.NewRequest(&emptypb.Empty{})
		req.Header().Set("Idempotency-Key", key)
		if _, err = c.Create(ctx, req); err == nil {
			return nil
		}
	}
	return err
}

// KeptInRequest sends one request again.
func KeptInRequest(ctx context.Context, c PaymentsClient) error {
	req := connect.NewRequest(&emptypb.Empty{})
	req.Header().Set("Idempotency-Key", uuid.NewString())
	var err error
	for range 3 {
		if _, err = c.Create(ctx, req); err == nil {
			return nil
		}
	}
	return err
}

// Failover turns to another client.
func Failover(ctx context.Context, near, far PaymentsClient) error {
	req := connect.NewRequest(&emptypb.Empty{})
	req.Header().Set("Idempotency-Key", uuid.NewString())
	_, err := near.Create(ctx, req)
	if err != nil {
		_, err = far.Create(ctx, req) // want "undeclared: "
	}
	return err
}

// Plain carries none.
func Plain(ctx context.Context, near, far PaymentsClient) error {
	req := connect.NewRequest(&emptypb.Empty{})
	_, err := near.Create(ctx, req)
	if err != nil {
		_, err = far.Create(ctx, req)
	}
	return err
}

// Unary calls a client of the library itself.
func Unary(ctx context.Context, c *connect.Client[emptypb.Empty, emptypb.Empty]) error {
	var err error
	for range 3 {
		req := connect.NewRequest(&emptypb.Empty{})
		req.Header().Set("Idempotency-Key", uuid.NewString()) // want "fresh-key: "
		if _, err = c.CallUnary(ctx, req); err == nil {
			return nil
		}
	}
	return err
}
