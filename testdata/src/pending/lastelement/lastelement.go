// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package lastelement goes on to another endpoint in the next turn of a loop: after the last
// element of the list there is none. In which order elements come is not known, so that the last
// one is taken to be followed by a turn as well.
package lastelement

import "context"

//idemscope:send key=key to=url
func post(ctx context.Context, url, key string) error { return wire.Do(ctx, url, key) }

var wire interface {
	Do(ctx context.Context, url, key string) error
}

//idemscope:store scope=region
type Dedup interface{ First(key string) bool }

//idemscope:endpoint region=us-east-1
const East = "https://east.example.com"

//idemscope:endpoint region=us-east-1
const Spare = "https://spare.example.com"

//idemscope:endpoint region=eu-west-1
const West = "https://west.example.com"

// Last comes to the other region once, and ends there.
func Last(ctx context.Context, d Dedup, key string) (err error) {
	d.First(key)
	for _, u := range []string{East, West} {
		if err = post(ctx, Spare, key); err == nil {
			return nil
		}
		if err = post(ctx, u, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}
