// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package counted puts the number of something into keys: of the attempt, of an item.
package counted

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"
)

func post(ctx context.Context, key, url string, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, body)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	if resp.StatusCode >= 500 {
		return errors.New(resp.Status)
	}
	return resp.Body.Close()
}

const url = "https://orders.example.com/v1/orders"

// Attempt puts the number of the attempt into the key.
func Attempt(ctx context.Context, order string) error {
	var err error
	for attempt := 0; attempt < 3; attempt++ {
		key := fmt.Sprintf("%s-%d", order, attempt) // want "fresh-key: attempt goes into the key"
		if err = post(ctx, key, url, nil); err == nil {
			return nil
		}
	}
	return err
}

// Range counts by a range.
func Range(ctx context.Context, order string) error {
	var err error
	for i := range 3 {
		if err = post(ctx, order+"-"+strconv.Itoa(i), url, nil); err == nil { // want "fresh-key: "
			return nil
		}
	}
	return err
}

// Down counts down.
func Down(ctx context.Context, order string) error {
	err := errors.New("not tried")
	for left := 5; left > 0 && err != nil; left-- {
		err = post(ctx, fmt.Sprint(order, left), url, nil) // want "fresh-key: left goes into the key"
	}
	return err
}

// Built writes it with a builder.
func Built(ctx context.Context, order string) error {
	n := 0
	for {
		n++
		var b strings.Builder
		b.WriteString(order)
		b.WriteString(strconv.Itoa(n)) // want "fresh-key: n goes into the key"
		if err := post(ctx, b.String(), url, nil); err == nil {
			return nil
		}
	}
}

// Grows appends to the key.
func Grows(ctx context.Context, order string) error {
	key := order
	for {
		if err := post(ctx, key, url, nil); err == nil {
			return nil
		}
		key += "+" // want "fresh-key: what is appended"
	}
}

func retry(n int, fn func(attempt int) error) error {
	var err error
	for i := 0; i < n; i++ {
		if err = fn(i); err == nil {
			return nil
		}
	}
	return err
}

// Told is told which attempt it is.
func Told(ctx context.Context, order string) error {
	return retry(3, func(attempt int) error {
		key := fmt.Sprintf("%s-%d", order, attempt) // want "fresh-key: the number of the attempt"
		return post(ctx, key, url, nil)
	})
}

// Captured counts by itself.
func Captured(ctx context.Context, order string) error {
	attempt := 0
	return retry(3, func(int) error {
		attempt++
		return post(ctx, fmt.Sprintf("%s-%d", order, attempt), url, nil) // want "fresh-key: the number of the attempt"
	})
}

// Hosts gives each host a request of its own.
func Hosts(ctx context.Context, order string, hosts []string) error {
	var err error
	for i, host := range hosts {
		if err = post(ctx, fmt.Sprintf("%s-%d", order, i), host, nil); err == nil {
			return nil
		}
	}
	return err
}

// Once leaves it out.
func Once(ctx context.Context, order string) error {
	var err error
	for attempt := 0; attempt < 3; attempt++ {
		if err = post(ctx, order, url, nil); err == nil {
			return nil
		}
		log.Printf("attempt %d: %v", attempt, err)
	}
	return err
}

// Items has a key for each item.
func Items(ctx context.Context, order string, items []string) error {
	for i, item := range items {
		if err := post(ctx, fmt.Sprintf("%s-%d", order, i), url, strings.NewReader(item)); err != nil {
			return err
		}
	}
	return nil
}

// Skips goes on to the next item.
func Skips(ctx context.Context, order string, items []string) (failed int) {
	for i, item := range items {
		if err := post(ctx, fmt.Sprintf("%s-%d", order, i), url, strings.NewReader(item)); err != nil {
			failed++
			continue
		}
	}
	return failed
}

// Many makes so many of them.
func Many(ctx context.Context, order string, n int) error {
	for i := 0; i < n; i++ {
		if err := post(ctx, fmt.Sprintf("%s-%d", order, i), url, nil); err != nil {
			log.Print(err)
		}
	}
	return nil
}

// Free takes the first of the items that is accepted.
func Free(ctx context.Context, order string, offers []string) error {
	err := errors.New("no offer")
	for i := range offers {
		if err = post(ctx, order+strconv.Itoa(i), url, strings.NewReader(offers[i])); err == nil {
			break
		}
	}
	return err
}

// Inner tries each item again, under one key for each.
func Inner(ctx context.Context, order string, items []string) error {
	for i, item := range items {
		key := fmt.Sprintf("%s-%d", order, i)
		var err error
		for range 3 {
			if err = post(ctx, key, url, strings.NewReader(item)); err == nil {
				break
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Pages asks for one page after the other.
func Pages(ctx context.Context, job string) error {
	for page := 1; ; page++ {
		err := post(ctx, fmt.Sprintf("%s-%d", job, page), url, strings.NewReader(strconv.Itoa(page)))
		if err != nil {
			return err
		}
	}
}

// ItemsAgain is called again for all of them.
func ItemsAgain(ctx context.Context, order string, items []string) error {
	return retry(3, func(int) error {
		for i, item := range items {
			if err := post(ctx, fmt.Sprintf("%s-%d", order, i), url, strings.NewReader(item)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Numbered numbers what it makes, and tries each again.
func Numbered(ctx context.Context, order string, n int) error {
	for i := range n {
		key := order + "/" + strconv.Itoa(i)
		if err := retry(3, func(int) error { return post(ctx, key, url, nil) }); err != nil {
			return err
		}
	}
	return nil
}
