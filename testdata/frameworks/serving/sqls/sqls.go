// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sqls keeps keys in a table.
package sqls

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
)

type claims struct{ Subject, TenantID string }

func authenticate(r *http.Request) (*claims, error) { return &claims{}, nil }

type server struct{ db *sql.DB }

type request struct {
	IdempotencyKey string
	Amount         int64
}

// Create looks a key up among those of all tenants.
func (s *server) Create(w http.ResponseWriter, r *http.Request) {
	c, err := authenticate(r)
	if err != nil {
		return
	}
	var req request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		return
	}
	var id string
	err = s.db.QueryRowContext(r.Context(), `SELECT id FROM payments WHERE idempotency_key = $1`, req.IdempotencyKey).Scan(&id) // want "collision: "
	if err == nil {
		w.Write([]byte(id))
		return
	}
	s.insert(r.Context(), c, req)
}

func (s *server) insert(ctx context.Context, c *claims, req request) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO payments (tenant_id, idempotency_key, amount) VALUES ($1, $2, $3)`, c.TenantID, req.IdempotencyKey, req.Amount)
	return err
}

// CreateScoped looks it up among the tenant's own.
func (s *server) CreateScoped(w http.ResponseWriter, r *http.Request) {
	c, err := authenticate(r)
	if err != nil {
		return
	}
	var id string
	err = s.db.QueryRowContext(r.Context(), `SELECT id FROM payments WHERE tenant_id = $1 AND idempotency_key = $2`, c.TenantID, r.Header.Get("Idempotency-Key")).Scan(&id)
	if err == nil {
		w.Write([]byte(id))
	}
}

// Audit notes the key of a request, among other things.
func (s *server) Audit(w http.ResponseWriter, r *http.Request) {
	c, err := authenticate(r)
	if err != nil {
		return
	}
	s.db.ExecContext(r.Context(), `INSERT INTO audit (who, request) VALUES ($1, $2)`, c.Subject, r.Header.Get("Idempotency-Key"))
	s.db.ExecContext(r.Context(), `INSERT INTO log (request) VALUES ($1)`, r.Header.Get("Idempotency-Key"))
}
