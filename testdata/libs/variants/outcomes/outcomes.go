// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package outcomes tells failure from success in every way that results allow.
package outcomes

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"strings"
)

//idemscope:endpoint region=us
const usURL = "https://us.example.com"

//idemscope:endpoint region=eu
const euURL = "https://eu.example.com"

//idemscope:store scope=region
type seen struct{}

func (seen) Admit(key string) bool { return true }

func do(base, key string) (*http.Response, error) {
	req, err := http.NewRequest("POST", base+"/pay", strings.NewReader("{}"))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	return http.DefaultClient.Do(req)
}

// Bool answers with a bool.
func ok(base, key string) bool {
	resp, err := do(base, key)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode < 300
}

func Bool(s seen) bool {
	key := rand.Text()
	s.Admit(key)
	if ok(usURL, key) {
		return true
	}
	return ok(euURL, key) // want "scope: "
}

func BoolOr(s seen) bool {
	key := rand.Text()
	s.Admit(key)
	return ok(usURL, key) || ok(euURL, key) // want "scope: "
}

func BoolAnd(s seen) bool {
	key := rand.Text()
	s.Admit(key)
	return ok(usURL, key) && ok(euURL, key)
}

func Status(s seen) (*http.Response, error) {
	key := rand.Text()
	s.Admit(key)
	resp, err := do(usURL, key)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusServiceUnavailable {
		return do(euURL, key) // want "scope: "
	}
	return resp, nil
}

func StatusSwitch(s seen) (*http.Response, error) {
	key := rand.Text()
	s.Admit(key)
	resp, err := do(usURL, key)
	if err != nil {
		return nil, err
	}
	switch resp.StatusCode {
	case 502, 503, 504:
		return do(euURL, key) // want "scope: "
	case 200, 201:
		return resp, nil
	}
	return nil, errors.New(resp.Status)
}

// StatusDone goes on where it succeeded.
func StatusDone(s seen) (*http.Response, error) {
	key := rand.Text()
	s.Admit(key)
	resp, err := do(usURL, key)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusOK {
		return do(euURL, key)
	}
	return resp, nil
}

// StatusClass divides by a hundred.
func StatusClass(s seen) (*http.Response, error) {
	key := rand.Text()
	s.Admit(key)
	resp, err := do(usURL, key)
	if err == nil && resp.StatusCode/100 == 2 {
		return resp, nil
	}
	return do(euURL, key) // want "scope: "
}

type reply struct {
	Code int
	Body []byte
}

func retryable(resp *http.Response, err error) bool {
	if err != nil {
		return true
	}
	switch resp.StatusCode {
	case 429, 500, 502, 503, 504:
		return true
	}
	return false
}

func Predicate(s seen) (*http.Response, error) {
	key := rand.Text()
	s.Admit(key)
	resp, err := do(usURL, key)
	if retryable(resp, err) {
		return do(euURL, key) // want "scope: "
	}
	return resp, err
}

func shouldFailOver(err error) bool {
	var e interface{ Timeout() bool }
	return errors.As(err, &e) && e.Timeout() || errors.Is(err, io.ErrUnexpectedEOF)
}

func ErrPredicate(s seen) error {
	key := rand.Text()
	s.Admit(key)
	err := send(usURL, key)
	if shouldFailOver(err) {
		return send(euURL, key) // want "scope: "
	}
	return err
}

func send(base, key string) error {
	resp, err := do(base, key)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode > 299 {
		return errors.New(resp.Status)
	}
	return nil
}

type temporaryError struct{ error }

func (temporaryError) Temporary() bool { return true }

func As(s seen) error {
	key := rand.Text()
	s.Admit(key)
	err := send(usURL, key)
	var te temporaryError
	if errors.As(err, &te) {
		return send(euURL, key) // want "scope: "
	}
	return err
}

func TypeSwitch(s seen) error {
	key := rand.Text()
	s.Admit(key)
	err := send(usURL, key)
	switch err.(type) {
	case nil:
		return nil
	case temporaryError:
		return send(euURL, key) // want "scope: "
	}
	return err
}

func TypeAssert(s seen) error {
	key := rand.Text()
	s.Admit(key)
	err := send(usURL, key)
	if te, ok := err.(temporaryError); ok && te.Temporary() {
		return send(euURL, key) // want "scope: "
	}
	return err
}

// Ctx stops where the caller gave up, and goes on otherwise.
func Ctx(ctx context.Context, s seen, urls []string) error {
	key := rand.Text()
	s.Admit(key)
	var err error
	for _, u := range urls {
		err = send(u, key) // want "scope: "
		if err == nil || ctx.Err() != nil {
			break
		}
	}
	return err
}

// Stored keeps the response for after the loop.
func Stored(s seen, urls []string) *http.Response {
	key := rand.Text()
	s.Admit(key)
	var got *http.Response
	for _, u := range urls {
		resp, err := do(u, key) // want "scope: "
		if err != nil {
			continue
		}
		got = resp
		break
	}
	return got
}

// NilGot loops while nothing was got.
func NilGot(s seen, urls []string) *http.Response {
	key := rand.Text()
	s.Admit(key)
	var got *http.Response
	for i := 0; got == nil && i < len(urls); i++ {
		got, _ = do(urls[i], key) // want "scope: "
	}
	return got
}

type answer struct{ OK bool }

// result carries the outcome in a struct of its own.
func call(base, key string) (answer, error) {
	resp, err := do(base, key)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	return answer{OK: resp.StatusCode < 300}, nil
}

func Answer(s seen) (answer, error) {
	key := rand.Text()
	s.Admit(key)
	if a, err := call(usURL, key); err == nil {
		return a, nil
	}
	return call(euURL, key) // want "scope: "
}

// Contains looks at the text of the error.
func Contains(s seen) error {
	key := rand.Text()
	s.Admit(key)
	err := send(usURL, key)
	if err != nil && strings.Contains(err.Error(), "timeout") {
		return send(euURL, key) // want "scope: "
	}
	return err
}

// MustNot returns where the error is one that must not be retried.
func MustNot(s seen) error {
	key := rand.Text()
	s.Admit(key)
	err := send(usURL, key)
	if err == nil || isPermanent(err) {
		return err
	}
	return send(euURL, key) // want "scope: "
}

func isPermanent(err error) bool { return errors.Is(err, errPermanent) }

var errPermanent = errors.New("permanent")

// ErrOut has the error written through a pointer to a local.
func Later(s seen) error {
	key := rand.Text()
	s.Admit(key)
	errs := make([]error, 0, 2)
	if err := send(usURL, key); err != nil {
		errs = append(errs, err)
	}
	if len(errs) == 0 {
		return nil
	}
	return send(euURL, key) // limit: not found yet: scope
}
