// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package predicates makes another key for each attempt. That is right where another attempt is
// made only after an error which proves that nothing was executed, whoever asks for it.
package predicates

import (
	"crypto/rand"
	"errors"
	"strings"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(key string) error
}

var (
	ErrKeyConflict = errors.New("idempotency key conflict")
	ErrTimeout     = errors.New("timeout")
)

func isKeyConflict(err error) bool { return errors.Is(err, ErrKeyConflict) }

func isTemporary(err error) bool { return !errors.Is(err, ErrKeyConflict) }

func mayTryAgain(err error) bool {
	if errors.Is(err, ErrKeyConflict) {
		return false
	}
	return err != nil
}

// The name of the first tells nothing, and its text does; that of the second is another one.
var (
	errExists = errors.New("idempotency key already used")
	errGone   = errors.New("connection is gone")
)

func exists(err error) bool { return errors.Is(err, errExists) }

func gone(err error) bool { return errors.Is(err, errGone) }

func usedUp(err error) bool {
	if err == nil {
		return false
	}
	return strings.Contains(err.Error(), "key already used")
}

func onlyTimeout(err error) bool { return errors.Is(err, ErrTimeout) }

// Helpers.

func retryIf(f func() error, again func(error) bool) error {
	err := f()
	for i := 0; i < 2 && err != nil && again(err); i++ {
		err = f()
	}
	return err
}

func retryUnless(f func() error, final func(error) bool) (err error) {
	for range 3 {
		if err = f(); err == nil || final(err) {
			return err
		}
	}
	return err
}

// retryOr asks, and does it all the same.
func retryOr(f func() error, again func(error) bool) (err error) {
	for i := range 3 {
		if err = f(); err == nil {
			return nil
		}
		if !again(err) && i > 1 {
			return err
		}
	}
	return err
}

// retryLog asks what else it may do, not whether.
func retryLog(f func() error, told func(error) bool) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
		if told(err) {
			println(err.Error())
		}
	}
	return err
}

type policy struct {
	times int
	again func(error) bool
}

func (p policy) do(f func() error) (err error) {
	for range p.times {
		if err = f(); err == nil {
			return nil
		}
		if !p.again(err) {
			return err
		}
	}
	return err
}

func onConflict(f func() error) error { return retryIf(f, isKeyConflict) }

func handedOn(f func() error, again func(error) bool) error { return retryIf(f, again) }

func onTemporary(f func() error) error { return retryIf(f, isTemporary) }

// Another key is no other request.

func Conflict(a API) error {
	return retryIf(func() error { return a.Charge(rand.Text()) }, isKeyConflict)
}

func Literal(a API) error {
	return retryIf(func() error { return a.Charge(rand.Text()) }, func(err error) bool { return errors.Is(err, ErrKeyConflict) })
}

func UsedUp(a API) error {
	return retryIf(func() error { return a.Charge(rand.Text()) }, usedUp)
}

func Unless(a API) error {
	return retryUnless(func() error { return a.Charge(rand.Text()) }, isTemporary)
}

func Policy(a API) error {
	p := policy{3, isKeyConflict}
	return p.do(func() error { return a.Charge(rand.Text()) })
}

func Wrapped(a API) error {
	return onConflict(func() error { return a.Charge(rand.Text()) })
}

func HandedOn(a API) error {
	return handedOn(func() error { return a.Charge(rand.Text()) }, isKeyConflict)
}

func Renewed(a API) (err error) {
	key := rand.Text()
	for range 3 {
		if err = a.Charge(key); err == nil {
			return nil
		}
		if !isKeyConflict(err) {
			continue
		}
		key = rand.Text()
	}
	return err
}

func RenewedNotTemporary(a API) (err error) {
	key := rand.Text()
	for range 3 {
		if err = a.Charge(key); err == nil {
			return nil
		}
		if !isTemporary(err) {
			key = rand.Text()
		}
	}
	return err
}

// It is, after an error that proves nothing.

func Temporary(a API) error {
	return retryIf(func() error { return a.Charge(rand.Text()) }, isTemporary) // want "fresh-key"
}

func MayTryAgain(a API) error {
	return retryIf(func() error { return a.Charge(rand.Text()) }, mayTryAgain) // want "fresh-key"
}

func Timeout(a API) error {
	return retryIf(func() error { return a.Charge(rand.Text()) }, onlyTimeout) // want "fresh-key"
}

func UnlessConflict(a API) error {
	return retryUnless(func() error { return a.Charge(rand.Text()) }, isKeyConflict) // want "fresh-key"
}

func AllTheSame(a API) error {
	return retryOr(func() error { return a.Charge(rand.Text()) }, isKeyConflict) // want "fresh-key"
}

func Logged(a API) error {
	return retryLog(func() error { return a.Charge(rand.Text()) }, isKeyConflict) // want "fresh-key"
}

func PolicyTimeout(a API) error {
	p := policy{3, onlyTimeout}
	return p.do(func() error { return a.Charge(rand.Text()) }) // want "fresh-key"
}

func WrappedTemporary(a API) error {
	return onTemporary(func() error { return a.Charge(rand.Text()) }) // want "fresh-key"
}

// payOnConflict is called after the proof, and so are the literals in it; they prove nothing.
func payOnConflict(a API) error {
	return retryIf(func() error { return a.Charge(rand.Text()) }, func(err error) bool { return errors.Is(err, ErrTimeout) }) // want "fresh-key"
}

func RenewedTemporary(a API) (err error) {
	key := rand.Text()
	for range 3 {
		if err = a.Charge(key); err == nil {
			return nil
		}
		if isTemporary(err) {
			key = rand.Text() // want "fresh-key"
		}
	}
	return err
}

func RenewedNotConflict(a API) (err error) {
	key := rand.Text()
	for range 3 {
		if err = a.Charge(key); err == nil {
			return nil
		}
		if !isKeyConflict(err) {
			key = rand.Text() // want "fresh-key"
		}
	}
	return err
}

func RenewedIndex(a API) (err error) {
	key := rand.Text()
	for range 3 {
		if err = a.Charge(key); err == nil {
			return nil
		}
		if strings.Index(err.Error(), "key already used") >= 0 {
			key = rand.Text()
		}
	}
	return err
}

func RenewedNoIndex(a API) (err error) {
	key := rand.Text()
	for range 3 {
		if err = a.Charge(key); err == nil {
			return nil
		}
		if strings.Index(err.Error(), "key already used") == -1 {
			key = rand.Text() // want "fresh-key"
		}
	}
	return err
}

// The proof is the text of the error that the predicate compares with.

func Exists(a API) error {
	return retryIf(func() error { return a.Charge(rand.Text()) }, exists)
}

func Gone(a API) error {
	return retryIf(func() error { return a.Charge(rand.Text()) }, gone) // want "fresh-key"
}
