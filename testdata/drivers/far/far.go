// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package far goes to endpoints whose store is declared in a package that it does not import.
package far

import (
	"net/http"

	"example.test/dep"
	"example.test/drivers/conf"
)

// Away leaves the region.
func Away(client *http.Client, key string) error {
	if err := dep.Post(client, conf.East, key); err == nil {
		return nil
	}
	return dep.Post(client, conf.West, key)
}

// Near stays in it.
func Near(client *http.Client, key string) error {
	if err := dep.Post(client, conf.East, key); err == nil {
		return nil
	}
	return dep.Post(client, conf.Second, key)
}
