// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package serverside remembers keys of incoming requests.
package serverside

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

//idemscope:store scope=global window=24h
type shared struct{}

func (shared) Begin(ctx context.Context, key string) (bool, error) { return true, nil }
func (shared) Finish(ctx context.Context, key string, status int)  {}

//idemscope:store scope=region
type regional struct{}

func (regional) Begin(ctx context.Context, key string) (bool, error) { return true, nil }

//idemscope:store scope=process
type inProcess struct {
	mu   sync.Mutex
	seen map[string]time.Time
}

func (p *inProcess) Begin(key string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.seen[key]
	p.seen[key] = time.Now()
	return !ok
}

//idemscope:store scope=tenant
type tenantStore struct{}

func (tenantStore) Begin(ctx context.Context, tenant, key string) (bool, error) { return true, nil }

type principal struct {
	TenantID string
	Subject  string
}

type principalKey struct{}

func from(ctx context.Context) *principal {
	p, _ := ctx.Value(principalKey{}).(*principal)
	return p
}

// Prefixed joins tenant and key.
func Prefixed(s shared) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := from(r.Context())
		key := fmt.Sprintf("idem:%s:%s", p.TenantID, r.Header.Get("Idempotency-Key"))
		if ok, err := s.Begin(r.Context(), key); err != nil || !ok {
			http.Error(w, "seen", http.StatusConflict)
		}
	}
}

// Bare leaves the tenant out.
func Bare(s shared) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := from(r.Context())
		key := "idem:" + r.Header.Get("Idempotency-Key")
		if ok, err := s.Begin(r.Context(), key); err != nil || !ok { // want "collision: "
			http.Error(w, "seen by "+p.TenantID, http.StatusConflict)
		}
	}
}

func storeKey(p *principal, r *http.Request) string {
	h := sha256.New()
	io.WriteString(h, p.TenantID)
	h.Write([]byte{0})
	io.WriteString(h, r.Method)
	io.WriteString(h, r.URL.Path)
	io.WriteString(h, r.Header.Get("Idempotency-Key"))
	return hex.EncodeToString(h.Sum(nil))
}

// Hashed has a helper hash tenant, route and key.
func Hashed(s shared, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := storeKey(from(r.Context()), r)
		if ok, err := s.Begin(r.Context(), key); err != nil || !ok {
			http.Error(w, "seen", http.StatusConflict)
			return
		}
		next.ServeHTTP(w, r)
		s.Finish(r.Context(), key, http.StatusOK)
	})
}

// Builder writes tenant and key into a builder.
func Builder(s regional) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := from(r.Context())
		var b strings.Builder
		b.WriteString("idem/")
		b.WriteString(p.TenantID)
		b.WriteByte('/')
		b.WriteString(r.Header.Get("Idempotency-Key"))
		if ok, _ := s.Begin(r.Context(), b.String()); !ok {
			w.WriteHeader(http.StatusConflict)
		}
	}
}

// Joined joins with strings.Join.
func Joined(s regional) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := from(r.Context())
		key := strings.Join([]string{p.TenantID, r.Method, r.URL.Path, r.Header.Get("Idempotency-Key")}, "|")
		if ok, _ := s.Begin(r.Context(), key); !ok {
			w.WriteHeader(http.StatusConflict)
		}
	}
}

type storedKey struct {
	Tenant string
	Key    string
}

// Struct marshals both.
func Struct(s regional) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := from(r.Context())
		b, _ := json.Marshal(storedKey{Tenant: p.TenantID, Key: r.Header.Get("Idempotency-Key")})
		if ok, _ := s.Begin(r.Context(), string(b)); !ok {
			w.WriteHeader(http.StatusConflict)
		}
	}
}

// PerTenant hands the tenant to a store that keeps tenants apart.
func PerTenant(s tenantStore) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := from(r.Context())
		if ok, _ := s.Begin(r.Context(), p.TenantID, r.Header.Get("Idempotency-Key")); !ok {
			w.WriteHeader(http.StatusConflict)
		}
	}
}

// OwnKey makes the key on the server.
func OwnKey(s shared) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := uuid.NewString()
		if ok, _ := s.Begin(r.Context(), key); !ok {
			w.WriteHeader(http.StatusConflict)
		}
		w.Header().Set("Idempotency-Key", key)
	}
}

