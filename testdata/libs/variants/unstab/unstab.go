// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package unstab derives keys that are never the same twice.
package unstab

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

func post(key string) error {
	req, err := http.NewRequest("POST", "https://api.example.com/pay", nil)
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

type Order struct {
	ID, Customer string
	Cents        int64
	Tags         map[string]string
	At           time.Time
}

func Plus(o Order) error {
	return post(o.ID + "-" + strconv.FormatInt(time.Now().UnixMilli(), 10)) // want "unstable: "
}

func PlusGiven(o Order) error {
	return post(o.ID + "-" + strconv.FormatInt(o.At.UnixMilli(), 10))
}

func Day(o *Order) error {
	day := time.Now().UTC().Format("2006-01-02") // want "unstable: "
	return post(fmt.Sprintf("%s:%s", o.ID, day))
}

func Bucket(o *Order) error {
	bucket := time.Now().Unix() / 300 // want "unstable: "
	return post(fmt.Sprintf("%s:%d", o.Customer, bucket))
}

func Since(o *Order) error {
	age := time.Since(o.At) // want "unstable: "
	return post(fmt.Sprintf("%s:%s", o.Customer, age))
}

var n atomic.Int64

func Counter(o *Order) error {
	seq := n.Add(1) // want "unstable: "
	return post(fmt.Sprintf("%s:%d", o.Customer, seq))
}

var m int

func PlainCounter(o *Order) error {
	m++ // want "unstable: "
	return post(o.Customer + strconv.Itoa(m))
}

func Hashed(o *Order) error {
	h := sha256.New()
	fmt.Fprintf(h, "%s|%d|", o.ID, o.Cents)
	h.Write([]byte(time.Now().String())) // want "unstable: "
	return post(hex.EncodeToString(h.Sum(nil)))
}

func HashedStable(o *Order) error {
	h := sha256.New()
	fmt.Fprintf(h, "%s|%d|", o.ID, o.Cents)
	return post(hex.EncodeToString(h.Sum(nil)))
}

func JSON(o *Order) error {
	b, err := json.Marshal(map[string]any{"id": o.ID, "ts": time.Now().Unix()}) // want "unstable: "
	if err != nil {
		return err
	}
	sum := md5.Sum(b)
	return post(hex.EncodeToString(sum[:]))
}

func JSONStable(o *Order) error {
	b, err := json.Marshal(map[string]any{"id": o.ID, "cents": o.Cents})
	if err != nil {
		return err
	}
	sum := md5.Sum(b)
	return post(hex.EncodeToString(sum[:]))
}

type payload struct {
	ID string
	TS int64
}

func JSONStruct(o *Order) error {
	b, err := json.Marshal(payload{ID: o.ID, TS: time.Now().Unix()}) // want "unstable: "
	if err != nil {
		return err
	}
	sum := md5.Sum(b)
	return post(hex.EncodeToString(sum[:]))
}

func SHA1UUID(o *Order) error {
	name := o.ID + time.Now().Format(time.Kitchen) // want "unstable: "
	return post(uuid.NewSHA1(uuid.NameSpaceURL, []byte(name)).String())
}

func SHA1UUIDStable(o *Order) error {
	return post(uuid.NewSHA1(uuid.NameSpaceURL, []byte(o.ID)).String())
}

// --- maps

func Concat(o *Order) error {
	key := o.ID
	for k, v := range o.Tags { // want "unstable: "
		key += ";" + k + "=" + v
	}
	return post(key)
}

func Joined(o *Order) error {
	var parts []string
	for k := range o.Tags { // want "unstable: "
		parts = append(parts, k)
	}
	return post(o.ID + strings.Join(parts, ","))
}

func JoinedSorted(o *Order) error {
	var parts []string
	for k, v := range o.Tags {
		parts = append(parts, k+v)
	}
	sort.Strings(parts)
	return post(o.ID + strings.Join(parts, ","))
}

func JoinedSlices(o *Order) error {
	parts := slices.Sorted(maps.Keys(o.Tags))
	return post(o.ID + strings.Join(parts, ","))
}

func JoinedCollected(o *Order) error {
	parts := slices.Collect(maps.Keys(o.Tags)) // want "unstable: "
	return post(o.ID + strings.Join(parts, ","))
}

func SortFunc(o *Order) error {
	parts := make([]string, 0, len(o.Tags))
	for k := range o.Tags {
		parts = append(parts, k)
	}
	slices.SortFunc(parts, strings.Compare)
	return post(o.ID + strings.Join(parts, ","))
}

func HashLoop(o *Order) error {
	h := fnv.New64a()
	h.Write([]byte(o.ID))
	for k, v := range o.Tags { // want "unstable: "
		h.Write([]byte(k))
		h.Write([]byte(v))
	}
	return post(strconv.FormatUint(h.Sum64(), 16))
}

func BufferLoop(o *Order) error {
	var b bytes.Buffer
	for k, v := range o.Tags { // want "unstable: "
		fmt.Fprintf(&b, "%s=%s,", k, v)
	}
	b.WriteString(o.ID)
	return post(b.String())
}

// Sprint of a map is sorted by fmt.
func SprintMap(o *Order) error { return post(fmt.Sprintf("%s-%v", o.ID, o.Tags)) }

// JSONMap is sorted by encoding/json.
func JSONMap(o *Order) error {
	b, err := json.Marshal(o.Tags)
	if err != nil {
		return err
	}
	return post(o.ID + string(b))
}

// Lookup takes one entry.
func Lookup(o *Order) error { return post(o.ID + o.Tags["ref"]) }

// Each sends one key per entry.
func Each(o *Order) error {
	for k := range o.Tags {
		if err := post(o.ID + k); err != nil {
			return err
		}
	}
	return nil
}

// Sum adds up, in whatever order.
func Found(o *Order) error {
	ref := ""
	for k, v := range o.Tags {
		if k == "ref" {
			ref = v
			break
		}
	}
	return post(o.ID + ref)
}

func digest(o *Order) string {
	s := o.ID
	for k, v := range o.Tags { // want "unstable: "
		s += k + v
	}
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

func ViaHelper(o *Order) error { return post(digest(o)) }

// keyOf is used with the clock by one caller alone.
func keyOf(id string, at time.Time) string { return id + at.Format(time.RFC3339) }

func ViaParam(o *Order) error {
	return post(keyOf(o.ID, time.Now())) // want "unstable: "
}

func ViaParamGiven(o *Order) error { return post(keyOf(o.ID, o.At)) }

// Default takes now only where the order has no time.
func Default(o *Order) error {
	at := o.At
	if at.IsZero() {
		at = time.Now() // want "unstable: "
	}
	return post(o.ID + at.String())
}

func Logged(o *Order) error {
	start := time.Now()
	defer func() { fmt.Println(time.Since(start)) }()
	return post(o.ID)
}

func Random(o *Order) error { return post(o.ID + time.Now().String() + uuid.NewString()) }

type client struct{ now func() time.Time }

func newClient() *client { return &client{now: time.Now} }

func (c *client) Pay(o *Order) error {
	return post(o.ID + c.now().String()) // want "unstable: "
}
