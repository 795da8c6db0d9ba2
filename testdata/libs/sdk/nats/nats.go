// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package nats publishes message IDs, each known to one stream.
package nats

import (
	"context"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// Clusters publishes to the next cluster what the first one did not take.
func Clusters(ctx context.Context, id string, data []byte, all ...jetstream.JetStream) (err error) {
	for _, js := range all {
		if _, err = js.Publish(ctx, "orders", data, jetstream.WithMsgID(id)); err == nil { // want "scope: "
			return nil
		}
	}
	return err
}

// Header carries the ID by hand.
func Header(ctx context.Context, near, far jetstream.JetStream, id string, data []byte) error {
	msg := nats.NewMsg("orders")
	msg.Data = data
	msg.Header.Set(nats.MsgIdHdr, id)
	if _, err := near.PublishMsg(ctx, msg); err != nil {
		_, err = far.PublishMsg(ctx, msg)
		return err
	}
	return nil
}

// Again publishes to the same stream.
func Again(ctx context.Context, js jetstream.JetStream, id string, data []byte) (err error) {
	for range 3 {
		if _, err = js.Publish(ctx, "orders", data, jetstream.WithMsgID(id)); err == nil {
			return nil
		}
	}
	return err
}

// Fresh makes an ID for each attempt.
func Fresh(ctx context.Context, js jetstream.JetStream, data []byte) (err error) {
	for range 3 {
		if _, err = js.Publish(ctx, "orders", data, jetstream.WithMsgID(nuid.Next())); err == nil { // want "fresh-key: "
			return nil
		}
	}
	return err
}
