// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pay has findings that hang on facts of another package, and of another module.
package pay

import (
	"crypto/rand"
	"net/http"

	"example.test/dep"
	"example.test/drivers/api"
)

// Failover leaves the region: that endpoints have one, package api says, and that the
// store has one, the other module.
func Failover(client *http.Client, store *dep.Store) error {
	key := rand.Text()
	store.Mark(key)
	if err := dep.Post(client, api.Primary, key); err == nil {
		return nil
	}
	return dep.Post(client, api.Fallback, key)
}

// Fresh makes a key for each attempt: that there are several, the other module says.
func Fresh(client *http.Client) error {
	return dep.Again(func() error {
		key := rand.Text()
		return dep.Post(client, api.Primary, key)
	})
}

// Loop does so in sight.
func Loop(client *http.Client) error {
	var err error
	for range 3 {
		if err = dep.Post(client, api.Primary, rand.Text()); err == nil {
			return nil
		}
	}
	return err
}

// Once makes it before.
func Once(client *http.Client) error {
	key := rand.Text()
	return dep.Again(func() error { return dep.Post(client, api.Primary, key) })
}
