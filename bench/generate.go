// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"text/template"
)

// sendsPerPackage keeps packages in the size that people write: some 3,500 lines.
const sendsPerPackage = 250

// keys generates a module that is full of keys: so many sends in loops, behind helpers, at
// the end of call chains, and in clients that are wired from parts.
func keys(dir string, sends int) error {
	files := map[string]string{
		"go.mod":         "module example.test/keys\n\ngo 1.26.0\n",
		"store/store.go": storeFile,
		"retry/retry.go": retryFile,
	}
	packages := (sends + sendsPerPackage - 1) / sendsPerPackage
	for p := range packages {
		n := min(sendsPerPackage, sends-p*sendsPerPackage)
		var b bytes.Buffer
		data := struct {
			Package int
			Below   int // a package that this one calls, -1 for none
			Groups  []int
		}{p, p - 1, nil}
		for g := range n / sendsPerGroup {
			data.Groups = append(data.Groups, g)
		}
		if err := groups.Execute(&b, data); err != nil {
			return err
		}
		files[fmt.Sprintf("pay%d/pay.go", p)] = b.String()
	}
	return write(dir, files)
}

func write(dir string, files map[string]string) error {
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

const storeFile = `package store

// Store remembers the keys of one region.
//
//idemscope:store scope=region
type Store interface{ First(key string) bool }

//idemscope:endpoint region=us-east-1
const East = "https://pay.us-east-1.example.test"

//idemscope:endpoint region=eu-west-1
const West = "https://pay.eu-west-1.example.test"
`

const retryFile = `package retry

// Do calls f until it succeeds, n times at most.
func Do(n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}
`

// sendsPerGroup is the number of sends in each group of the template.
const sendsPerGroup = 5

var groups = template.Must(template.New("groups").Parse(`package pay{{.Package}}

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"

	{{if ge .Below 0}}"example.test/keys/pay{{.Below}}"
	{{end}}"example.test/keys/retry"
	"example.test/keys/store"
)
{{$p := .}}{{range .Groups}}
// Client{{.}} is wired from parts.
type Client{{.}} struct {
	http  *http.Client
	store store.Store
	url   string
	name  string
}

func New{{.}}(c *http.Client, s store.Store, name string) *Client{{.}} {
	return &Client{{.}}{http: c, store: s, url: store.East, name: name}
}

func (c *Client{{.}}) send(ctx context.Context, url, key string, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/charges/"+c.name, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	req.Header.Set("Content-Type", "text/plain")
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client{{.}}) first(ctx context.Context, key, body string) error {
	if !c.store.First(key) {
		return nil
	}
	return c.second(ctx, c.url, key, body)
}

func (c *Client{{.}}) second(ctx context.Context, url, key, body string) error {
	if body == "" {
		body = "{}"
	}
	return c.send(ctx, url, key, body)
}

// Loop keeps its key.
func (c *Client{{.}}) Loop(ctx context.Context, body string) (err error) {
	key := rand.Text()
	for range 3 {
		if err = c.first(ctx, key, body); err == nil {
			return nil
		}
	}
	return err
}

// Helped hands a function over.
func (c *Client{{.}}) Helped(ctx context.Context, body string) error {
	key := rand.Text()
	return retry.Do(3, func() error { return c.send(ctx, c.url, key, body) })
}

// Fresh makes a key for each attempt.
func (c *Client{{.}}) Fresh(ctx context.Context, body string) error {
	return retry.Do(3, func() error { return c.first(ctx, rand.Text(), body) })
}

// Over goes to another region.
func (c *Client{{.}}) Over(ctx context.Context, key, body string) error {
	if !c.store.First(key) {
		return nil
	}
	err := c.second(ctx, store.East, key, body)
	if err != nil {
		err = c.second(ctx, store.West, key, body)
	}
	return err
}

// Derived makes the key of what it is given.
func (c *Client{{.}}) Derived(ctx context.Context, order, body string) (err error) {
	for i := 0; i < 3; i++ {
		if err = c.send(ctx, c.url, "order-"+order, body); err == nil {
			return nil
		}
	}{{if ge $p.Below 0}}
	return pay{{$p.Below}}.New{{.}}(c.http, c.store, order).Loop(ctx, body){{else}}
	return err{{end}}
}
{{end}}`))
