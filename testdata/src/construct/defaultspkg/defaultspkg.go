// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package defaultspkg gives a key to a function of another package that makes one where it gets
// none, or gives none.
package defaultspkg

import (
	"crypto/rand"

	"example.test/corpus/construct/defaultspkg/pay"
)

func Given(a pay.API, order string) (err error) {
	for range 3 {
		if err = pay.Once(a, "order-"+order); err == nil {
			return nil
		}
	}
	return err
}

func None(a pay.API) (err error) {
	for range 3 {
		if err = pay.Once(a, ""); err == nil { // want "fresh-key"
			return nil
		}
	}
	return err
}

func Params(a pay.API, order string) (err error) {
	for range 3 {
		if err = pay.WithParams(a, &pay.Params{Key: order}); err == nil {
			return nil
		}
	}
	return err
}

// NoParams is a known limit: an empty object whose address leaves the package may be filled in there.
func NoParams(a pay.API) (err error) {
	for range 3 {
		if err = pay.WithParams(a, &pay.Params{}); err == nil {
			return nil
		}
	}
	return err
}

func NilParams(a pay.API) (err error) {
	for range 3 {
		if err = pay.WithParams(a, nil); err == nil { // want "fresh-key"
			return nil
		}
	}
	return err
}

func Options(a pay.API, order string) (err error) {
	for range 3 {
		if err = pay.WithOptions(a, pay.WithKey(order)); err == nil {
			return nil
		}
	}
	return err
}

func NoOptions(a pay.API) (err error) {
	for range 3 {
		if err = pay.WithOptions(a); err == nil { // want "fresh-key"
			return nil
		}
	}
	return err
}

func Conflict(a pay.API) error {
	return pay.RetryIf(func() error { return a.Charge(rand.Text()) }, pay.IsKeyConflict)
}

func OnConflict(a pay.API) error {
	return pay.OnConflict(func() error { return a.Charge(rand.Text()) })
}

func Temporary(a pay.API) error {
	return pay.RetryIf(func() error { return a.Charge(rand.Text()) }, pay.IsTemporary) // want "fresh-key"
}

func Own(a pay.API) error {
	return pay.RetryIf(func() error { return a.Charge(rand.Text()) }, func(err error) bool { return !pay.IsKeyConflict(err) }) // want "fresh-key"
}
