// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package lib repeats functions, in all the shapes that helpers have.
package lib

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Policy is a retrier with settings.
type Policy struct {
	Attempts int
	Delay    time.Duration
}

func (p Policy) Do(ctx context.Context, fn func(context.Context) error) error {
	var err error
	for i := 0; i < p.Attempts; i++ {
		err = fn(ctx)
		if err == nil {
			return nil
		}
		if i == p.Attempts-1 {
			break
		}
		time.Sleep(p.Delay)
	}
	return err
}

// Task is a retrier that holds its function.
type Task struct {
	Fn    func() error
	Tries int
}

func (t *Task) Run() error {
	for i := 0; ; i++ {
		err := t.Fn()
		if err == nil || i >= t.Tries {
			return err
		}
	}
}

// Value calls fn until it gives a value.
func Value[T any](n int, fn func() (T, error)) (T, error) {
	var zero T
	var errs []error
	for range n {
		v, err := fn()
		if err != nil {
			errs = append(errs, err)
			continue
		}
		return v, nil
	}
	return zero, errors.Join(errs...)
}

// Until polls until done.
func Until(n int, done func() bool) bool {
	for range n {
		if done() {
			return true
		}
		time.Sleep(time.Second)
	}
	return false
}

// While calls again as long as fn asks for it.
func While(fn func() (again bool, err error)) error {
	for {
		again, err := fn()
		if !again {
			return err
		}
	}
}

// Twice calls a second time without a loop.
func Twice(fn func() error) error {
	if err := fn(); err == nil {
		return nil
	}
	return fn()
}

// Outer hands on to Twice.
func Outer(fn func() error) error { return Twice(fn) }

// OuterWrapped wraps the function before handing it on.
func OuterWrapped(name string, fn func() error) error {
	return Twice(func() error {
		if err := fn(); err != nil {
			return errors.New(name + ": " + err.Error())
		}
		return nil
	})
}

// Attempted tells fn the attempt's number.
func Attempted(n int, fn func(attempt int) error) (err error) {
	for i := range n {
		if err = fn(i); err == nil {
			break
		}
	}
	return err
}

// OnEach hands each URL to fn until one works.
func OnEach(urls []string, fn func(url string) error) error {
	var err error
	for _, u := range urls {
		if err = fn(u); err == nil {
			return nil
		}
	}
	return err
}

// All hands each URL to fn until one fails.
func All(urls []string, fn func(url string) error) error {
	for _, u := range urls {
		if err := fn(u); err != nil {
			return err
		}
	}
	return nil
}

// Retryable stops at errors that are no use retrying.
func Retryable(n int, fn func() error, is func(error) bool) error {
	var err error
	for i := 0; i < n; i++ {
		if err = fn(); !is(err) {
			return err
		}
	}
	return err
}

// Pick draws one.
func Pick(urls []string) string { return urls[rand.IntN(len(urls))] }

// First is always the same.
func First(urls []string) string { return urls[0] }

type config struct {
	tries int
	pause time.Duration
}
type Option func(*config)

func Tries(n int) Option { return func(c *config) { c.tries = n } }

// With is configured by options.
func With(fn func() error, opts ...Option) error {
	c := config{tries: 3}
	for _, o := range opts {
		o(&c)
	}
	return retryWith(c, fn)
}

func retryWith(c config, fn func() error) error {
	t := time.NewTimer(0)
	defer t.Stop()
	var n int
	for {
		err := fn()
		if err == nil {
			return nil
		}
		n++
		if n >= c.tries {
			return err
		}
		t.Reset(c.pause)
		<-t.C
	}
}

// Tx runs fn once, in a transaction.
func Tx(fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("panicked")
		}
	}()
	return fn()
}

// Operation is a named function type.
type Operation func() error

// Retry retries an operation.
func Retry(o Operation) error {
	for range 5 {
		if o() == nil {
			return nil
		}
	}
	return errors.New("gave up")
}

// Job is an interface with something to do.
type Job interface{ Do() error }

// RunJob does the job until it is done.
func RunJob(j Job) error {
	var err error
	for range 3 {
		if err = j.Do(); err == nil {
			return nil
		}
	}
	return err
}
