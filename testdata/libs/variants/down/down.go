// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package down has sends that may run twice, and findings that were looked at.
package down

import (
	"crypto/rand"
	"errors"
	"net/http"
)

//idemscope:endpoint region=us
const us = "https://us.example.com"

//idemscope:endpoint region=eu
const eu = "https://eu.example.com"

//idemscope:store scope=region
type seen struct{}

func (seen) Admit(key string) {}

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

func Line(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(us, key); err != nil {
		return post(eu, key) //idemscope:downstream reason="unique index on payment id"
	}
	return nil
}

func LineAbove(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(us, key); err != nil {
		//idemscope:downstream reason="unique index"
		// A comment between.
		return post(eu, key)
	}
	return nil
}

func Without(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(us, key); err != nil {
		return post(eu, key) // want "scope: "
	}
	return nil
}

// upsert may run twice.
//
//idemscope:downstream reason="upsert by key"
func upsert(base, key string) error { return post(base, key) }

func Func(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := upsert(us, key); err != nil {
		return upsert(eu, key)
	}
	return nil
}

// OneOfTwo: only the second attempt's effect is harmless to repeat.
func Mixed(s seen) error {
	key := rand.Text()
	s.Admit(key)
	for _, u := range []string{us, eu} {
		//idemscope:downstream reason="unique index"
		if post(u, key) == nil {
			return nil
		}
	}
	return errors.New("x")
}

func Ignored(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(us, key); err != nil {
		return post(eu, key) //idemscope:ignore scope reason="replicated"
	}
	return nil
}

func IgnoredOther(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(us, key); err != nil {
		//idemscope:ignore undeclared reason="not this rule" // want "directive: "
		return post(eu, key) // want "scope: "
	}
	return nil
}

func IgnoredLoop() error {
	for range 3 {
		//idemscope:ignore fresh-key reason="each attempt is a request of its own"
		if post(us, rand.Text()) == nil {
			return nil
		}
	}
	return errors.New("x")
}

func IgnoredFar() error {
	//idemscope:ignore fresh-key reason="too far from the finding" // want "directive: "
	for range 3 {
		if post(us, rand.Text()) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errors.New("x")
}

func NoReason(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(us, key); err != nil {
		//idemscope:ignore scope // want "directive: "
		return post(eu, key) // want "scope: "
	}
	return nil
}

func NoRule(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(us, key); err != nil {
		//idemscope:ignore reason="x" // want "directive: "
		return post(eu, key) // want "scope: "
	}
	return nil
}

func UnknownRule(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(us, key); err != nil {
		//idemscope:ignore scopes reason="x" // want "directive: "
		return post(eu, key) // want "scope: "
	}
	return nil
}

func DownNoReason(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(us, key); err != nil {
		//idemscope:downstream // want "directive: "
		return post(eu, key) // want "scope: "
	}
	return nil
}
