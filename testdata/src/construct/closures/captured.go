// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package closures

import "crypto/rand"

func repeat(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

type request struct{ IdempotencyKey string }

type poster interface{ Post(r *request) error }

// Behind renews the key in a captured object behind the send.
func Behind(p poster) error {
	r := &request{}
	r.IdempotencyKey = rand.Text()
	return repeat(func() error {
		err := p.Post(r)
		r.IdempotencyKey = rand.Text() // want "fresh-key: "
		return err
	})
}

// Kept does not.
func Kept(p poster) error {
	r := &request{}
	r.IdempotencyKey = rand.Text()
	return repeat(func() error { return p.Post(r) })
}

type session struct{ p poster }

func (s *session) with(do func(poster) error) error { return do(s.p) }

// Lent sends in a function that is lent a client.
func Lent(s *session) error {
	r := &request{}
	return repeat(func() error {
		r.IdempotencyKey = rand.Text() // want "fresh-key: "
		return s.with(func(p poster) error { return p.Post(r) })
	})
}

// LentOnce makes the key outside.
func LentOnce(s *session) error {
	r := &request{IdempotencyKey: rand.Text()}
	return repeat(func() error {
		return s.with(func(p poster) error { return p.Post(r) })
	})
}
