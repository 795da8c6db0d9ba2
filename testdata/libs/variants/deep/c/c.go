// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package c retries what b wraps.
package c

import (
	"context"
	"crypto/rand"
	"errors"

	"example.test/libs/variants/deep/a"
	"example.test/libs/variants/deep/b"
)

//idemscope:store scope=region
type seen struct{}

func (seen) Admit(key string) {}

func Func(ctx context.Context, s seen) error {
	r := &b.Request{Key: rand.Text(), Amount: 3}
	s.Admit(r.Key)
	if err := b.Pay(ctx, a.US, r); err != nil {
		return b.Pay(ctx, a.EU, r) // want "scope: "
	}
	return nil
}

func FuncSame(ctx context.Context, s seen) error {
	r := &b.Request{Key: rand.Text(), Amount: 3}
	s.Admit(r.Key)
	if err := b.Pay(ctx, a.US, r); err != nil {
		return b.Pay(ctx, a.US, r)
	}
	return nil
}

func Services(ctx context.Context, s seen) error {
	us, eu := b.NewService(a.New(a.US)), b.NewService(a.New(a.EU))
	r := b.Request{Key: rand.Text()}
	s.Admit(r.Key)
	if err := us.Pay(ctx, r); err != nil {
		return eu.Pay(ctx, r) // want "scope: "
	}
	return nil
}

func ServicesSame(ctx context.Context, s seen) error {
	us, standby := b.NewService(a.New(a.US)), b.NewService(a.New(a.US+"/standby"))
	r := b.Request{Key: rand.Text()}
	s.Admit(r.Key)
	if err := us.Pay(ctx, r); err != nil {
		return standby.Pay(ctx, r)
	}
	return nil
}

func PerRegion(ctx context.Context, s seen) error {
	var all []*b.Service
	for _, base := range []string{a.US, a.EU} {
		all = append(all, b.NewService(a.New(base)))
	}
	r := b.Request{Key: rand.Text()}
	s.Admit(r.Key)
	for _, svc := range all {
		if svc.Pay(ctx, r) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

type Router struct {
	primary, backup *b.Service
	byRegion        map[string]*b.Service
	s               seen
}

func NewRouter() *Router {
	return &Router{primary: b.NewService(a.New(a.US)), backup: b.NewService(a.New(a.EU))}
}

func (r *Router) Pay(ctx context.Context, amount int) error {
	req := b.Request{Key: rand.Text(), Amount: amount}
	r.s.Admit(req.Key)
	if err := r.primary.Pay(ctx, req); err != nil {
		return r.backup.Pay(ctx, req) // want "scope: "
	}
	return nil
}

func (r *Router) PaySame(ctx context.Context, amount int) error {
	req := b.Request{Key: rand.Text(), Amount: amount}
	r.s.Admit(req.Key)
	if err := r.primary.Pay(ctx, req); err != nil {
		return r.primary.Pay(ctx, req)
	}
	return nil
}

func (r *Router) PayMap(ctx context.Context, amount int, regions []string) error {
	req := b.Request{Key: rand.Text(), Amount: amount}
	r.s.Admit(req.Key)
	var err error
	for _, region := range regions {
		if err = r.byRegion[region].Pay(ctx, req); err == nil { // want "scope: "
			return nil
		}
	}
	return err
}

func Fresh(ctx context.Context) error {
	for range 3 {
		if b.Pay(ctx, a.US, &b.Request{Key: rand.Text()}) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errors.New("none")
}
