// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package defers sends in deferred functions.
package defers

import "context"

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// Late sends to the second backend on the way out, if the first one failed.
func Late(ctx context.Context, s store, a, b API, key string) (err error) {
	s.Mark(key)
	defer func() {
		if err != nil {
			err = b.Charge(ctx, key) // want "scope: "
		}
	}()
	err = a.Charge(ctx, key)
	return err
}
