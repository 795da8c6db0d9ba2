// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sdk is what client libraries do: options, builders, interceptors, requests of all kinds.
package sdk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

type callConfig struct {
	key     string
	timeout time.Duration
}

type CallOption func(*callConfig)

func WithIdempotencyKey(key string) CallOption { return func(c *callConfig) { c.key = key } }

func WithTimeout(d time.Duration) CallOption { return func(c *callConfig) { c.timeout = d } }

type Client struct {
	base    string
	http    *http.Client
	retries int
	newKey  func() string
	sleep   func(time.Duration)
}

type Option func(*Client)

func WithBase(u string) Option         { return func(c *Client) { c.base = u } }
func WithRetries(n int) Option         { return func(c *Client) { c.retries = n } }
func WithKeys(fn func() string) Option { return func(c *Client) { c.newKey = fn } }
func WithHTTP(h *http.Client) Option   { return func(c *Client) { c.http = h } }
func New(opts ...Option) *Client {
	c := &Client{base: "https://api.example.com", http: http.DefaultClient, retries: 3, newKey: uuid.NewString, sleep: time.Sleep}
	for _, o := range opts {
		o(c)
	}
	return c
}

// Create gives each call one key, and repeats below.
func (c *Client) Create(ctx context.Context, v any, opts ...CallOption) error {
	cfg := callConfig{timeout: 10 * time.Second}
	for _, o := range opts {
		o(&cfg)
	}
	if cfg.key == "" {
		cfg.key = c.newKey()
	}
	ctx, cancel := context.WithTimeout(ctx, cfg.timeout)
	defer cancel()
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.withRetry(ctx, func() error { return c.send(ctx, body, cfg.key) })
}

