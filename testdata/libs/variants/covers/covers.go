// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package covers has stores that name their endpoints.
package covers

import (
	"crypto/rand"
	"errors"
	"net/http"
)

//idemscope:endpoint
const a = "https://a.example.com"

//idemscope:endpoint
const b = "https://b.example.com"

//idemscope:endpoint
const c = "https://c.example.com"

//idemscope:store covers=a,b
type ab struct{}

func (ab) Admit(key string) {}

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

func Single(s ab) error {
	key := rand.Text()
	s.Admit(key)
	return post(c, key) // want "scope: "
}

func SingleIn(s ab) error {
	key := rand.Text()
	s.Admit(key)
	return post(a, key)
}

func Loop(s ab) error {
	key := rand.Text()
	s.Admit(key)
	for _, u := range []string{a, b, c} {
		if post(u, key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func LoopIn(s ab) error {
	key := rand.Text()
	s.Admit(key)
	for _, u := range []string{b, a} {
		if post(u, key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

func LoopPath(s ab) error {
	key := rand.Text()
	s.Admit(key)
	for _, u := range []string{b + "/x", a + "?y=1"} {
		if post(u, key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

// Fanned sends to all three on purpose, but the third is missed by the store.
func Fanned(s ab) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(a, key); err != nil {
		return err
	}
	if err := post(b, key); err != nil {
		return err
	}
	return post(c, key) // want "scope: "
}

// Unknown may be any of them.
func Unknown(s ab, u string) error {
	key := rand.Text()
	s.Admit(key)
	return post(u, key)
}

//idemscope:store scope=global
type all struct{}

func (all) Admit(key string) {}

// Two stores: one covers all.
func Two(s ab, g all) error {
	key := rand.Text()
	s.Admit(key)
	g.Admit(key)
	return post(c, key)
}

type conf struct {
	//idemscope:endpoint
	primary string
	//idemscope:endpoint
	other string
	//idemscope:endpoint
	third string
}

//idemscope:store covers=conf.primary,conf.other
type fieldStore struct{}

func (fieldStore) Admit(key string) {}

func Field(s fieldStore, cf conf) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(cf.primary, key); err != nil {
		return post(cf.third, key) // want "scope: "
	}
	return nil
}

func FieldIn(s fieldStore, cf conf) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(cf.primary, key); err != nil {
		return post(cf.other, key)
	}
	return nil
}
