// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package defaults makes a key where none is given. A caller that gives one has it in each
// attempt; one that gives none has another one in each.
package defaults

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(key string) error
}

func retry(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// Built over the making.

func prefixed(a API, key string) error {
	if key == "" {
		key = "k-" + rand.Text()
	}
	return a.Charge(key)
}

func formatted(a API, key string) error {
	if len(key) == 0 {
		key = fmt.Sprintf("order:%s", strings.ToLower(rand.Text()))
	}
	return a.Charge(key)
}

func encoded(a API, key string) error {
	if key == "" {
		b := make([]byte, 16)
		rand.Read(b)
		key = hex.EncodeToString(b)
	}
	return a.Charge(key)
}

func Prefixed(a API, order string) error {
	return retry(func() error { return prefixed(a, "order-"+order) })
}

func PrefixedNone(a API) error {
	return retry(func() error { return prefixed(a, "") }) // want "fresh-key"
}

func Formatted(a API, order string) error {
	return retry(func() error { return formatted(a, "order-"+order) })
}

func FormattedNone(a API) error {
	return retry(func() error { return formatted(a, "") }) // want "fresh-key"
}

func Encoded(a API, order string) (err error) {
	for range 3 {
		if err = encoded(a, order); err == nil {
			break
		}
	}
	return err
}

func EncodedNone(a API) (err error) {
	for range 3 {
		if err = encoded(a, ""); err == nil { // want "fresh-key"
			break
		}
	}
	return err
}

// Two makings, of which the second is no default.

func salted(a API, key string) error {
	if key == "" {
		key = rand.Text()
	}
	return a.Charge(key + "-" + rand.Text())
}

func Salted(a API, order string) error {
	return retry(func() error { return salted(a, order) }) // want "fresh-key"
}

// A variable that is emptied before each attempt.

func Emptied(a API) (err error) {
	key := ""
	for range 3 {
		if key == "" {
			key = "k-" + rand.Text() // want "fresh-key"
		}
		if err = a.Charge(key); err == nil {
			return nil
		}
		key = ""
	}
	return err
}

func EmptiedOnce(a API) (err error) {
	key := ""
	for range 3 {
		if key == "" {
			key = "k-" + rand.Text()
		}
		if err = a.Charge(key); err == nil {
			return nil
		}
	}
	key = ""
	return err
}

// Helpers that return what they were given, or a new one.

func keyOr(key string) string {
	if key != "" {
		return key
	}
	return "k-" + rand.Text()
}

func nonEmpty(key, other string) string {
	if key != "" {
		return key
	}
	return other
}

func nonEmptyNamed(key, other string) (k string) {
	k = key
	if k == "" {
		k = other
	}
	return
}

func either(first bool, key, other string) string {
	if first {
		return key
	}
	return other
}

func KeyOr(a API, key string) error {
	return retry(func() error { return a.Charge(keyOr(key)) })
}

func KeyOrNone(a API) error {
	return retry(func() error { return a.Charge(keyOr("")) }) // want "fresh-key"
}

func NonEmpty(a API, key string) error {
	return retry(func() error { return a.Charge(nonEmpty(key, rand.Text())) })
}

func NonEmptyPrefixed(a API, key string) error {
	return retry(func() error { return a.Charge(nonEmptyNamed(key, "k-"+rand.Text())) })
}

func NonEmptyNone(a API) error {
	return retry(func() error { return a.Charge(nonEmpty("", rand.Text())) }) // want "fresh-key"
}

func Either(a API, first bool, key string) error {
	return retry(func() error { return a.Charge(either(first, key, rand.Text())) }) // want "fresh-key"
}

func Or(a API, key string) (err error) {
	for range 3 {
		if err = a.Charge(cmp.Or(key, "k-"+rand.Text())); err == nil {
			return nil
		}
	}
	return err
}

func OrThird(a API, key, order string) error {
	return retry(func() error { return a.Charge(cmp.Or(key, order, rand.Text())) })
}

func OrNone(a API) error {
	return retry(func() error { return a.Charge(cmp.Or("", rand.Text())) }) // want "fresh-key"
}

func OrFirst(a API, key string) error {
	return retry(func() error { return a.Charge(cmp.Or(rand.Text(), key)) }) // want "fresh-key"
}

// Made first, and overwritten.

type params struct {
	Key    string
	Amount int
}

func overwritten(a API, p params) error {
	key := "k-" + rand.Text()
	if p.Key != "" {
		key = p.Key
	}
	return a.Charge(key)
}

func overwrittenField(a API, p *params) error {
	out := params{Key: rand.Text()}
	if p != nil && p.Key != "" {
		out.Key = p.Key
	}
	return a.Charge(out.Key)
}

func Overwritten(a API, order string) error {
	return retry(func() error { return overwritten(a, params{Key: order}) })
}

func OverwrittenNone(a API) error {
	return retry(func() error { return overwritten(a, params{Amount: 3}) }) // want "fresh-key"
}

func OverwrittenField(a API, order string) error {
	return retry(func() error { return overwrittenField(a, &params{Key: order}) })
}

func OverwrittenElse(a API, amount int) error {
	return retry(func() error {
		key := rand.Text() // want "fresh-key"
		if amount == 0 {
			key = "none"
		}
		return a.Charge(key)
	})
}

// A pointer keeps what is made; a copy does not.

func fill(a API, p *params) error {
	if p.Key == "" {
		p.Key = "k-" + rand.Text()
	}
	return a.Charge(p.Key)
}

func fillCopy(a API, p params) error {
	if p.Key == "" {
		p.Key = "k-" + rand.Text()
	}
	return a.Charge(p.Key)
}

func Kept(a API) error {
	p := &params{Amount: 2}
	return retry(func() error { return fill(a, p) })
}

func KeptInLoop(a API) (err error) {
	p := &params{Amount: 2}
	for range 3 {
		if err = fill(a, p); err == nil {
			return nil
		}
	}
	return err
}

func Anew(a API) (err error) {
	for range 3 {
		if err = fill(a, &params{Amount: 2}); err == nil { // want "fresh-key"
			return nil
		}
	}
	return err
}

func Copied(a API) (err error) {
	p := params{Amount: 2}
	for range 3 {
		if err = fillCopy(a, p); err == nil { // want "fresh-key"
			return nil
		}
	}
	return err
}

func CopiedGiven(a API, order string) (err error) {
	p := params{Key: order, Amount: 2}
	for range 3 {
		if err = fillCopy(a, p); err == nil {
			return nil
		}
	}
	return err
}

// Options.

type option func(*params)

func WithKey(key string) option { return func(p *params) { p.Key = key } }

func WithAmount(n int) option { return func(p *params) { p.Amount = n } }

func optionFirst(a API, opts ...option) error {
	p := params{Key: "k-" + rand.Text()}
	for _, o := range opts {
		o(&p)
	}
	return a.Charge(p.Key)
}

func optionLast(a API, opts ...option) error {
	var p params
	for _, o := range opts {
		o(&p)
	}
	if p.Key == "" {
		p.Key = "k-" + rand.Text()
	}
	return a.Charge(p.Key)
}

func OptionFirst(a API, order string) error {
	return retry(func() error { return optionFirst(a, WithKey(order)) })
}

func OptionFirstNone(a API) error {
	return retry(func() error { return optionFirst(a) }) // want "fresh-key"
}

func OptionFirstOther(a API) error {
	return retry(func() error { return optionFirst(a, WithAmount(2)) }) // want "fresh-key"
}

func OptionLast(a API, order string) (err error) {
	for range 3 {
		if err = optionLast(a, WithKey(order), WithAmount(3)); err == nil {
			return nil
		}
	}
	return err
}

func OptionLastNone(a API) (err error) {
	for range 3 {
		if err = optionLast(a); err == nil { // want "fresh-key"
			return nil
		}
	}
	return err
}

// Handed on: who knows whether there is a key among them.
func OptionLastAny(a API, opts ...option) (err error) {
	for range 3 {
		if err = optionLast(a, opts...); err == nil {
			return nil
		}
	}
	return err
}

func OptionFirstAny(a API, opts ...option) error {
	return retry(func() error { return optionFirst(a, opts...) })
}

type setter interface{ apply(*params) }

func setters(a API, opts ...setter) error {
	p := params{Key: "k-" + rand.Text()}
	for _, o := range opts {
		o.apply(&p)
	}
	return a.Charge(p.Key)
}

type keySetter string

func (k keySetter) apply(p *params) { p.Key = string(k) }

func Setters(a API, order string) error {
	return retry(func() error { return setters(a, keySetter(order)) })
}

// In the function's own loop.

func OwnOptions(a API, opts ...option) error {
	return retry(func() error {
		p := params{Key: rand.Text()}
		for _, o := range opts {
			o(&p)
		}
		return a.Charge(p.Key)
	})
}

func OwnParams(a API, in params) error {
	return retry(func() error {
		key := rand.Text()
		if in.Key != "" {
			key = in.Key
		}
		return a.Charge(key)
	})
}

func OwnLoop(a API, in params) (err error) {
	for range 3 {
		key := in.Key
		if key == "" {
			key = "k-" + rand.Text()
		}
		if err = a.Charge(key); err == nil {
			return nil
		}
	}
	return err
}

func SettersNone(a API) error {
	return retry(func() error { return setters(a) }) // want "fresh-key"
}

// Of two implementations it is not known which one is meant.

type chooser interface{ choose(*params) }

type (
	chosenKey    string
	chosenAmount int
)

func (k chosenKey) choose(p *params)    { p.Key = string(k) }
func (n chosenAmount) choose(p *params) { p.Amount = int(n) }

func choosers(a API, opts ...chooser) error {
	p := params{Key: "k-" + rand.Text()}
	for _, o := range opts {
		o.choose(&p)
	}
	return a.Charge(p.Key)
}

func Choosers(a API, order string) error {
	return retry(func() error { return choosers(a, chosenAmount(2), chosenKey(order)) })
}

func OverwrittenFieldNone(a API) error {
	return retry(func() error { return overwrittenField(a, &params{Amount: 2}) }) // want "fresh-key"
}

func OverwrittenFieldNil(a API) error {
	return retry(func() error { return overwrittenField(a, nil) }) // want "fresh-key"
}
