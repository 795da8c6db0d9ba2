// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pay declares what its constructors make, and not what its types are.
package pay

import "net/http"

const (
	//idemscope:endpoint region=us-east-1
	primary = "https://pay.us-east-1.example.com"

	//idemscope:endpoint region=eu-west-1
	fallback = "https://pay.eu-west-1.example.com"
)

// A Store is regional or global, by its constructor.
type Store struct{ m map[string]bool }

// NewStore is regional.
//
//idemscope:store scope=region
func NewStore() *Store { return &Store{m: map[string]bool{}} }

// NewWorld is global.
//
//idemscope:store scope=global
func NewWorld() *Store { return &Store{m: map[string]bool{}} }

// First asks the store.
func (s *Store) First(key string) bool {
	seen := s.m[key]
	s.m[key] = true
	return !seen
}

// A Server is put together elsewhere.
type Server struct{ Store *Store }

// New makes one with a store.
func New(st *Store) *Server { return &Server{Store: st} }

// Regional knows all of its parts.
func Regional() *Server {
	return &Server{Store: NewStore()} // want "scope"
}

func send(url, key string) error {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = http.DefaultClient.Do(req)
	return err
}

// Redeem goes on to the other region if one fails.
func (s *Server) Redeem(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if !s.Store.First(key) {
		return
	}
	if err := send(primary, key); err != nil {
		_ = send(fallback, key)
	}
}

// Provider is the store behind the provider's endpoints.
//
//idemscope:store scope=global
type Provider struct{}

//idemscope:endpoint region=us-east-1 store=Provider
const world = "https://world.example.com"

// A Relay knows all that there is to know.
type Relay struct{}

// Forward sends what it is given.
func (*Relay) Forward(_ http.ResponseWriter, r *http.Request) {
	_ = send(world, r.Header.Get("Idempotency-Key")) // want "collision"
}

// Pass is told the key by its caller.
func Pass(key string) error { return send(world, key) }

// ByValue has methods of its value.
type ByValue struct{ Store *Store }

// Redeem goes on to the other region if one fails.
func (s ByValue) Redeem(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if !s.Store.First(key) {
		return
	}
	if err := send(primary, key); err != nil {
		_ = send(fallback, key)
	}
}

//idemscope:endpoint region=*
func pick() string { return primary }

// A Job is run again when it fails.
type Job struct {
	Store *Store
	Key   string
}

// Run makes one attempt, somewhere.
func (j *Job) Run() error {
	if !j.Store.First(j.Key) {
		return nil
	}
	return send(pick(), j.Key)
}

func retry(f func() error) error {
	var err error
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// RunJob puts one together, which is no mistake, and runs it again.
func RunJob(key string) error {
	j := &Job{Store: NewStore(), Key: key}
	return retry(j.Run) // want "scope"
}

// RunOnce does not.
func RunOnce(key string) error {
	j := &Job{Store: NewStore(), Key: key}
	return j.Run()
}
