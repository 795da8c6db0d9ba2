// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package never tells a helper not to try again, by a predicate that is always false.
package never

import (
	"context"
	"crypto/rand"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

func retryIf(again func(error) bool, f func() error) error {
	err := f()
	if err != nil && again(err) {
		err = f()
	}
	return err
}

// Never makes a key, and sends it once.
func Never(ctx context.Context, a API) error {
	return retryIf(func(error) bool { return false }, func() error { return a.Charge(ctx, rand.Text()) })
}
