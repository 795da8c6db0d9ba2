// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package duplicate draws another key only if the first is taken.
package duplicate

import (
	"context"
	"crypto/rand"
	"errors"
)

var ErrDuplicate = errors.New("duplicate key value violates unique constraint")

type Repo interface {
	Insert(ctx context.Context, idempotencyKey string) error
}

func Reserve(ctx context.Context, r Repo) (string, error) {
	for {
		key := rand.Text()
		err := r.Insert(ctx, key)
		if errors.Is(err, ErrDuplicate) {
			continue
		}
		return key, err
	}
}
