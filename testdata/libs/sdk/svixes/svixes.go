// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package svixes sends messages through Svix, where each environment remembers keys for 12 hours.
package svixes

import (
	"context"
	"net/url"
	"time"

	"github.com/google/uuid"
	svix "github.com/svix/svix-webhooks/go"
	"github.com/svix/svix-webhooks/go/models"
)

func paid(invoice string) models.MessageIn {
	return models.MessageIn{EventType: "invoice.paid", Payload: map[string]any{"id": invoice}}
}

// Fresh makes a key for each attempt.
func Fresh(ctx context.Context, sv *svix.Svix, app, invoice string) (err error) {
	for range 5 {
		key := uuid.NewString() // want "fresh-key: "
		_, err = sv.Message.Create(ctx, app, paid(invoice), &svix.MessageCreateOptions{IdempotencyKey: &key})
		if err == nil {
			return nil
		}
	}
	return err
}

// Minute has another key in the next minute.
func Minute(ctx context.Context, sv *svix.Svix, app, invoice string) (err error) {
	for range 5 {
		key := invoice + time.Now().Format("15:04") // want "fresh-key: " "unstable: "
		if _, err = sv.Message.Create(ctx, app, paid(invoice), &svix.MessageCreateOptions{IdempotencyKey: &key}); err == nil {
			return nil
		}
	}
	return err
}

// Regions fails over to an environment elsewhere.
func Regions(ctx context.Context, us, eu string, app, invoice string) error {
	opts := &svix.MessageCreateOptions{IdempotencyKey: &invoice}
	first, err := svix.New(us, nil)
	if err != nil {
		return err
	}
	if _, err = first.Message.Create(ctx, app, paid(invoice), opts); err == nil {
		return nil
	}
	second, err := svix.New(eu, nil)
	if err != nil {
		return err
	}
	_, err = second.Message.Create(ctx, app, paid(invoice), opts) // want "scope: .*svix-webhooks environment"
	return err
}

// Servers knows two of its own.
func Servers(ctx context.Context, servers []*url.URL, token, app, invoice string) (err error) {
	for _, s := range servers {
		sv, err := svix.New(token, &svix.SvixOptions{ServerUrl: s})
		if err != nil {
			return err
		}
		_, err = sv.Message.Create(ctx, app, paid(invoice), &svix.MessageCreateOptions{IdempotencyKey: &invoice}) // want "scope: "
		if err == nil {
			return nil
		}
	}
	return err
}

// Late goes on for a day.
func Late(ctx context.Context, sv *svix.Svix, app, invoice string) (err error) {
	for range 24 {
		_, err = sv.Message.Create(ctx, app, paid(invoice), &svix.MessageCreateOptions{IdempotencyKey: &invoice}) // want "window: .*23h.*12h"
		if err == nil {
			return nil
		}
		time.Sleep(time.Hour)
	}
	return err
}

// Derived is the same for the same invoice.
func Derived(ctx context.Context, sv *svix.Svix, app, invoice string) (err error) {
	for range 5 {
		key := app + ":" + invoice
		if _, err = sv.Message.Create(ctx, app, paid(invoice), &svix.MessageCreateOptions{IdempotencyKey: &key}); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Anew connects again, to the same environment.
func Anew(ctx context.Context, token, app, invoice string) (err error) {
	key := uuid.NewString()
	for range 2 {
		sv, err := svix.New(token, nil)
		if err != nil {
			return err
		}
		if _, err = sv.Message.Create(ctx, app, paid(invoice), &svix.MessageCreateOptions{IdempotencyKey: &key}); err == nil {
			return nil
		}
	}
	return err
}

// Both environments get it, each under a key of its own.
func Both(ctx context.Context, us, eu *svix.Svix, app, invoice string) error {
	one, two := uuid.NewString(), uuid.NewString()
	if _, err := us.Message.Create(ctx, app, paid(invoice), &svix.MessageCreateOptions{IdempotencyKey: &one}); err != nil {
		return err
	}
	_, err := eu.Message.Create(ctx, app, paid(invoice), &svix.MessageCreateOptions{IdempotencyKey: &two})
	return err
}

// Each invoice is a message.
func Each(ctx context.Context, sv *svix.Svix, app string, invoices []string) error {
	for _, in := range invoices {
		key := uuid.NewString()
		if _, err := sv.Message.Create(ctx, app, paid(in), &svix.MessageCreateOptions{IdempotencyKey: &key}); err != nil {
			return err
		}
	}
	return nil
}
