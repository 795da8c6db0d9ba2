// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package stores declares stores on constructors, types, variables and fields.
package stores

import (
	"crypto/rand"
	"errors"
	"net/http"
	"sync"
)

//idemscope:endpoint region=us
const us = "https://us.example.com"

//idemscope:endpoint region=eu
const eu = "https://eu.example.com"

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

func failover(key string) error {
	if err := post(us, key); err != nil {
		return post(eu, key)
	}
	return nil
}

// --- a variable

//idemscope:store scope=region
var seen sync.Map

//idemscope:store scope=global
var seenGlobal sync.Map

func Var() error {
	key := rand.Text()
	if _, dup := seen.LoadOrStore(key, true); dup {
		return nil
	}
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

func VarGlobal() error {
	key := rand.Text()
	if _, dup := seenGlobal.LoadOrStore(key, true); dup {
		return nil
	}
	if err := post(us, key); err != nil {
		return post(eu, key)
	}
	return nil
}

//idemscope:store scope=process
var keys = map[string]bool{}

func Map() error {
	key := rand.Text()
	if keys[key] {
		return nil
	}
	keys[key] = true
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

// --- a field

type client struct {
	//idemscope:store scope=region
	seen map[string]struct{}
	//idemscope:store scope=global
	all   map[string]struct{}
	cache cache
}

type cache interface {
	Add(key string) bool
}

func (c *client) Field() error {
	key := rand.Text()
	c.seen[key] = struct{}{}
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

func (c *client) FieldGlobal() error {
	key := rand.Text()
	c.all[key] = struct{}{}
	if err := post(us, key); err != nil {
		return post(eu, key)
	}
	return nil
}

// FieldCaller brings the key to a helper that fails over.
func (c *client) FieldCaller() error {
	key := rand.Text()
	if _, ok := c.seen[key]; ok {
		return nil
	}
	c.seen[key] = struct{}{}
	return failover(key) // want "scope: "
}

func (c *client) FieldCallerGlobal() error {
	key := rand.Text()
	if _, ok := c.all[key]; ok {
		return nil
	}
	return failover(key)
}

// --- an interface's only implementation

//idemscope:store scope=region
type lru struct{ m map[string]bool }

func (l *lru) Add(key string) bool { l.m[key] = true; return true }

func newClient() *client { return &client{cache: &lru{m: map[string]bool{}}} }

func (c *client) Iface() error {
	key := rand.Text()
	c.cache.Add(key)
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

// --- a constructor's result in a field

type redis struct{}

func (*redis) SetNX(key string) (bool, error) { return true, nil }

//idemscope:store scope=region
func dialRegional(addr string) (*redis, error) { return &redis{}, nil }

//idemscope:store scope=global
func dialGlobal(addr string) (*redis, error) { return &redis{}, nil }

type svc struct{ r *redis }

func newSvc() (*svc, error) {
	r, err := dialRegional("localhost")
	if err != nil {
		return nil, err
	}
	return &svc{r: r}, nil
}

func (s *svc) Pay() error {
	key := rand.Text()
	ok, err := s.r.SetNX("pay:" + key)
	if err != nil || !ok {
		return err
	}
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

type gsvc struct{ r *redis }

func newGsvc() (*gsvc, error) {
	r, err := dialGlobal("localhost")
	if err != nil {
		return nil, err
	}
	s := new(gsvc)
	s.r = r
	return s, nil
}

func (s *gsvc) Pay() error {
	key := rand.Text()
	ok, err := s.r.SetNX("pay:" + key)
	if err != nil || !ok {
		return err
	}
	if err := post(us, key); err != nil {
		return post(eu, key)
	}
	return nil
}

// Both has two stores, of which one is wide enough.
func Both(r *svc, g *gsvc) error {
	key := rand.Text()
	l, _ := dialRegional("a")
	w, _ := dialGlobal("b")
	l.SetNX(key)
	w.SetNX(key)
	if err := post(us, key); err != nil {
		return post(eu, key)
	}
	return nil
}

// Neither has two, both too narrow.
func Neither() error {
	key := rand.Text()
	l, _ := dialRegional("a")
	l.SetNX(key)
	keys[key] = true
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

// Wrapped hands the key through a helper to the store.
func admit(r *redis, key string) error {
	ok, err := r.SetNX("k:" + key)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("dup")
	}
	return nil
}

func Wrapped() error {
	key := rand.Text()
	r, err := dialRegional("x")
	if err != nil {
		return err
	}
	if err := admit(r, key); err != nil {
		return err
	}
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

func (s *svc) WrappedField() error {
	key := rand.Text()
	if err := admit(s.r, key); err != nil {
		return err
	}
	return failover(key) // want "scope: "
}

// Deferred releases the key in the store afterwards.
func (s *svc) Deferred() error {
	key := rand.Text()
	defer s.r.SetNX(key)
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

// OtherKey guards another key.
func (s *svc) OtherKey() error {
	key, lock := rand.Text(), rand.Text()
	s.r.SetNX(lock)
	if err := post(us, key); err != nil {
		return post(eu, key) // want "undeclared: "
	}
	return nil
}

// --- store= on endpoints

//idemscope:store scope=region
type farEnd struct{}

//idemscope:endpoint region=us store=farEnd
const payUS = "https://pay-us.example.com"

//idemscope:endpoint region=eu store=farEnd
const payEU = "https://pay-eu.example.com"

//idemscope:endpoint region=us store=farEnd
const payUS2 = "https://pay-us2.example.com"

func Far() error {
	key := rand.Text()
	if err := post(payUS, key); err != nil {
		return post(payEU, key) // want "scope: "
	}
	return nil
}

func FarSame() error {
	key := rand.Text()
	if err := post(payUS, key); err != nil {
		return post(payUS2, key)
	}
	return nil
}

// --- embedded store

type base struct {
	//idemscope:store scope=region
	dedup *redis
}

type derived struct {
	base
	name string
}

func (d *derived) Pay() error {
	key := rand.Text()
	d.dedup.SetNX(key)
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

// --- promoted methods

type guarded struct{ *lru }

func (g guarded) Pay() error {
	key := rand.Text()
	g.Add(key)
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

// --- generics

//idemscope:store scope=region
type table[K comparable] struct{ m map[K]bool }

func (t *table[K]) Mark(k K) { t.m[k] = true }

func Generic(t *table[string]) error {
	key := rand.Text()
	t.Mark(key)
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

// Closure is guarded by a function value that closes over the store.
func Closure() error {
	r, _ := dialRegional("x")
	check := func(k string) bool { ok, _ := r.SetNX(k); return ok }
	key := rand.Text()
	if !check(key) {
		return nil
	}
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

// Once is the store's own method that takes what to do.
func (r *redis) Once(key string, fn func() error) error {
	if ok, err := r.SetNX(key); err != nil || !ok {
		return err
	}
	return fn()
}

func OnceFn() error {
	r, _ := dialRegional("x")
	key := rand.Text()
	return r.Once(key, func() error {
		if err := post(us, key); err != nil {
			return post(eu, key) // want "scope: "
		}
		return nil
	})
}
