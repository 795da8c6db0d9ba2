// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package unstable derives keys that the same request does not have twice.
package unstable

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

func post(ctx context.Context, url, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
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

const url = "https://api.example.com/transfers"

func send(ctx context.Context, key string) error { return post(ctx, url, key) }

// Timed has the time of the call beside the order.
func Timed(ctx context.Context, order string) error {
	return send(ctx, fmt.Sprintf("%s-%d", order, time.Now().UnixNano())) // want "unstable: "
}

// Day breaks at midnight.
func Day(ctx context.Context, order string) error {
	day := time.Now().Format(time.DateOnly) // want "unstable: "
	return send(ctx, order+"/"+day)
}

// Hashed hides it in a hash.
func Hashed(ctx context.Context, order string) error {
	h := sha256.New()
	h.Write([]byte(order))
	h.Write([]byte(time.Now().String())) // want "unstable: "
	return send(ctx, hex.EncodeToString(h.Sum(nil)))
}

// Joined walks a map in Go's order.
func Joined(ctx context.Context, order string, tags map[string]string) error {
	key := order
	for k, v := range tags { // want "unstable: "
		key += ";" + k + "=" + v
	}
	return send(ctx, key)
}

// Listed collects it and does not sort.
func Listed(ctx context.Context, order string, tags map[string]string) error {
	var all []string
	for k := range tags { // want "unstable: "
		all = append(all, k)
	}
	return send(ctx, order+strings.Join(all, ","))
}

var calls int

// Counted has the number of the call in it.
func Counted(ctx context.Context, order string) error {
	calls++ // want "unstable: "
	return send(ctx, fmt.Sprintf("%s#%d", order, calls))
}

// Sorted collects and sorts.
func Sorted(ctx context.Context, order string, tags map[string]string) error {
	var all []string
	for k := range tags {
		all = append(all, k)
	}
	slices.Sort(all)
	return send(ctx, order+strings.Join(all, ","))
}

// SortedKeys sorts in one expression.
func SortedKeys(ctx context.Context, order string, tags map[string]string) error {
	return send(ctx, order+strings.Join(slices.Sorted(maps.Keys(tags)), ","))
}

// Each has a request for each entry: the order in which they go does not matter.
func Each(ctx context.Context, order string, tags map[string]string) error {
	for k, v := range tags {
		if err := send(ctx, order+"/"+k+"="+v); err != nil {
			return err
		}
	}
	return nil
}

// Marshalled leaves the walk to package json, which sorts.
func Marshalled(ctx context.Context, order string, tags map[string]string) error {
	b, err := json.Marshal(tags)
	if err != nil {
		return err
	}
	return send(ctx, order+string(b))
}

// Given takes its time from the request.
func Given(ctx context.Context, order string, due time.Time) error {
	return send(ctx, order+due.Format(time.DateOnly))
}

// Random claims nothing.
func Random(ctx context.Context) error {
	return send(ctx, time.Now().Format(time.DateOnly)+rand.Text())
}

// Deadline reads the clock for something else.
func Deadline(ctx context.Context, order string) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(time.Minute))
	defer cancel()
	return send(ctx, "close-"+order)
}

// Indexed has the position in the request.
func Indexed(ctx context.Context, order string, lines []string) error {
	for i := range lines {
		if err := send(ctx, fmt.Sprintf("%s-%d", order, i)); err != nil {
			return err
		}
	}
	return nil
}

func hashOf(scope string, params map[string]any) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s:%v", scope, params)))
	return hex.EncodeToString(sum[:8])
}

// InMap hashes a map in which the clock is.
func InMap(ctx context.Context, wallet string) error {
	return send(ctx, hashOf("topup", map[string]any{"wallet": wallet, "at": time.Now().Unix()})) // want "unstable: "
}

// InMapStable hashes one of the request alone.
func InMapStable(ctx context.Context, wallet string, amount int64) error {
	return send(ctx, hashOf("topup", map[string]any{"wallet": wallet, "amount": amount}))
}
