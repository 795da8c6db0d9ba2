// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pay routes.
package pay

import (
	"crypto/rand"
	"net/http"

	"example.test/libs/variants/wiring/dedup"
)

//idemscope:endpoint region=us cluster=blue
const US = "https://us.example.com"

//idemscope:endpoint region=eu cluster=blue
const EU = "https://eu.example.com"

//idemscope:endpoint region=us cluster=blue
const US2 = "https://us2.example.com"

// Config is filled by whoever uses it.
type Config struct {
	Primary, Secondary string
	Store              dedup.Store
}

type Client struct{ cfg Config }

func NewClient(cfg Config) *Client { return &Client{cfg: cfg} }

func (c *Client) Pay() error {
	key := rand.Text()
	if err := c.cfg.Store.Admit(key); err != nil {
		return err
	}
	if err := post(c.cfg.Primary, key); err != nil {
		return post(c.cfg.Secondary, key)
	}
	return nil
}

// Router has exported fields: it is put together by literals.
type Router struct {
	Endpoints []string
	Store     dedup.Store
}

func (r *Router) Pay() error {
	key := rand.Text()
	if err := r.Store.Admit(key); err != nil {
		return err
	}
	var err error
	for _, e := range r.Endpoints {
		if err = post(e, key); err == nil {
			return nil
		}
	}
	return err
}

// Setter has setters.
type Setter struct {
	a, b  string
	store dedup.Store
}

func NewSetter() *Setter                     { return &Setter{} }
func (s *Setter) SetEndpoints(a, b string)   { s.a, s.b = a, b }
func (s *Setter) SetStore(store dedup.Store) { s.store = store }
func (s *Setter) Pay() error {
	key := rand.Text()
	if err := s.store.Admit(key); err != nil {
		return err
	}
	if err := post(s.a, key); err != nil {
		return post(s.b, key)
	}
	return nil
}

// Pay takes everything as parameters.
func Pay(st dedup.Store, key string, urls ...string) error {
	if err := st.Admit(key); err != nil {
		return err
	}
	var err error
	for _, u := range urls {
		if err = post(u, key); err == nil {
			return nil
		}
	}
	return err
}

// Try has its key guarded by the caller.
func Try(key string, urls []string) error {
	var err error
	for _, u := range urls {
		if err = post(u, key); err == nil { // want "undeclared: "
			return nil
		}
	}
	return err
}

func post(base, key string) error {
	req, err := http.NewRequest("POST", base+"/pay", nil)
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
