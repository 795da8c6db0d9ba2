// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package loops retries in every form that control flow can take.
package loops

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"time"
)

//idemscope:endpoint region=us
const usURL = "https://us.example.com"

//idemscope:endpoint region=eu
const euURL = "https://eu.example.com"

//idemscope:store scope=region
type seen struct{ m map[string]bool }

func (s *seen) Admit(key string) bool { return !s.m[key] }

func post(ctx context.Context, base, key string) error {
	req, err := http.NewRequestWithContext(ctx, "POST", base+"/v1/x", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("x: %s", resp.Status)
	}
	return nil
}

// Goto jumps back with the other base.
func Goto(ctx context.Context, s *seen) error {
	key := rand.Text()
	s.Admit(key)
	base, n := usURL, 0
again:
	err := post(ctx, base, key) // want "scope: "
	if err != nil && n < 3 {
		base = euURL
		n++
		goto again
	}
	return err
}

// GotoSame jumps back with the same.
func GotoSame(ctx context.Context, s *seen) error {
	key := rand.Text()
	s.Admit(key)
	n := 0
again:
	err := post(ctx, usURL, key)
	if err != nil && n < 3 {
		n++
		goto again
	}
	return err
}

// Labelled leaves two loops on success.
func Labelled(ctx context.Context, s *seen, urls []string) error {
	key := rand.Text()
	s.Admit(key)
	var err error
outer:
	for round := 0; round < 3; round++ {
		for _, u := range urls {
			err = post(ctx, u, key) // want "scope: "
			if err == nil {
				break outer
			}
		}
		time.Sleep(time.Second)
	}
	return err
}

// LabelledContinue leaves the inner loop on failure for the next work item, which has its own key.
func LabelledContinue(ctx context.Context, s *seen, urls []string, items []string) {
items:
	for _, it := range items {
		key := "item-" + it
		s.Admit(key)
		for _, u := range urls {
			if err := post(ctx, u, key); err != nil {
				continue items
			}
		}
	}
}

// LabelledRetry goes on with the next url on failure.
func LabelledRetry(ctx context.Context, s *seen, urls []string, items []string) {
items:
	for _, it := range items {
		key := "item-" + it
		s.Admit(key)
		for _, u := range urls {
			if err := post(ctx, u, key); err == nil { // want "scope: "
				continue items
			}
		}
	}
}

// Named uses a named result and a bare return.
func Named(ctx context.Context, s *seen) (err error) {
	key := rand.Text()
	s.Admit(key)
	if err = post(ctx, usURL, key); err == nil {
		return
	}
	err = post(ctx, euURL, key) // want "scope: "
	return
}

// NamedBoth sends to both: on success.
func NamedBoth(ctx context.Context, s *seen) (err error) {
	key := rand.Text()
	s.Admit(key)
	if err = post(ctx, usURL, key); err != nil {
		return
	}
	err = post(ctx, euURL, key)
	return
}

// Deferred fails over in a deferred function.
func Deferred(ctx context.Context, s *seen) (err error) {
	key := rand.Text()
	s.Admit(key)
	defer func() {
		if err != nil {
			err = post(ctx, euURL, key) // limit: not found yet: scope
		}
	}()
	return post(ctx, usURL, key)
}

// DeferredMirror mirrors what succeeded.
func DeferredMirror(ctx context.Context, s *seen) (err error) {
	key := rand.Text()
	s.Admit(key)
	defer func() {
		if err == nil {
			err = post(ctx, euURL, key)
		}
	}()
	return post(ctx, usURL, key)
}

// Recursive tries the rest of the list.
func Recursive(ctx context.Context, s *seen, urls []string) error {
	key := rand.Text()
	s.Admit(key)
	return walk(ctx, s, urls, key) // want "scope: "
}

func walk(ctx context.Context, s *seen, urls []string, key string) error {
	s.Admit(key)
	if len(urls) == 0 {
		return errors.New("none")
	}
	if err := post(ctx, urls[0], key); err != nil {
		return walk(ctx, s, urls[1:], key)
	}
	return nil
}

// RecursiveAll visits all on success.
func RecursiveAll(ctx context.Context, s *seen, urls []string, key string) error {
	s.Admit(key)
	if len(urls) == 0 {
		return nil
	}
	if err := post(ctx, urls[0], key); err != nil {
		return err
	}
	return RecursiveAll(ctx, s, urls[1:], key)
}

// Switch chooses by the error in a switch.
func Switch(ctx context.Context, s *seen) error {
	key := rand.Text()
	s.Admit(key)
	err := post(ctx, usURL, key)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return post(ctx, euURL, key) // want "scope: "
	default:
		return err
	}
}

// ForCond has the outcome in the loop's condition.
func ForCond(ctx context.Context, s *seen, urls []string) error {
	key := rand.Text()
	s.Admit(key)
	err := errors.New("none")
	for i := 0; err != nil && i < len(urls); i++ {
		err = post(ctx, urls[i], key) // want "scope: "
	}
	return err
}

