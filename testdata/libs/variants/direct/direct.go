// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package direct makes every kind of mistake in a directive.
package direct

import (
	"context"
	"net/http"
)

type st struct{}

//idemscope:store scope=region,server window=90m
func good() *st { return nil }

//idemscope:store scope=region // a note that says why
func noted() *st { return nil }

//idemscope:store scope=region,region // want "directive: "
func twice() *st { return nil }

//idemscope:store scope= // want "directive: "
func empty() *st { return nil }

//idemscope:store scope=global,region // want "directive: "
func mixed() *st { return nil }

//idemscope:store covers=region // want "directive: "
func notEndpoint() *st { return nil }

//idemscope:store scope=region scope=zone // want "directive: "
func repeated() *st { return nil }

//idemscope:store scope=region window=-1h // want "directive: "
func negative() *st { return nil }

//idemscope:store scope=region implements=nowhere // want "directive: "
func implementsNothing() *st { return nil }

// idemscope:Store scope=region // want "directive: "
func capital() *st { return nil }

// idemscope: store scope=region // want "directive: "
func spaced() *st { return nil }

//idemscope:endpoint planet=mars // want "directive: "
const mars = "https://mars.example.com"

//idemscope:endpoint region // want "directive: "
const noValue = "https://a.example.com"

//idemscope:endpoint region= // want "directive: "
const emptyValue = "https://b.example.com"

//idemscope:endpoint region=us store=nope // want "directive: "
const noStore = "https://c.example.com"

//idemscope:endpoint region=us
const one = "https://same.example.com"

//idemscope:endpoint region=eu // want "directive: "
const two = "https://same.example.com"

//idemscope:endpoint region=us
const three = "https://three.example.com"

//idemscope:endpoint region=us
const four = "https://three.example.com"

//idemscope:send to=url // want "directive: "
func noKey(url, key string) error { return nil }

//idemscope:send key=key // want "directive: "
func noTo(url, key string) error { return nil }

//idemscope:send key=r.Nope to=url // want "directive: "
func noField(url string, r *http.Request) error { return nil }

//idemscope:send key=r.Host to=url tenant=who // want "directive: "
func noTenant(url string, r *http.Request) error { return nil }

//idemscope:send key=r.Host to=url
func fieldPath(url string, r *http.Request) error { return nil }

//idemscope:send key=m["k"] to=url
func entryPath(url string, m map[string]any) error { return nil }

//idemscope:send key=m["k to=url // want "directive: "
func openQuote(url string, m map[string]any) error { return nil }

//idemscope:key unique=galaxy // want "directive: "
func galaxy() string { return "" }

//idemscope:key
func key() string { return "" }

//idemscope:key // want "directive: "
const notAKey = "k"

//idemscope:key // want "directive: "
func noKeyResult() {}

//idemscope:tenant why=x // want "directive: "
func tenantArgs() string { return "" }

//idemscope:tenant
var tenant = ""

//idemscope:tenant // want "directive: "
const tenantConst = ""

//idemscope:retry fn=fn
func retry(fn func() error) error { return nil }

//idemscope:retry fn=n // want "directive: "
func notFn(n int, fn func() error) error { return nil }

//idemscope:retry // want "directive: "
func noFn(fn func() error) error { return nil }

//idemscope:retry fn=f // want "directive: "
type retryType struct{}

//idemscope:downstream reason="" // want "directive: "
//idemscope:send key=key to=url
func emptyReason(url, key string) error { return nil }

//idemscope:downstream reason="x"
//idemscope:send key=key to=url
func withReason(url, key string) error { return nil }

//idemscope:store scope=region
type (
	grouped struct{}
)

type (
	//idemscope:store scope=region
	inGroup struct{}

	//idemscope:stor scope=region // want "directive: "
	inGroupBad struct{}
)

//idemscope:store scope=region // want "directive: "

// The directive above is detached from this declaration.
func detached() *st { return nil }

type holder struct {
	//idemscope:store scope=region
	a, b *st
	//idemscope:store scope=universe // want "directive: "
	c *st
	d *st //idemscope:store scope=region // want "directive: "
}

type iface interface {
	//idemscope:send key=key to=iface
	Send(key string) error
	//idemscope:send key=kye to=iface // want "directive: "
	Sent(key string) error
	//idemscope:send key=key to=other // want "directive: "
	SentOther(ctx context.Context, key string) error
}

func body() {
	//idemscope:endpoint region=us // want "directive: "
	u := "https://x.example.com"
	_ = u
	/* idemscope:store in a block comment is prose */
	// idemscope:ignore scope reason="a near miss in a body is prose"
}

// idemscope:store scope=region // want "directive: "
func tabbed() *st { return nil }

// Text first, idemscope:store later, is prose.
func prose() *st { return nil }

//idemscope:store scope=region implements=inGroup
func implementsIt() *st { return nil }

//idemscope:store scope=global implements=inGroup
func implementsWider() *st { return nil }

//idemscope:store scope=zone implements=inGroup // want "directive: "
func implementsNarrower() *st { return nil }

//idemscope:frobnicate // want "directive: "
var x int

//idemscope:send key=key to=c
var _ = (*client).send

//idemscope:send key=nope to=c // want "directive: "
var _ = (*client).send2

type client struct{}

func (c *client) send(key string) error  { return nil }
func (c *client) send2(key string) error { return nil }

//idemscope:endpoint pinned=yes // want "directive: "
var pinnedYes = ""

//idemscope:endpoint region="us east"
var quoted = ""

//idemscope:endpoint region=*
var star = ""