func (c *Client) withRetry(ctx context.Context, fn func() error) (err error) {
	for i := 0; i <= c.retries; i++ {
		if i > 0 {
			c.sleep(time.Second << i)
		}
		if err = fn(); err == nil || !temporary(err) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

type statusError int

func (s statusError) Error() string   { return http.StatusText(int(s)) }
func (s statusError) Temporary() bool { return s >= 500 || s == http.StatusTooManyRequests }

func temporary(err error) bool {
	var t interface{ Temporary() bool }
	return errors.As(err, &t) && t.Temporary()
}

func (c *Client) send(ctx context.Context, body []byte, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/things", bytes.NewReader(body))
	if err != nil {
		return err
	}
	for k, v := range map[string]string{"Idempotency-Key": key, "Accept": "application/json"} {
		req.Header.Set(k, v)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return statusError(resp.StatusCode)
	}
	return nil
}

// Caller makes one key for several calls of Create, which it repeats.
func Caller(ctx context.Context, c *Client, v any) (err error) {
	opt := WithIdempotencyKey(uuid.NewString())
	for range 3 {
		if err = c.Create(ctx, v, opt, WithTimeout(time.Second)); err == nil {
			return nil
		}
	}
	return err
}

// CallerKey makes the option anew around one key.
func CallerKey(ctx context.Context, c *Client, v any) (err error) {
	key := uuid.NewString()
	for range 3 {
		if err = c.Create(ctx, v, WithIdempotencyKey(key)); err == nil {
			return nil
		}
	}
	return err
}

// Builder is a fluent request.
type Builder struct {
	c      *Client
	header http.Header
	body   any
}

func (c *Client) NewBuilder() *Builder { return &Builder{c: c, header: http.Header{}} }

func (b *Builder) IdempotencyKey(k string) *Builder {
	b.header.Set("Idempotency-Key", k)
	return b
}

func (b *Builder) Body(v any) *Builder {
	b.body = v
	return b
}

func (b *Builder) Execute(ctx context.Context) (*http.Response, error) {
	raw, err := json.Marshal(b.body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.c.base+"/things", bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header = b.header.Clone()
	return b.c.http.Do(req)
}

// Built is built once and executed until it works.
func Built(ctx context.Context, c *Client, v any) (resp *http.Response, err error) {
	b := c.NewBuilder().IdempotencyKey(uuid.NewString()).Body(v)
	for range 3 {
		if resp, err = b.Execute(ctx); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// BuiltAnew is built for each attempt around one key.
func BuiltAnew(ctx context.Context, c *Client, v any) (resp *http.Response, err error) {
	key := uuid.NewString()
	for range 3 {
		if resp, err = c.NewBuilder().Body(v).IdempotencyKey(key).Execute(ctx); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

type CreateInput struct {
	Name        *string
	ClientToken *string
	Count       int
}

type API interface {
	CreateThing(ctx context.Context, in *CreateInput) (string, error)
	DescribeThing(ctx context.Context, in *CreateInput) (string, error)
	DeleteThing(ctx context.Context, in *CreateInput) error
}

func ptr[T any](v T) *T { return &v }

// Input is filled before the loop.
func Input(ctx context.Context, api API) (id string, err error) {
	in := &CreateInput{Name: ptr("a"), ClientToken: ptr(uuid.NewString())}
	for range 3 {
		if id, err = api.CreateThing(ctx, in); err == nil {
			return id, nil
		}
	}
	return "", err
}

// InputAnew is filled for each attempt.
func InputAnew(ctx context.Context, api API) (id string, err error) {
	for range 3 {
		in := &CreateInput{Name: ptr("a"), ClientToken: ptr(uuid.NewString())} // want "fresh-key: "
		if id, err = api.CreateThing(ctx, in); err == nil {
			return id, nil
		}
	}
	return "", err
}

// InputCopied is copied for each attempt, with another count.
func InputCopied(ctx context.Context, api API) (id string, err error) {
	tmpl := CreateInput{Name: ptr("a"), ClientToken: ptr(uuid.NewString())}
	for n := 8; n > 0; n /= 2 {
		in := tmpl
		in.Count = n
		if id, err = api.CreateThing(ctx, &in); err == nil {
			return id, nil
		}
	}
	return "", err
}

// DescribeAnew reads.
func DescribeAnew(ctx context.Context, api API) (id string, err error) {
	for range 30 {
		if id, err = api.DescribeThing(ctx, &CreateInput{ClientToken: ptr(uuid.NewString())}); err == nil {
			return id, nil
		}
	}
	return "", err
}

// DeleteAnew deletes.
func DeleteAnew(ctx context.Context, api API) (err error) {
	for range 3 {
		if err = api.DeleteThing(ctx, &CreateInput{ClientToken: ptr(uuid.NewString())}); err == nil {
			return nil
		}
	}
	return err
}

// FirstOf creates the first of several names that is free: each name is a request of its own.
func FirstOf(ctx context.Context, api API, names []string) (id string, err error) {
	for _, n := range names {
		if id, err = api.CreateThing(ctx, &CreateInput{Name: &n, ClientToken: ptr(uuid.NewString())}); err == nil {
			return id, nil
		}
	}
	return "", err
}

// PollCreated creates once and polls.
func PollCreated(ctx context.Context, api API) (string, error) {
	id, err := api.CreateThing(ctx, &CreateInput{ClientToken: ptr(uuid.NewString())})
	if err != nil {
		return "", err
	}
	for range 10 {
		if s, err := api.DescribeThing(ctx, &CreateInput{Name: &id}); err == nil && s == "ready" {
			return id, nil
		}
		time.Sleep(time.Second)
	}
	return "", errors.New("not ready")
}

// CleanUp deletes what was half created.
func CleanUp(ctx context.Context, api API) error {
	token := ptr(uuid.NewString())
	if _, err := api.CreateThing(ctx, &CreateInput{ClientToken: token}); err != nil {
		if derr := api.DeleteThing(ctx, &CreateInput{ClientToken: token}); derr != nil {
			return errors.Join(err, derr)
		}
		return err
	}
	return nil
}

// Fallback has two implementations; one of them.
type Fallback struct{ primary, secondary API }

// Choose takes one of the two for good.
func (f *Fallback) Choose(ctx context.Context, second bool) (id string, err error) {
	api := f.primary
	if second {
		api = f.secondary
	}
	in := &CreateInput{ClientToken: ptr(uuid.NewString())}
	for range 3 {
		if id, err = api.CreateThing(ctx, in); err == nil {
			return id, nil
		}
	}
	return "", err
}

// Failover takes the other when the first fails.
func (f *Fallback) Failover(ctx context.Context) (string, error) {
	in := &CreateInput{ClientToken: ptr(uuid.NewString())}
	id, err := f.primary.CreateThing(ctx, in)
	if err != nil {
		return f.secondary.CreateThing(ctx, in) // want "undeclared: "
	}
	return id, nil
}

// FailoverFresh gives the other a key of its own: two services do not share keys.
func (f *Fallback) FailoverFresh(ctx context.Context) (string, error) {
	id, err := f.primary.CreateThing(ctx, &CreateInput{ClientToken: ptr("p-" + uuid.NewString())})
	if err != nil && errors.Is(err, ErrAlreadyUsed) {
		return f.secondary.CreateThing(ctx, &CreateInput{ClientToken: ptr("s-" + uuid.NewString())})
	}
	return id, err
}

var ErrAlreadyUsed = errors.New("already used")

// roundTripper sets a key that its request does not have, once for all attempts below it.
type roundTripper struct{ next http.RoundTripper }

func (t roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method == http.MethodPost && req.Header.Get("Idempotency-Key") == "" {
		req = req.Clone(req.Context())
		req.Header.Set("Idempotency-Key", uuid.NewString())
	}
	return t.next.RoundTrip(req)
}

// retrier repeats below.
type retrier struct {
	next http.RoundTripper
	mu   sync.Mutex
	n    int
}

func (t *retrier) RoundTrip(req *http.Request) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		if attempt > 0 && req.GetBody != nil {
			b, err := req.GetBody()
			if err != nil {
				return nil, err
			}
			req.Body = b
		}
		resp, err := t.next.RoundTrip(req)
		if err != nil || resp.StatusCode >= 500 {
			if attempt < t.n {
				if resp != nil {
					io.Copy(io.Discard, resp.Body)
					resp.Body.Close()
				}
				continue
			}
		}
		return resp, err
	}
}

// Chained is the right order.
func Chained() *http.Client {
	return &http.Client{Transport: roundTripper{&retrier{next: http.DefaultTransport, n: 3}}}
}

// Reauthorise sends again with another token when the first is refused.
func Reauthorise(ctx context.Context, c *http.Client, u string, tokens []string) error {
	key := uuid.NewString()
	for _, tok := range tokens {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, u, strings.NewReader("{}"))
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", tok)
		req.Header.Set("Idempotency-Key", key)
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusUnauthorized {
			return nil
		}
	}
	return errors.New("unauthorised")
}

// Repository is generic over what it sends.
type Repository[T any] struct{ c *Client }

func (r Repository[T]) Save(ctx context.Context, v T) error {
	key := uuid.NewString()
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	for range 3 {
		if err = r.c.send(ctx, body, key); err == nil {
			return nil
		}
	}
	return err
}

// SaveAll saves each under its own key.
func (r Repository[T]) SaveAll(ctx context.Context, vs []T) error {
	for _, v := range vs {
		if err := r.Save(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

// SaveAny saves the first that can be saved.
func (r Repository[T]) SaveAny(ctx context.Context, vs []T) (err error) {
	for _, v := range vs {
		if err = r.Save(ctx, v); err == nil {
			return nil
		}
	}
	return err
}

// Prompt asks again for another amount until one is accepted: other requests.
func Prompt(ctx context.Context, api API, ask func() (string, error)) (string, error) {
	for {
		name, err := ask()
		if err != nil {
			return "", err
		}
		id, err := api.CreateThing(ctx, &CreateInput{Name: &name, ClientToken: ptr(uuid.NewString())})
		if err == nil {
			return id, nil
		}
	}
}

// Outbox sends the oldest entry that is pending, under its own stored key.
type entry struct {
	ID             int64
	IdempotencyKey string
	Body           []byte
}

func Drain(ctx context.Context, c *Client, next func(context.Context) (*entry, error), done func(int64) error) error {
	for {
		e, err := next(ctx)
		if err != nil {
			return err
		}
		if e == nil {
			return nil
		}
		if err := c.send(ctx, e.Body, e.IdempotencyKey); err != nil {
			continue
		}
		if err := done(e.ID); err != nil {
			return err
		}
	}
}

// DrainFresh stores a key with each entry before it sends it.
func DrainFresh(ctx context.Context, c *Client, in <-chan []byte) {
	for body := range in {
		e := &entry{IdempotencyKey: uuid.NewString(), Body: body}
		for c.send(ctx, e.Body, e.IdempotencyKey) != nil {
			if ctx.Err() != nil {
				return
			}
		}
	}
}
