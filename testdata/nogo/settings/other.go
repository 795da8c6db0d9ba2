// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package settings

import (
	"net/http"

	"example.test/settings/ids"
)

// Other makes a key for each attempt, in a file that is not among the only ones.
func Other(client *http.Client, req *http.Request) error {
	var err error
	for range 3 {
		req.Header.Set("Idempotency-Key", ids.Random())
		if _, err = client.Do(req); err == nil {
			break
		}
	}
	return err
}
