// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package cases rebuilds defects that were reported in public and that no other package
// here shows. testdata/cases.md lists them all.
package cases

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
	"github.com/google/uuid"
)

// --- Pools that were created twice: each try has an ID of its own, and goes to the
// next replica of the management service.

// PoolRequest names the pool by a field that is not called a key.
type PoolRequest struct {
	UUID  string
	Ranks []int
}

// Management is a client of one replica.
type Management interface {
	//idemscope:send key=req.UUID to=Management
	CreatePool(ctx context.Context, req *PoolRequest) error
}

func createPool(ctx context.Context, replicas []Management, ranks []int) error {
	err := errors.New("no replicas")
	for _, m := range replicas {
		req := &PoolRequest{Ranks: ranks}
		req.UUID = uuid.NewString() // want "fresh-key: "
		if err = m.CreatePool(ctx, req); err == nil {
			return nil
		}
	}
	return err
}

func createPoolMended(ctx context.Context, leader Management, ranks []int) error {
	req := &PoolRequest{Ranks: ranks, UUID: uuid.NewString()}
	var err error
	for range 5 {
		if err = leader.CreatePool(ctx, req); err == nil {
			return nil
		}
	}
	return err
}

// --- Reservations that were bought twice: the name that makes a purchase one is made of
// the clock.

// Commitments is a client of a service that refuses a name which it has seen.
type Commitments struct{ url string }

//idemscope:store scope=global
type names struct{}

//idemscope:send key=name to=c store=names
func (c *Commitments) Purchase(ctx context.Context, name string, cpus int) error { return nil }

func purchase(ctx context.Context, c *Commitments, cpus int) error {
	return c.Purchase(ctx, fmt.Sprintf("cud-%d", time.Now().Unix()), cpus) // want "collision: .*clock"
}

func purchaseAgain(ctx context.Context, c *Commitments, cpus int) error {
	var err error
	for range 3 {
		name := uuid.NewString() // want "fresh-key: "
		if err = c.Purchase(ctx, name, cpus); err == nil {
			return nil
		}
	}
	return err
}

func purchaseMended(ctx context.Context, c *Commitments, recommendation string, cpus int) error {
	var err error
	for range 3 {
		if err = c.Purchase(ctx, "cud-"+recommendation, cpus); err == nil {
			return nil
		}
	}
	return err
}

// --- A fixed name as the token: a second run in the same account gets what the first made.

func endToEnd(ctx context.Context, c *ecs.Client) error {
	_, err := c.RunTask(ctx, &ecs.RunTaskInput{ // want "collision: .*constant"
		TaskDefinition: aws.String("probe"),
		ClientToken:    aws.String("e2e-volume"),
	})
	return err
}

func endToEndMended(ctx context.Context, c *ecs.Client) error {
	_, err := c.RunTask(ctx, &ecs.RunTaskInput{
		TaskDefinition: aws.String("probe"),
		ClientToken:    aws.String("e2e-volume-" + uuid.NewString()),
	})
	return err
}

// --- A token that an asynchronous failure has used up: another one is made after the
// error that says so, and that is right.

func createVolume(ctx context.Context, c *ecs.Client, name string) error {
	for i := 1; i < 4; i++ {
		token := name
		if i > 1 {
			token = fmt.Sprintf("%s-%d", name, i)
		}
		_, err := c.RunTask(ctx, &ecs.RunTaskInput{TaskDefinition: &name, ClientToken: &token})
		if err == nil {
			return nil
		}
		if !strings.Contains(err.Error(), "IdempotentParameterMismatch") {
			return err
		}
	}
	return errors.New("gave up")
}
