// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package grpcs carries keys in gRPC metadata.
package grpcs

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/emptypb"
)

//idemscope:store scope=region
type regional struct{}

func (regional) Claim(key string) bool { return true }

//idemscope:store scope=server
type local struct{}

func (local) Claim(key string) bool { return true }

const method = "/orders.v1.Orders/Create"

// Stub is what protoc-gen-go-grpc makes of a service.
type Stub struct{ cc grpc.ClientConnInterface }

func NewStub(cc grpc.ClientConnInterface) *Stub { return &Stub{cc} }

func (s *Stub) Create(ctx context.Context, in *emptypb.Empty, opts ...grpc.CallOption) (*emptypb.Empty, error) {
	out := new(emptypb.Empty)
	if err := s.cc.Invoke(ctx, method, in, out, opts...); err != nil {
		return nil, err
	}
	return out, nil
}

// Stubs fails over between two stubs.
func Stubs(ctx context.Context, first, second *Stub, st regional, key string) error {
	st.Claim(key)
	ctx = metadata.AppendToOutgoingContext(ctx, "trace", "t", "Idempotency-Key", key)
	if _, err := first.Create(ctx, &emptypb.Empty{}); err != nil {
		_, err = second.Create(ctx, &emptypb.Empty{}) // want "scope: "
		return err
	}
	return nil
}

// Fresh makes the metadata for each attempt.
func Fresh(ctx context.Context, s *Stub) (err error) {
	for range 3 {
		out := metadata.NewOutgoingContext(ctx, metadata.Pairs("idempotency-key", uuid.NewString())) // want "fresh-key: "
		if _, err = s.Create(out, &emptypb.Empty{}); err == nil {
			return nil
		}
	}
	return err
}

// PickFirst stays with its server while that answers; nothing says that it varies, but
// one name may stand for several servers.
func PickFirst(ctx context.Context, target string, st local, key string) error {
	conn, err := grpc.NewClient(target)
	if err != nil {
		return err
	}
	st.Claim(key)
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
	for range 3 {
		if err = conn.Invoke(ctx, method, &emptypb.Empty{}, &emptypb.Empty{}); err == nil { // want "scope: .*one name may stand for several of its servers"
			return nil
		}
	}
	return err
}

// Balanced has a store as wide as the balancer goes.
func Balanced(ctx context.Context, target string, st regional, key string) error {
	conn, err := grpc.NewClient(target, grpc.WithDefaultServiceConfig(`{"loadBalancingConfig":[{"round_robin":{}}]}`))
	if err != nil {
		return err
	}
	st.Claim(key)
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
	for range 3 {
		if err = conn.Invoke(ctx, method, &emptypb.Empty{}, &emptypb.Empty{}); err == nil {
			return nil
		}
	}
	return err
}

// Redialled goes to the same target again.
func Redialled(ctx context.Context, target string, st regional, key string) error {
	st.Claim(key)
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
	var last error
	for range 3 {
		conn, err := grpc.NewClient(target)
		if err != nil {
			return err
		}
		if last = conn.Invoke(ctx, method, &emptypb.Empty{}, &emptypb.Empty{}); last == nil {
			return nil
		}
	}
	return last
}

// NoKey carries other metadata.
func NoKey(ctx context.Context, first, second *Stub) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "trace", uuid.NewString())
	if _, err := first.Create(ctx, &emptypb.Empty{}); err != nil {
		_, err = second.Create(ctx, &emptypb.Empty{})
		return err
	}
	return nil
}
