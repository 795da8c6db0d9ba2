// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sdks gives no key, so that the SDK makes one: what it repeats by itself has
// the same, and what is repeated around it has not.
package sdks

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
	"github.com/cenkalti/backoff/v5"
	ctrl "sigs.k8s.io/controller-runtime"
)

// Anew makes an input for each attempt, and with it a token.
func Anew(ctx context.Context, c *ecs.Client, definition string) error {
	for range 3 {
		_, err := c.RunTask(ctx, &ecs.RunTaskInput{TaskDefinition: &definition}) // want "fresh-key: .*the SDK"
		if err == nil {
			return nil
		}
	}
	return errors.New("no task")
}

// Kept makes one input: the SDK writes its token into it at the first attempt.
func Kept(ctx context.Context, c *ecs.Client, definition string) error {
	in := &ecs.RunTaskInput{TaskDefinition: &definition}
	for range 3 {
		if _, err := c.RunTask(ctx, in); err == nil {
			return nil
		}
	}
	return errors.New("no task")
}

// Once leaves retries to the SDK.
func Once(ctx context.Context, c *ecs.Client, definition string) error {
	_, err := c.RunTask(ctx, &ecs.RunTaskInput{TaskDefinition: &definition})
	return err
}

// Given gives a token.
func Given(ctx context.Context, c *ecs.Client, definition, token string) error {
	for range 3 {
		if _, err := c.RunTask(ctx, &ecs.RunTaskInput{TaskDefinition: &definition, ClientToken: aws.String(token)}); err == nil {
			return nil
		}
	}
	return errors.New("no task")
}

// Helped is repeated by a helper.
func Helped(ctx context.Context, c *ecs.Client, definition string) (*ecs.RunTaskOutput, error) {
	return backoff.Retry(ctx, func() (*ecs.RunTaskOutput, error) {
		return c.RunTask(ctx, &ecs.RunTaskInput{TaskDefinition: &definition}) // want "fresh-key: "
	})
}

// Each starts one task of each kind.
func Each(ctx context.Context, c *ecs.Client, definitions []string) error {
	for _, d := range definitions {
		if _, err := c.RunTask(ctx, &ecs.RunTaskInput{TaskDefinition: &d}); err != nil {
			return err
		}
	}
	return nil
}

// Regions sends the token that the SDK wrote for the first Region to the second one.
func Regions(ctx context.Context, cfg aws.Config, definition string) error {
	east := ecs.NewFromConfig(cfg, func(o *ecs.Options) { o.Region = "us-east-1" })
	west := ecs.NewFromConfig(cfg, func(o *ecs.Options) { o.Region = "us-west-2" })
	in := &ecs.RunTaskInput{TaskDefinition: &definition}
	if _, err := east.RunTask(ctx, in); err != nil {
		_, err = west.RunTask(ctx, in) // want "scope: "
		return err
	}
	return nil
}

// Copies wants three tasks and gets one: the second and the third call carry the token
// that the SDK wrote into the input of the first.
func Copies(ctx context.Context, c *ecs.Client, definition string) error {
	in := &ecs.RunTaskInput{TaskDefinition: &definition}
	for range 3 {
		if _, err := c.RunTask(ctx, in); err != nil { // want "reuse: .*the SDK wrote"
			return err
		}
	}
	return nil
}

// CopiesApart makes an input for each.
func CopiesApart(ctx context.Context, c *ecs.Client, definition string) error {
	for range 3 {
		in := &ecs.RunTaskInput{TaskDefinition: &definition}
		if _, err := c.RunTask(ctx, in); err != nil {
			return err
		}
	}
	return nil
}

// Stop does no harm when it runs twice.
func Stop(ctx context.Context, c *ecs.Client, service string) error {
	for range 3 {
		if _, err := c.DeleteService(ctx, &ecs.DeleteServiceInput{Service: &service}); err == nil {
			return nil
		}
	}
	return errors.New("still there")
}

// Transact sends the same writes in another order each time.
func Transact(ctx context.Context, c *dynamodb.Client, token string, items map[string]types.TransactWriteItem) error {
	var writes []types.TransactWriteItem
	for _, w := range items { // want "unstable: .*in the order of a map"
		writes = append(writes, w)
	}
	_, err := c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{ClientRequestToken: &token, TransactItems: writes})
	return err
}

// TransactSorted sorts them.
func TransactSorted(ctx context.Context, c *dynamodb.Client, token string, items map[string]types.TransactWriteItem) error {
	var writes []types.TransactWriteItem
	for _, name := range slices.Sorted(maps.Keys(items)) {
		writes = append(writes, items[name])
	}
	_, err := c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{ClientRequestToken: &token, TransactItems: writes})
	return err
}

// Reconciler is called again until the task runs.
type Reconciler struct{ ECS *ecs.Client }

func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	_, err := r.ECS.RunTask(ctx, &ecs.RunTaskInput{TaskDefinition: aws.String(req.Name)}) // want "fresh-key: .*a reconciler"
	return ctrl.Result{}, err
}
