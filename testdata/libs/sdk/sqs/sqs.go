// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sqs sends deduplication IDs, each known to one queue for five minutes.
package sqs

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

// Queues fails over to another queue.
func Queues(ctx context.Context, c *sqs.Client, queues []string, id, body string) (err error) {
	for _, q := range queues {
		_, err = c.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: aws.String(q), MessageBody: &body, MessageDeduplicationId: &id}) // want "scope: "
		if err == nil {
			return nil
		}
	}
	return err
}

// Standard queues know no deduplication.
func Standard(ctx context.Context, c *sqs.Client, main, reserve, body string) error {
	if _, err := c.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: &main, MessageBody: &body}); err != nil {
		_, err = c.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: &reserve, MessageBody: &body})
		return err
	}
	return nil
}

// InTime gives up after two minutes.
func InTime(ctx context.Context, c *sqs.Client, queue, id, body string) (err error) {
	for range 3 {
		_, err = c.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: &queue, MessageBody: &body, MessageDeduplicationId: &id})
		if err == nil {
			return nil
		}
		time.Sleep(time.Minute)
	}
	return err
}

// TooLate does not.
func TooLate(ctx context.Context, c *sqs.Client, queue, id, body string) (err error) {
	for range 10 {
		_, err = c.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: &queue, MessageBody: &body, MessageDeduplicationId: &id}) // want "window: .*for up to 9m, and store aws-sdk-go-v2 fifo-queue forgets it after 5m"
		if err == nil {
			return nil
		}
		time.Sleep(time.Minute)
	}
	return err
}
