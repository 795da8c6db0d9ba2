// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package b wraps a.
package b

import (
	"context"
	"fmt"

	"example.test/libs/variants/deep/a"
)

type Request struct {
	Key    string
	Amount int
}

type Service struct{ c *a.Client }

func NewService(c *a.Client) *Service { return &Service{c} }

func (s *Service) Pay(ctx context.Context, r Request) error {
	if err := s.c.Send(ctx, "/pay", r.Key); err != nil {
		return fmt.Errorf("pay: %w", err)
	}
	return nil
}

func Pay(ctx context.Context, base string, r *Request) error {
	return a.Post(ctx, base, "pay-"+r.Key)
}
