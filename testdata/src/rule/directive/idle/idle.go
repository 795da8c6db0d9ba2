// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package idle has endpoints of which nothing is said.
package idle

import "context"

//idemscope:endpoint // want "directive: endpoint: it says nothing of idle.a"
const a = "https://a.example.com"

//idemscope:endpoint region=us-east-1
const b = "https://b.example.com"

//idemscope:endpoint pinned
var c = "https://c.example.com"

// Exported may be named by the covers= of a store elsewhere.
//
//idemscope:endpoint
const Exported = "https://d.example.com"

type hosts struct {
	//idemscope:endpoint // want "directive: "
	first string

	//idemscope:endpoint
	Second string
}

//idemscope:endpoint // want "directive: "
func pick(h hosts) string { return h.first + h.Second }

//idemscope:send key=key to=url
func send(ctx context.Context, url, key string) error { return ctx.Err() }

func all(ctx context.Context, h hosts, key string) {
	_ = send(ctx, a, key)
	_ = send(ctx, b, key)
	_ = send(ctx, c, key)
	_ = send(ctx, pick(h), key)
}

var _ = all
