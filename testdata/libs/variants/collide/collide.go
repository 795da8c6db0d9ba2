// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package collide has keys that are not unique enough for their store.
package collide

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

//idemscope:store scope=global
type global struct{}

func (global) First(key string) bool { return true }

//idemscope:store scope=process
type local struct{}

func (local) First(key string) bool { return true }

//idemscope:store scope=region
type regional struct{}

func (regional) SetNX(ctx context.Context, key string, ttl time.Duration) (bool, error) {
	return true, nil
}

//idemscope:store scope=tenant
type tenantStore struct{}

func (tenantStore) First(key string) bool { return true }

var seq atomic.Uint64

func Atomic(st global) bool { return st.First(fmt.Sprint("j", seq.Add(1))) } // want "collision: "

func AtomicLocal(st local) bool { return st.First(fmt.Sprint("j", seq.Add(1))) }

var old int64

func AtomicOld(st global) bool {
	n := atomic.AddInt64(&old, 1)
	return st.First("job-" + strconv.FormatInt(n, 10)) // want "collision: "
}

func Pid(st global) bool { return st.First(strconv.Itoa(os.Getpid())) } // want "collision: "

func Clock(st regional, ctx context.Context) (bool, error) {
	return st.SetNX(ctx, time.Now().Format("2006-01-02T15"), time.Hour) // want "collision: "
}

func ClockRandom(st global) bool { return st.First(time.Now().String() + uuid.NewString()) }

const name = "nightly"

func Const(st global) bool { return st.First("job:" + name) } // want "collision: "

func ConstLocal(st local) bool { return st.First("job:" + name) }

func Loop(st global, items []string) {
	for i := range items {
		st.First("item-" + strconv.Itoa(i) + items[i])
	}
}

func Given(st global, order string) bool { return st.First("order:" + order) }

type worker struct {
	st  global
	n   int
	seq atomic.Int64
}

func (w *worker) Next() bool {
	w.n++
	return w.st.First(fmt.Sprintf("w-%d", w.n)) // want "collision: "
}

func (w *worker) NextAtomic() bool {
	return w.st.First(fmt.Sprintf("w-%d", w.seq.Add(1))) // want "collision: "
}

// --- client-supplied

func Header(st global) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		k := r.Header.Get("Idempotency-Key")
		if k == "" {
			http.Error(w, "no key", 400)
			return
		}
		if !st.First("idem:" + k) { // want "collision: "
			w.WriteHeader(409)
		}
	})
}

func HeaderTenant(st global) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		k := fmt.Sprintf("idem:%s:%s", r.Header.Get("X-Tenant-ID"), r.Header.Get("Idempotency-Key"))
		if !st.First(k) {
			w.WriteHeader(409)
		}
	})
}

func HeaderIndexed(st global) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if vs := r.Header["Idempotency-Key"]; len(vs) > 0 && !st.First(vs[0]) { // want "collision: "
			w.WriteHeader(409)
		}
	}
}

func TenantStore(st tenantStore) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !st.First(r.Header.Get("Idempotency-Key")) {
			w.WriteHeader(409)
		}
	}
}

// Regional is shared by tenants, and none is in sight.
func Regional(st regional) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		st.SetNX(r.Context(), r.Header.Get("Idempotency-Key"), time.Hour)
	}
}

type principal struct {
	TenantID string
	Email    string
}

type ctxKey struct{}

func principalFrom(ctx context.Context) *principal {
	p, _ := ctx.Value(ctxKey{}).(*principal)
	return p
}

func RegionalTenant(st regional) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := principalFrom(r.Context())
		if p == nil {
			return
		}
		st.SetNX(r.Context(), r.Header.Get("Idempotency-Key"), time.Hour) // want "collision: "
	}
}

func RegionalTenantIn(st regional) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := principalFrom(r.Context())
		if p == nil {
			return
		}
		st.SetNX(r.Context(), p.TenantID+"/"+r.Header.Get("Idempotency-Key"), time.Hour)
	}
}

func RegionalTenantHeader(st regional) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		tenant := r.Header.Get("X-Tenant-Id")
		if tenant == "" {
			return
		}
		st.SetNX(r.Context(), r.Header.Get("Idempotency-Key"), time.Hour) // want "collision: "
	}
}

// Through hands the key to a helper that has the store.
type server struct{ st regional }

func (s *server) seen(ctx context.Context, key string) bool {
	ok, err := s.st.SetNX(ctx, "idem/"+key, time.Minute)
	return err != nil || !ok
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p := principalFrom(r.Context())
	if s.seen(r.Context(), r.Header.Get("Idempotency-Key")) { // want "collision: "
		http.Error(w, p.Email, 409)
	}
}

func (s *server) Scoped(w http.ResponseWriter, r *http.Request) {
	p := principalFrom(r.Context())
	if s.seen(r.Context(), p.TenantID+r.Header.Get("Idempotency-Key")) {
		http.Error(w, p.Email, 409)
	}
}

type body struct {
	IdempotencyKey string `json:"idempotency_key"`
	TenantID       string `json:"tenant_id"`
}

func Body(st global) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var b body
		if err := json.NewDecoder(io.LimitReader(r.Body, 1<<20)).Decode(&b); err != nil {
			return
		}
		if !st.First(b.IdempotencyKey) { // want "collision: "
			w.WriteHeader(409)
		}
	}
}

func BodyScoped(st global) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var b body
		if err := json.NewDecoder(io.LimitReader(r.Body, 1<<20)).Decode(&b); err != nil {
			return
		}
		if !st.First(b.TenantID + ":" + b.IdempotencyKey) {
			w.WriteHeader(409)
		}
	}
}

// Lower normalises.
func Lower(st global) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		k := strings.ToLower(strings.TrimSpace(r.Header.Get("idempotency-key")))
		if !st.First(k) { // want "collision: "
			w.WriteHeader(409)
		}
	}
}

// Builder joins.
func Builder(st global) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var b strings.Builder
		b.WriteString(r.Header.Get("Tenant"))
		b.WriteByte('/')
		b.WriteString(r.Header.Get("Idempotency-Key"))
		if !st.First(b.String()) {
			w.WriteHeader(409)
		}
	}
}

// Outgoing reads the header of its own request.
func Outgoing(st global, req *http.Request) bool {
	return st.First(req.Header.Get("Idempotency-Key"))
}

// Context is like gin's.
type Context struct {
	Request *http.Request
	keys    map[string]any
}

func (c *Context) GetHeader(name string) string { return c.Request.Header.Get(name) }

// ByContract uses key and tenant contracts.
//
//idemscope:key unique=tenant
func clientKey(c *Context) string { return c.GetHeader("X-Request-Ref") }

//idemscope:tenant
func orgOf(c *Context) string { return c.GetHeader("X-Org") }

//idemscope:key unique=process
func jobKey() string { return "j" }

//idemscope:key unique=global
func globalKey() string { return "g" + strconv.Itoa(os.Getpid()) }

func ByContract(st global, c *Context) bool { return st.First(clientKey(c)) } // want "collision: "

func ByContractScoped(st global, c *Context) bool { return st.First(orgOf(c) + clientKey(c)) }

func ByContractTenantStore(st tenantStore, c *Context) bool { return st.First(clientKey(c)) }

func ByContractProcess(st global) bool { return st.First(jobKey()) } // want "collision: "

func ByContractProcessLocal(st local) bool { return st.First(jobKey()) }

func ByContractGlobal(st global) bool { return st.First(globalKey()) }
