// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package controlflow has loops and sequences in every form in which keys are made anew,
// where no attempt is repeated under the new key, or where the key is made once.
package controlflow

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
)

type Payment struct {
	ID     string
	Amount int64
}

func post(ctx context.Context, p Payment, key string) (*http.Response, error) {
	body, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://pay.example.com/v1/payments", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	return http.DefaultClient.Do(req)
}

func send(ctx context.Context, p Payment, key string) error {
	resp, err := post(ctx, p, key)
	if err != nil {
		return fmt.Errorf("payment %s: %w", p.ID, err)
	}
	defer func() {
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	}()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("payment %s: %s", p.ID, resp.Status)
	}
	return nil
}

// Batch makes a key for each payment and stops at the first failure.
func Batch(ctx context.Context, ps []Payment) error {
	for _, p := range ps {
		key := uuid.NewString()
		if err := send(ctx, p, key); err != nil {
			return err
		}
	}
	return nil
}

// BatchBestEffort goes on after a failure: the next payment is another one.
func BatchBestEffort(ctx context.Context, ps []Payment) error {
	var errs []error
	for _, p := range ps {
		if err := send(ctx, p, uuid.NewString()); err != nil {
			log.Printf("payment %s failed: %v", p.ID, err)
			errs = append(errs, err)
			continue
		}
		log.Printf("payment %s done", p.ID)
	}
	return errors.Join(errs...)
}

// FirstAccepted offers different payments until one is accepted: each is a request of its own.
func FirstAccepted(ctx context.Context, ps []Payment) (*Payment, error) {
	var last error
	for i := range ps {
		key := uuid.NewString()
		if last = send(ctx, ps[i], key); last == nil {
			return &ps[i], nil
		}
	}
	return nil, last
}

