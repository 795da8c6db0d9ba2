// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package rivers works on jobs of a table, each again until it succeeds.
package rivers

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"example.test/frameworks/pay"
)

// Args are a job's arguments.
type Args struct{ URL, Key string }

// Kind implements river.JobArgs.
func (Args) Kind() string { return "charge" }

// Fresh makes a key for each attempt.
type Fresh struct{ river.WorkerDefaults[Args] }

func (w *Fresh) Work(ctx context.Context, job *river.Job[Args]) error {
	return pay.Charge(ctx, job.Args.URL, uuid.NewString()) // want "fresh-key: .*a worker"
}

// Given has it from the job.
type Given struct{ river.WorkerDefaults[Args] }

func (w *Given) Work(ctx context.Context, job *river.Job[Args]) error {
	return pay.Charge(ctx, job.Args.URL, job.Args.Key)
}

// ByID derives it from the job's ID.
type ByID struct{ river.WorkerDefaults[Args] }

func (w *ByID) Work(ctx context.Context, job *river.Job[Args]) error {
	return pay.Charge(ctx, job.Args.URL, "charge-"+strconv.FormatInt(job.ID, 10))
}

// Cancelled asks for no other attempt.
type Cancelled struct{ river.WorkerDefaults[Args] }

func (w *Cancelled) Work(ctx context.Context, job *river.Job[Args]) error {
	if err := pay.Charge(ctx, job.Args.URL, uuid.NewString()); err != nil {
		return river.JobCancel(err)
	}
	return nil
}

// Counted gives up at the second attempt.
type Counted struct{ river.WorkerDefaults[Args] }

func (w *Counted) Work(ctx context.Context, job *river.Job[Args]) error {
	if job.Attempt > 1 {
		return river.JobCancel(fmt.Errorf("attempt %d", job.Attempt))
	}
	return pay.Charge(ctx, job.Args.URL, uuid.NewString())
}

// Workers registers them.
func Workers() *river.Workers {
	ws := river.NewWorkers()
	river.AddWorker(ws, &Fresh{})
	river.AddWorker(ws, &Given{})
	return ws
}

// Numbered has the attempt's number in the key, which is another one each time.
type Numbered struct{ river.WorkerDefaults[Args] }

func (w *Numbered) Work(ctx context.Context, job *river.Job[Args]) error {
	return pay.Charge(ctx, job.Args.URL, fmt.Sprintf("charge-%d-%d", job.ID, job.Attempt)) // want "fresh-key: the number of the attempt"
}
