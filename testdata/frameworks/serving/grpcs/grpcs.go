// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package grpcs serves a gRPC service.
package grpcs

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
	"google.golang.org/grpc/metadata"
)

// CreateRequest stands for a generated message.
type CreateRequest struct {
	IdempotencyKey string
	Amount         int64
}

// GetIdempotencyKey is what the generator writes.
func (r *CreateRequest) GetIdempotencyKey() string {
	if r != nil {
		return r.IdempotencyKey
	}
	return ""
}

// UnimplementedPaymentsServer stands for the generated type.
type UnimplementedPaymentsServer struct{}

type subjectKey struct{}

func subject(ctx context.Context) string {
	s, _ := ctx.Value(subjectKey{}).(string)
	return s
}

type server struct {
	UnimplementedPaymentsServer
	rdb *redis.Client
}

func (s *server) Create(ctx context.Context, req *CreateRequest) (string, error) {
	who := subject(ctx)
	first, err := s.rdb.SetNX(ctx, "pay:"+req.GetIdempotencyKey(), who, time.Hour).Result() // want "collision: "
	if err != nil || !first {
		return "", err
	}
	return who, nil
}

func (s *server) CreateScoped(ctx context.Context, req *CreateRequest) (string, error) {
	who := subject(ctx)
	first, err := s.rdb.SetNX(ctx, "pay:"+who+":"+req.GetIdempotencyKey(), who, time.Hour).Result()
	if err != nil || !first {
		return "", err
	}
	return who, nil
}

// FromMetadata reads the key from the metadata of the call.
func (s *server) FromMetadata(ctx context.Context, req *CreateRequest) (string, error) {
	who := subject(ctx)
	md, _ := metadata.FromIncomingContext(ctx)
	keys := md.Get("idempotency-key")
	if len(keys) == 0 {
		return who, nil
	}
	first, err := s.rdb.SetNX(ctx, keys[0], who, time.Hour).Result() // want "collision: "
	if err != nil || !first {
		return "", err
	}
	return who, nil
}

// FromContext reads it at once.
func (s *server) FromContext(ctx context.Context, req *CreateRequest) (string, error) {
	who := subject(ctx)
	if keys := metadata.ValueFromIncomingContext(ctx, "idempotency-key"); len(keys) > 0 {
		if first, err := s.rdb.SetNX(ctx, keys[0], who, time.Hour).Result(); err != nil || !first { // want "collision: "
			return "", err
		}
	}
	return who, nil
}

// client is no server: what it is given nobody sent.
type client struct{ rdb *redis.Client }

func (c *client) Create(ctx context.Context, req *CreateRequest) (bool, error) {
	_ = subject(ctx)
	return c.rdb.SetNX(ctx, req.GetIdempotencyKey(), 1, time.Hour).Result()
}
