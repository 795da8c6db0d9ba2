// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package layerslibrary has one round tripper that makes a key, below the retries of a library.
package layerslibrary

import (
	"crypto/rand"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
)

type keyed struct{ next http.RoundTripper }

func (k *keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("Idempotency-Key", rand.Text())
	return k.next.RoundTrip(req)
}

func New() *http.Client {
	rc := retryablehttp.NewClient()
	rc.HTTPClient.Transport = &keyed{rc.HTTPClient.Transport} // want "fresh-key"
	return rc.StandardClient()
}
