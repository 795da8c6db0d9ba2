// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package endpoints repeats keys at endpoints that stay, or that nothing shows to be others.
package endpoints

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/google/uuid"
)

const base = "https://api.example.com"

type Config struct {
	BaseURL string
	Timeout time.Duration
	Token   string
}

type Client struct {
	cfg  Config
	base *url.URL
	http *http.Client
}

func New(cfg Config) (*Client, error) {
	u, err := url.Parse(cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	return &Client{cfg: cfg, base: u, http: &http.Client{Timeout: cfg.Timeout}}, nil
}

func (c *Client) do(ctx context.Context, method, p string, in, out any, key string) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base.JoinPath(p).String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+c.cfg.Token)
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		b, _ := io.ReadAll(resp.Body)
		return fmt.Errorf("%s: %s", resp.Status, b)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// JoinPath has one host whatever the path.
func (c *Client) JoinPath(ctx context.Context, id string) (err error) {
	key := uuid.NewString()
	for range 3 {
		if err = c.do(ctx, http.MethodPost, path.Join("v1", "charges", id), nil, nil, key); err == nil {
			return nil
		}
	}
	return err
}

// ConfigField reads the base URL from the configuration at each attempt.
func (c *Client) ConfigField(ctx context.Context) error {
	key := uuid.NewString()
	for i := 0; i < 3; i++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(c.cfg.BaseURL, "/")+"/v1/charges", nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		if resp, err := c.http.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("no success")
}

// VersionFallback asks another path of the same host.
func VersionFallback(ctx context.Context, c *http.Client, key string) error {
	if err := post(ctx, c, base+"/v2/charges", key); err != nil {
		return post(ctx, c, base+"/v1/charges", key)
	}
	return nil
}

// HostFallback asks another host.
func HostFallback(ctx context.Context, c *http.Client, key string) error {
	if err := post(ctx, c, base+"/v2/charges", key); err != nil {
		return post(ctx, c, "https://backup.example.net/v2/charges", key) // want "undeclared: "
	}
	return nil
}