// ForCondSuccess goes on as long as it succeeds.
func ForCondSuccess(ctx context.Context, s *seen, urls []string) error {
	key := rand.Text()
	s.Admit(key)
	var err error
	for i := 0; err == nil && i < len(urls); i++ {
		err = post(ctx, urls[i], key)
	}
	return err
}

// Flag leaves by a flag.
func Flag(ctx context.Context, s *seen, urls []string) {
	key := rand.Text()
	s.Admit(key)
	done := false
	for i := 0; !done; i++ {
		if err := post(ctx, urls[i%len(urls)], key); err == nil { // want "scope: "
			done = true
		}
	}
}

// Select waits between attempts.
func Select(ctx context.Context, s *seen, urls []string) error {
	key := rand.Text()
	s.Admit(key)
	t := time.NewTicker(time.Second)
	defer t.Stop()
	i := 0
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			if err := post(ctx, urls[i%len(urls)], key); err != nil { // want "scope: "
				i++
				continue
			}
			return nil
		}
	}
}

// Shifting moves through the list by reslicing.
func Shifting(ctx context.Context, s *seen, urls []string) error {
	key := rand.Text()
	s.Admit(key)
	var last error
	for len(urls) > 0 {
		u := urls[0]
		urls = urls[1:]
		if last = post(ctx, u, key); last == nil { // want "scope: "
			return nil
		}
	}
	return last
}

// Collected joins errors and breaks on the first success.
func Collected(ctx context.Context, s *seen, urls []string) (err error) {
	key := rand.Text()
	s.Admit(key)
	for _, u := range urls {
		e := post(ctx, u, key) // want "scope: "
		if e != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", u, e))
			continue
		}
		return nil
	}
	return err
}

// Wrapped wraps the error before it looks at it.
func Wrapped(ctx context.Context, s *seen) error {
	key := rand.Text()
	s.Admit(key)
	err := post(ctx, usURL, key)
	if err != nil {
		err = fmt.Errorf("us: %w", err)
	}
	if err != nil {
		return post(ctx, euURL, key) // want "scope: "
	}
	return nil
}

// ThreeWays walks three constants, two in one region.
func ThreeWays(ctx context.Context, s *seen) error {
	key := rand.Text()
	s.Admit(key)
	for _, u := range []string{usURL, usURL + "/backup", euURL} {
		if post(ctx, u, key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

// OneRegion walks an array of one region.
func OneRegion(ctx context.Context, s *seen) error {
	key := rand.Text()
	s.Admit(key)
	for _, u := range [...]string{usURL, usURL + "/backup"} {
		if post(ctx, u, key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

// RangeFunc walks an iterator.
func RangeFunc(ctx context.Context, s *seen, urls func(func(string) bool)) error {
	key := rand.Text()
	s.Admit(key)
	for u := range urls {
		if post(ctx, u, key) == nil { // limit: not found yet: scope
			return nil
		}
	}
	return errors.New("none")
}

// Map walks a map of regions.
func Map(ctx context.Context, s *seen, urls map[string]string) error {
	key := rand.Text()
	s.Admit(key)
	for region, u := range urls {
		if err := post(ctx, u, key); err == nil { // want "scope: "
			fmt.Println(region)
			return nil
		}
	}
	return errors.New("none")
}

// Chan takes urls from a channel.
func Chan(ctx context.Context, s *seen, urls chan string) error {
	key := rand.Text()
	s.Admit(key)
	for u := range urls {
		if err := post(ctx, u, key); err == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

// RecursiveExported decides on what it shows itself.
func RecursiveExported(ctx context.Context, s *seen, urls []string, key string) error {
	s.Admit(key)
	if len(urls) == 0 {
		return errors.New("none")
	}
	if err := post(ctx, urls[0], key); err != nil {
		return RecursiveExported(ctx, s, urls[1:], key) // want "scope: "
	}
	return nil
}

// Batch fails over for each item under the item's own random key.
func Batch(ctx context.Context, s *seen, items, urls []string) {
	for range items {
		key := rand.Text()
		s.Admit(key)
		for _, u := range urls {
			if err := post(ctx, u, key); err == nil { // want "scope: "
				break
			}
		}
	}
}

// BatchStays repeats each item at one place.
func BatchStays(ctx context.Context, s *seen, items []string) {
	for range items {
		key := rand.Text()
		s.Admit(key)
		for range 3 {
			if err := post(ctx, usURL, key); err == nil {
				break
			}
		}
	}
}

// BatchFresh makes each attempt's key anew.
func BatchFresh(ctx context.Context, items []string) {
	for range items {
		for range 3 {
			key := rand.Text() // limit: not found yet: fresh-key
			if err := post(ctx, usURL, key); err == nil {
				break
			}
		}
	}
}

// Worker serves jobs for ever.
func Worker(ctx context.Context, s *seen, jobs <-chan string) {
	for job := range jobs {
		s.Admit(job)
		if err := post(ctx, usURL, job); err != nil {
			err = post(ctx, euURL, job) // want "scope: "
			fmt.Println(err)
		}
	}
}
