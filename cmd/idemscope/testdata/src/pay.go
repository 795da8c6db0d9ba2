// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pay is source that the golden tests point at; it is not analysed.
package pay

func charge(c client, key string) error {
	err := c.post("east", key)
	if err != nil {
		err = c.post("west", key)
	}
	return err
}

type client interface{ post(url, key string) error }
