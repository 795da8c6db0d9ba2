// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ids makes identifiers of every class.
package ids

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	mrand "math/rand/v2"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

func Random() string { return uuid.NewString() }

func Bytes() string {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

func BytesErr(n int) (string, error) {
	b := make([]byte, n)
	_, err := rand.Read(b)
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(b), nil
}

func Prefixed(p string) string { return fmt.Sprintf("%s_%s", p, Random()) }

func Deep(p string) *string { s := Prefixed(p); return &s }

func Derived(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil))
}

var n atomic.Int64

func Counted() string { return "req-" + strconv.FormatInt(n.Add(1), 10) }

func Clocked() string { return strconv.FormatInt(time.Now().UnixNano(), 36) }

func PidClock() string { return fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano()) }

func Constant() string { return "migrate" }

// Letters draws letters.
func Letters(n int) string {
	const set = "abcdefghijklmnopqrstuvwxyz"
	b := make([]byte, n)
	for i := range b {
		b[i] = set[mrand.IntN(len(set))]
	}
	return string(b)
}

// Gen is a generator as a value.
type Gen struct{ prefix string }

func New(prefix string) *Gen   { return &Gen{prefix} }
func (g *Gen) Next() string    { return g.prefix + "-" + uuid.NewString() }
func (g Gen) Of(id int) string { return g.prefix + "-" + strconv.Itoa(id) }
