// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package reconcilers brings objects into the state that is asked for, again and again.
package reconcilers

import (
	"context"
	"errors"

	"github.com/google/uuid"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
)

// Fresh starts a task for each failure.
type Fresh struct {
	client.Client
	ECS *ecs.Client
}

func (r *Fresh) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var obj metav1.PartialObjectMetadata
	if err := r.Get(ctx, req.NamespacedName, &obj); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	_, err := r.ECS.RunTask(ctx, &ecs.RunTaskInput{
		TaskDefinition: aws.String(obj.Name),
		ClientToken:    aws.String(uuid.NewString()), // want "fresh-key: .*a reconciler"
	})
	return ctrl.Result{}, err
}

// ByUID gives each object one token.
type ByUID struct {
	client.Client
	ECS *ecs.Client
}

func (r *ByUID) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var obj metav1.PartialObjectMetadata
	if err := r.Get(ctx, req.NamespacedName, &obj); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return r.create(ctx, string(obj.UID), obj.Name)
}

func (r *ByUID) create(ctx context.Context, token, name string) (ctrl.Result, error) {
	_, err := r.ECS.RunTask(ctx, &ecs.RunTaskInput{TaskDefinition: &name, ClientToken: &token})
	return ctrl.Result{}, err
}

// Terminal gives up.
type Terminal struct{ ECS *ecs.Client }

func (r *Terminal) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	_, err := r.ECS.RunTask(ctx, &ecs.RunTaskInput{ClientToken: aws.String(uuid.NewString())})
	if err != nil {
		return ctrl.Result{}, reconcile.TerminalError(errors.New("no task"))
	}
	return ctrl.Result{}, nil
}