// NestedRetry makes a key for each payment outside the loop that repeats it.
func NestedRetry(ctx context.Context, ps []Payment) error {
	for _, p := range ps {
		key := uuid.NewString()
		var err error
		for attempt := range 3 {
			if err = send(ctx, p, key); err == nil {
				break
			}
			time.Sleep(time.Duration(attempt) * time.Second)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Labelled leaves the inner loop by continuing the outer one.
func Labelled(ctx context.Context, ps []Payment) error {
payments:
	for _, p := range ps {
		key := uuid.NewString()
		for range 5 {
			if err := send(ctx, p, key); err == nil {
				continue payments
			}
		}
		return fmt.Errorf("payment %s: gave up", p.ID)
	}
	return nil
}

// LabelledFresh makes it one loop too deep.
func LabelledFresh(ctx context.Context, ps []Payment) error {
payments:
	for _, p := range ps {
		for range 5 {
			key := uuid.NewString() // want "fresh-key: "
			if err := send(ctx, p, key); err == nil {
				continue payments
			}
		}
		return fmt.Errorf("payment %s: gave up", p.ID)
	}
	return nil
}

// Select waits between attempts, and ends with the context.
func Select(ctx context.Context, p Payment) error {
	key := uuid.NewString()
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		err := send(ctx, p, key)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

// Consume takes payments from a channel, each with a key of its own; a failed one is dropped.
func Consume(ctx context.Context, in <-chan Payment) {
	for {
		select {
		case <-ctx.Done():
			return
		case p, ok := <-in:
			if !ok {
				return
			}
			if err := send(ctx, p, uuid.NewString()); err != nil {
				log.Print(err)
			}
		}
	}
}

// Every sends one payment a minute, whether or not the last one went through.
func Every(ctx context.Context, amount int64) error {
	for range time.Tick(time.Minute) {
		key := uuid.NewString()
		if err := send(ctx, Payment{ID: key, Amount: amount}, key); err != nil {
			log.Print(err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// StatusSwitch repeats on 5xx and 429 with one key.
func StatusSwitch(ctx context.Context, p Payment) error {
	key := uuid.NewString()
	for attempt := 0; ; attempt++ {
		resp, err := post(ctx, p, key)
		if err != nil {
			if attempt == 4 {
				return err
			}
			continue
		}
		resp.Body.Close()
		switch {
		case resp.StatusCode < 300:
			return nil
		case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
			if attempt == 4 {
				return errors.New(resp.Status)
			}
			time.Sleep(time.Second)
		default:
			return errors.New(resp.Status)
		}
	}
}

// Deferred makes the key in a deferred function of a compensating request, after the first failed.
func Deferred(ctx context.Context, p Payment) (err error) {
	key := uuid.NewString()
	defer func() {
		if err != nil {
			err = fmt.Errorf("key %s: %w", key, err)
		}
	}()
	for range 3 {
		if err = send(ctx, p, key); err == nil {
			return
		}
	}
	return
}

// NamedResult leaves through the loop's condition.
func NamedResult(ctx context.Context, p Payment) (err error) {
	key := uuid.NewString()
	err = errors.New("not sent")
	for i := 0; i < 3 && err != nil; i++ {
		err = send(ctx, p, key)
	}
	return err
}

// NamedResultFresh leaves through the loop's condition, and renews the key in between.
func NamedResultFresh(ctx context.Context, p Payment) (err error) {
	err = errors.New("not sent")
	for i := 0; i < 3 && err != nil; i++ {
		err = send(ctx, p, uuid.NewString()) // want "fresh-key: "
	}
	return err
}

// Goto is the loop of people who like labels.
func Goto(ctx context.Context, p Payment) error {
	key := uuid.NewString()
	n := 0
again:
	err := send(ctx, p, key)
	if err != nil && n < 3 {
		n++
		goto again
	}
	return err
}

// Jitter uses random numbers for the wait alone.
func Jitter(ctx context.Context, p Payment) error {
	key := uuid.NewString()
	var err error
	for i := range 4 {
		if err = send(ctx, p, key); err == nil {
			return nil
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Second) << i)))
	}
	return err
}

// AttemptID carries a number of its own for the log of each attempt, beside the key.
func AttemptID(ctx context.Context, p Payment) error {
	key := uuid.NewString()
	var err error
	for range 4 {
		attempt := uuid.NewString()
		log.Printf("attempt %s of %s at %s", attempt, key, time.Now())
		if err = send(ctx, p, key); err == nil {
			return nil
		}
	}
	return err
}

// Stop ends at the first failure and goes on with the next amount at each success: instalments.
func Stop(ctx context.Context, p Payment, n int) error {
	for i := 0; i < n; i++ {
		key := uuid.NewString()
		err := send(ctx, p, key)
		if err != nil {
			return err
		}
	}
	return nil
}

// Alert reports the failure of a payment in a message of its own.
func Alert(ctx context.Context, p Payment) error {
	if err := send(ctx, p, uuid.NewString()); err != nil {
		if aerr := alert(ctx, err.Error(), uuid.NewString()); aerr != nil {
			return errors.Join(err, aerr)
		}
		return err
	}
	return nil
}

func alert(ctx context.Context, text, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://alerts.example.com/v1/alerts", bytes.NewReader([]byte(text)))
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

// Halves splits the payment when the whole is refused: other requests, other keys.
func Halves(ctx context.Context, p Payment) error {
	err := send(ctx, p, uuid.NewString())
	if err == nil {
		return nil
	}
	half := p
	half.Amount = p.Amount / 2
	if err := send(ctx, half, uuid.NewString()); err != nil {
		return err
	}
	half.Amount = p.Amount - half.Amount
	return send(ctx, half, uuid.NewString())
}

// Pages sends a key for each page of a report, until no page is left.
func Pages(ctx context.Context, next func(cursor string) ([]Payment, string, error)) error {
	cursor := ""
	for {
		page, after, err := next(cursor)
		if err != nil {
			return err
		}
		for _, p := range page {
			if err := send(ctx, p, p.ID); err != nil {
				return err
			}
		}
		if after == "" {
			return nil
		}
		cursor = after
	}
}

// Derived makes the same key again from the payment at each attempt.
func Derived(ctx context.Context, p Payment) error {
	var err error
	for range 3 {
		key := uuid.NewSHA1(uuid.NameSpaceURL, []byte("payment:"+p.ID)).String()
		if err = send(ctx, p, key); err == nil {
			return nil
		}
	}
	return err
}
