// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package limits pins what is known to be wrong about handlers, so that mending it is
// noticed.
package limits

import (
	"context"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/riverqueue/river"

	"example.test/frameworks/pay"
)

// Args are a job's arguments.
type Args struct{ URL string }

// Kind implements river.JobArgs.
func (Args) Kind() string { return "charge" }

// InsertOpts says that there is one attempt.
func (Args) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 1} }

// Once is tried once.
type Once struct{ river.WorkerDefaults[Args] }

func (w *Once) Work(ctx context.Context, job *river.Job[Args]) error {
	// Known limit: this finding is false.
	return pay.Charge(ctx, job.Args.URL, uuid.NewString()) // want "fresh-key: "
}

// Mux registers a handler through an adapter.
func Mux(url string) *asynq.ServeMux {
	mux := asynq.NewServeMux()
	mux.HandleFunc("charge", typed(func(ctx context.Context, a Args) error {
		return pay.Charge(ctx, a.URL, uuid.NewString()) // limit: not found yet: fresh-key
	}))
	return mux
}

func typed[T any](fn func(context.Context, T) error) func(context.Context, *asynq.Task) error {
	return func(ctx context.Context, t *asynq.Task) error {
		var v T
		return fn(ctx, v)
	}
}
