// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package zerotype has round trippers that nobody has put together: one that is nil is of no
// type, whoever else was nil before.
package zerotype

import (
	"crypto/rand"
	"net/http"
)

type keying struct{ next http.RoundTripper }

func (k *keying) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("Idempotency-Key", rand.Text())
	return k.next.RoundTrip(r)
}

type again struct{ next http.RoundTripper }

func (a *again) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := a.next.RoundTrip(r)
	if err != nil {
		return a.next.RoundTrip(r)
	}
	return resp, err
}

type holder struct{ k *keying }

func use(k *keying) { _ = k.next }

func Nothing() {
	h := &holder{}
	use(h.k)
}

func Client() *http.Client {
	return &http.Client{Transport: &again{}}
}

func Both() *http.Client {
	return &http.Client{Transport: &again{next: &keying{next: http.DefaultTransport}}} // want "fresh-key"
}
