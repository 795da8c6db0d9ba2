// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package bodies carries keys in the body or the query of a request.
package bodies

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
)

type transfer struct {
	IdempotencyKey string `json:"idempotency_key"`
	Cents          int64  `json:"cents"`
}

// Marshalled carries it in a struct.
func Marshalled(url string, cents int64) (err error) {
	for range 3 {
		b, merr := json.Marshal(transfer{IdempotencyKey: rand.Text(), Cents: cents}) // want "fresh-key: "
		if merr != nil {
			return merr
		}
		if _, err = http.Post(url, "application/json", bytes.NewReader(b)); err == nil {
			return nil
		}
	}
	return err
}

// Map carries it in a map.
func Map(ctx context.Context, c *http.Client, url string, cents int64) (err error) {
	for range 3 {
		b, merr := json.Marshal(map[string]any{"client_token": rand.Text(), "cents": cents}) // want "fresh-key: "
		if merr != nil {
			return merr
		}
		req, rerr := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewBuffer(b))
		if rerr != nil {
			return rerr
		}
		if _, err = c.Do(req); err == nil {
			return nil
		}
	}
	return err
}

func create(t *transfer) error {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(t); err != nil {
		return err
	}
	_, err := http.Post("https://api.example.com/transfers", "application/json", &buf)
	return err
}

// Encoded goes through a function that encodes.
func Encoded(cents int64) (err error) {
	for range 3 {
		if err = create(&transfer{IdempotencyKey: rand.Text(), Cents: cents}); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

type client struct {
	base string
	http *http.Client
}

// do sends whatever it is given.
func (c *client) do(ctx context.Context, method, path string, body any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(b))
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Through goes through one that takes anything.
func (c *client) Through(ctx context.Context, cents int64) (err error) {
	for range 3 {
		if err = c.do(ctx, http.MethodPost, "/transfers", &transfer{IdempotencyKey: rand.Text(), Cents: cents}); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

// ThroughOnce has one key.
func (c *client) ThroughOnce(ctx context.Context, cents int64) (err error) {
	t := &transfer{IdempotencyKey: rand.Text(), Cents: cents}
	for range 3 {
		if err = c.do(ctx, http.MethodPost, "/transfers", t); err == nil {
			break
		}
	}
	return err
}

type note struct{ ID, Text string }

// Plain has no key.
func (c *client) Plain(ctx context.Context, text string) (err error) {
	for range 3 {
		if err = c.do(ctx, http.MethodPost, "/notes", note{ID: rand.Text(), Text: text}); err == nil {
			break
		}
	}
	return err
}

// Each sends one for each amount.
func (c *client) Each(ctx context.Context, cents []int64) error {
	for _, n := range cents {
		if err := c.do(ctx, http.MethodPost, "/transfers", transfer{IdempotencyKey: rand.Text(), Cents: n}); err != nil {
			return err
		}
	}
	return nil
}

// Reads asks under a key of its own each time.
func (c *client) Reads(ctx context.Context) (err error) {
	for range 3 {
		if err = c.do(ctx, http.MethodGet, "/transfers", transfer{IdempotencyKey: rand.Text()}); err == nil {
			break
		}
	}
	return err
}

// Failover takes the same body to another host.
func Failover(ctx context.Context, a, b *client, t transfer) error {
	if err := a.do(ctx, http.MethodPost, "/transfers", t); err == nil {
		return nil
	}
	return b.do(ctx, http.MethodPost, "/transfers", t) // want "undeclared: "
}

// Form is a form.
func Form(u string) (err error) {
	for range 3 {
		if _, err = http.PostForm(u, url.Values{"idempotency_key": {rand.Text()}}); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

// FormBody is a form that is the body.
func FormBody(ctx context.Context, c *http.Client, u string) (err error) {
	for range 3 {
		form := url.Values{}
		form.Set("idempotency_key", rand.Text()) // want "fresh-key: "
		req, rerr := http.NewRequestWithContext(ctx, http.MethodPost, u, strings.NewReader(form.Encode()))
		if rerr != nil {
			return rerr
		}
		if _, err = c.Do(req); err == nil {
			break
		}
	}
	return err
}

// FormOnce has one key.
func FormOnce(ctx context.Context, c *http.Client, u string) (err error) {
	form := url.Values{"idempotency_key": {rand.Text()}}
	for range 3 {
		req, rerr := http.NewRequestWithContext(ctx, http.MethodPost, u, strings.NewReader(form.Encode()))
		if rerr != nil {
			return rerr
		}
		if _, err = c.Do(req); err == nil {
			break
		}
	}
	return err
}

// Query is a parameter of the URL.
func Query(req *http.Request) (err error) {
	for range 3 {
		q := req.URL.Query()
		q.Set("idempotency_key", rand.Text()) // want "fresh-key: "
		req.URL.RawQuery = q.Encode()
		if _, err = http.DefaultClient.Do(req); err == nil {
			break
		}
	}
	return err
}

// Streamed has a body of which nothing is known.
func Streamed(c *http.Client, u string, body io.Reader) (err error) {
	for range 3 {
		if _, err = c.Post(u, "application/json", body); err == nil {
			break
		}
	}
	return err
}
