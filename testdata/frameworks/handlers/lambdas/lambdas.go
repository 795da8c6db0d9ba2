// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package lambdas has functions that are invoked for messages of a queue, and again for
// those that they failed on.
package lambdas

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/uuid"

	"example.test/frameworks/pay"
)

// Fresh makes a key for each attempt.
func Fresh(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		if err := pay.Charge(ctx, m.Body, uuid.NewString()); err != nil { // want "fresh-key: .*a function for a queue"
			return err
		}
	}
	return nil
}

// Stable derives it from the message.
func Stable(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		if err := pay.Charge(ctx, m.Body, m.MessageId); err != nil {
			return err
		}
	}
	return nil
}

// Dropped gives up on what fails.
func Dropped(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		if err := pay.Charge(ctx, m.Body, uuid.NewString()); err != nil {
			continue
		}
	}
	return nil
}

// Partial names the messages that it failed on, and answers no error.
func Partial(ctx context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
	var failed []events.SQSBatchItemFailure
	for _, m := range e.Records {
		if err := pay.Charge(ctx, m.Body, uuid.NewString()); err != nil { // want "fresh-key: "
			failed = append(failed, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
		}
	}
	return events.SQSEventResponse{BatchItemFailures: failed}, nil
}

// PartialStable derives the key from the message.
func PartialStable(ctx context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
	var resp events.SQSEventResponse
	for _, m := range e.Records {
		if err := pay.Charge(ctx, m.Body, m.MessageId); err != nil {
			resp.BatchItemFailures = append(resp.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
		}
	}
	return resp, nil
}

// PartialUnsent names those that it did not send at all.
func PartialUnsent(ctx context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
	var resp events.SQSEventResponse
	for _, m := range e.Records {
		if m.Body == "" {
			resp.BatchItemFailures = append(resp.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
			continue
		}
		if err := pay.Charge(ctx, m.Body, m.MessageId); err != nil {
			return resp, nil
		}
	}
	return resp, nil
}
