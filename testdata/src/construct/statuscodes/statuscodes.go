// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package statuscodes has functions that answer with the number of a status beside an error.
package statuscodes

import (
	"crypto/rand"
	"errors"
	"net/http"
)

func post(url, key string) (int, error) {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// Failover goes on if the first host refuses.
func Failover(a, b, key string) error {
	code, err := post(a, key)
	if err != nil || code >= 500 {
		_, err = post(b, key) // want "undeclared: "
	}
	return err
}

// Fresh tries again with another key.
func Fresh(url string) error {
	for range 3 {
		code, err := post(url, rand.Text()) // want "fresh-key: "
		if err == nil && code < 500 {
			return nil
		}
	}
	return errors.New("gave up")
}

// Both tells two hosts.
func Both(a, b, key string) (int, error) {
	code, err := post(a, key)
	if err != nil || code >= 500 {
		return code, err
	}
	return post(b, key)
}

func write(key string, p []byte) (n int, err error) {
	return post("https://files.example.com/"+string(p), key)
}

// Counted compares with something else than a status.
func Counted(key string, p []byte) error {
	n, err := write(key, p)
	if err == nil && n < len(p) {
		_, err = write(rand.Text(), p[n:])
	}
	return err
}
