// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package through writes the key through the pointer that carries it.
package through

import (
	"context"
	"crypto/rand"
)

type Input struct {
	ClientToken *string
	Count       int
}

type Cloud interface {
	//idemscope:send key=in.ClientToken to=Cloud
	Run(ctx context.Context, in *Input) error
}

// Through writes through the pointer.
func Through(ctx context.Context, c Cloud, in *Input) (err error) {
	for range 3 {
		*in.ClientToken = rand.Text() // want "fresh-key: "
		if err = c.Run(ctx, in); err == nil {
			break
		}
	}
	return err
}
