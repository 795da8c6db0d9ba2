// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package scope shows the predicate: the key's scope must contain the retry's.
package scope

import (
	"context"
	"errors"
	"net/http"
	"time"
)

//idemscope:endpoint region=us-east-1 zone=a
const EastA = "https://a.us-east-1.example.com"

//idemscope:endpoint region=us-east-1 zone=b
const EastB = "https://b.us-east-1.example.com"

//idemscope:endpoint region=eu-west-1
const West = "https://eu-west-1.example.com"

//idemscope:endpoint region=us-east-1 cluster=*
const AnyCluster = "https://us-east-1.example.com"

//idemscope:endpoint region=us-east-1 zone=a server=s1
const ServerOne = "https://s1.a.us-east-1.example.com"

//idemscope:store scope=region
type regional struct{}

func (regional) Mark(key string) {}

//idemscope:store scope=zone
type zonal struct{}

func (zonal) Mark(key string) {}

//idemscope:store scope=cluster
type perCluster struct{}

func (perCluster) Mark(key string) {}

//idemscope:store scope=server
type perServer struct{}

func (perServer) Mark(key string) {}

//idemscope:store scope=global
type everywhere struct{}

func (everywhere) Mark(key string) {}

//idemscope:store covers=EastA,EastB
type east struct{}

func (east) Mark(key string) {}

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

// then sends to the second when the first fails.
func then(ctx context.Context, first, second, key string) error {
	if err := post(ctx, first, key); err == nil {
		return nil
	}
	return post(ctx, second, key)
}

func Regions(ctx context.Context, s regional, key string) error {
	s.Mark(key)
	return then(ctx, EastA, West, key) // want "scope: .*region.*eu-west-1"
}

func WithinRegion(ctx context.Context, s regional, key string) error {
	s.Mark(key)
	return then(ctx, EastA, EastB, key)
}

// Zones of one region are two partitions of a store with one for each zone.
func Zones(ctx context.Context, s zonal, key string) error {
	s.Mark(key)
	return then(ctx, EastA, EastB, key) // want "scope: .*zone"
}

// Unnamed compares a zone with an endpoint that declares none: not known to agree.
func Unnamed(ctx context.Context, s zonal, key string) error {
	s.Mark(key)
	return then(ctx, EastA, AnyCluster, key) // want "scope: "
}

// Starred may reach another cluster at each attempt, although the name is one.
func Starred(ctx context.Context, s perCluster, key string) error {
	s.Mark(key)
	return then(ctx, AnyCluster, AnyCluster, key) // want "scope: "
}

// StarredRegional has the star below the dimension that counts.
func StarredRegional(ctx context.Context, s regional, key string) error {
	s.Mark(key)
	return then(ctx, AnyCluster, AnyCluster, key)
}

// Balanced may reach another server behind a name that says nothing of servers.
func Balanced(ctx context.Context, s perServer, key string) error {
	s.Mark(key)
	return then(ctx, West, West, key) // want "scope: "
}

// NamedServer is one server by its declaration.
func NamedServer(ctx context.Context, s perServer, key string) error {
	s.Mark(key)
	return then(ctx, ServerOne, ServerOne, key)
}

// Global covers what there is.
func Global(ctx context.Context, s everywhere, key string) error {
	s.Mark(key)
	return then(ctx, EastA, West, key)
}

// OneOfTwo is guarded twice: a store that covers is enough.
func OneOfTwo(ctx context.Context, s regional, g everywhere, key string) error {
	s.Mark(key)
	g.Mark(key)
	return then(ctx, EastA, West, key)
}

// Listed misses the store by one attempt of two.
func Listed(ctx context.Context, s east, key string) error {
	s.Mark(key)
	return then(ctx, EastA, West, key) // want "scope: "
}

// Single misses it by its only attempt.
func Single(ctx context.Context, s east, key string) error {
	s.Mark(key)
	return post(ctx, West, key) // want "scope: "
}

// InList stays on the store's list.
func InList(ctx context.Context, s east, key string) error {
	s.Mark(key)
	return then(ctx, EastA, EastB, key)
}

// OtherKey is guarded under another key than the one that is sent.
func OtherKey(ctx context.Context, s regional, key, other string) error {
	s.Mark(other)
	return then(ctx, EastA, EastB, key) // want "undeclared: "
}

// Outcomes reads the outcome off the response.
func Outcomes(ctx context.Context, s regional, c *http.Client, first, second *http.Request, key string) (*http.Response, error) {
	s.Mark(key)
	first.Header.Set("Idempotency-Key", key)
	second.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(first)
	if err == nil && resp.StatusCode < 500 {
		return resp, nil
	}
	return c.Do(second) // want "scope: "
}

// Gone sends on after a success alone.
func Gone(ctx context.Context, s regional, c *http.Client, first, second *http.Request, key string) (*http.Response, error) {
	s.Mark(key)
	first.Header.Set("Idempotency-Key", key)
	second.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(first)
	if err != nil || resp.StatusCode >= 500 {
		return nil, errors.Join(err, errors.New("first"))
	}
	return c.Do(second)
}

// Local keeps the keys of one process, and a retry stays in it: what is sent elsewhere is another process.
//
//idemscope:store scope=process
type local struct{}

func (local) Mark(key string) {}

func Process(ctx context.Context, s local, key string) (err error) {
	s.Mark(key)
	for range 3 {
		if err = post(ctx, West, key); err == nil { // want "scope: "
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Constant has one key for all requests, and the store is asked about it: a constant that is
// all of the key is the key that was marked.
func Constant(ctx context.Context, s regional) error {
	s.Mark("the-charge") // want "collision"
	if err := post(ctx, EastA, "the-charge"); err == nil {
		return nil
	}
	return post(ctx, West, "the-charge") // want "scope"
}

func ConstantWithin(ctx context.Context, s regional) error {
	s.Mark("the-charge") // want "collision"
	if err := post(ctx, EastA, "the-charge"); err == nil {
		return nil
	}
	return post(ctx, EastB, "the-charge")
}
