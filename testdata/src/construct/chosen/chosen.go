// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package chosen sends through an interface with two implementations: attempts on one value
// stay with one of them.
package chosen

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
)

func post(ctx context.Context, url, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type provider interface {
	send(ctx context.Context, key string) error
}

type north struct{ name string }

type south struct{ name string }

func (n *north) send(ctx context.Context, key string) error {
	return post(ctx, "https://north.example.com", key)
}

func (s *south) send(ctx context.Context, key string) error {
	return post(ctx, "https://south.example.com", key)
}

func pick(name string, w string) provider {
	switch name {
	case "south":
		return &south{w}
	default:
		return &north{w}
	}
}

// Picked stays with what was picked.
func Picked(ctx context.Context, w string) error {
	p := pick("south", w)
	key := rand.Text()
	for range 3 {
		if p.send(ctx, key) == nil {
			return nil
		}
	}
	return errors.New("failed")
}

// through repeats what its caller gives it.
func through(ctx context.Context, p provider, key string) error {
	var err error
	for range 3 {
		if err = p.send(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

// Given stays with it, behind a helper.
func Given(ctx context.Context, p provider) error { return through(ctx, p, rand.Text()) }

func retry(f func() error) error {
	var err error
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// Closed stays with it, in a literal.
func Closed(ctx context.Context, p provider) error {
	key := rand.Text()
	return retry(func() error { return p.send(ctx, key) })
}

// once makes one attempt.
func once(ctx context.Context, p provider, key string) error { return p.send(ctx, key) }

// Twice calls a function that sends twice with one value.
func Twice(ctx context.Context, p provider) error {
	key := rand.Text()
	if err := once(ctx, p, key); err == nil {
		return nil
	}
	return once(ctx, p, key)
}

// Two calls it with two.
func Two(ctx context.Context, p, q provider) error {
	key := rand.Text()
	if err := once(ctx, p, key); err == nil {
		return nil
	}
	return once(ctx, q, key) // want "undeclared"
}

// Turns takes another one after a failure.
func Turns(ctx context.Context, w string) error {
	key := rand.Text()
	var p provider = &north{w}
	var err error
	for range 3 {
		if err = p.send(ctx, key); err == nil { // want "undeclared"
			return nil
		}
		p = &south{w}
	}
	return err
}

// Again picks in the loop.
func Again(ctx context.Context, w string, names []string) error {
	key := rand.Text()
	for _, name := range names {
		if pick(name, w).send(ctx, key) == nil { // want "undeclared"
			return nil
		}
	}
	return errors.New("failed")
}

// Client holds one, which a failure replaces.
type Client struct {
	w string
	p provider
}

// Send sends once, and goes over to the other one if that fails.
func (c *Client) Send(ctx context.Context) error {
	key := rand.Text()
	var err error
	for range 3 {
		if err = c.p.send(ctx, key); err == nil { // want "undeclared"
			return nil
		}
		c.p = &south{c.w}
	}
	return err
}

// Keep holds one, and stays with it.
func (c *Client) Keep(ctx context.Context) error {
	key := rand.Text()
	var err error
	for range 3 {
		if err = c.p.send(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

// Fresh makes a key for each attempt, whichever provider it is.
func (c *Client) Fresh(ctx context.Context) error {
	var err error
	for range 3 {
		if err = c.p.send(ctx, rand.Text()); err == nil { // want "fresh-key"
			return nil
		}
	}
	return err
}

func northern(ctx context.Context, key string) error {
	return post(ctx, "https://north.example.com", key)
}

func southern(ctx context.Context, key string) error {
	return post(ctx, "https://south.example.com", key)
}

// Function picks a function before the loop.
func Function(ctx context.Context, name string) error {
	send := northern
	if name == "south" {
		send = southern
	}
	key := rand.Text()
	var err error
	for range 3 {
		if err = send(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

// Functions goes through several.
func Functions(ctx context.Context) error {
	key := rand.Text()
	var err error
	for _, send := range []func(context.Context, string) error{northern, southern} {
		if err = send(ctx, key); err == nil { // want "undeclared"
			return nil
		}
	}
	return err
}

// FunctionTurns takes another one after a failure.
func FunctionTurns(ctx context.Context) error {
	key := rand.Text()
	send := northern
	var err error
	for range 3 {
		if err = send(ctx, key); err == nil { // want "undeclared"
			return nil
		}
		send = southern
	}
	return err
}

func to(url string) func(context.Context, string) error {
	return func(ctx context.Context, key string) error { return post(ctx, url, key) }
}

// Made picks one of two literals of one text.
func Made(ctx context.Context, name string) error {
	send := to("https://north.example.com")
	if name == "south" {
		send = to("https://south.example.com")
	}
	key := rand.Text()
	return retry(func() error { return send(ctx, key) })
}

// Method takes a method value of one that was picked.
func Method(ctx context.Context, w string) error {
	send := pick("south", w).send
	key := rand.Text()
	var err error
	for range 3 {
		if err = send(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

// Table looks one up.
func Table(ctx context.Context, w, name string) error {
	p := map[string]provider{"north": &north{w}, "south": &south{w}}[name]
	key := rand.Text()
	for range 3 {
		if p.send(ctx, key) == nil {
			return nil
		}
	}
	return errors.New("failed")
}

// TableAgain looks one up for each attempt.
func TableAgain(ctx context.Context, w string, names []string) error {
	ps := map[string]provider{"north": &north{w}, "south": &south{w}}
	key := rand.Text()
	for _, name := range names {
		if ps[name].send(ctx, key) == nil { // want "undeclared"
			return nil
		}
	}
	return errors.New("failed")
}
