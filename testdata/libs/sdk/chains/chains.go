// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package chains puts an interceptor that makes a key, and one that retries, in order.
package chains

import (
	"context"

	"github.com/google/uuid"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/emptypb"
)

func addKey(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())
	return invoker(ctx, method, req, reply, cc, opts...)
}

// addMissing makes one only where there is none.
func addMissing(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	if md, ok := metadata.FromOutgoingContext(ctx); !ok || len(md.Get("idempotency-key")) == 0 {
		ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())
	}
	return invoker(ctx, method, req, reply, cc, opts...)
}

// trace carries no key.
func trace(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "trace-id", uuid.NewString())
	return invoker(ctx, method, req, reply, cc, opts...)
}

func again(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for range 3 {
		if err = invoker(ctx, method, req, reply, cc, opts...); err == nil {
			return nil
		}
	}
	return err
}

// Below makes the key below the retries.
func Below(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(3)), addKey)) // want "fresh-key: .*behind one that retries"
}

// BelowOwn does so below retries of its own.
func BelowOwn(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		grpc.WithChainUnaryInterceptor(trace, again, addKey)) // want "fresh-key: "
}

// BelowLiteral does so in a literal.
func BelowLiteral(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithChainUnaryInterceptor(
		retry.UnaryClientInterceptor(),
		func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			key := uuid.NewString() // want "fresh-key: "
			return invoker(metadata.AppendToOutgoingContext(ctx, "idempotency-key", key), method, req, reply, cc, opts...)
		}))
}

// Above makes it above them.
func Above(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		grpc.WithChainUnaryInterceptor(addKey, retry.UnaryClientInterceptor(retry.WithMax(3))))
}

// Missing keeps a key that is there.
func Missing(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(), addMissing))
}

// Traced makes something else.
func Traced(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(), trace))
}

//idemscope:store scope=server
type local struct{}

func (local) Claim(key string) bool { return true }

//idemscope:store scope=region
type regional struct{}

func (regional) Claim(key string) bool { return true }

const policy = `{"loadBalancingConfig":[{"round_robin":{}}],"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":3,"initialBackoff":"0.1s","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}`

// Policy leaves the retries to the connection, which picks another server for each.
func Policy(ctx context.Context, st local) error {
	conn, err := grpc.NewClient("dns:///orders.example.com:443", grpc.WithDefaultServiceConfig(policy))
	if err != nil {
		return err
	}
	key := uuid.NewString()
	st.Claim(key)
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
	return conn.Invoke(ctx, "/orders.v1.Orders/Create", &emptypb.Empty{}, &emptypb.Empty{}) // want "scope: "
}

// PolicyRegional has a store that all servers share.
func PolicyRegional(ctx context.Context, st regional) error {
	conn, err := grpc.NewClient("dns:///orders.example.com:443", grpc.WithDefaultServiceConfig(policy))
	if err != nil {
		return err
	}
	key := uuid.NewString()
	st.Claim(key)
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
	return conn.Invoke(ctx, "/orders.v1.Orders/Create", &emptypb.Empty{}, &emptypb.Empty{})
}

// Intercepted retries by an interceptor.
func Intercepted(ctx context.Context, st local) error {
	conn, err := grpc.NewClient("dns:///orders.example.com:443",
		grpc.WithDefaultServiceConfig(`{"loadBalancingConfig":[{"round_robin":{}}]}`),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(3))))
	if err != nil {
		return err
	}
	key := uuid.NewString()
	st.Claim(key)
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
	return conn.Invoke(ctx, "/orders.v1.Orders/Create", &emptypb.Empty{}, &emptypb.Empty{}) // want "scope: "
}

// Balanced does not retry at all.
func Balanced(ctx context.Context, st local) error {
	conn, err := grpc.NewClient("dns:///orders.example.com:443",
		grpc.WithDefaultServiceConfig(`{"loadBalancingConfig":[{"round_robin":{}}]}`))
	if err != nil {
		return err
	}
	key := uuid.NewString()
	st.Claim(key)
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
	return conn.Invoke(ctx, "/orders.v1.Orders/Create", &emptypb.Empty{}, &emptypb.Empty{})
}
