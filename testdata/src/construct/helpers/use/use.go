// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package use hands sends to the helpers of another package, of which it knows what their facts tell.
package use

import (
	"context"
	"crypto/rand"
	"net/http"

	"example.test/corpus/construct/helpers/again"
)

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

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

func Fresh(ctx context.Context, url string) error {
	return again.Do(ctx, 3, func(ctx context.Context) error {
		return post(ctx, url, rand.Text()) // want "fresh-key: "
	})
}

func FreshPolicy(ctx context.Context, p *again.Policy, url string) error {
	return p.Do(func() error {
		return post(ctx, url, rand.Text()) // want "fresh-key: "
	})
}

func FreshTask(ctx context.Context, url string) error {
	t := &again.Task{Run: func() error {
		return post(ctx, url, rand.Text()) // want "fresh-key: "
	}}
	return t.Start()
}

func Moving(ctx context.Context, s store, r *again.Ring) error {
	key := rand.Text()
	s.Mark(key)
	return again.Do(ctx, 3, func(ctx context.Context) error {
		return post(ctx, r.Next(), key) // want "scope: "
	})
}

func First(ctx context.Context, s store, r *again.Ring) error {
	key := rand.Text()
	s.Mark(key)
	return again.Do(ctx, 3, func(ctx context.Context) error { return post(ctx, r.First(), key) })
}

func Once(ctx context.Context, url string) error {
	return again.Once(func() error { return post(ctx, url, rand.Text()) })
}

func Both(ctx context.Context, url string) error {
	return again.Both(func() error { return post(ctx, url, rand.Text()) })
}

func Kept(ctx context.Context, p *again.Policy, url string) error {
	key := rand.Text()
	return p.Do(func() error { return post(ctx, url, key) })
}
