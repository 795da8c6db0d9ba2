// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package asynqs handles tasks of a queue that delivers them again.
package asynqs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"

	"example.test/frameworks/pay"
)

type payload struct{ Key, URL string }

// Mux registers the handlers.
func Mux(url string) *asynq.ServeMux {
	mux := asynq.NewServeMux()
	mux.HandleFunc("charge:fresh", fresh)
	mux.HandleFunc("charge:given", given)
	mux.HandleFunc("charge:id", byID)
	mux.HandleFunc("charge:once", once)
	mux.HandleFunc("charge:literal", func(ctx context.Context, t *asynq.Task) error {
		return pay.Charge(ctx, url, uuid.NewString()) // want "fresh-key: .*a task's handler"
	})
	mux.Handle("charge:object", &charger{url})
	mux.Handle("charge:func", asynq.HandlerFunc(converted))
	return mux
}

func fresh(ctx context.Context, t *asynq.Task) error {
	var p payload
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("payload: %w", asynq.SkipRetry)
	}
	return pay.Charge(ctx, p.URL, uuid.NewString()) // want "fresh-key: "
}

func converted(ctx context.Context, t *asynq.Task) error {
	return pay.ChargeAnew(ctx, string(t.Payload())) // want "fresh-key: "
}

// given has the key from whoever made the task.
func given(ctx context.Context, t *asynq.Task) error {
	var p payload
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return err
	}
	return pay.Charge(ctx, p.URL, p.Key)
}

func byID(ctx context.Context, t *asynq.Task) error {
	id, _ := asynq.GetTaskID(ctx)
	return pay.Charge(ctx, string(t.Payload()), id)
}

// once does not ask for another attempt.
func once(ctx context.Context, t *asynq.Task) error {
	if err := pay.Charge(ctx, string(t.Payload()), uuid.NewString()); err != nil {
		return fmt.Errorf("%v: %w", err, asynq.SkipRetry)
	}
	return nil
}

type charger struct{ url string }

func (c *charger) ProcessTask(ctx context.Context, t *asynq.Task) error {
	return pay.Charge(ctx, c.url, uuid.NewString()) // want "fresh-key: "
}

// Enqueue takes a task and is no handler: a task has one ID.
func Enqueue(ctx context.Context, c *asynq.Client, t *asynq.Task) error {
	_, err := c.EnqueueContext(ctx, t, asynq.TaskID(uuid.NewString()))
	return err
}
