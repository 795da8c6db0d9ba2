// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package carriers carries keys in every way to a send.
package carriers

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/google/uuid"
)

//idemscope:endpoint region=us
const us = "https://us.example.com"

//idemscope:endpoint region=eu
const eu = "https://eu.example.com"

//idemscope:store scope=region
type seen struct{}

func (seen) Admit(key string) bool { return true }

func ptr[T any](v T) *T { return &v }

// --- a request struct with a pointer key, sent by a method that has a body in sight

type CreateInput struct {
	ClientToken *string
	Name        string
}

type API interface {
	CreateThing(ctx context.Context, in *CreateInput) (*CreateOutput, error)
}

type CreateOutput struct{ ID string }

func FieldPtr(ctx context.Context, a, b API) error {
	in := &CreateInput{ClientToken: ptr(uuid.NewString()), Name: "x"}
	if _, err := a.CreateThing(ctx, in); err != nil {
		_, err = b.CreateThing(ctx, in) // want "undeclared: "
		return err
	}
	return nil
}

func FieldPtrSame(ctx context.Context, a API) error {
	in := &CreateInput{ClientToken: ptr(uuid.NewString()), Name: "x"}
	if _, err := a.CreateThing(ctx, in); err != nil {
		_, err = a.CreateThing(ctx, in)
		return err
	}
	return nil
}

func FieldAssigned(ctx context.Context, a API) error {
	in := &CreateInput{Name: "x"}
	for i := 0; i < 3; i++ {
		token := uuid.NewString() // want "fresh-key: "
		in.ClientToken = &token
		if _, err := a.CreateThing(ctx, in); err == nil {
			return nil
		}
	}
	return errors.New("x")
}

func FieldAssignedOnce(ctx context.Context, a API) error {
	in := &CreateInput{Name: "x"}
	token := uuid.NewString()
	in.ClientToken = &token
	for i := 0; i < 3; i++ {
		if _, err := a.CreateThing(ctx, in); err == nil {
			return nil
		}
	}
	return errors.New("x")
}

func FieldIfNil(ctx context.Context, a API, in *CreateInput) error {
	for i := 0; i < 3; i++ {
		if in.ClientToken == nil {
			in.ClientToken = ptr(uuid.NewString())
		}
		if _, err := a.CreateThing(ctx, in); err == nil {
			return nil
		}
	}
	return errors.New("x")
}

// --- a map

type rpc struct{}

