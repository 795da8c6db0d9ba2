// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pinning declares endpoints that attempts must not leave.
package pinning

import (
	"context"
	"math/rand/v2"
)

// conn is one connection to one server.
//
//idemscope:endpoint pinned
type conn struct{ addr string }

//idemscope:send key=key to=c
func (c *conn) put(ctx context.Context, key string) error { return nil }

type pool struct {
	conns []*conn
	next  int
}

func (p *pool) pick() *conn { return p.conns[rand.IntN(len(p.conns))] }

func (p *pool) turn() *conn {
	p.next++
	return p.conns[p.next%len(p.conns)]
}

//idemscope:store scope=server
type cache struct{}

func (cache) Mark(key string) {}

// Picked draws another one for each attempt.
func Picked(ctx context.Context, p *pool, s cache, key string) (err error) {
	s.Mark(key)
	for range 3 {
		if err = p.pick().put(ctx, key); err == nil { // want "pinning: "
			break
		}
	}
	return err
}

// Turned takes the next one.
func Turned(ctx context.Context, p *pool, s cache, key string) error {
	s.Mark(key)
	if err := p.turn().put(ctx, key); err != nil {
		return p.turn().put(ctx, key) // want "pinning: "
	}
	return nil
}

// Fallback has a second one for the case.
func Fallback(ctx context.Context, a, b *conn, s cache, key string) error {
	s.Mark(key)
	if err := a.put(ctx, key); err != nil {
		return b.put(ctx, key) // want "pinning: "
	}
	return nil
}

// Kept chooses once.
func Kept(ctx context.Context, p *pool, s cache, key string) (err error) {
	s.Mark(key)
	c := p.pick()
	for range 3 {
		if err = c.put(ctx, key); err == nil {
			break
		}
	}
	return err
}

// PerKey chooses anew for each request: each has a key of its own.
func PerKey(ctx context.Context, p *pool, s cache, keys []string) error {
	for _, key := range keys {
		s.Mark(key)
		if err := p.pick().put(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// All writes to all connections, as a replication does.
func All(ctx context.Context, p *pool, s cache, key string) error {
	s.Mark(key)
	for _, c := range p.conns {
		if err := c.put(ctx, key); err != nil {
			return err
		}
	}
	return nil
}
