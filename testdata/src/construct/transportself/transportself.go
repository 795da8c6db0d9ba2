// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package transportself has a round tripper whose constructor makes it the one in sight.
package transportself

import "net/http"

type RT struct {
	hosts []string
	next  http.RoundTripper
}

func (t *RT) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Header.Get("Idempotency-Key") == "" {
		return t.next.RoundTrip(req)
	}
	for _, h := range t.hosts {
		r := req.Clone(req.Context())
		r.URL.Host = h
		if resp, err = t.next.RoundTrip(r); err == nil { // want "undeclared"
			return resp, nil
		}
	}
	return resp, err
}

func New(hosts ...string) *http.Client {
	return &http.Client{Transport: &RT{hosts, http.DefaultTransport}}
}
