// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package transports puts a round tripper that makes a key, and one that retries, in order.
package transports

import (
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/hashicorp/go-retryablehttp"
)

// keyed makes a key for each request that it is given.
type keyed struct{ next http.RoundTripper }

func (t *keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Idempotency-Key", uuid.NewString())
	return t.next.RoundTrip(req)
}

// missing makes one only where there is none.
type missing struct{ next http.RoundTripper }

func (t *missing) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Header.Get("Idempotency-Key") == "" {
		req.Header.Set("Idempotency-Key", uuid.NewString())
	}
	return t.next.RoundTrip(req)
}

// traced carries no key.
type traced struct{ next http.RoundTripper }

func (t *traced) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("X-Trace-Id", uuid.NewString())
	return t.next.RoundTrip(req)
}

// retrying sends a request again while it fails.
type retrying struct {
	next http.RoundTripper
	max  int
}

func (t *retrying) RoundTrip(req *http.Request) (*http.Response, error) {
	var resp *http.Response
	var err error
	for i := 0; i < t.max; i++ {
		if resp, err = t.next.RoundTrip(req); err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second << i)
	}
	return resp, err
}

// refreshing sends again only what was refused, and not executed.
type refreshing struct {
	next    http.RoundTripper
	refresh func() (string, error)
}

func (t *refreshing) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	token, err := t.refresh()
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	return t.next.RoundTrip(req)
}

// reading sends again what only reads.
type reading struct{ next http.RoundTripper }

func (t *reading) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return t.next.RoundTrip(req)
	}
	var resp *http.Response
	var err error
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// byValue is a struct that is no pointer.
type byValue struct{ base http.RoundTripper }

func (t byValue) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("Idempotency-Key", uuid.NewString())
	return t.base.RoundTrip(req)
}

// poster has a client below it.
type poster struct{ client *http.Client }

func (p *poster) Do(req *http.Request) (*http.Response, error) {
	for {
		resp, err := p.client.Do(req)
		if err == nil {
			return resp, nil
		}
		if req.Context().Err() != nil {
			return nil, err
		}
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func withKey(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) {
		req.Header.Set("Idempotency-Key", uuid.NewString())
		return next.RoundTrip(req)
	})
}

func withRetry(next http.RoundTripper, times int) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) {
		err := errors.New("not tried")
		for range times {
			var resp *http.Response
			if resp, err = next.RoundTrip(req); err == nil {
				return resp, nil
			}
		}
		return nil, err
	})
}

func newRetrying(next http.RoundTripper) *retrying { return &retrying{next: next, max: 3} }

// Below makes the key below the retries.
func Below() *http.Client {
	return &http.Client{Transport: &retrying{next: &keyed{next: http.DefaultTransport}, max: 3}} // want "fresh-key: .*round tripper that stands behind one that retries"
}

// BelowMade does so through a constructor.
func BelowMade() *http.Client {
	rt := newRetrying(&keyed{next: http.DefaultTransport}) // want "fresh-key: "
	return &http.Client{Transport: rt}
}

// BelowTwo has another between.
func BelowTwo() http.RoundTripper {
	return &retrying{next: &traced{next: &keyed{next: http.DefaultTransport}}, max: 3} // want "fresh-key: "
}

// BelowSet fills the field later.
func BelowSet() http.RoundTripper {
	r := &retrying{max: 3} // want "fresh-key: "
	r.next = &keyed{next: http.DefaultTransport}
	return r
}

// BelowFunctions does so with functions.
func BelowFunctions() *http.Client {
	return &http.Client{Transport: withRetry(withKey(http.DefaultTransport), 3)} // want "fresh-key: "
}

// BelowLibrary does so below a library's retries.
func BelowLibrary() *http.Client {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 5
	rc.HTTPClient.Transport = &keyed{next: rc.HTTPClient.Transport} // want "fresh-key: "
	return rc.StandardClient()
}

// BelowLiteral does so with a client of its own.
func BelowLiteral() *retryablehttp.Client {
	return &retryablehttp.Client{ // want "fresh-key: "
		HTTPClient: &http.Client{Transport: &keyed{next: http.DefaultTransport}},
		RetryMax:   3,
	}
}

// BelowValue has a struct below.
func BelowValue() http.RoundTripper {
	return &retrying{next: byValue{http.DefaultTransport}, max: 3} // want "fresh-key: "
}

// BelowClient has a client between.
func BelowClient() *poster {
	return &poster{client: &http.Client{Transport: byValue{http.DefaultTransport}}} // want "fresh-key: "
}

// BelowHere makes the key in sight.
func BelowHere() *http.Client {
	return &http.Client{Transport: withRetry(roundTripper(func(req *http.Request) (*http.Response, error) {
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want "fresh-key: "
		return http.DefaultTransport.RoundTrip(req)
	}), 3)}
}

// Above makes it above them.
func Above() *http.Client {
	return &http.Client{Transport: &keyed{next: &retrying{next: http.DefaultTransport, max: 3}}}
}

// AboveFunctions does so with functions.
func AboveFunctions() *http.Client {
	return &http.Client{Transport: withKey(withRetry(http.DefaultTransport, 3))}
}

// AboveLibrary does so above a library's retries.
func AboveLibrary() *http.Client {
	rc := retryablehttp.NewClient()
	return &http.Client{Transport: &keyed{next: rc.StandardClient().Transport}}
}

// Missing keeps a key that is there.
func Missing() *http.Client {
	return &http.Client{Transport: &missing{next: &retrying{next: &missing{next: http.DefaultTransport}, max: 3}}}
}

// Traced makes something else.
func Traced() *http.Client {
	return &http.Client{Transport: &retrying{next: &traced{next: http.DefaultTransport}, max: 3}}
}

// Refused repeats what was not executed.
func Refused(refresh func() (string, error)) *http.Client {
	return &http.Client{Transport: &refreshing{next: &keyed{next: http.DefaultTransport}, refresh: refresh}}
}

// Reads repeats what only reads.
func Reads() *http.Client {
	return &http.Client{Transport: &reading{next: &keyed{next: http.DefaultTransport}}}
}

// Derived makes the same key for the same request.
func Derived() *http.Client {
	return &http.Client{Transport: &retrying{next: roundTripper(func(req *http.Request) (*http.Response, error) {
		req.Header.Set("Idempotency-Key", req.Header.Get("X-Order"))
		return http.DefaultTransport.RoundTrip(req)
	}), max: 3}}
}

// Apart has both, on two clients.
func Apart() (*http.Client, *http.Client) {
	return &http.Client{Transport: &retrying{next: http.DefaultTransport, max: 3}}, &http.Client{Transport: &keyed{next: http.DefaultTransport}}
}
