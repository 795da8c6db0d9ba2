// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package lookups asks for a payment by its key before it makes one, and counts with
// numbers that have no counter in them.
package lookups

import (
	"context"
	"net/http"
)

type params struct{ Merchant, IdempotencyKey string }

type querier interface {
	GetByIdempotencyKey(context.Context, params) (string, error)
	CreatePayment(context.Context, params) error
}

type service struct{ repo, tx querier }

// Create reads from one connection and writes to another: a look-up that finds nothing
// is no attempt.
func (s *service) Create(ctx context.Context, merchant, key string) error {
	if _, err := s.repo.GetByIdempotencyKey(ctx, params{merchant, key}); err == nil {
		return nil
	}
	return s.tx.CreatePayment(ctx, params{merchant, key})
}

// CreateTwice writes to both.
func (s *service) CreateTwice(ctx context.Context, merchant, key string) error {
	if err := s.repo.CreatePayment(ctx, params{merchant, key}); err == nil {
		return nil
	}
	return s.tx.CreatePayment(ctx, params{merchant, key}) // want "undeclared: "
}

type gauge struct{ n int64 }

// Flip changes a sign.
func (g *gauge) Flip() bool {
	if g.n > 0 {
		g.n = -g.n
	}
	return g.n > 0
}

func (g *gauge) Pay(key string) error {
	g.Flip()
	req, err := http.NewRequest("POST", "https://pay.example.com", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = http.DefaultClient.Do(req)
	return err
}
