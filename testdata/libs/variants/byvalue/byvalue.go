// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package byvalue hands keys and endpoints on in structs by value.
package byvalue

import (
	"crypto/rand"
	"errors"
	"net/http"
	"sync/atomic"
)

//idemscope:endpoint region=us
const us = "https://us.example.com"

//idemscope:endpoint region=eu
const eu = "https://eu.example.com"

//idemscope:store scope=region
type seen struct{}

func (seen) Admit(key string) bool { return true }

func post(base, key string) error {
	req, err := http.NewRequest("POST", base, nil)
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

type request struct {
	Key string
	N   int
}

func send(u string, r request) error { return post(u, r.Key) }

func Function(s seen) error {
	r := request{Key: rand.Text()}
	s.Admit(r.Key)
	if err := send(us, r); err != nil {
		return send(eu, r) // want "scope: "
	}
	return nil
}

func FunctionSame(s seen) error {
	r := request{Key: rand.Text()}
	s.Admit(r.Key)
	if err := send(us, r); err != nil {
		return send(us, r)
	}
	return nil
}

func FunctionFresh() error {
	for range 3 {
		if send(us, request{Key: rand.Text()}) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errors.New("x")
}

type client struct{ base string }

func (c *client) pay(r request) error { return post(c.base, r.Key) }

func Method(s seen) error {
	r := request{Key: rand.Text()}
	s.Admit(r.Key)
	a, b := &client{us}, &client{eu}
	if err := a.pay(r); err != nil {
		return b.pay(r) // want "scope: "
	}
	return nil
}

type region struct{ name, url string }

func Table(s seen) error {
	key := rand.Text()
	s.Admit(key)
	for _, r := range []region{{"us", us}, {"eu", eu}} {
		if post(r.url, key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("x")
}

func TableSame(s seen) error {
	key := rand.Text()
	s.Admit(key)
	for _, r := range []region{{"us", us}, {"us2", us + "/2"}} {
		if post(r.url, key) == nil {
			return nil
		}
	}
	return errors.New("x")
}

type result struct {
	Status int
	Err    error
}

func sendResult(base, key string) result { return result{Err: post(base, key)} }

// Result has its outcome in a field.
func Result(s seen) error {
	key := rand.Text()
	s.Admit(key)
	r := sendResult(us, key)
	if r.Err != nil {
		r = sendResult(eu, key) // limit: not found yet: scope
	}
	return r.Err
}

func ResultBoth(s seen) error {
	key := rand.Text()
	s.Admit(key)
	r := sendResult(us, key)
	if r.Err == nil {
		r = sendResult(eu, key)
	}
	return r.Err
}

func status(base, key string) int {
	if post(base, key) != nil {
		return 503
	}
	return 200
}

// Status is a number.
func Status(s seen) int {
	key := rand.Text()
	s.Admit(key)
	st := status(us, key)
	if st >= 500 {
		st = status(eu, key) // limit: not found yet: scope
	}
	return st
}

type pool struct {
	cs []*client
	n  atomic.Int64
}

func (p *pool) next() *client { return p.cs[p.n.Add(1)%int64(len(p.cs))] }

func Pool(s seen, p *pool) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		if p.next().pay(request{Key: key}) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("x")
}

func PoolOnce(s seen, p *pool) error {
	key := rand.Text()
	s.Admit(key)
	c := p.next()
	for range 3 {
		if c.pay(request{Key: key}) == nil {
			return nil
		}
	}
	return errors.New("x")
}
