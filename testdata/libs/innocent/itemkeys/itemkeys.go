// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package itemkeys sends items, each under a key of its own, and keys that are made of what varies.
package itemkeys

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
)

type Item struct{ ID string }

//idemscope:send key=key to=url
func send(ctx context.Context, url string, it Item, key string) error { return nil }

//idemscope:send key=key to=url
func sendp(ctx context.Context, url string, it *Item, key string) error { return nil }

//idemscope:send key=key to=url
func sends(ctx context.Context, url string, id, key string) error { return nil }

func P1(ctx context.Context, url string, its []Item) (err error) {
	for _, it := range its {
		if err = send(ctx, url, it, uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P2(ctx context.Context, url string, its []Item) (err error) {
	for i := range its {
		if err = send(ctx, url, its[i], uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P3(ctx context.Context, url string, its []Item) (err error) {
	for i := range its {
		if err = sendp(ctx, url, &its[i], uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P4(ctx context.Context, url string, its []*Item) (err error) {
	for _, it := range its {
		if err = sendp(ctx, url, it, uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P5(ctx context.Context, url string, its []Item) (err error) {
	for _, it := range its {
		if err = sendp(ctx, url, &it, uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P6(ctx context.Context, url string, its []Item) (err error) {
	for _, it := range its {
		if err = sends(ctx, url, it.ID, uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P7(ctx context.Context, url string, its chan Item) (err error) {
	for it := range its {
		if err = sends(ctx, url, it.ID, uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P8(ctx context.Context, url string, m map[string]Item) (err error) {
	for k := range m {
		if err = sends(ctx, url, k, uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P9(ctx context.Context, url string, n int) (err error) {
	for i := range n {
		if err = sends(ctx, url, fmt.Sprintf("item-%d", i), uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P10(ctx context.Context, url string, next func() string) (err error) {
	for range 10 {
		if err = sends(ctx, url, next(), uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P11(ctx context.Context, url string) (err error) {
	if err = sends(ctx, url, "gold", uuid.NewString()); err == nil {
		return nil
	}
	return sends(ctx, url, "silver", uuid.NewString())
}
func P12(ctx context.Context, url string, its []Item) (err error) {
	for len(its) > 0 {
		it := its[0]
		its = its[1:]
		if err = sends(ctx, url, it.ID, uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P13(ctx context.Context, url string, its []Item) (err error) {
	for _, it := range its {
		if err = post(ctx, url, it.ID, uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}
func P14(ctx context.Context, url string, its []Item) (err error) {
	for _, it := range its {
		if err = post(ctx, url+"/"+it.ID, "", uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}

// parent/child: two different constant URLs
func P15(ctx context.Context) (err error) {
	if err = post(ctx, "https://a.example.com/orders", "", uuid.NewString()); err == nil {
		return nil
	}
	return post(ctx, "https://a.example.com/alerts", "", uuid.NewString())
}
func post(ctx context.Context, u, body, key string) error {
	req, err := http.NewRequestWithContext(ctx, "POST", u, strings.NewReader(body))
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

// same key?
//
//idemscope:store scope=region
type store struct{}

func (store) Claim(string) {}

type R struct{ Name, URL string }

func S1(ctx context.Context, st store, rs []R, run string) (err error) {
	for _, r := range rs {
		k := fmt.Sprintf("%s-%s", run, r.Name)
		st.Claim(k)
		if err = sends(ctx, r.URL, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S2(ctx context.Context, st store, rs []R, run string) (err error) {
	for _, r := range rs {
		k := run + r.Name
		st.Claim(k)
		if err = sends(ctx, r.URL, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S3(ctx context.Context, st store, rs []string, run string) (err error) {
	for _, r := range rs {
		k := fmt.Sprintf("%s-%s", run, r)
		st.Claim(k)
		if err = sends(ctx, r, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S4(ctx context.Context, st store, rs []string, run string) (err error) {
	for i, r := range rs {
		k := fmt.Sprintf("%s-%d", run, i)
		st.Claim(k)
		if err = sends(ctx, r, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S5(ctx context.Context, st store, rs []string, run string) (err error) {
	for _, r := range rs {
		sum := sha256.Sum256([]byte(run + r))
		k := hex.EncodeToString(sum[:])
		st.Claim(k)
		if err = sends(ctx, r, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S6(ctx context.Context, st store, rs []string, run string) (err error) {
	for _, r := range rs {
		k := strings.Join([]string{run, r}, "-")
		st.Claim(k)
		if err = sends(ctx, r, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S7(ctx context.Context, st store, rs []string, run string) (err error) {
	for _, r := range rs {
		var b strings.Builder
		b.WriteString(run)
		b.WriteString(r)
		k := b.String()
		st.Claim(k)
		if err = sends(ctx, r, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S8(ctx context.Context, st store, rs []string, run string) (err error) {
	for _, r := range rs {
		j, _ := json.Marshal(map[string]string{"run": run, "region": r})
		k := string(j)
		st.Claim(k)
		if err = sends(ctx, r, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S9(ctx context.Context, st store, rs []string, run string) (err error) {
	for _, r := range rs {
		j, _ := json.Marshal(R{run, r})
		k := string(j)
		st.Claim(k)
		if err = sends(ctx, r, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S10(ctx context.Context, st store, rs []string, run string) (err error) {
	for _, r := range rs {
		h := sha256.New()
		fmt.Fprintf(h, "%s/%s", run, r)
		k := hex.EncodeToString(h.Sum(nil))
		st.Claim(k)
		if err = sends(ctx, r, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S11(ctx context.Context, st store, rs []string, run string) (err error) {
	for _, r := range rs {
		k := uuid.NewSHA1(uuid.NameSpaceURL, []byte(run+r)).String()
		st.Claim(k)
		if err = sends(ctx, r, "x", k); err == nil {
			return nil
		}
	}
	return err
}

func keyFor(run string, r R) string { return run + "/" + r.Name }
func (r R) key(run string) string   { return run + "/" + r.Name }
func S12(ctx context.Context, st store, rs []R, run string) (err error) {
	for _, r := range rs {
		k := keyFor(run, r)
		st.Claim(k)
		if err = sends(ctx, r.URL, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S13(ctx context.Context, st store, rs []R, run string) (err error) {
	for _, r := range rs {
		k := r.key(run)
		st.Claim(k)
		if err = sends(ctx, r.URL, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S14(ctx context.Context, st store, rs []*R, run string) (err error) {
	for _, r := range rs {
		k := fmt.Sprintf("%s-%s", run, r.Name)
		st.Claim(k)
		if err = sends(ctx, r.URL, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S15(ctx context.Context, st store, rs []R, run string) (err error) {
	for i := range rs {
		k := fmt.Sprint(run, rs[i].Name)
		st.Claim(k)
		if err = sends(ctx, rs[i].URL, "x", k); err == nil {
			return nil
		}
	}
	return err
}
func S16(ctx context.Context, st store, rs []R, keys []string) (err error) {
	for i := range rs {
		st.Claim(keys[i])
		if err = sends(ctx, rs[i].URL, "x", keys[i]); err == nil {
			return nil
		}
	}
	return err
}

type RK struct{ URL, IdempotencyKey string }

func S17(ctx context.Context, st store, rs []RK) (err error) {
	for _, r := range rs {
		st.Claim(r.IdempotencyKey)
		if err = sends(ctx, r.URL, "x", r.IdempotencyKey); err == nil {
			return nil
		}
	}
	return err
}
