// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package asynqs handles tasks of a queue that delivers them again.
package asynqs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"

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
	m := &later{url: url}
	mux.HandleFunc("charge:later", m.later)
	mux.HandleFunc("charge:saved", m.saved)
	mux.HandleFunc("charge:lookup", m.lookup)
	mux.HandleFunc("charge:claimed", m.claimed)
	mux.HandleFunc("charge:quiet", m.quiet)
	mux.HandleFunc("charge:skipping", m.skipping)
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

type keys interface {
	KeyFor(ctx context.Context, id string) (string, error)
	Save(ctx context.Context, id, key string) error
	Claim(ctx context.Context, id string) (bool, error)
	Done(ctx context.Context) error
}

var errNone = errors.New("none")

type later struct {
	url string
	st  keys
}

// later charges, and fails behind it.
func (l *later) later(ctx context.Context, t *asynq.Task) error {
	if err := pay.Charge(ctx, l.url, uuid.NewString()); err != nil { // want "fresh-key: "
		return err
	}
	return l.st.Done(ctx)
}

// saved has put its key away before it charges.
func (l *later) saved(ctx context.Context, t *asynq.Task) error {
	id, _ := asynq.GetTaskID(ctx)
	key, err := l.st.KeyFor(ctx, id)
	if errors.Is(err, errNone) {
		key = uuid.NewString()
		err = l.st.Save(ctx, id, key)
	}
	if err != nil {
		return err
	}
	return pay.Charge(ctx, l.url, key)
}

// ensure does so for others.
func (l *later) ensure(ctx context.Context, id string) (string, error) {
	if key, err := l.st.KeyFor(ctx, id); err == nil {
		return key, nil
	}
	key := uuid.NewString()
	return key, l.st.Save(ctx, id, key)
}

func (l *later) lookup(ctx context.Context, t *asynq.Task) error {
	id, _ := asynq.GetTaskID(ctx)
	key, err := l.ensure(ctx, id)
	if err != nil {
		return err
	}
	return pay.Charge(ctx, l.url, key)
}

// claimed charges at most once.
func (l *later) claimed(ctx context.Context, t *asynq.Task) error {
	id, _ := asynq.GetTaskID(ctx)
	first, err := l.st.Claim(ctx, id)
	if err != nil {
		return err
	}
	if !first {
		return nil
	}
	return pay.Charge(ctx, l.url, uuid.NewString())
}

func charge(ctx context.Context, url string) error {
	if err := pay.Charge(ctx, url, uuid.NewString()); err != nil {
		log.Print(err)
	}
	return nil
}

// quiet does not learn that it has failed.
func (l *later) quiet(ctx context.Context, t *asynq.Task) error { return charge(ctx, l.url) }

func chargeOnce(ctx context.Context, url string) error {
	if err := pay.Charge(ctx, url, uuid.NewString()); err != nil {
		return errors.Join(err, asynq.SkipRetry)
	}
	return nil
}

// skipping asks for no other attempt, through a function that it calls.
func (l *later) skipping(ctx context.Context, t *asynq.Task) error { return chargeOnce(ctx, l.url) }
