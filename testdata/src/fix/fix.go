// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package fix has makings of keys that can be hoisted with certainty, and others
// for which no edit is offered. What the edits make of it is in fix.go.golden.
package fix

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
)

func post(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://api.example.com/charges", nil)
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

func retry(attempts int, fn func() error) error {
	var err error
	for ; attempts > 0; attempts-- {
		if err = fn(); err == nil {
			return nil
		}
	}
	return err
}

func newKey(prefix string) string { return prefix + rand.Text() }

// Loop is mended by one line.
func Loop(ctx context.Context) error {
	for i := 0; i < 3; i++ {
		key := newKey("charge-")
		if err := post(ctx, key); err == nil {
			return nil
		}
	}
	return errors.New("gave up")
}

// Counted ranges over a number.
func Counted(ctx context.Context, most int) error {
	for range most {
		key := rand.Text()
		if err := post(ctx, key); err == nil {
			return nil
		}
	}
	return errors.New("gave up")
}

// Literal is mended in front of the call of the helper.
func Literal(ctx context.Context) error {
	return retry(3, func() error {
		key := rand.Text()
		return post(ctx, key)
	})
}

// Nested stands two blocks deep.
func Nested(ctx context.Context, live bool) (err error) {
	if live {
		err = retry(3, func() error {
			key := rand.Text()
			return post(ctx, key)
		})
	}
	return err
}

// Taken has the name in use already: no edit.
func Taken(ctx context.Context, key string) error {
	println(key)
	return retry(3, func() error {
		key := rand.Text()
		return post(ctx, key)
	})
}

// Inner uses what is declared in the loop: no edit.
func Inner(ctx context.Context) error {
	for i := 0; i < 3; i++ {
		prefix := "charge-"
		key := newKey(prefix)
		if err := post(ctx, key); err == nil {
			return nil
		}
	}
	return errors.New("gave up")
}

// Argument makes the key in an argument: no edit, since a name would have to be made up.
func Argument(ctx context.Context) error {
	return retry(3, func() error { return post(ctx, rand.Text()) })
}

// Changed sets the key again: no edit.
func Changed(ctx context.Context, suffix string) error {
	return retry(3, func() error {
		key := rand.Text()
		if suffix != "" {
			key += suffix
		}
		return post(ctx, key)
	})
}
