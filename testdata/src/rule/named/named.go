// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package named has stores that endpoints name: each is a set of endpoints, and a retry to
// a known endpoint outside the set leaves it, however wide the store is.
package named

import "context"

//idemscope:send key=key to=url
func post(ctx context.Context, url, key string) error { return wire.Do(ctx, url, key) }

var wire interface {
	Do(ctx context.Context, url, key string) error
}

// Ledger knows every key, wherever it is asked.
//
//idemscope:store scope=global
type Ledger struct{}

// Journal does as well, and is another one.
//
//idemscope:store scope=global
type Journal struct{}

// Regional is one memory a region.
//
//idemscope:store scope=region
type Regional struct{}

//idemscope:endpoint store=Ledger
const One = "https://one.example.com"

//idemscope:endpoint store=Ledger
const Two = "https://two.example.com"

//idemscope:endpoint store=Journal
const Other = "https://other.example.com"

// Legacy names no store.
const Legacy = "https://legacy.example.com"

//idemscope:endpoint region=us-east-1 store=Regional
const East = "https://east.example.com"

//idemscope:endpoint region=us-east-1
const Unnamed = "https://unnamed.example.com"

func Both(ctx context.Context, key string) error {
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, Two, key)
}

func Leaves(ctx context.Context, key string) error {
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, Legacy, key) // want "scope: the key `key` can reach https://legacy.example.com outside the scope of store named.Ledger .scope=global, named.go:...: first attempt at named.One .named.go:..., and https://legacy.example.com does not name store named.Ledger .it names no store."
}

// Comes goes the other way: the store has not seen the first attempt.
func Comes(ctx context.Context, key string) error {
	if err := post(ctx, Legacy, key); err == nil {
		return nil
	}
	return post(ctx, One, key) // want "scope: .* https://legacy.example.com does not name store named.Ledger"
}

func Another(ctx context.Context, key string) error {
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, Other, key) // want "scope: .* named.Other does not name store named.Ledger .it names named.Journal."
}

// OneRegion: both are in the region, but one of them does not ask the region's store.
func OneRegion(ctx context.Context, key string) error {
	if err := post(ctx, East, key); err == nil {
		return nil
	}
	return post(ctx, Unnamed, key) // want "scope"
}

// Same goes to one endpoint.
func Same(ctx context.Context, key string) (err error) {
	for range 3 {
		if err = post(ctx, One+"/charges", key); err == nil {
			return nil
		}
	}
	return err
}

// Given may be called with an endpoint that names the store: who calls it decides.
func Given(ctx context.Context, url, key string) error {
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, url, key)
}

func GivenTwo(ctx context.Context, key string) error    { return after(ctx, Two, key) }
func GivenLegacy(ctx context.Context, key string) error { return after(ctx, Legacy, key) } // want "scope"

func after(ctx context.Context, url, key string) error {
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, url, key)
}

// Built has a host of which a part is given.
func Built(ctx context.Context, region, key string) error {
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, "https://"+region+".example.com", key)
}

// Element is one of a list that is given.
func Element(ctx context.Context, more []string, key string) error {
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, more[0], key)
}

// Looked up elsewhere, it may be any.
func Found(ctx context.Context, find func() string, key string) error {
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, find(), key)
}

func Loop(ctx context.Context, key string) (err error) {
	for _, u := range []string{One, Two, Legacy} {
		if err = post(ctx, u, key); err == nil { // want "scope"
			break
		}
	}
	return err
}

func LoopBoth(ctx context.Context, key string) (err error) {
	for _, u := range []string{One, Two} {
		if err = post(ctx, u, key); err == nil {
			break
		}
	}
	return err
}

func Chosen(ctx context.Context, key string) (err error) {
	for i := range 2 {
		u := One
		if i > 0 {
			u = Legacy
		}
		if err = post(ctx, u, key); err == nil { // want "scope"
			break
		}
	}
	return err
}

func Queue(ctx context.Context, key string) (err error) {
	rest := []string{One, Other}
	for len(rest) > 0 {
		u := rest[0]
		rest = rest[1:]
		if err = post(ctx, u, key); err == nil { // want "scope"
			break
		}
	}
	return err
}

func Map(ctx context.Context, key string) (err error) {
	for _, u := range map[string]string{"a": One, "b": Legacy} {
		if err = post(ctx, u, key); err == nil { // want "scope"
			break
		}
	}
	return err
}

func MapBoth(ctx context.Context, key string) (err error) {
	for _, u := range map[string]string{"a": One, "b": Two} {
		if err = post(ctx, u, key); err == nil {
			break
		}
	}
	return err
}

var (
	good = []string{One, Two}
	bad  = []string{One, Legacy}
)

func Variables(ctx context.Context, key string) (err error) {
	for _, u := range good {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

func VariablesLeave(ctx context.Context, key string) (err error) {
	for _, u := range bad {
		if err = post(ctx, u, key); err == nil { // want "scope"
			return nil
		}
	}
	return err
}

// Client has its endpoints in fields.
type Client struct {
	//idemscope:endpoint store=Ledger
	First string
	//idemscope:endpoint store=Ledger
	Second string
	//idemscope:endpoint store=Journal
	Third string
	// Fourth names none.
	Fourth string
	//idemscope:endpoint store=Ledger
	Hosts []string
}

func (c *Client) Fields(ctx context.Context, key string) error {
	if err := post(ctx, c.First, key); err == nil {
		return nil
	}
	if err := post(ctx, c.Second, key); err == nil {
		return nil
	}
	return post(ctx, c.Fourth, key) // want "scope"
}

func (c *Client) FieldsOther(ctx context.Context, key string) error {
	if err := post(ctx, c.First, key); err == nil {
		return nil
	}
	return post(ctx, c.Third, key) // want "scope"
}

func (c *Client) Elements(ctx context.Context, key string) (err error) {
	for _, h := range c.Hosts {
		if err = post(ctx, h, key); err == nil {
			return nil
		}
	}
	return post(ctx, c.First, key)
}

func (c *Client) ElementsLeave(ctx context.Context, key string) (err error) {
	for _, h := range c.Hosts {
		if err = post(ctx, h, key); err == nil {
			return nil
		}
	}
	return post(ctx, c.Fourth, key) // want "scope"
}

// Asked is guarded by the store that the key was handed to: it stands for what the far ends
// share.
//
//idemscope:store scope=global
type Asked interface{ First(key string) bool }

func Handed(ctx context.Context, a Asked, key string) error {
	a.First(key)
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, Legacy, key)
}

// Brought has the store asked by who calls it.
func Brought(ctx context.Context, a Asked, key string) error {
	a.First(key)
	return leaving(ctx, key)
}

func Unbrought(ctx context.Context, key string) error { return leaving(ctx, key) } // want "scope"

func leaving(ctx context.Context, key string) error {
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, Legacy, key)
}

// Replicated sends to both on purpose: that is no retry.
func Replicated(ctx context.Context, key string) error {
	if err := post(ctx, One, key); err != nil {
		return err
	}
	return post(ctx, Legacy, key)
}

// None has no store at all.
func None(ctx context.Context, key string) error {
	if err := post(ctx, Legacy, key); err == nil {
		return nil
	}
	return post(ctx, "https://older.example.com", key) // want "undeclared"
}

// Harmless runs twice without harm.
func Harmless(ctx context.Context, key string) error {
	if err := post(ctx, One, key); err == nil {
		return nil
	}
	return post(ctx, Legacy, key) //idemscope:downstream reason="unique by order"
}
