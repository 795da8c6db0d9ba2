// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package urls puts endpoints together: by concatenation, by format, by package url.
package urls

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

//idemscope:endpoint region=east
const East = "https://east.example.com"

//idemscope:endpoint region=west
const West = "https://west.example.com"

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

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

// Concatenated appends a path.
func Concatenated(ctx context.Context, s store, id, key string) error {
	s.Mark(key)
	if err := post(ctx, East+"/orders/"+id, key); err != nil {
		return post(ctx, West+"/orders/"+id, key) // want "scope: .*region west is not east"
	}
	return nil
}

// Formatted does so by a format.
func Formatted(ctx context.Context, s store, id, key string) error {
	s.Mark(key)
	if err := post(ctx, fmt.Sprintf("%s/orders/%s", East, id), key); err != nil {
		return post(ctx, fmt.Sprintf("%s/orders/%s", West, id), key) // want "scope: .*region west is not east"
	}
	return nil
}

// Joined does so by package url.
func Joined(ctx context.Context, s store, id, key string) error {
	s.Mark(key)
	east, err := url.JoinPath(East, "orders", id)
	if err != nil {
		return err
	}
	west, err := url.JoinPath(West, "orders", id)
	if err != nil {
		return err
	}
	if err := post(ctx, east, key); err != nil {
		return post(ctx, west, key) // want "scope: .*region west is not east"
	}
	return nil
}

// Hosts differ in the host of a URL.
func Hosts(ctx context.Context, s store, a, b, key string) error {
	s.Mark(key)
	u := url.URL{Scheme: "https", Host: a, Path: "/orders"}
	if err := post(ctx, u.String(), key); err != nil {
		u.Host = b
		return post(ctx, u.String(), key) // want "scope: "
	}
	return nil
}

// Mapped has a URL for each region.
func Mapped(ctx context.Context, s store, key string) error {
	s.Mark(key)
	regions := map[string]string{"east": East, "west": West}
	if err := post(ctx, regions["east"], key); err != nil {
		return post(ctx, regions["west"], key) // want "scope: "
	}
	return nil
}

// Listed walks constants.
func Listed(ctx context.Context, s store, key string) (err error) {
	s.Mark(key)
	for _, base := range []string{East, West} {
		if err = post(ctx, base+"/orders", key); err == nil { // want "scope: "
			break
		}
	}
	return err
}

// ListedOnce walks one constant, and a path of it.
func ListedOnce(ctx context.Context, s store, key string) (err error) {
	s.Mark(key)
	for _, path := range []string{"/v2/orders", "/v1/orders"} {
		if err = post(ctx, East+path, key); err == nil {
			break
		}
	}
	return err
}

// Query differs in what is behind the question mark.
func Query(ctx context.Context, s store, key string) error {
	s.Mark(key)
	if err := post(ctx, East+"?try=1", key); err != nil {
		return post(ctx, East+"?try=2", key)
	}
	return nil
}

// Ported: the port is a part of the host, and the constant ends before it.
func Ported(ctx context.Context, s store, key string) error {
	s.Mark(key)
	if err := post(ctx, East+":443/orders", key); err != nil {
		return post(ctx, East+"/orders", key)
	}
	return nil
}