func post(ctx context.Context, c *http.Client, u, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// QueryOnly adds a query at the second attempt.
func QueryOnly(ctx context.Context, c *http.Client, key string) error {
	if err := post(ctx, c, base+"/charges", key); err != nil {
		return post(ctx, c, base+"/charges?retry=1", key)
	}
	return nil
}

// QueryAttempt numbers the attempts in the query.
func QueryAttempt(ctx context.Context, c *http.Client, key string) (err error) {
	for i := range 3 {
		if err = post(ctx, c, fmt.Sprintf("%s/charges?attempt=%d", base, i), key); err == nil {
			return nil
		}
	}
	return err
}

// Resolved asks a resolver out of sight: it may give the same name each time, or another.
func Resolved(ctx context.Context, c *http.Client, key string, resolve func(string) (string, error)) error {
	var err error
	for range 3 {
		var host string
		if host, err = resolve("charges"); err != nil {
			continue
		}
		if err = post(ctx, c, "https://"+host+"/charges", key); err == nil {
			return nil
		}
	}
	return err
}

// Chosen picks a host before the first attempt, and stays with it.
func Chosen(ctx context.Context, c *http.Client, hosts []string, n int, key string) (err error) {
	host := hosts[n%len(hosts)]
	for range 3 {
		if err = post(ctx, c, host+"/charges", key); err == nil {
			return nil
		}
	}
	return err
}

// Rotating picks another host for each attempt.
func Rotating(ctx context.Context, c *http.Client, hosts []string, key string) (err error) {
	for i := range 3 {
		if err = post(ctx, c, hosts[i%len(hosts)]+"/charges", key); err == nil { // want "undeclared: "
			return nil
		}
	}
	return err
}

// KeyPerHost derives the key from the host: no key goes to two of them.
func KeyPerHost(ctx context.Context, c *http.Client, hosts []string, order string) (err error) {
	for _, h := range hosts {
		if err = post(ctx, c, h+"/charges", order+"@"+h); err == nil {
			return nil
		}
	}
	return err
}

// FreshPerHost makes a key for each host, and repeats only there.
func FreshPerHost(ctx context.Context, c *http.Client, hosts []string) error {
	var errs []error
	for _, h := range hosts {
		key := uuid.NewString()
		var err error
		for range 3 {
			if err = post(ctx, c, h+"/charges", key); err == nil {
				break
			}
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

type Region struct {
	Name, URL string
}

// KeyPerRegion looks the key up by region.
func KeyPerRegion(ctx context.Context, c *http.Client, regions []Region, keys map[string]string) (err error) {
	for _, r := range regions {
		if err = post(ctx, c, r.URL, keys[r.Name]); err == nil {
			return nil
		}
	}
	return err
}

// Sprintf builds the same URL for each attempt.
func Sprintf(ctx context.Context, c *http.Client, region, key string) (err error) {
	for range 3 {
		u := fmt.Sprintf("https://pay.%s.example.com/v%d/charges", region, 2)
		if err = post(ctx, c, u, key); err == nil {
			return nil
		}
	}
	return err
}

// Broadcast goes to every region, and to the next whether or not this one took it.
func Broadcast(ctx context.Context, c *http.Client, regions []Region, key string) map[string]error {
	out := make(map[string]error, len(regions))
	for _, r := range regions {
		out[r.Name] = post(ctx, c, r.URL, key)
	}
	return out
}

// Quorum stops when enough have taken it: success leads on, too.
func Quorum(ctx context.Context, c *http.Client, regions []Region, key string) error {
	ok := 0
	for _, r := range regions {
		if err := post(ctx, c, r.URL, key); err == nil {
			ok++
		}
		if ok > len(regions)/2 {
			return nil
		}
	}
	return errors.New("no quorum")
}

// Chain goes on to the next stage only when the last one worked.
func Chain(ctx context.Context, c *http.Client, stages []string, key string) error {
	for i, s := range stages {
		if err := post(ctx, c, s, key); err != nil {
			return fmt.Errorf("stage %d: %w", i, err)
		}
	}
	return nil
}

// Probe reads from every host until one answers, and then sends to that one alone.
func Probe(ctx context.Context, c *http.Client, hosts []string, key string) error {
	for _, h := range hosts {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, h+"/healthz", nil)
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			continue
		}
		return post(ctx, c, h+"/charges", key)
	}
	return errors.New("no host is healthy")
}

// ReadAnywhere reads under the key that it had written with.
func ReadAnywhere(ctx context.Context, c *http.Client, hosts []string, key string) error {
	for _, h := range hosts {
		req, err := http.NewRequestWithContext(ctx, "", h+"/charges", nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("no host answers")
}

// DeleteAnywhere deletes: nothing is undeclared for a delete.
func DeleteAnywhere(ctx context.Context, c *http.Client, hosts []string, key string) error {
	for _, h := range hosts {
		req, err := http.NewRequestWithContext(ctx, http.MethodDelete, h+"/charges/1", nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("no host answers")
}

// DeleteFresh makes a key for each delete.
func DeleteFresh(ctx context.Context, c *http.Client) error {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodDelete, base+"/charges/1", nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString())
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("no answer")
}

// Trace walks hosts with a request ID that is no key.
func Trace(ctx context.Context, c *http.Client, hosts []string) error {
	id := uuid.NewString()
	for _, h := range hosts {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, h+"/charges", nil)
		if err != nil {
			return err
		}
		req.Header.Set("X-Request-ID", id)
		req.Header.Set("X-Correlation-Id", id)
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("no host answers")
}

// Login walks Vault servers with the token of the client: an access token, no key.
type Secret struct{ ClientToken string }

func Login(ctx context.Context, servers []string, s *Secret, login func(ctx context.Context, addr string, s *Secret) error) error {
	for _, a := range servers {
		if err := login(ctx, a, s); err == nil {
			return nil
		}
	}
	return errors.New("sealed")
}

// PageToken walks pages, each with the token of the next.
type ListInput struct {
	NextToken string
	Limit     int
}

func Walk(ctx context.Context, list func(context.Context, *ListInput) (string, error)) error {
	in := &ListInput{Limit: 100}
	for {
		next, err := list(ctx, in)
		if err != nil {
			return err
		}
		if next == "" {
			return nil
		}
		in.NextToken = next
	}
}

// Redirect follows the server's word on success: the answer names the next endpoint.
func Redirect(ctx context.Context, c *http.Client, u, key string) error {
	for range 10 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, u, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		loc := resp.Header.Get("Location")
		if loc == "" {
			return nil
		}
		u = loc
	}
	return errors.New("too many redirects")
}

// Rewind sends one request object again.
func Rewind(c *http.Client, req *http.Request, body []byte) (resp *http.Response, err error) {
	req.Header.Set("Idempotency-Key", uuid.NewString())
	for attempt := range 4 {
		req.Body = io.NopCloser(bytes.NewReader(body))
		req.Header.Set("X-Attempt", fmt.Sprint(attempt))
		resp, err = c.Do(req)
		if err == nil && resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
	}
	return resp, err
}

// SharedHeader builds each request anew around one header.
func SharedHeader(ctx context.Context, c *http.Client, u string, body []byte) (resp *http.Response, err error) {
	h := http.Header{"Content-Type": {"application/json"}}
	h.Set("Idempotency-Key", uuid.NewString())
	for range 4 {
		var req *http.Request
		req, err = http.NewRequestWithContext(ctx, http.MethodPost, u, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		req.Header = h.Clone()
		resp, err = c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
	}
	return resp, err
}
