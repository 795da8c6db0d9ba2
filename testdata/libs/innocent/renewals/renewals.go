// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package renewals has small guilty and innocent twins of renewed, nested and derived keys.
package renewals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

//idemscope:send key=key to=url
func send(ctx context.Context, url, id, key string) error { return nil }

type In struct{ ClientToken *string }
type InV struct{ ClientToken string }
type API interface {
	//idemscope:send key=in.ClientToken to=API
	CreateP(ctx context.Context, in *In) error
	//idemscope:send key=in.ClientToken to=API
	CreateV(ctx context.Context, in *InV) error
}

func ptr(s string) *string { return &s }

// expected fresh-key
func F1(ctx context.Context, a API, in *In) (err error) {
	in.ClientToken = ptr(uuid.NewString())
	for range 3 {
		if err = a.CreateP(ctx, in); err == nil {
			return nil
		}
		in.ClientToken = ptr(uuid.NewString()) // want "fresh-key: "
	}
	return err
}
func F2(ctx context.Context, a API, in *InV) (err error) {
	in.ClientToken = uuid.NewString()
	for range 3 {
		if err = a.CreateV(ctx, in); err == nil {
			return nil
		}
		in.ClientToken = uuid.NewString() // want "fresh-key: "
	}
	return err
}
func F3(ctx context.Context, a API) (err error) {
	in := &InV{}
	in.ClientToken = uuid.NewString()
	for range 3 {
		if err = a.CreateV(ctx, in); err == nil {
			return nil
		}
		in.ClientToken = uuid.NewString() // want "fresh-key: "
	}
	return err
}
func F4(ctx context.Context, a API) (err error) {
	in := &InV{ClientToken: uuid.NewString()}
	for range 3 {
		err = a.CreateV(ctx, in)
		if err == nil {
			return nil
		}
		if errors.Is(err, errUnavailable) {
			in.ClientToken = uuid.NewString() // want "fresh-key: "
		}
	}
	return err
}
func F5(ctx context.Context, a API) (err error) {
	token := uuid.NewString()
	for range 3 {
		err = a.CreateV(ctx, &InV{ClientToken: token})
		if err == nil {
			return nil
		}
		if errors.Is(err, errUnavailable) {
			token = uuid.NewString() // want "fresh-key: "
		}
	}
	return err
}
func F6(ctx context.Context, a API) (err error) {
	token := uuid.NewString()
	for range 3 {
		err = a.CreateP(ctx, &In{ClientToken: &token})
		if err == nil {
			return nil
		}
		token = uuid.NewString() // want "fresh-key: "
	}
	return err
}

func F7(ctx context.Context, c *Client, in *In) (id string, err error) {
	in.ClientToken = ptr(uuid.NewString())
	for range 3 {
		id, err = c.Create(ctx, in)
		if err == nil {
			return id, nil
		}
		in.ClientToken = ptr(uuid.NewString()) // want "fresh-key: "
	}
	return "", err
}

type Client struct{ base string }

func (c *Client) Create(ctx context.Context, in *In) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/create", nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Idempotency-Key", *in.ClientToken)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	return resp.Header.Get("Location"), nil
}

var errUnavailable = errors.New("unavailable")

// nested
func N1(ctx context.Context, ids []string) error {
	for _, id := range ids {
		var err error
		for range 3 {
			if err = send(ctx, "u", id, uuid.NewString()); err == nil { // want "fresh-key: "
				break
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
func N2(ctx context.Context, ids []string) error {
outer:
	for _, id := range ids {
		for range 3 {
			if err := send(ctx, "u", id, uuid.NewString()); err == nil { // want "fresh-key: "
				continue outer
			}
		}
		return errors.New("x")
	}
	return nil
}

// nested, same key, other host
func N3(ctx context.Context, ids []string, hosts []string) error {
outer:
	for _, id := range ids {
		for _, h := range hosts {
			if err := send(ctx, h, id, id+"-key"); err == nil { // want "undeclared: "
				continue outer
			}
		}
		return errors.New("x")
	}
	return nil
}
func N4(ctx context.Context, ids []string, hosts []string) error {
outer:
	for _, id := range ids {
		key := uuid.NewString()
		for _, h := range hosts {
			if err := send(ctx, h, id, key); err == nil { // want "undeclared: "
				continue outer
			}
		}
		return errors.New("x")
	}
	return nil
}

type T struct {
	ID    string
	Cents int64
}

func U1(ctx context.Context, t T) error {
	return send(ctx, "u", "", fmt.Sprintf("%s-%d", t.ID, time.Now().Unix())) // want "unstable: "
}
func U2(ctx context.Context, t *T) error {
	return send(ctx, "u", "", fmt.Sprintf("%s-%d", t.ID, time.Now().Unix())) // want "unstable: "
}
func U3(ctx context.Context, t T) error {
	return send(ctx, "u", "", t.ID+time.Now().String()) // want "unstable: "
}
func U4(ctx context.Context, id string) error {
	b, _ := json.Marshal(map[string]any{"id": id, "at": time.Now()}) // want "unstable: "
	return send(ctx, "u", "", string(b))
}
func U5(ctx context.Context, id string) error {
	b, _ := json.Marshal(struct {
		ID string
		At time.Time
	}{id, time.Now()}) // want "unstable: "
	return send(ctx, "u", "", string(b))
}

// map order
func M1(ctx context.Context, id string, m map[string]int64) error {
	var total int64
	for _, v := range m {
		total += v
	}
	return send(ctx, "u", "", fmt.Sprintf("%s-%d", id, total))
}
func M2(ctx context.Context, id string, m map[string]int64) error {
	n := 0
	for range m {
		n++
	}
	return send(ctx, "u", "", fmt.Sprintf("%s-%d", id, n))
}
func M3(ctx context.Context, id string, m map[string]int64) error {
	var best int64
	for _, v := range m {
		best = max(best, v)
	}
	return send(ctx, "u", "", fmt.Sprintf("%s-%d", id, best))
}
func M4(ctx context.Context, id string, m map[string]int64) error {
	var best int64
	for _, v := range m {
		if v > best {
			best = v
		}
	}
	return send(ctx, "u", "", fmt.Sprintf("%s-%d", id, best))
}
func M5(ctx context.Context, id string, m map[string]string) error {
	cp := map[string]string{}
	for k, v := range m {
		cp[strings.ToLower(k)] = v
	}
	b, _ := json.Marshal(cp)
	return send(ctx, "u", "", id+string(b))
}
func M6(ctx context.Context, id string, m map[string]bool) error {
	all := true
	for _, v := range m {
		all = all && v
	}
	return send(ctx, "u", "", fmt.Sprintf("%s-%t", id, all))
}
func M7(ctx context.Context, id string, m map[string]uint32) error {
	var h uint32
	for _, v := range m {
		h ^= v
	}
	return send(ctx, "u", "", fmt.Sprintf("%s-%d", id, h))
}
