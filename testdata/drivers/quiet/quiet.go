// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package quiet has what some drivers, or a contract, keep quiet.
package quiet

import (
	"crypto/rand"
	"net/http"

	"example.test/dep"
	"example.test/drivers/api"
)

// Accepted is a finding with a reason, in every driver.
func Accepted(client *http.Client) error {
	return dep.Again(func() error {
		//idemscope:ignore fresh-key reason="the test server charges nobody"
		key := rand.Text()
		return dep.Post(client, api.Primary, key)
	})
}

// Linted is kept quiet by the drivers that honour nolint: golangci-lint and nogo.
func Linted(client *http.Client) error {
	return dep.Again(func() error {
		key := rand.Text() //nolint:idemscope // the same
		return dep.Post(client, api.Primary, key)
	})
}
