// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package temporals has activities, which the workflow engine calls again when they
// fail: no loop is in sight.
package temporals

import (
	"context"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"example.test/frameworks/pay"
)

// Activities are registered as one object.
type Activities struct {
	URL  string
	URLs []string
	next int
}

// Fresh makes another key for each attempt.
func (a *Activities) Fresh(ctx context.Context, order string) error {
	key := uuid.NewString() // want "fresh-key: .*an activity"
	return pay.Charge(ctx, a.URL, key)
}

// FreshInside does so in a function that it calls.
func (a *Activities) FreshInside(ctx context.Context, order string) error {
	activity.GetLogger(ctx).Info("charging", "order", order)
	return pay.ChargeAnew(ctx, a.URL) // want "fresh-key: "
}

// Stable derives the key from what the activity is told about itself.
func (a *Activities) Stable(ctx context.Context, order string) error {
	info := activity.GetInfo(ctx)
	return pay.Charge(ctx, a.URL, info.WorkflowExecution.RunID+"/"+info.ActivityID)
}

// Given has the key from the workflow.
func (a *Activities) Given(ctx context.Context, key string) error {
	return pay.Charge(ctx, a.URL, key)
}

// Once never fails after it has charged.
func (a *Activities) Once(ctx context.Context, order string) error {
	if err := pay.Charge(ctx, a.URL, uuid.NewString()); err != nil {
		return temporal.NewNonRetryableApplicationError("charge", "declined", err)
	}
	return nil
}

// helper is called by an activity, and is not one itself.
func helper(ctx context.Context, url string) error {
	return pay.Charge(ctx, url, uuid.NewString())
}

// ThroughHelper calls it.
func (a *Activities) ThroughHelper(ctx context.Context) error {
	return helper(ctx, a.URL) // want "fresh-key: "
}

// Plain is an activity that is a function.
func Plain(ctx context.Context, url string) error {
	return pay.Charge(ctx, url, uuid.NewString()) // want "fresh-key: "
}

// Other is none, and nobody calls it again.
func Other(ctx context.Context, url string) error {
	return pay.Charge(ctx, url, uuid.NewString())
}

// Workflow runs them.
func Workflow(ctx workflow.Context, order string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	var a *Activities
	key := workflow.GetInfo(ctx).WorkflowExecution.ID
	if err := workflow.ExecuteActivity(ctx, a.Given, key).Get(ctx, nil); err != nil {
		return err
	}
	return workflow.ExecuteActivity(ctx, Plain, order).Get(ctx, nil)
}

// Register is where a worker's program does it.
func Register(w worker.Worker, url string) {
	w.RegisterActivity(&Activities{URL: url})
	w.RegisterActivityWithOptions(func(ctx context.Context, order string) error {
		return pay.Charge(ctx, url, uuid.NewString()) // want "fresh-key: "
	}, activity.RegisterOptions{Name: "literal"})
	w.RegisterActivity(pay.ChargeAnew) // want "fresh-key: .*an activity"
}
