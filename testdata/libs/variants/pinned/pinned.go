// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pinned claims that clients stay.
package pinned

import (
	"crypto/rand"
	"errors"
	mrand "math/rand/v2"
	"sync/atomic"
)

//idemscope:store scope=server
type cache struct{}

func (*cache) Put(key string) {}

//idemscope:endpoint pinned
type conn struct{ addr string }

//idemscope:send key=key to=c
func (c *conn) submit(key string) error { return nil }

type pool struct {
	conns []*conn
	next  atomic.Uint32
	fixed *conn
	dial  func(string) (*conn, error)
}

func (p *pool) pick() *conn { return p.conns[mrand.IntN(len(p.conns))] }
func (p *pool) rr() *conn   { return p.conns[int(p.next.Add(1))%len(p.conns)] }
func (p *pool) home() *conn { return p.fixed }

func Each(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	for range 3 {
		if p.pick().submit(key) == nil { // want "pinning: "
			return nil
		}
	}
	return errors.New("x")
}

func Once(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	c := p.pick()
	for range 3 {
		if c.submit(key) == nil {
			return nil
		}
	}
	return errors.New("x")
}

func RoundRobin(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	for range 3 {
		if p.rr().submit(key) == nil { // want "pinning: "
			return nil
		}
	}
	return errors.New("x")
}

func Home(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	for range 3 {
		if p.home().submit(key) == nil {
			return nil
		}
	}
	return errors.New("x")
}

func Range(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	for _, c := range p.conns {
		if c.submit(key) == nil { // want "pinning: "
			return nil
		}
	}
	return errors.New("x")
}

func Sequence(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	if p.conns[0].submit(key) == nil {
		return nil
	}
	return p.conns[1].submit(key) // want "pinning: "
}

func SequenceSame(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	if p.conns[0].submit(key) == nil {
		return nil
	}
	return p.conns[0].submit(key)
}

func Redial(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	for range 3 {
		c, err := p.dial("x")
		if err != nil {
			continue
		}
		if c.submit(key) == nil { // want "pinning: "
			return nil
		}
	}
	return errors.New("x")
}

func retry(fn func() error) error {
	for range 3 {
		if fn() == nil {
			return nil
		}
	}
	return errors.New("x")
}

func Closure(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	return retry(func() error {
		return p.pick().submit(key) // want "pinning: "
	})
}

func ClosureOnce(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	c := p.pick()
	return retry(func() error { return c.submit(key) })
}

func Bound(p *pool, s *cache) error {
	key := rand.Text()
	s.Put(key)
	submit := p.pick().submit
	return retry(func() error { return submit(key) })
}

// Unguarded has no store: the claim is broken all the same.
func Unguarded(p *pool) error {
	key := rand.Text()
	for range 3 {
		if p.pick().submit(key) == nil { // want "pinning: "
			return nil
		}
	}
	return errors.New("x")
}
