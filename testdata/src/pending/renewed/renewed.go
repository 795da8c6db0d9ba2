// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package renewed makes a key for the next attempt where the analysis does not follow:
// in the function that sends, after it has sent.
package renewed

import "crypto/rand"

func retry(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

type api interface {
	Create(clientToken string) error
}

type job struct {
	api api
	key string
}

func (j *job) attempt() error {
	err := j.api.Create(j.key)
	j.key = rand.Text()
	return err
}

// Method is handed over as a value.
func Method(a api) error {
	j := &job{a, rand.Text()}
	return retry(j.attempt) // want "fresh-key: "
}

// Request carries a token.
type Request struct{ ClientToken string }

type poster interface{ Post(r *Request) error }

// Local is called in a loop.
func Local(p poster) (err error) {
	r := Request{ClientToken: rand.Text()}
	attempt := func() error {
		err := p.Post(&r)
		r.ClientToken = rand.Text() // want "fresh-key: "
		return err
	}
	for range 3 {
		if err = attempt(); err == nil {
			return nil
		}
	}
	return err
}
