// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package saga compensates what failed by another operation, under a key of its own.
package saga

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"sync"

	"github.com/google/uuid"
)

type API struct {
	base string
	http *http.Client
}

var errNotFound = errors.New("not found")

func (a *API) call(ctx context.Context, method, path string, in any, key string) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, a.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK, http.StatusCreated:
		return nil
	case http.StatusNotFound:
		return errNotFound
	}
	return fmt.Errorf("%s %s: %s", method, path, resp.Status)
}

// Void takes back an authorisation whose capture failed.
func (a *API) Void(ctx context.Context, id string) error {
	err := a.call(ctx, http.MethodPost, "/captures", id, uuid.NewString())
	if err != nil {
		return errors.Join(err, a.call(ctx, http.MethodPost, "/voids", id, uuid.NewString()))
	}
	return nil
}

// Again sends the capture again, under another key.
func (a *API) Again(ctx context.Context, id string) error {
	err := a.call(ctx, http.MethodPost, "/captures", id, uuid.NewString())
	if err != nil {
		return a.call(ctx, http.MethodPost, "/captures", id, uuid.NewString()) // want "fresh-key: "
	}
	return nil
}

// Upsert creates what it could not update.
func (a *API) Upsert(ctx context.Context, id string, v any) error {
	err := a.call(ctx, http.MethodPut, "/customers/"+id, v, uuid.NewString())
	if errors.Is(err, errNotFound) {
		return a.call(ctx, http.MethodPost, "/customers", v, uuid.NewString())
	}
	return err
}

// DeadLetter parks what could not be sent.
func (a *API) DeadLetter(ctx context.Context, v any) error {
	if err := a.call(ctx, http.MethodPost, "/events", v, uuid.NewString()); err != nil {
		log.Print(err)
		return a.call(ctx, http.MethodPost, "/dead-letters", v, uuid.NewString())
	}
	return nil
}

// Rollback takes back in reverse order what was done.
func (a *API) Rollback(ctx context.Context, steps []string) error {
	for i, s := range steps {
		if err := a.call(ctx, http.MethodPost, "/steps/"+s, nil, uuid.NewString()); err != nil {
			for j := i - 1; j >= 0; j-- {
				if uerr := a.call(ctx, http.MethodPost, "/steps/"+steps[j]+"/undo", nil, uuid.NewString()); uerr != nil {
					err = errors.Join(err, uerr)
				}
			}
			return err
		}
	}
	return nil
}

// DeferredVoid takes back in a deferred function.
func (a *API) DeferredVoid(ctx context.Context, id string) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, a.call(ctx, http.MethodPost, "/voids", id, uuid.NewString()))
		}
	}()
	return a.call(ctx, http.MethodPost, "/captures", id, uuid.NewString())
}

// Lease makes a lease if the old one cannot be renewed.
func (a *API) Lease(ctx context.Context, old string) error {
	if err := a.call(ctx, http.MethodPost, "/leases/"+old+"/renew", nil, uuid.NewString()); err == nil {
		return nil
	}
	return a.call(ctx, http.MethodPost, "/leases", nil, uuid.NewString())
}

var (
	keyOnce    sync.Once
	processKey string
	bootKey    = uuid.NewString()
)

func boot() string {
	keyOnce.Do(func() { processKey = uuid.NewString() })
	return processKey
}

// Register registers this process until it is taken, under a key of the process.
func (a *API) Register(ctx context.Context) (err error) {
	for range 10 {
		if err = a.call(ctx, http.MethodPost, "/instances", nil, boot()); err == nil {
			return nil
		}
	}
	return err
}

// RegisterBoot does the same with a package's variable.
func (a *API) RegisterBoot(ctx context.Context) (err error) {
	for range 10 {
		if err = a.call(ctx, http.MethodPost, "/instances", nil, bootKey); err == nil {
			return nil
		}
	}
	return err
}

// Methods are of one interface with two implementations.
type method interface {
	charge(ctx context.Context, cents int64, key string) error
}

type card struct{ api *API }
type wallet struct{ api *API }

func (c card) charge(ctx context.Context, cents int64, key string) error {
	return c.api.call(ctx, http.MethodPost, "/cards", cents, key)
}

func (w wallet) charge(ctx context.Context, cents int64, key string) error {
	return w.api.call(ctx, http.MethodPost, "/wallets", cents, key)
}

// Pay tries methods in turn: another method of payment is another request with a key of its own.
func Pay(ctx context.Context, a *API, cents int64) (err error) {
	for _, m := range []method{card{a}, wallet{a}} {
		if err = m.charge(ctx, cents, uuid.NewString()); err == nil {
			return nil
		}
	}
	return err
}

// PayOne repeats with one method.
func PayOne(ctx context.Context, a *API, useCard bool, cents int64) (err error) {
	var m method = wallet{a}
	if useCard {
		m = card{a}
	}
	key := uuid.NewString()
	for range 3 {
		if err = m.charge(ctx, cents, key); err == nil {
			return nil
		}
	}
	return err
}

// ByKind chooses an implementation from a table.
func ByKind(ctx context.Context, ms map[string]method, kind string, cents int64) (err error) {
	key := uuid.NewString()
	for range 3 {
		m, ok := ms[kind]
		if !ok {
			return errors.New("no such method")
		}
		if err = m.charge(ctx, cents, key); err == nil {
			return nil
		}
	}
	return err
}

// Poll posts the query again until it is answered: the same key, the same place.
func (a *API) Poll(ctx context.Context, q string) error {
	key := uuid.NewString()
	for ctx.Err() == nil {
		err := a.call(ctx, http.MethodPost, "/queries", q, key)
		if !errors.Is(err, errNotFound) {
			return err
		}
	}
	return ctx.Err()
}
