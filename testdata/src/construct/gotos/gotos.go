// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package gotos repeats by goto.
package gotos

import "context"

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=cluster
type seen struct{}

func (seen) Put(key string) {}

// Back jumps back to another backend when one fails.
func Back(ctx context.Context, s seen, all []API, key string) error {
	s.Put(key)
	i := 0
again:
	err := all[i].Charge(ctx, key) // want "scope: "
	if err != nil && i+1 < len(all) {
		i++
		goto again
	}
	return err
}

// Forward jumps over the second backend when the first one has taken it.
func Forward(ctx context.Context, s seen, first, second API, key string) error {
	s.Put(key)
	err := first.Charge(ctx, key)
	if err == nil {
		goto done
	}
	err = second.Charge(ctx, key) // want "scope: "
done:
	return err
}

// SameBack jumps back to the backend that failed.
func SameBack(ctx context.Context, s seen, api API, key string) error {
	s.Put(key)
	tries := 0
again:
	err := api.Charge(ctx, key)
	if err != nil && tries < 3 {
		tries++
		goto again
	}
	return err
}

// OnSuccess jumps back for the next backend when one has succeeded: all get the charge.
func OnSuccess(ctx context.Context, s seen, all []API, key string) error {
	s.Put(key)
	i := 0
next:
	err := all[i].Charge(ctx, key)
	if i++; err == nil && i < len(all) {
		goto next
	}
	return err
}

// Cleanup jumps to what is done in either case.
func Cleanup(ctx context.Context, s seen, first, second API, key string) error {
	s.Put(key)
	err := first.Charge(ctx, key)
	if err != nil {
		goto out
	}
	err = second.Charge(ctx, key)
out:
	s.Put("")
	return err
}