func (c *rpc) call(action string, request map[string]interface{}) (map[string]interface{}, error) {
	b, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	resp, err := http.Post(us+"/"+action, "application/json", bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return nil, nil
}

//idemscope:send key=request["ClientToken"] to=c
func (c *rpc) Post(action string, request map[string]interface{}) (map[string]interface{}, error) {
	return c.call(action, request)
}

func buildClientToken(action string) string { return action + "-" + uuid.NewString() }

func MapEntry(c *rpc) error {
	request := map[string]interface{}{"Name": "x"}
	return retry(3, func() error {
		request["ClientToken"] = buildClientToken("CreateVpn") // want "fresh-key: "
		_, err := c.Post("CreateVpn", request)
		return err
	})
}

func MapEntryOnce(c *rpc) error {
	request := map[string]interface{}{"Name": "x"}
	request["ClientToken"] = buildClientToken("CreateVpn")
	return retry(3, func() error {
		_, err := c.Post("CreateVpn", request)
		return err
	})
}

func MapLiteral(c *rpc) error {
	return retry(3, func() error {
		_, err := c.Post("CreateVpn", map[string]interface{}{
			"ClientToken": buildClientToken("CreateVpn"), // want "fresh-key: "
		})
		return err
	})
}

func MapAfter(c *rpc) error {
	request := map[string]interface{}{"ClientToken": buildClientToken("CreateVpn")}
	return retry(3, func() error {
		_, err := c.Post("CreateVpn", request)
		if err != nil {
			request["ClientToken"] = buildClientToken("CreateVpn") // want "fresh-key: "
		}
		return err
	})
}

func MapAfterMismatch(c *rpc) error {
	request := map[string]interface{}{"ClientToken": buildClientToken("CreateVpn")}
	return retry(3, func() error {
		_, err := c.Post("CreateVpn", request)
		if err != nil && err.Error() == "IdempotentFailed" {
			request["ClientToken"] = buildClientToken("CreateVpn")
		}
		return err
	})
}

func retry(n int, fn func() error) (err error) {
	for range n {
		if err = fn(); err == nil {
			return nil
		}
	}
	return err
}

// --- headers

const hdr = "Idempotency-Key"

var hdrVar = http.CanonicalHeaderKey("idempotency-key")

func HeaderAdd(s seen) error {
	key := rand.Text()
	s.Admit(key)
	req, _ := http.NewRequest("POST", us, nil)
	req.Header.Add(hdr, key)
	if _, err := http.DefaultClient.Do(req); err != nil {
		req2, _ := http.NewRequest("POST", eu, nil)
		req2.Header.Add("idempotency-key", key)
		_, err = http.DefaultClient.Do(req2) // want "scope: "
		return err
	}
	return nil
}

func HeaderIndex(s seen) error {
	key := rand.Text()
	s.Admit(key)
	for _, u := range []string{us, eu} {
		req, _ := http.NewRequest("POST", u, nil)
		req.Header["Idempotency-Key"] = []string{key}
		if _, err := http.DefaultClient.Do(req); err == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("x")
}

func HeaderLiteral(s seen) error {
	key := rand.Text()
	s.Admit(key)
	h := http.Header{"Idempotency-Key": {key}, "Accept": {"*/*"}}
	for _, u := range []string{us, eu} {
		req, _ := http.NewRequest("POST", u, nil)
		req.Header = h
		if _, err := http.DefaultClient.Do(req); err == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("x")
}

func HeaderCloned(s seen) error {
	key := rand.Text()
	s.Admit(key)
	h := make(http.Header)
	h.Set(hdr, key)
	for _, u := range []string{us, eu} {
		req, _ := http.NewRequest("POST", u, nil)
		req.Header = h.Clone()
		if _, err := http.DefaultClient.Do(req); err == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("x")
}

func HeaderMap(s seen) error {
	key := rand.Text()
	s.Admit(key)
	headers := map[string]string{"Idempotency-Key": key}
	for _, u := range []string{us, eu} {
		if err := withHeaders(u, headers); err == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("x")
}

func withHeaders(u string, headers map[string]string) error {
	req, err := http.NewRequest("POST", u, nil)
	if err != nil {
		return err
	}
	for k, v := range headers {
		req.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func HeaderMapFresh() error {
	for range 3 {
		headers := map[string]string{"Idempotency-Key": uuid.NewString()} // want "fresh-key: "
		if err := withHeaders(us, headers); err == nil {
			return nil
		}
	}
	return errors.New("x")
}

// SetWrapped has a helper that sets the header.
func setKey(req *http.Request, key string) { req.Header.Set(hdr, key) }

func SetWrapped(s seen) error {
	key := rand.Text()
	s.Admit(key)
	for _, u := range []string{us, eu} {
		req, _ := http.NewRequest("POST", u, nil)
		setKey(req, key)
		if _, err := http.DefaultClient.Do(req); err == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("x")
}

func build(u, key string) *http.Request {
	req, err := http.NewRequest("POST", u, nil)
	if err != nil {
		panic(err)
	}
	req.Header.Set(hdr, key)
	return req
}

func Built(s seen) error {
	key := rand.Text()
	s.Admit(key)
	resp, err := http.DefaultClient.Do(build(us, key))
	if err != nil || resp.StatusCode >= 500 {
		_, err = http.DefaultClient.Do(build(eu, key)) // want "scope: "
	}
	return err
}

func BuiltFresh() error {
	var err error
	for range 3 {
		req := buildFresh(us) // want "fresh-key: "
		if _, err = http.DefaultClient.Do(req); err == nil {
			return nil
		}
	}
	return err
}

func buildFresh(u string) *http.Request {
	req, err := http.NewRequest("POST", u, nil)
	if err != nil {
		panic(err)
	}
	req.Header.Set(hdr, uuid.NewString())
	return req
}

func BuiltOnce() error {
	var err error
	req := buildFresh(us)
	for range 3 {
		if _, err = http.DefaultClient.Do(req); err == nil {
			return nil
		}
	}
	return err
}

// --- functional options

type options struct{ key string }
type Option func(*options)

func WithKey(k string) Option { return func(o *options) { o.key = k } }

func request(u string, opts ...Option) error {
	var o options
	for _, f := range opts {
		f(&o)
	}
	req, err := http.NewRequest("POST", u, nil)
	if err != nil {
		return err
	}
	if o.key != "" {
		req.Header.Set(hdr, o.key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Optioned(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := request(us, WithKey(key)); err != nil {
		return request(eu, WithKey(key)) // want "scope: "
	}
	return nil
}

func OptionedFresh() error {
	return retry(3, func() error {
		return request(us, WithKey(uuid.NewString())) // want "fresh-key: "
	})
}

func OptionedOnce() error {
	opt := WithKey(uuid.NewString())
	return retry(3, func() error { return request(us, opt) })
}

// --- a builder

type builder struct {
	url, key string
	body     []byte
}

func newBuilder(u string) *builder            { return &builder{url: u} }
func (b *builder) WithKey(k string) *builder  { b.key = k; return b }
func (b *builder) WithBody(p []byte) *builder { b.body = p; return b }
func (b *builder) Send() error {
	req, err := http.NewRequest("POST", b.url, bytes.NewReader(b.body))
	if err != nil {
		return err
	}
	req.Header.Set(hdr, b.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Builder(s seen) error {
	key := rand.Text()
	s.Admit(key)
	if err := newBuilder(us).WithKey(key).WithBody(nil).Send(); err != nil {
		return newBuilder(eu).WithKey(key).WithBody(nil).Send() // want "scope: "
	}
	return nil
}

func BuilderFresh() error {
	for range 3 {
		err := newBuilder(us).
			WithKey(uuid.NewString()). // want "fresh-key: "
			Send()
		if err == nil {
			return nil
		}
	}
	return errors.New("x")
}

func BuilderOnce() error {
	b := newBuilder(us).WithKey(uuid.NewString())
	for range 3 {
		if err := b.Send(); err == nil {
			return nil
		}
	}
	return errors.New("x")
}

// valueBuilder copies itself.
type valueBuilder struct{ url, key string }

func (b valueBuilder) Key(k string) valueBuilder { b.key = k; return b }
func (b valueBuilder) To(u string) valueBuilder  { b.url = u; return b }
func (b valueBuilder) Send() error {
	req, err := http.NewRequest("POST", b.url, nil)
	if err != nil {
		return err
	}
	req.Header.Set(hdr, b.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func ValueBuilder(s seen) error {
	key := rand.Text()
	s.Admit(key)
	b := valueBuilder{}.Key(key)
	if err := b.To(us).Send(); err != nil {
		return b.To(eu).Send() // limit: not found yet: scope
	}
	return nil
}

func ValueBuilderFresh() error {
	b := valueBuilder{}.To(us)
	return retry(3, func() error {
		return b.Key(uuid.NewString()).Send() // want "fresh-key: "
	})
}

// --- context

type ctxKey struct{}

func withKey(ctx context.Context, k string) context.Context {
	return context.WithValue(ctx, ctxKey{}, k)
}

func keyFrom(ctx context.Context) string {
	k, _ := ctx.Value(ctxKey{}).(string)
	return k
}

func ctxPost(ctx context.Context, u string) error {
	req, err := http.NewRequestWithContext(ctx, "POST", u, nil)
	if err != nil {
		return err
	}
	req.Header.Set(hdr, keyFrom(ctx))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Ctx(ctx context.Context, s seen) error {
	key := rand.Text()
	s.Admit(key)
	ctx = withKey(ctx, key)
	if err := ctxPost(ctx, us); err != nil {
		return ctxPost(ctx, eu) // want "scope: "
	}
	return nil
}

func CtxFresh(ctx context.Context) error {
	return retry(3, func() error {
		return ctxPost(withKey(ctx, uuid.NewString()), us) // want "fresh-key: "
	})
}

func CtxOnce(ctx context.Context) error {
	ctx = withKey(ctx, uuid.NewString())
	return retry(3, func() error { return ctxPost(ctx, us) })
}

// --- embedding

type meta struct{ IdempotencyKey string }

type order struct {
	meta
	Cents int
}

func postOrder(u string, o *order) error {
	b, err := json.Marshal(o)
	if err != nil {
		return err
	}
	req, err := http.NewRequest("POST", u, bytes.NewReader(b))
	if err != nil {
		return err
	}
	req.Header.Set(hdr, o.IdempotencyKey)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Embedded(s seen) error {
	o := &order{meta: meta{IdempotencyKey: rand.Text()}, Cents: 3}
	s.Admit(o.IdempotencyKey)
	if err := postOrder(us, o); err != nil {
		return postOrder(eu, o) // want "scope: "
	}
	return nil
}

func EmbeddedFresh() error {
	o := &order{Cents: 3}
	for range 3 {
		o.IdempotencyKey = rand.Text() // want "fresh-key: "
		if err := postOrder(us, o); err == nil {
			return nil
		}
	}
	return errors.New("x")
}

// --- bytes, uuid values, conversions

type Key string

func sendTyped(u string, k Key) error { return request(u, WithKey(string(k))) }

func Typed(s seen) error {
	k := Key(uuid.New().String())
	s.Admit(string(k))
	if err := sendTyped(us, k); err != nil {
		return sendTyped(eu, k) // want "scope: "
	}
	return nil
}

func UUIDValue(s seen) error {
	id := uuid.New()
	s.Admit(id.String())
	if err := request(us, WithKey(id.String())); err != nil {
		return request(eu, WithKey(id.String())) // want "scope: "
	}
	return nil
}

func UUIDTwoResults(s seen) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	s.Admit(id.String())
	if err := request(us, WithKey(id.String())); err != nil {
		return request(eu, WithKey(id.String())) // want "scope: "
	}
	return nil
}

// Query carries it in the URL.
func Query(s seen) error {
	key := rand.Text()
	s.Admit(key)
	for _, u := range []string{us, eu} {
		req, err := http.NewRequest("POST", u, nil)
		if err != nil {
			return err
		}
		q := req.URL.Query()
		q.Set("idempotency_key", key)
		req.URL.RawQuery = q.Encode()
		if _, err := http.DefaultClient.Do(req); err == nil { // want "scope: "
			return nil
		}
	}
	return errors.New("x")
}
