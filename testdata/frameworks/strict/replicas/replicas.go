// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package replicas keeps clients' keys in one process: enough for a program that runs
// once, and not for one of several replicas.
package replicas

import (
	"net/http"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	fiber2 "github.com/gofiber/fiber/v2"
	idempotency2 "github.com/gofiber/fiber/v2/middleware/idempotency"
	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/idempotency"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/singleflight"
)

type handler struct {
	mu    sync.Mutex
	seen  map[string]bool
	group singleflight.Group
	rdb   *redis.Client
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key := r.Header.Get("Idempotency-Key")
	if h.seen[key] { // want "scope: .*the map.*memory of this process"
		return
	}
	h.seen[key] = true
}

// Grouped joins the calls of this process.
func (h *handler) Grouped(w http.ResponseWriter, r *http.Request) {
	h.group.Do(r.Header.Get("Idempotency-Key"), func() (any, error) { return nil, nil }) // want "scope: .*singleflight"
}

// Shared keeps the keys in a database, those of all clients.
func (h *handler) Shared(w http.ResponseWriter, r *http.Request) {
	if first, err := h.rdb.SetNX(r.Context(), r.Header.Get("Idempotency-Key"), 1, time.Hour).Result(); err != nil || !first { // want "collision: .*nothing here tells who is calling"
		w.WriteHeader(http.StatusConflict)
	}
}

// SharedScoped keeps those of each client apart.
func (h *handler) SharedScoped(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("X-Customer-ID") + ":" + r.Header.Get("Idempotency-Key")
	if first, err := h.rdb.SetNX(r.Context(), key, 1, time.Hour).Result(); err != nil || !first {
		w.WriteHeader(http.StatusConflict)
	}
}

// Deduplicate drops messages that this process has seen.
func Deduplicate(r *message.Router) {
	r.AddMiddleware((&middleware.Deduplicator{Timeout: time.Second}).Middleware) // want "scope: .*watermill repository"
}

// DeduplicateShared asks a repository that others ask as well.
func DeduplicateShared(r *message.Router, repo middleware.ExpiringKeyRepository) {
	d := middleware.Deduplicator{Repository: repo, Timeout: time.Second}
	r.AddMiddleware(d.Middleware)
}

// Fiber uses the defaults.
func Fiber(app *fiber.App) {
	app.Use(idempotency.New()) // want "scope: .*fiber memory"
}

// FiberTwo does so under an older version.
func FiberTwo(app *fiber2.App) {
	app.Use(idempotency2.New(idempotency2.Config{Lifetime: time.Hour})) // want "scope: "
}

// FiberHalf shares the answers and not the lock.
func FiberHalf(app *fiber.App, s fiber.Storage) {
	app.Use(idempotency.New(idempotency.Config{Storage: s})) // want "scope: "
}

// FiberShared shares both.
func FiberShared(app *fiber.App, s fiber.Storage, l idempotency.Locker) {
	app.Use(idempotency.New(idempotency.Config{Storage: s, Lock: l}))
}
