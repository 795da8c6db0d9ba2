// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package polls has helpers that ask two things: whether it is done, and whether it failed.
package polls

import (
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"time"
)

func post(key string) error {
	req, err := http.NewRequest("POST", "https://api.example.com/pay", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// poll goes on while cond is neither done nor failed, as wait.Poll does.
func poll(cond func() (done bool, err error)) error {
	for range 3 {
		done, err := cond()
		if err != nil {
			return err
		}
		if done {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("timeout")
}

func Poll() error {
	return poll(func() (bool, error) {
		if err := post(rand.Text()); err != nil { // want "fresh-key: "
			return false, nil
		}
		return true, nil
	})
}

// Stops gives up at the first failure.
func Stops() error {
	return poll(func() (bool, error) {
		if err := post(rand.Text()); err != nil {
			return false, err
		}
		return true, nil
	})
}

func Once() error {
	key := rand.Text()
	return poll(func() (bool, error) {
		if err := post(key); err != nil {
			return false, nil
		}
		return true, nil
	})
}

// onError leaves it to a predicate alone.
func onError(retriable func(error) bool, fn func() error) error {
	var err error
	for range 3 {
		if err = fn(); !retriable(err) {
			return err
		}
	}
	return err
}

func OnError() error {
	return onError(func(err error) bool { return err != nil }, func() error {
		return post(rand.Text()) // want "fresh-key: "
	})
}

func OnErrorOnce() error {
	key := rand.Text()
	return onError(func(err error) bool { return err != nil }, func() error { return post(key) })
}

// Form posts the key as a form's value.
func Form() error {
	for range 3 {
		form := url.Values{}
		form.Set("idempotency_key", rand.Text()) // want "fresh-key: "
		if resp, err := http.PostForm("https://api.example.com/pay", form); err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("x")
}

func FormOnce() error {
	form := url.Values{}
	form.Set("idempotency_key", rand.Text())
	for range 3 {
		if resp, err := http.PostForm("https://api.example.com/pay", form); err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("x")
}
