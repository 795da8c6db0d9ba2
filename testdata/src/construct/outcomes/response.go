// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package outcomes

import (
	"crypto/rand"
	"net/http"
)

func again[T any](f func() (T, error)) (v T, err error) {
	for range 3 {
		if v, err = f(); err == nil {
			return
		}
	}
	return
}

// HandedOn returns what the client answered, as it is.
func HandedOn(url string) error {
	_, err := again(func() (*http.Response, error) {
		req, err := http.NewRequest(http.MethodPost, url, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", rand.Text()) // want "fresh-key: "
		return http.DefaultClient.Do(req)
	})
	return err
}

// Each asks for another thing after each success.
func Each(urls []string) error {
	for _, url := range urls {
		if _, err := once(url); err != nil {
			return err
		}
	}
	return nil
}

func once(url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", rand.Text())
	return http.DefaultClient.Do(req)
}
