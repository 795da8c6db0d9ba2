// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package collision shares a namespace between keys that may be equal by chance, or by malice.
package collision

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"
)

//idemscope:store scope=global
type everywhere struct{}

func (everywhere) First(key string) bool { return true }

//idemscope:store scope=region
type regional struct{}

func (regional) First(key string) bool { return true }

//idemscope:store scope=region,tenant
type perTenant struct{}

func (perTenant) First(key string) bool { return true }

//idemscope:store scope=process
type local struct{}

func (local) First(key string) bool { return true }

// Supplied takes the caller's word for it.
func Supplied(w http.ResponseWriter, r *http.Request, s everywhere) {
	if !s.First(r.Header.Get("Idempotency-Key")) { // want "collision: "
		w.WriteHeader(http.StatusConflict)
	}
}

// Prefixed puts a constant in front, which tells no tenants apart.
func Prefixed(w http.ResponseWriter, r *http.Request, s everywhere) {
	if !s.First("orders/" + r.Header.Get("Idempotency-Key")) { // want "collision: "
		w.WriteHeader(http.StatusConflict)
	}
}

// Hashed is as ambiguous as what is hashed.
func Hashed(w http.ResponseWriter, r *http.Request, s everywhere) {
	sum := sha256.Sum256([]byte(r.Header.Get("Idempotency-Key")))
	if !s.First(hex.EncodeToString(sum[:])) { // want "collision: "
		w.WriteHeader(http.StatusConflict)
	}
}

// AtHand has the tenant and leaves it out.
func AtHand(w http.ResponseWriter, r *http.Request, s regional) {
	tenant := r.Header.Get("X-Tenant-ID")
	if tenant == "" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if !s.First(r.Header.Get("Idempotency-Key")) { // want "collision: "
		w.WriteHeader(http.StatusConflict)
	}
}

// NotAtHand serves who knows whom; nothing is left out here.
func NotAtHand(w http.ResponseWriter, r *http.Request, s regional) {
	if !s.First(r.Header.Get("Idempotency-Key")) {
		w.WriteHeader(http.StatusConflict)
	}
}

// Tenanted has it in the key.
func Tenanted(w http.ResponseWriter, r *http.Request, s everywhere) {
	key := fmt.Sprintf("%s:%s", r.Header.Get("X-Tenant-ID"), r.Header.Get("Idempotency-Key"))
	if !s.First(key) {
		w.WriteHeader(http.StatusConflict)
	}
}

// Partitioned has it in the store.
func Partitioned(w http.ResponseWriter, r *http.Request, s perTenant) {
	if !s.First(r.Header.Get("Idempotency-Key")) {
		w.WriteHeader(http.StatusConflict)
	}
}

// Given is of an unknown class.
func Given(s everywhere, key string) bool { return s.First(key) }

// Clocked is the same for two callers in one second.
func Clocked(s regional) bool {
	return s.First(strconv.FormatInt(time.Now().Unix(), 10)) // want "collision: "
}

var serial int

// Counted begins at one in each process.
func Counted(s regional) bool {
	serial++
	return s.First(fmt.Sprint("job-", serial)) // want "collision: "
}

// Numbered counts in a field.
type Numbered struct{ n int }

func (c *Numbered) Next(s regional) bool {
	c.n++
	return s.First("job-" + strconv.Itoa(c.n)) // want "collision: "
}

// Process is unique on this machine, if at all.
func Process(s regional) bool {
	return s.First(fmt.Sprintf("worker-%d", os.Getpid())) // want "collision: "
}

// Local counts for a store that ends with the process.
func Local(s local) bool {
	serial++
	return s.First(fmt.Sprint("job-", serial))
}

// Random meets nobody.
func Random(s everywhere) bool { return s.First(rand.Text()) }

// Salted has a clock in front of what is random.
func Salted(s everywhere) bool { return s.First(time.Now().Format("20060102") + rand.Text()) }

// Derived is the request's own.
func Derived(s everywhere, order string) bool { return s.First("order-" + order) }

// Indexed has the index of a loop, which is no counter: it does not outlive the call.
func Indexed(s everywhere, order string, lines []string) bool {
	for i := range lines {
		if !s.First(order + "/" + strconv.Itoa(i)) {
			return false
		}
	}
	return true
}
