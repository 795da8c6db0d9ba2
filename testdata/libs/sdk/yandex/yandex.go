// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package yandex sends keys to Yandex Cloud, as metadata of calls.
package yandex

import (
	"context"
	"time"

	"github.com/google/uuid"
	computepb "github.com/yandex-cloud/go-genproto/yandex/cloud/compute/v1"
	"github.com/yandex-cloud/go-sdk/gen/compute"
	"google.golang.org/grpc/metadata"
)

const header = "idempotency-key"

// Fresh makes a key for each attempt.
func Fresh(ctx context.Context, c *compute.Compute, req *computepb.CreateInstanceRequest) (err error) {
	for range 3 {
		attempt := metadata.AppendToOutgoingContext(ctx, header, uuid.NewString()) // want "fresh-key: "
		if _, err = c.Instance().Create(attempt, req); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Before makes it before.
func Before(ctx context.Context, c *compute.Compute, req *computepb.CreateInstanceRequest) (err error) {
	ctx = metadata.AppendToOutgoingContext(ctx, header, uuid.NewString())
	for range 3 {
		if _, err = c.Instance().Create(ctx, req); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Started starts what it made, in one context.
func Started(ctx context.Context, vms *compute.InstanceServiceClient, req *computepb.CreateInstanceRequest, id string) error {
	ctx = metadata.AppendToOutgoingContext(ctx, header, uuid.NewString())
	if _, err := vms.Create(ctx, req); err != nil {
		return err
	}
	_, err := vms.Start(ctx, &computepb.StartInstanceRequest{InstanceId: id}) // want "reuse: "
	return err
}

// StartedApart has a context for each.
func StartedApart(ctx context.Context, vms *compute.InstanceServiceClient, req *computepb.CreateInstanceRequest, id string) error {
	key := uuid.NewString()
	if _, err := vms.Create(metadata.AppendToOutgoingContext(ctx, header, key+"-create"), req); err != nil {
		return err
	}
	_, err := vms.Start(metadata.AppendToOutgoingContext(ctx, header, key+"-start"), &computepb.StartInstanceRequest{InstanceId: id})
	return err
}

// Clouds fails over to another installation.
func Clouds(ctx context.Context, main, reserve *compute.Compute, req *computepb.CreateInstanceRequest) error {
	ctx = metadata.AppendToOutgoingContext(ctx, header, uuid.NewString())
	if _, err := main.Instance().Create(ctx, req); err == nil {
		return nil
	}
	_, err := reserve.Instance().Create(ctx, req) // want "undeclared: "
	return err
}

// Looked looks whether it is there after all.
func Looked(ctx context.Context, c *compute.Compute, req *computepb.CreateInstanceRequest, id string) error {
	ctx = metadata.AppendToOutgoingContext(ctx, header, uuid.NewString())
	if _, err := c.Instance().Create(ctx, req); err == nil {
		return nil
	}
	_, err := c.Instance().Get(ctx, &computepb.GetInstanceRequest{InstanceId: id})
	return err
}
