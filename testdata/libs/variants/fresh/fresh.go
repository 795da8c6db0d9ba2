// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package fresh renews keys between attempts.
package fresh

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

func post(key string) error { return postTo("https://api.example.com/pay", key) }

func postTo(url, key string) error {
	req, err := http.NewRequest("POST", url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func remove(key string) error {
	req, err := http.NewRequest(http.MethodDelete, "https://api.example.com/pay", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Sequence makes a second key for the second attempt.
func Sequence() error {
	if err := post(uuid.NewString()); err != nil {
		return post(uuid.NewString()) // want "fresh-key: "
	}
	return nil
}

func SequenceSame() error {
	k := uuid.NewString()
	if err := post(k); err != nil {
		return post(k)
	}
	return nil
}

// Deletes are harmless.
func Deletes() error {
	for range 3 {
		if remove(uuid.NewString()) == nil {
			return nil
		}
	}
	return errors.New("x")
}

func Declared() error {
	var key string
	for range 3 {
		key = uuid.NewString() // want "fresh-key: "
		if post(key) == nil {
			return nil
		}
	}
	return errors.New("x")
}

func Overwritten() error {
	key := uuid.NewString()
	for range 3 {
		key = uuid.NewString() // want "fresh-key: "
		if post(key) == nil {
			return nil
		}
	}
	return errors.New("x")
}

func BackEdge() error {
	key := uuid.NewString()
	for range 3 {
		if post(key) == nil {
			return nil
		}
		key = uuid.NewString() // want "fresh-key: "
	}
	return errors.New("x")
}

func Memo() error {
	key := ""
	for range 3 {
		if key == "" {
			key = uuid.NewString()
		}
		if post(key) == nil {
			return nil
		}
	}
	return errors.New("x")
}

func MemoLen() error {
	var key string
	for range 3 {
		if len(key) == 0 {
			key = uuid.NewString()
		}
		if post(key) == nil {
			return nil
		}
	}
	return errors.New("x")
}

type holder struct{ key string }

func (h *holder) ensure() string {
	if h.key == "" {
		h.key = uuid.NewString()
	}
	return h.key
}

func MemoMethod() error {
	var h holder
	for range 3 {
		if post(h.ensure()) == nil {
			return nil
		}
	}
	return errors.New("x")
}

func (h *holder) renew() string {
	h.key = uuid.NewString()
	return h.key
}

func RenewMethod() error {
	var h holder
	for range 3 {
		if post(h.renew()) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errors.New("x")
}

var errMismatch = errors.New("idempotency key mismatch")

func isConflict(err error) bool { return err != nil && strings.Contains(err.Error(), "409") }

func Mismatch() error {
	key := uuid.NewString()
	for range 3 {
		err := post(key)
		if err == nil {
			return nil
		}
		if errors.Is(err, errMismatch) {
			key = uuid.NewString()
		}
	}
	return errors.New("x")
}

func Conflict() error {
	key := uuid.NewString()
	for range 3 {
		err := post(key)
		if err == nil {
			return nil
		}
		if isConflict(err) {
			key = uuid.NewString()
		}
	}
	return errors.New("x")
}

func Timeout() error {
	key := uuid.NewString()
	for range 3 {
		err := post(key)
		if err == nil {
			return nil
		}
		if errors.Is(err, context.DeadlineExceeded) {
			key = uuid.NewString() // want "fresh-key: "
		}
	}
	return errors.New("x")
}

func MustID() string {
	id, err := uuid.NewRandom()
	if err != nil {
		panic(err)
	}
	return id.String()
}

func Must() error {
	for i := 0; i < 3; i++ {
		if err := post(MustID()); err != nil { // want "fresh-key: "
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	return errors.New("x")
}

func Inline() error {
	for {
		b := make([]byte, 16)
		if _, err := rand.Read(b); err != nil { // want "fresh-key: "
			return err
		}
		if post(hex.EncodeToString(b)) == nil {
			return nil
		}
	}
}

// InlineOnce draws once.
func InlineOnce() error {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		return err
	}
	for {
		if post(hex.EncodeToString(b)) == nil {
			return nil
		}
	}
}

// Items sends each item under a key of its own, going on at failures.
func Items(items []string) {
	for _, it := range items {
		if err := postTo("https://api.example.com/"+it, uuid.NewString()); err != nil {
			fmt.Println(err)
		}
	}
}

// ItemsFirst looks for the first item that is accepted: different payloads.
func Clock() error {
	for range 3 {
		key := fmt.Sprint(time.Now().UnixNano()) // want "fresh-key: "
		if post(key) == nil {
			return nil
		}
	}
	return errors.New("x")
}

type service struct {
	gen    func() string
	client *http.Client
}

// Process runs forever: the next loop is new work.
func (s *service) Process(jobs chan string) {
	for range jobs {
		key := uuid.NewString()
		if err := post(key); err != nil {
			if err := post(key); err != nil {
				fmt.Println(err)
			}
		}
	}
}

// Field is kept by the struct.
type req struct {
	Key  string
	Body string
}

func newReq(body string) *req { return &req{Key: uuid.NewString(), Body: body} }

func (r *req) send() error { return post(r.Key) }

func ReqFresh() error {
	for range 3 {
		if newReq("x").send() == nil { // want "fresh-key: "
			return nil
		}
	}
	return errors.New("x")
}

func ReqOnce() error {
	r := newReq("x")
	for range 3 {
		if r.send() == nil {
			return nil
		}
	}
	return errors.New("x")
}

// Recursive makes a key per call.
func Recursive(n int) error {
	err := post(uuid.NewString()) // want "fresh-key: "
	if err != nil && n > 0 {
		return Recursive(n - 1)
	}
	return err
}

func RecursiveKeyed(key string, n int) error {
	err := post(key)
	if err != nil && n > 0 {
		return RecursiveKeyed(key, n-1)
	}
	return err
}

// Handler is retried by nobody in sight.
func Handler(w http.ResponseWriter, r *http.Request) {
	if err := post(uuid.NewString()); err != nil {
		http.Error(w, err.Error(), 502)
	}
}

// pay makes its own key; twoDeep retries it.
func pay() error { return post(uuid.NewString()) }

func payLogged() error {
	if err := pay(); err != nil {
		return fmt.Errorf("pay: %w", err)
	}
	return nil
}

func TwoDeep() error {
	var err error
	for range 3 {
		if err = payLogged(); err == nil { // want "fresh-key: "
			break
		}
	}
	return err
}

func TwoDeepSeq() error {
	if err := payLogged(); err != nil {
		return payLogged() // want "fresh-key: "
	}
	return nil
}

func OnePay() error { return payLogged() }
