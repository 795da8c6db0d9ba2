// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package directive writes contracts that say nothing, or two things.
package directive

import "context"

type store struct{}

func (store) Mark(key string) {}

//idemscope:stores scope=region // want "directive: "
func verb() store { return store{} }

//idemscope:store scope=continent // want "directive: "
func dimension() store { return store{} }

//idemscope:store scope=region covers=url // want "directive: "
func twice() store { return store{} }

//idemscope:store scope=global,region // want "directive: "
func globalAnd() store { return store{} }

//idemscope:store scope=region window=-1h // want "directive: "
func negative() store { return store{} }

//idemscope:endpoint region=a region=b // want "directive: "
const twoRegions = "https://ab.example.com"

//idemscope:endpoint planet=earth // want "directive: "
const planet = "https://earth.example.com"

//idemscope:send key=key // want "directive: "
func noTarget(ctx context.Context, key string) error { return nil }

//idemscope:send key=req.Token to=url // want "directive: "
func noField(ctx context.Context, url string, req struct{ Key string }) error { return nil }

//idemscope:retry fn=f // want "directive: "
func noFunc(f string) error { return nil }

//idemscope:key unique=galaxy // want "directive: "
func galaxy() string { return "" }

//idemscope:tenant colour=blue // want "directive: "
func colour() string { return "" }

func line() error {
	//idemscope:ignore scope // want "directive: "
	_ = 1
	//idemscope:ignore nonsense reason="there is no such rule" // want "directive: "
	_ = 2
	//idemscope:ignore scope reason="there is no finding here" // want "directive: .*suppresses nothing"
	_ = 3
	//idemscope:downstream // want "directive: "
	return nil
}

func local() {
	//idemscope:endpoint region=a // want "directive: "
	x := "https://a.example.com"
	_ = x
}

// idemscope:store scope=region // want "directive: "
func indented() store { return store{} }

// wide promises less than it has: nothing is contradicted.
//
//idemscope:store scope=global implements=regional
func wide() store { return store{} }

// narrower keeps a cluster's keys where a region's are promised.
//
//idemscope:store scope=cluster implements=regional // want "directive: "
func narrower() store { return store{} }

//idemscope:store scope=region
type regional struct{}

// The same text under two labels:
//
//idemscope:endpoint region=a
const here = "https://x.example.com"

//idemscope:endpoint region=b // want "directive: "
const alsoHere = "https://x.example.com"

// A contract that is well formed is silent, and a note may follow it.
//
//idemscope:store scope=region,tenant window=24h // of the redis in each region
func fine() store { return store{} }

// Prose that speaks of idemscope:store is prose, and //idemscope:store inside a line is as well.
func prose() {}

//go:noinline
func otherTool() {}

//idemscope:endpoint region=a
const quoted = "https://a.example.com"
