// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package stores guards keys, and keeps their retries inside.
package stores

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/google/uuid"
)

//idemscope:endpoint region=us-east-1
const east = "https://east.example.com"

//idemscope:endpoint region=us-east-1
const eastStandby = "https://east-standby.example.com"

//idemscope:endpoint region=eu-west-1
const west = "https://west.example.com"

//idemscope:store scope=region
type Regional struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (r *Regional) Claim(key string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[key] {
		return errors.New("seen")
	}
	r.seen[key] = true
	return nil
}

//idemscope:store scope=global
type Global struct{}

func (Global) Claim(key string) error { return nil }

//idemscope:store scope=server
type Local struct{}

func (Local) Claim(key string) error { return nil }

func post(ctx context.Context, u, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u, nil)
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

// Standby stays in the region.
func Standby(ctx context.Context, st *Regional, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	for _, u := range []string{east, eastStandby} {
		if err := post(ctx, u+"/pay", key); err == nil {
			return nil
		}
	}
	return errors.New("region is down")
}

// Away leaves it.
func Away(ctx context.Context, st *Regional, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	for _, u := range []string{east, west} {
		if err := post(ctx, u+"/pay", key); err == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("both are down")
}

// KeyPerRegion makes a key for each region.
func KeyPerRegion(ctx context.Context, st *Regional, order string) error {
	for region, u := range map[string]string{"us": east, "eu": west} {
		key := region + ":" + order
		if err := st.Claim(key); err != nil {
			return err
		}
		if err := post(ctx, u+"/pay", key); err == nil {
			return nil
		}
	}
	return errors.New("both are down")
}

// TwoKeys claims two keys and sends each to one region.
func TwoKeys(ctx context.Context, st *Regional, order string) error {
	a, b := order+":east", order+":west"
	if err := errors.Join(st.Claim(a), st.Claim(b)); err != nil {
		return err
	}
	if err := post(ctx, east+"/pay", a); err == nil {
		return nil
	}
	return post(ctx, west+"/pay", b)
}

// SameURL is one endpoint value of one region.
func SameURL(ctx context.Context, st *Regional, u, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	for range 3 {
		if err := post(ctx, u, key); err == nil {
			return nil
		}
	}
	return errors.New("down")
}

// ByRegion looks the endpoint up before the first attempt.
func ByRegion(ctx context.Context, st *Regional, urls map[string]string, region, key string) error {
	u, ok := urls[region]
	if !ok {
		return fmt.Errorf("no region %q", region)
	}
	if err := st.Claim(key); err != nil {
		return err
	}
	for range 3 {
		if err := post(ctx, u, key); err == nil {
			return nil
		}
	}
	return errors.New("down")
}

// ByRegionEach looks it up for each attempt, under one name.
func ByRegionEach(ctx context.Context, st *Regional, urls map[string]string, region, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	for range 3 {
		if err := post(ctx, urls[region], key); err == nil {
			return nil
		}
	}
	return errors.New("down")
}

// Or chooses between regions once.
func Or(ctx context.Context, st *Regional, europe bool, key string) error {
	u := east
	if europe {
		u = west
	}
	if err := st.Claim(key); err != nil {
		return err
	}
	var err error
	for range 3 {
		if err = post(ctx, u+"/pay", key); err == nil {
			return nil
		}
	}
	return err
}

// Either sends to one of the two, never to both.
func Either(ctx context.Context, st *Regional, europe bool, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	if europe {
		return post(ctx, west+"/pay", key)
	}
	return post(ctx, east+"/pay", key)
}

// Switch does the same with a switch, and retries each at home.
func Switch(ctx context.Context, st *Regional, region, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	switch region {
	case "us":
		if err := post(ctx, east+"/pay", key); err != nil {
			return post(ctx, eastStandby+"/pay", key)
		}
	case "eu":
		if err := post(ctx, west+"/pay", key); err != nil {
			return post(ctx, west+"/pay", key)
		}
	default:
		return errors.New("unknown region")
	}
	return nil
}

// Both guards with two stores, one of which covers all.
func Both(ctx context.Context, st *Regional, g Global, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	if err := g.Claim(key); err != nil {
		return err
	}
	if err := post(ctx, east, key); err != nil {
		return post(ctx, west, key)
	}
	return nil
}

// Replicate goes on to the second region after the first took it.
func Replicate(ctx context.Context, st *Regional, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	if err := post(ctx, east, key); err != nil {
		return err
	}
	return post(ctx, west, key)
}

// Concurrent sends to both at once.
func Concurrent(ctx context.Context, st *Regional, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	errs := make(chan error, 2)
	for _, u := range []string{east, west} {
		go func() { errs <- post(ctx, u, key) }()
	}
	return errors.Join(<-errs, <-errs)
}

// Unguarded claims another key than the one that it repeats, so that no store guards it.
func Unguarded(ctx context.Context, st *Regional, lease, key string) error {
	if err := st.Claim(lease); err != nil {
		return err
	}
	if err := post(ctx, east, key); err != nil {
		return post(ctx, eastStandby, key) // want "undeclared: "
	}
	return nil
}

// claimer is either of the stores.
type claimer interface{ Claim(string) error }

type service struct {
	store claimer
	urls  []string
}

// NewGlobalService puts the parts together well.
func NewGlobalService() *service {
	return &service{store: Global{}, urls: []string{east, west}}
}

func (s *service) Pay(ctx context.Context) error {
	key := uuid.NewString()
	if err := s.store.Claim(key); err != nil {
		return err
	}
	var err error
	for _, u := range s.urls {
		if err = post(ctx, u, key); err == nil {
			return nil
		}
	}
	return err
}

// byRegion has a store for each region.
type byRegion struct {
	stores map[string]*Regional
	urls   map[string]string
}

// Pay claims and repeats within one region.
func (b *byRegion) Pay(ctx context.Context, region, key string) error {
	st, ok := b.stores[region]
	if !ok {
		return errors.New("no such region")
	}
	if err := st.Claim(key); err != nil {
		return err
	}
	for range 3 {
		if err := post(ctx, b.urls[region], key); err == nil {
			return nil
		}
	}
	return errors.New("region is down")
}

// PayAnywhere claims in each region under a key of the region.
func (b *byRegion) PayAnywhere(ctx context.Context, order string) (err error) {
	for region, st := range b.stores {
		key := order + "/" + region
		if err = st.Claim(key); err != nil {
			return err
		}
		if err = post(ctx, b.urls[region], key); err == nil {
			return nil
		}
	}
	return err
}

// Once sends once to a load-balanced name under a store of one server.
func Once(ctx context.Context, st Local, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	return post(ctx, east, key)
}

// Balanced repeats there.
func Balanced(ctx context.Context, st Local, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	if err := post(ctx, east, key); err != nil {
		return post(ctx, east, key) // want "scope: "
	}
	return nil
}

//idemscope:endpoint pinned
type pinnedURL string

// Pinned repeats at one pinned endpoint under the same store.
func Pinned(ctx context.Context, st Local, u pinnedURL, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	if err := postPinned(ctx, u, key); err != nil {
		return postPinned(ctx, u, key)
	}
	return nil
}

//idemscope:send key=key to=u
func postPinned(ctx context.Context, u pinnedURL, key string) error { return post(ctx, string(u), key) }

// Affinity chooses the pinned endpoint by the key itself, before the first attempt.
func Affinity(ctx context.Context, st Local, us []pinnedURL, key string) error {
	u := us[len(key)%len(us)]
	if err := st.Claim(key); err != nil {
		return err
	}
	for range 3 {
		if err := postPinned(ctx, u, key); err == nil {
			return nil
		}
	}
	return errors.New("server is down")
}

// Wandering chooses it anew.
func Wandering(ctx context.Context, st Local, us []pinnedURL, key string) error {
	if err := st.Claim(key); err != nil {
		return err
	}
	for i := range 3 {
		if err := postPinned(ctx, us[i], key); err == nil { // want "pinning: "
			return nil
		}
	}
	return errors.New("servers are down")
}
