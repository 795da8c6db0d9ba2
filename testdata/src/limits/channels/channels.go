// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package channels sends a key, or an endpoint, through a channel. What comes out of a
// channel is unknown, and unknown is silence.
package channels

import "context"

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// Worker takes keys from a channel, marks them, and fails over: the key is one
// value between the attempts, so this is seen.
func Worker(ctx context.Context, s store, keys <-chan string, a, b API) {
	for key := range keys {
		s.Mark(key)
		if err := a.Charge(ctx, key); err != nil {
			b.Charge(ctx, key) // want "scope: "
		}
	}
}

// Requeued goes back into the channel on failure, and comes out again for the next
// backend. A retry, but the way through the channel is not followed.
func Requeued(ctx context.Context, s store, keys chan string, all []API) {
	i := 0
	for key := range keys {
		s.Mark(key)
		i++
		if err := all[i%len(all)].Charge(ctx, key); err != nil {
			keys <- key
		}
	}
}
