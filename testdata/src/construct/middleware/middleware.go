// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package middleware puts functions around functions that send requests.
package middleware

import (
	"crypto/rand"
	"log"
	"net/http"
)

// Do sends a request.
type Do func(*http.Request) (*http.Response, error)

func keyed(next Do) Do {
	return func(req *http.Request) (*http.Response, error) {
		req.Header.Set("Idempotency-Key", rand.Text())
		return next(req)
	}
}

func retried(next Do) Do {
	return func(req *http.Request) (resp *http.Response, err error) {
		for range 3 {
			if resp, err = next(req); err == nil {
				break
			}
		}
		return resp, err
	}
}

func logged(next Do) Do {
	return func(req *http.Request) (*http.Response, error) {
		log.Print(req.URL)
		return next(req)
	}
}

// Below makes the key below the retries.
func Below(c *http.Client) Do {
	return retried(keyed(c.Do)) // want "fresh-key: .*behind one that retries"
}

// BelowLogged has another between.
func BelowLogged(c *http.Client) Do {
	return logged(retried(logged(keyed(c.Do)))) // want "fresh-key: "
}

// Above makes it above them.
func Above(c *http.Client) Do { return keyed(retried(c.Do)) }

// Logged makes none.
func Logged(c *http.Client) Do { return retried(logged(c.Do)) }

// Once does not retry.
func Once(c *http.Client) Do { return logged(keyed(c.Do)) }
