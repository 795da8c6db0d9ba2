// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package api is what client and server have agreed on.
package api

import "context"

// Dedup is the provider's store.
//
//idemscope:store scope=global
type Dedup struct{}

//idemscope:endpoint store=Dedup
const Primary = "https://api.example.com"

//idemscope:endpoint store=Dedup
const Standby = "https://standby.example.com"

// Mirror is older than the store.
const Mirror = "https://mirror.example.com"

// Post sends a request.
//
//idemscope:send key=key to=url
func Post(ctx context.Context, url, key string) error { return Wire.Do(ctx, url, key) }

// Wire is the way there.
var Wire interface {
	Do(ctx context.Context, url, key string) error
}

// Either tries one after the other. It can be called from anywhere, and is judged by what it
// shows itself as well.
func Either(ctx context.Context, key string, urls ...string) (err error) {
	for _, u := range urls {
		if err = Post(ctx, u, key); err == nil { // want "undeclared"
			return nil
		}
	}
	return err
}

// Table is the store, as the server has it.
//
//idemscope:store scope=global implements=Dedup
type Table struct{}

// First reports whether a key is new.
func (*Table) First(key string) bool { return key != "" }
