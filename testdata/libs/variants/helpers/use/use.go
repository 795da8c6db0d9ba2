// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package use brings keys to the helpers of lib.
package use

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"

	"example.test/libs/variants/helpers/lib"
)

//idemscope:store scope=region
type seen struct{}

func (seen) Admit(key string) {}

func put(url, key string) error {
	req, err := http.NewRequest("PUT", url, nil)
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

func Policy(ctx context.Context, url string) error {
	p := lib.Policy{Attempts: 3}
	return p.Do(ctx, func(ctx context.Context) error {
		return put(url, rand.Text()) // want "fresh-key: "
	})
}

func PolicyOnce(ctx context.Context, url string) error {
	p := lib.Policy{Attempts: 3}
	key := rand.Text()
	return p.Do(ctx, func(ctx context.Context) error { return put(url, key) })
}

func Task(url string) error {
	t := &lib.Task{Tries: 3, Fn: func() error {
		return put(url, rand.Text()) // want "fresh-key: "
	}}
	return t.Run()
}

func TaskOnce(url string) error {
	key := rand.Text()
	t := &lib.Task{Tries: 3, Fn: func() error { return put(url, key) }}
	return t.Run()
}

func Value(url string) (string, error) {
	return lib.Value(3, func() (string, error) {
		key := rand.Text() // want "fresh-key: "
		return key, put(url, key)
	})
}

func ValueOnce(url string) (string, error) {
	key := rand.Text()
	return lib.Value(3, func() (string, error) { return key, put(url, key) })
}

func Until(url string) bool {
	return lib.Until(3, func() bool {
		return put(url, rand.Text()) == nil // want "fresh-key: "
	})
}

func UntilFails(url string) bool {
	return lib.Until(3, func() bool { return put(url, rand.Text()) != nil })
}

func UntilOnce(url string) bool {
	key := rand.Text()
	return lib.Until(3, func() bool { return put(url, key) == nil })
}

func While(url string) error {
	return lib.While(func() (bool, error) {
		err := put(url, rand.Text()) // want "fresh-key: "
		return err != nil, err
	})
}

// WhileMore goes on on success, with new work.
func WhileMore(url string) error {
	return lib.While(func() (bool, error) {
		err := put(url, rand.Text())
		return err == nil, err
	})
}

func Twice(url string) error {
	return lib.Twice(func() error {
		return put(url, rand.Text()) // want "fresh-key: "
	})
}

func Outer(url string) error {
	return lib.Outer(func() error {
		return put(url, rand.Text()) // want "fresh-key: "
	})
}

func OuterWrapped(url string) error {
	return lib.OuterWrapped("put", func() error {
		return put(url, rand.Text()) // want "fresh-key: "
	})
}

func OuterOnce(url string) error {
	key := rand.Text()
	return lib.OuterWrapped("put", func() error { return put(url, key) })
}

func Attempted(urls []string, s seen) error {
	key := rand.Text()
	s.Admit(key)
	return lib.Attempted(3, func(attempt int) error {
		return put(urls[attempt%len(urls)], key) // want "scope: "
	})
}

func AttemptedSame(urls []string, s seen) error {
	key := rand.Text()
	s.Admit(key)
	return lib.Attempted(3, func(attempt int) error {
		if attempt > 0 {
			println("again")
		}
		return put(urls[0], key)
	})
}

func OnEach(urls []string, s seen) error {
	key := rand.Text()
	s.Admit(key)
	return lib.OnEach(urls, func(url string) error {
		return put(url, key) // want "scope: "
	})
}

func All(urls []string, s seen) error {
	key := rand.Text()
	s.Admit(key)
	return lib.All(urls, func(url string) error { return put(url, key) })
}

func Retryable(url string) error {
	return lib.Retryable(3, func() error {
		return put(url, rand.Text()) // limit: not found yet: fresh-key
	}, func(err error) bool { return err != nil && !errors.Is(err, context.Canceled) })
}

func With(url string) error {
	return lib.With(func() error {
		return put(url, rand.Text()) // want "fresh-key: "
	}, lib.Tries(4))
}

func WithOnce(url string) error {
	key := rand.Text()
	return lib.With(func() error { return put(url, key) }, lib.Tries(4))
}

func Tx(url string) error {
	return lib.Tx(func() error { return put(url, rand.Text()) })
}

func Named(url string) error {
	op := func() error {
		return put(url, rand.Text()) // want "fresh-key: "
	}
	return lib.Retry(op)
}

func Converted(url string) error {
	return lib.Retry(lib.Operation(func() error {
		return put(url, rand.Text()) // want "fresh-key: "
	}))
}

func Picked(urls []string, s seen) error {
	key := rand.Text()
	s.Admit(key)
	return lib.Twice(func() error {
		return put(lib.Pick(urls), key) // want "scope: "
	})
}

func PickedOnce(urls []string, s seen) error {
	key := rand.Text()
	s.Admit(key)
	url := lib.Pick(urls)
	return lib.Twice(func() error { return put(url, key) })
}

func FirstOnly(urls []string, s seen) error {
	key := rand.Text()
	s.Admit(key)
	return lib.Twice(func() error { return put(lib.First(urls), key) })
}

type job struct{ url string }

func (j *job) Do() error { return put(j.url, rand.Text()) }

func (j job) value() error { return put(j.url, rand.Text()) }

func JobRun(url string) error {
	return lib.RunJob(&job{url}) // limit: not found yet: fresh-key
}

func Bound(url string) error {
	j := &job{url}
	return lib.Twice(j.Do) // want "fresh-key: "
}

func BoundValue(url string) error {
	j := job{url}
	f := j.value
	return lib.Twice(f) // want "fresh-key: "
}

func MethodExpr(url string) error {
	f := (*job).Do
	return lib.Twice(func() error {
		return f(&job{url}) // limit: not found yet: fresh-key
	})
}

// Returned is made by a function that returns a literal.
func work(url string) func() error {
	return func() error { return put(url, rand.Text()) } // want "fresh-key: "
}

func Returned(url string) error {
	return lib.Twice(work(url))
}

func workKeyed(url, key string) func() error {
	return func() error { return put(url, key) }
}

func ReturnedKeyed(url string) error {
	return lib.Twice(workKeyed(url, rand.Text()))
}

// Local is a helper that is a literal in a variable.
func Local(url string) error {
	try := func(fn func() error) error {
		for range 3 {
			if fn() == nil {
				return nil
			}
		}
		return errors.New("x")
	}
	return try(func() error {
		return put(url, rand.Text()) // want "fresh-key: "
	})
}

// Captured is retried by the function itself.
func Captured(url string) error {
	do := func() error {
		return put(url, rand.Text()) // want "fresh-key: "
	}
	err := do()
	for i := 0; err != nil && i < 3; i++ {
		err = do()
	}
	return err
}

// Go runs in goroutines, in parallel: no retry.
func Go(urls []string) {
	done := make(chan error)
	for _, u := range urls {
		go func() { done <- put(u, rand.Text()) }()
	}
	for range urls {
		<-done
	}
}

// retrier is this package's own.
type retrier struct{ n int }

func (r *retrier) run(name string, fn func() error) error {
	for i := 0; i < r.n; i++ {
		err := fn()
		if err == nil {
			return nil
		}
		println(name, err.Error())
	}
	return errors.New(name)
}

type client struct {
	r   *retrier
	url string
}

// charge makes its own key.
func (c *client) charge(cents int) error { return put(c.url, rand.Text()) }

func (c *client) Charge(cents int) error {
	return c.r.run("charge", func() error {
		return c.charge(cents) // want "fresh-key: "
	})
}

func (c *client) ChargeKeyed(cents int) error {
	key := rand.Text()
	return c.r.run("charge", func() error { return put(c.url, key) })
}
