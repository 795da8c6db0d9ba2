// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package endpoints names endpoints in every way.
package endpoints

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
)

//idemscope:endpoint region=us
const us = "https://us.example.com"

//idemscope:endpoint region=eu
const eu = "https://eu.example.com"

//idemscope:endpoint region=us
const us2 = "https://us2.example.com"

//idemscope:store scope=region
type seen struct{}

func (seen) Admit(key string) {}

func post(base, key string) error {
	req, err := http.NewRequest("POST", base+"/pay", nil)
	if err != nil {
		return err
	}
	return do(req, key)
}

func do(req *http.Request, key string) error {
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Sprintf(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(fmt.Sprintf("%s/v1", us), key); err != nil {
		return post(fmt.Sprintf("%s/v1", eu), key) // want "scope: "
	}
	return nil
}

func SprintfSame(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(fmt.Sprintf("%s/v1", us), key); err != nil {
		return post(fmt.Sprintf("%s/v2", us), key)
	}
	return nil
}

func RegionFormat(s seen, regions []string) error {
	key := rand.Text()
	s.Admit(key)
	for _, r := range regions {
		if post(fmt.Sprintf("https://pay.%s.example.com", r), key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func RegionFormatSame(s seen, region string) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		if post(fmt.Sprintf("https://pay.%s.example.com", region), key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

// PathVaries sends to one host under other paths.
func PathVaries(s seen) error {
	key := rand.Text()
	s.Admit(key)
	for i := range 3 {
		if post(fmt.Sprintf("%s/try/%d", us, i), key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

// QueryVaries says which attempt it is in the query.
func QueryVaries(s seen, base string) error {
	key := rand.Text()
	s.Admit(key)
	for i := range 3 {
		if post(base+fmt.Sprintf("/x?attempt=%d", i), key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

func URLFields(s seen) error {
	key := rand.Text()
	s.Admit(key)
	u := &url.URL{Scheme: "https", Host: "us.example.com", Path: "/pay"}
	if err := post(u.String(), key); err != nil {
		u.Host = "eu.example.com"
		return post(u.String(), key) // want "scope: "
	}
	return nil
}

func URLFieldsSame(s seen) error {
	key := rand.Text()
	s.Admit(key)
	u := &url.URL{Scheme: "https", Host: "us.example.com", Path: "/pay"}
	if err := post(u.String(), key); err != nil {
		u.Path = "/pay2"
		return post(u.String(), key)
	}
	return nil
}

func URLCopy(s seen, base *url.URL, hosts []string) error {
	key := rand.Text()
	s.Admit(key)
	for _, h := range hosts {
		u := *base
		u.Host = h
		if post(u.String(), key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func URLParsed(s seen) error {
	key := rand.Text()
	s.Admit(key)
	u, err := url.Parse(us)
	if err != nil {
		return err
	}
	v, err := url.Parse(eu)
	if err != nil {
		return err
	}
	if err := post(u.JoinPath("v1").String(), key); err != nil {
		return post(v.JoinPath("v1").String(), key) // want "scope: "
	}
	return nil
}

func RequestLiteral(s seen, h string) error {
	key := rand.Text()
	s.Admit(key)
	req := &http.Request{Method: "POST", URL: &url.URL{Scheme: "https", Host: "us.example.com"}, Header: http.Header{}}
	if err := do(req, key); err != nil {
		req.URL = &url.URL{Scheme: "https", Host: h}
		return do(req, key) // want "scope: "
	}
	return nil
}

func CloneHost(ctx context.Context, s seen, hosts []string) error {
	key := rand.Text()
	s.Admit(key)
	req, err := http.NewRequest("POST", us, nil)
	if err != nil {
		return err
	}
	for _, h := range hosts {
		r := req.Clone(ctx)
		r.URL.Host = h
		r.Host = h
		if do(r, key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func CloneSame(ctx context.Context, s seen) error {
	key := rand.Text()
	s.Admit(key)
	req, err := http.NewRequest("POST", us, nil)
	if err != nil {
		return err
	}
	for range 3 {
		r := req.Clone(ctx)
		if do(r, key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

type ring struct {
	urls []string
	n    atomic.Uint64
}

func (r *ring) next() string { return r.urls[r.n.Add(1)%uint64(len(r.urls))] }
func (r *ring) random() string {
	return r.urls[mrand.IntN(len(r.urls))]
}
func (r *ring) head() string { return r.urls[0] }
func (r *ring) current() string {
	return r.urls[r.n.Load()%uint64(len(r.urls))]
}

func Atomic(s seen, r *ring) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		if post(r.next(), key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func AtomicOnce(s seen, r *ring) error {
	key := rand.Text()
	s.Admit(key)
	u := r.next()
	for range 3 {
		if post(u, key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

func Random(s seen, r *ring) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		if post(r.random(), key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func Head(s seen, r *ring) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		if post(r.head(), key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

// IndexMoved moves the index itself.
type walker struct {
	urls []string
	at   int
}

func (w *walker) advance() { w.at = (w.at + 1) % len(w.urls) }

func IndexMoved(s seen, w *walker) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		if post(w.urls[w.at], key) == nil { // want "scope: "
			return nil
		}
		w.advance()
	}
	return errors.New("none")
}

func IndexStill(s seen, w *walker) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		if post(w.urls[w.at], key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

func FuncValue(s seen, pick func() string) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		if post(pick(), key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func FuncValueOnce(s seen, pick func() string) error {
	key := rand.Text()
	s.Admit(key)
	u := pick()
	for range 3 {
		if post(u, key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

type resolver interface {
	Resolve(name string) (string, error)
}

func Interface(s seen, r resolver) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		u, err := r.Resolve("pay")
		if err != nil {
			return err
		}
		if post(u, key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func InterfaceOnce(s seen, r resolver) error {
	key := rand.Text()
	s.Admit(key)
	u, err := r.Resolve("pay")
	if err != nil {
		return err
	}
	for range 3 {
		if post(u, key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

func MapByName(s seen, urls map[string]string) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(urls["us"], key); err != nil {
		return post(urls["eu"], key) // want "scope: "
	}
	return nil
}

func MapSame(s seen, urls map[string]string) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(urls["us"], key); err != nil {
		return post(urls["us"], key)
	}
	return nil
}

// --- package variables, arrays, maps of constants

var order = []string{us, eu}

var sameRegion = [2]string{us, us2}

func PackageSlice(s seen) error {
	key := rand.Text()
	s.Admit(key)
	for _, u := range order {
		if post(u, key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func LocalMap(s seen, region string) error {
	key := rand.Text()
	s.Admit(key)
	bases := map[string]string{"us": us, "eu": eu}
	if err := post(bases["us"], key); err != nil {
		return post(bases["eu"], key) // want "scope: "
	}
	return nil
}

func LocalMapSameRegion(s seen, region string) error {
	key := rand.Text()
	s.Admit(key)
	bases := map[string]string{"us": us, "us2": us2}
	if err := post(bases["us"], key); err != nil {
		return post(bases["us2"], key)
	}
	return nil
}

func baseFor(region string) string {
	switch region {
	case "eu":
		return eu
	default:
		return us
	}
}

func SwitchFunc(s seen) error {
	key := rand.Text()
	s.Admit(key)
	for _, r := range []string{"us", "eu"} {
		if post(baseFor(r), key) == nil { // limit: not found yet: scope
			return nil
		}
	}
	return errors.New("none")
}

func SwitchFuncSame(s seen, region string) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		if post(baseFor(region), key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

// --- conditional

func Conditional(s seen, n int) error {
	key := rand.Text()
	s.Admit(key)
	for i := 0; i < n; i++ {
		base := us
		if i > 0 {
			base = eu
		}
		if post(base, key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func ConditionalBefore(s seen, eup bool, n int) error {
	key := rand.Text()
	s.Admit(key)
	base := us
	if eup {
		base = eu
	}
	for i := 0; i < n; i++ {
		if post(base, key) == nil {
			return nil
		}
	}
	return errors.New("none")
}

func Replace(s seen) error {
	key := rand.Text()
	s.Admit(key)
	base := us
	for range 2 {
		if post(base, key) == nil { // want "scope: "
			return nil
		}
		base = strings.Replace(base, "us.", "eu.", 1)
	}
	return errors.New("none")
}

// --- fields

type client struct {
	base     string
	fallback string
	bases    []string
	cur      int
	store    seen
}

type option func(*client)

func withBase(b string) option     { return func(c *client) { c.base = b } }
func withFallback(b string) option { return func(c *client) { c.fallback = b } }

func newClient(opts ...option) *client {
	c := &client{base: us}
	for _, o := range opts {
		o(c)
	}
	return c
}

func (c *client) Pay() error {
	key := rand.Text()
	c.store.Admit(key)
	if err := post(c.base, key); err != nil {
		return post(c.fallback, key) // want "scope: "
	}
	return nil
}

func (c *client) PaySame() error {
	key := rand.Text()
	c.store.Admit(key)
	if err := post(c.base, key); err != nil {
		return post(c.base, key)
	}
	return nil
}

func (c *client) PaySwitch() error {
	key := rand.Text()
	c.store.Admit(key)
	for range 3 {
		if post(c.bases[c.cur], key) == nil { // want "scope: "
			return nil
		}
		c.rotate()
	}
	return errors.New("none")
}

func (c *client) rotate() {
	c.cur++
	if c.cur == len(c.bases) {
		c.cur = 0
	}
}

// PayMoved overwrites its base between the attempts.
func (c *client) PayMoved() error {
	key := rand.Text()
	c.store.Admit(key)
	for range 3 {
		if post(c.base, key) == nil { // want "scope: "
			return nil
		}
		c.base = c.fallback
	}
	return errors.New("none")
}

func (c *client) PayLogged() error {
	key := rand.Text()
	c.store.Admit(key)
	for range 3 {
		if post(c.base, key) == nil {
			return nil
		}
		c.cur++
	}
	return errors.New("none")
}

//idemscope:endpoint region=us
var Primary = env("PRIMARY")

//idemscope:endpoint region=eu
var Secondary = env("SECONDARY")

//idemscope:endpoint region=us
var Standby = env("STANDBY")

func env(string) string { return "" }

func Vars(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(Primary, key); err != nil {
		return post(Secondary, key) // want "scope: "
	}
	return nil
}

func VarsSame(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(Primary, key); err != nil {
		return post(Standby, key)
	}
	return nil
}

type config struct {
	//idemscope:endpoint region=us
	US string
	//idemscope:endpoint region=eu
	EU string
	//idemscope:endpoint region=us
	US2 string
}

func Fields(s seen, c config) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(c.US, key); err != nil {
		return post(c.EU, key) // want "scope: "
	}
	return nil
}

func FieldsSame(s seen, c *config) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(c.US, key); err != nil {
		return post(c.US2, key)
	}
	return nil
}

func FieldsURL(s seen, c *config) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(c.US+"/a", key); err != nil {
		return post(c.US2+"/b", key)
	}
	return nil
}

//idemscope:endpoint region=*
func anycast() string { return "https://any.example.com" }

//idemscope:endpoint region=us
func regional() string { return "https://us3.example.com" }

func Anycast(s seen) error {
	key := rand.Text()
	s.Admit(key)
	for range 3 {
		if post(anycast(), key) == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("none")
}

func Regional(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := post(regional(), key); err != nil {
		return post(us, key)
	}
	return nil
}
