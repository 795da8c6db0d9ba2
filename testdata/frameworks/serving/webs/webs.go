// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package webs serves through web frameworks.
package webs

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
)

var seen = map[string]bool{}

const header = "Idempotency-Key"

// Gin leaves the user out.
func Gin(c *gin.Context) {
	user := c.GetString("userID")
	if seen[c.GetHeader(header)] { // want "collision: .*callers"
		c.String(http.StatusConflict, user)
		return
	}
	seen[c.GetHeader(header)] = true
}

// GinScoped puts it in front.
func GinScoped(c *gin.Context) {
	key := c.GetString("userID") + ":" + c.GetHeader(header)
	if seen[key] {
		c.Status(http.StatusConflict)
	}
}

type body struct {
	IdempotencyKey string `json:"idempotency_key"`
	Amount         int64
}

// GinBody reads the key from the body.
func GinBody(rdb *redis.Client) gin.HandlerFunc {
	return func(c *gin.Context) {
		var b body
		if err := c.ShouldBindJSON(&b); err != nil {
			return
		}
		user := c.MustGet("user").(string)
		if first, err := rdb.SetNX(c, "pay:"+b.IdempotencyKey, user, time.Hour).Result(); err != nil || !first { // want "collision: "
			c.Status(http.StatusConflict)
		}
	}
}

// GinAgent looks something else up.
func GinAgent(c *gin.Context) {
	_ = c.GetString("userAgent")
	if seen[c.GetHeader(header)] {
		c.Status(http.StatusConflict)
	}
}

// Echo leaves the user out.
func Echo(c echo.Context) error {
	user, _ := c.Get("user").(string)
	if seen[c.Request().Header.Get(header)] { // want "collision: "
		return c.String(http.StatusConflict, user)
	}
	return nil
}

// EchoScoped does not.
func EchoScoped(c echo.Context) error {
	user, _ := c.Get("user").(string)
	if seen[user+c.Request().Header.Get(header)] {
		return c.NoContent(http.StatusConflict)
	}
	return nil
}

// Fiber leaves the user out.
func Fiber(rdb *redis.Client) fiber.Handler {
	return func(c *fiber.Ctx) error {
		user, _ := c.Locals("user").(string)
		return rdb.SetNX(c.Context(), c.Get(header), user, time.Hour).Err() // want "collision: "
	}
}

// Message stands for a generated message.
type Message struct{ Amount int64 }

// UnimplementedPaymentsHandler stands for the generated type.
type UnimplementedPaymentsHandler struct{}

type server struct {
	UnimplementedPaymentsHandler
	rdb *redis.Client
}

type subjectKey struct{}

func subject(ctx context.Context) string {
	s, _ := ctx.Value(subjectKey{}).(string)
	return s
}

func (s *server) Create(ctx context.Context, req *connect.Request[Message]) (*connect.Response[Message], error) {
	who := subject(ctx)
	if first, err := s.rdb.SetNX(ctx, req.Header().Get(header), who, time.Hour).Result(); err != nil || !first { // want "collision: "
		return nil, connect.NewError(connect.CodeAlreadyExists, err)
	}
	return connect.NewResponse(&Message{}), nil
}

// DBTX is what generated queries ask.
type DBTX interface {
	QueryRowContext(context.Context, string, ...interface{}) *sql.Row
}

// Queries are generated.
type Queries struct{ db DBTX }

const getPayment = `-- name: GetPayment :one
SELECT id FROM payments WHERE idempotency_key = $1`

func (q *Queries) GetPayment(ctx context.Context, key string) (string, error) {
	row := q.db.QueryRowContext(ctx, getPayment, key)
	var id string
	err := row.Scan(&id)
	return id, err
}

const getPaymentOf = `SELECT id FROM payments WHERE user_id = $1 AND idempotency_key = $2`

func (q *Queries) GetPaymentOf(ctx context.Context, user, key string) (string, error) {
	row := q.db.QueryRowContext(ctx, getPaymentOf, user, key)
	var id string
	err := row.Scan(&id)
	return id, err
}

// Generated asks for the key of any user.
func Generated(q *Queries) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := subject(r.Context())
		if id, err := q.GetPayment(r.Context(), r.Header.Get(header)); err == nil { // want "collision: "
			w.Write([]byte(user + id))
		}
	}
}

// GeneratedScoped asks for the user's own.
func GeneratedScoped(q *Queries) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := subject(r.Context())
		if id, err := q.GetPaymentOf(r.Context(), user, r.Header.Get(header)); err == nil {
			w.Write([]byte(id))
		}
	}
}

// Gorm asks for the key of any user.
func Gorm(db *gorm.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := subject(r.Context())
		var b body
		if err := db.Where("idempotency_key = ?", r.Header.Get(header)).First(&b).Error; err == nil { // want "collision: "
			w.Write([]byte(user))
		}
	}
}

// GormScoped asks for the user's own.
func GormScoped(db *gorm.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := subject(r.Context())
		var b body
		if err := db.Where("user_id = ?", user).Where("idempotency_key = ?", r.Header.Get(header)).First(&b).Error; err == nil {
			w.Write([]byte("seen"))
		}
	}
}

// Owned compares whose it is.
func Owned(rdb *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := subject(r.Context())
		owner, err := rdb.Get(r.Context(), "owner:"+r.Header.Get(header)).Result()
		if err == nil && owner != user {
			w.WriteHeader(http.StatusNotFound)
		}
	}
}

// Chosen has a database for each user.
func Chosen(of map[string]*redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := subject(r.Context())
		of[user].SetNX(r.Context(), r.Header.Get(header), 1, time.Hour)
	}
}

// Hashed leaves the user out of a hash.
func Hashed(rdb *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		user := subject(r.Context())
		h := sha256.New()
		h.Write([]byte(r.Header.Get(header)))
		key := hex.EncodeToString(h.Sum(nil))
		if first, _ := rdb.SetNX(r.Context(), key, 1, time.Hour).Result(); !first { // want "collision: "
			w.Write([]byte(user))
		}
	}
}

// HashedScoped puts it in.
func HashedScoped(rdb *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := sha256.New()
		h.Write([]byte(subject(r.Context())))
		h.Write([]byte(r.Header.Get(header)))
		key := hex.EncodeToString(h.Sum(nil))
		if first, _ := rdb.SetNX(r.Context(), key, 1, time.Hour).Result(); !first {
			w.WriteHeader(http.StatusConflict)
		}
	}
}

// About asks whom the request is about, which is not who is calling.
func About(rdb *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		rdb.SetNX(r.Context(), "credit:"+r.Header.Get(header), r.FormValue("customer"), time.Hour)
	}
}

type config struct{ header string }

// Configured has the header's name in a field, with a default.
func Configured(rdb *redis.Client, options ...func(*config)) http.HandlerFunc {
	cfg := &config{header: "Idempotency-Key"}
	for _, o := range options {
		o(cfg)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		user := subject(r.Context())
		if first, _ := rdb.SetNX(r.Context(), r.Header.Get(cfg.header), 1, time.Hour).Result(); !first { // want "collision: "
			w.Write([]byte(user))
		}
	}
}

type other struct{ header string }

// Traced has another header's name in it.
func Traced(rdb *redis.Client) http.HandlerFunc {
	cfg := &other{header: "X-Request-ID"}
	return func(w http.ResponseWriter, r *http.Request) {
		user := subject(r.Context())
		if first, _ := rdb.SetNX(r.Context(), r.Header.Get(cfg.header), 1, time.Hour).Result(); !first {
			w.Write([]byte(user))
		}
	}
}
