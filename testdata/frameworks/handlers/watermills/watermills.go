// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package watermills handles messages that are delivered again.
package watermills

import (
	"context"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/components/cqrs"
	"github.com/ThreeDotsLabs/watermill/message"

	"example.test/frameworks/pay"
)

type charger struct{ url string }

// Paid is an event.
type Paid struct{ URL, Key string }

// Routes registers the handlers.
func Routes(r *message.Router, sub message.Subscriber, pub message.Publisher, c *charger) {
	r.AddConsumerHandler("fresh", "orders", sub, c.fresh)
	r.AddConsumerHandler("byID", "orders", sub, c.byID)
	r.AddHandler("both", "orders", sub, "paid", pub, func(msg *message.Message) ([]*message.Message, error) {
		if err := pay.Charge(msg.Context(), c.url, watermill.NewUUID()); err != nil { // want "fresh-key: .*a message's handler"
			return nil, err
		}
		return message.Messages{message.NewMessage(watermill.NewUUID(), nil)}, nil
	})
	cqrs.NewEventHandler("paid", func(ctx context.Context, e *Paid) error {
		return pay.Charge(ctx, e.URL, watermill.NewUUID()) // want "fresh-key: .*an event's handler"
	})
	cqrs.NewEventHandler("given", func(ctx context.Context, e *Paid) error {
		return pay.Charge(ctx, e.URL, e.Key)
	})
}

func (c *charger) fresh(msg *message.Message) error {
	return pay.Charge(msg.Context(), c.url, watermill.NewUUID()) // want "fresh-key: "
}

func (c *charger) byID(msg *message.Message) error {
	return pay.Charge(msg.Context(), c.url, msg.UUID)
}

// Publish takes a message and is no handler.
func Publish(pub message.Publisher, msg *message.Message) error {
	msg.Metadata.Set("idempotency-key", watermill.NewUUID())
	return pub.Publish("orders", msg)
}