// Parameter is given a key of unknown class.
func Parameter(ctx context.Context, s shared, key string) error {
	ok, err := s.Begin(ctx, key)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("seen")
	}
	return nil
}

// Message takes the key from a message of a queue.
type Message struct {
	ID       string
	Body     []byte
	TenantID string
}

func Consume(ctx context.Context, s shared, m Message) error {
	if ok, err := s.Begin(ctx, m.ID); err != nil || !ok {
		return err
	}
	return nil
}

// NoTenant serves one tenant in a region.
func NoTenant(s regional, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ok, _ := s.Begin(r.Context(), r.Header.Get("Idempotency-Key")); ok {
			next.ServeHTTP(w, r)
		}
	})
}

// TenantAfter reads the tenant only after the key was used.
func TenantAfter(s regional, audit func(string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ok, _ := s.Begin(r.Context(), r.Header.Get("Idempotency-Key"))
		if !ok {
			w.WriteHeader(http.StatusConflict)
			return
		}
		audit(r.Header.Get("X-Tenant-ID"))
	}
}

var started = time.Now()

// InProcess numbers jobs in a store of this process alone.
func InProcess(p *inProcess, n int) bool {
	return p.Begin(fmt.Sprintf("job-%d-%d-%d", os.Getpid(), started.Unix(), n))
}

var jobs int

// Counter is a counter in a store of this process.
func Counter(p *inProcess) bool {
	jobs++
	return p.Begin(fmt.Sprint("job-", jobs))
}

// Shared is the same in a store of all.
func Shared(ctx context.Context, s shared) (bool, error) {
	jobs++
	return s.Begin(ctx, fmt.Sprint("job-", jobs)) // want "collision: "
}

// Entity is the identifier of what is done.
func Entity(ctx context.Context, s shared, invoice uuid.UUID, period string) (bool, error) {
	return s.Begin(ctx, "invoice:"+invoice.String()+":"+period)
}

// Clock adds the day to the entity.
func Daily(ctx context.Context, s shared, account string, day time.Time) (bool, error) {
	return s.Begin(ctx, account+day.Format(time.DateOnly))
}

// Validated checks the key's form first.
func Validated(s tenantStore) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := uuid.Parse(r.Header.Get("Idempotency-Key"))
		if err != nil {
			http.Error(w, "no uuid", http.StatusBadRequest)
			return
		}
		if ok, _ := s.Begin(r.Context(), r.Header.Get("X-Tenant-ID"), id.String()); !ok {
			w.WriteHeader(http.StatusConflict)
		}
	}
}

// Namespace puts the tenant in as a namespace of a derived UUID.
func Namespace(s shared) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := from(r.Context())
		ns, err := uuid.Parse(p.TenantID)
		if err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		key := uuid.NewSHA1(ns, []byte(r.Header.Get("Idempotency-Key")))
		if ok, _ := s.Begin(r.Context(), key.String()); !ok {
			w.WriteHeader(http.StatusConflict)
		}
	}
}

func tenantOf(r *http.Request) (string, error) {
	t := r.Header.Get("X-Tenant-Id")
	if t == "" {
		return "", errors.New("no tenant")
	}
	return t, nil
}

// FromHelper asks a helper for the tenant.
func FromHelper(s shared) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		t, err := tenantOf(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		if ok, _ := s.Begin(r.Context(), t+"/"+r.Header.Get("Idempotency-Key")); !ok {
			w.WriteHeader(http.StatusConflict)
		}
	}
}

// Optional prefixes only where a tenant is known.
func Optional(s shared) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if p := from(r.Context()); p != nil {
			key = p.TenantID + "/" + key
		} else {
			http.Error(w, "who?", http.StatusUnauthorized)
			return
		}
		if ok, _ := s.Begin(r.Context(), key); !ok {
			w.WriteHeader(http.StatusConflict)
		}
	}
}

// Generated falls back to a key of its own.
func Generated(s tenantStore) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key == "" {
			key = uuid.NewString()
		}
		if ok, _ := s.Begin(r.Context(), r.Header.Get("X-Tenant-ID"), key); !ok {
			w.WriteHeader(http.StatusConflict)
		}
	}
}
