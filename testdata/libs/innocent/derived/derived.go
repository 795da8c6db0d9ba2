// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package derived builds keys from the request alone, with clocks, counters and maps in sight.
package derived

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"log"
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

type Transfer struct {
	From, To  string
	Cents     int64
	CreatedAt time.Time
	Labels    map[string]string
}

var sent atomic.Int64

func post(ctx context.Context, body []byte, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://bank.example.com/transfers", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	sent.Add(1)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Logged reads the clock for the log and the deadline.
func Logged(ctx context.Context, t Transfer) error {
	start := time.Now()
	ctx, cancel := context.WithDeadline(ctx, start.Add(30*time.Second))
	defer cancel()
	key := fmt.Sprintf("%s:%s:%d", t.From, t.To, t.Cents)
	err := post(ctx, nil, key)
	log.Printf("transfer %s (%d so far) took %s", key, sent.Load(), time.Since(start))
	return err
}

// Header dates the request beside the key.
func Header(ctx context.Context, t Transfer) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://bank.example.com/transfers", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	req.Header.Set("Idempotency-Key", t.From+"-"+t.To)
	req.Header.Set("X-Count", strconv.FormatInt(sent.Add(1), 10))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// CreatedAt takes the time of the request.
func CreatedAt(ctx context.Context, t Transfer) error {
	return post(ctx, nil, fmt.Sprintf("%s-%d-%s", t.From, t.Cents, t.CreatedAt.UTC().Format(time.RFC3339Nano)))
}

// Now takes the clock.
func Now(ctx context.Context, t Transfer) error {
	return post(ctx, nil, fmt.Sprintf("%s-%d-%s", t.From, t.Cents, time.Now().UTC().Format(time.RFC3339Nano))) // want "unstable: "
}

// Counted takes a counter.
func Counted(ctx context.Context, t Transfer) error {
	n := sent.Add(1) // want "unstable: "
	return post(ctx, nil, fmt.Sprintf("%s-%d", t.From, n))
}

// Attempt takes the index of the loop, which is no counter.
func Attempt(ctx context.Context, ts []Transfer, batch string) error {
	for i, t := range ts {
		if err := post(ctx, nil, batch+"-"+strconv.Itoa(i)+"-"+t.To); err != nil {
			return err
		}
	}
	return nil
}

// Line numbers the lines of a file.
func Line(ctx context.Context, file string, lines []string) error {
	n := 0
	for _, l := range lines {
		n++
		if strings.HasPrefix(l, "#") {
			continue
		}
		if err := post(ctx, []byte(l), fmt.Sprintf("%s:%d", file, n)); err != nil {
			return err
		}
	}
	return nil
}

// JSON hashes what json.Marshal makes of a map, in the order of its keys.
func JSON(ctx context.Context, t Transfer) error {
	b, err := json.Marshal(t.Labels)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(b)
	return post(ctx, b, hex.EncodeToString(sum[:]))
}

// Any marshals a map that is built on the way.
func Any(ctx context.Context, t Transfer) error {
	payload := map[string]any{"from": t.From, "to": t.To}
	for k, v := range t.Labels {
		payload["label."+k] = v
	}
	b, err := json.Marshal(payload)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(b)
	return post(ctx, b, base64.RawURLEncoding.EncodeToString(sum[:]))
}

// Sprint prints a map, which fmt sorts.
func Sprint(ctx context.Context, t Transfer) error {
	return post(ctx, nil, fmt.Sprint(t.From, t.Labels))
}

// SortedKeys sorts with slices and maps.
func SortedKeys(ctx context.Context, t Transfer) error {
	h := sha256.New()
	for _, k := range slices.Sorted(maps.Keys(t.Labels)) {
		fmt.Fprintf(h, "%s=%s\n", k, t.Labels[k])
	}
	return post(ctx, nil, hex.EncodeToString(h.Sum(nil)))
}

// SortSlice sorts pairs by a function.
func SortSlice(ctx context.Context, t Transfer) error {
	type pair struct{ k, v string }
	var ps []pair
	for k, v := range t.Labels {
		ps = append(ps, pair{k, v})
	}
	sort.Slice(ps, func(i, j int) bool { return ps[i].k < ps[j].k })
	var b strings.Builder
	for _, p := range ps {
		b.WriteString(p.k)
		b.WriteByte('=')
		b.WriteString(p.v)
	}
	return post(ctx, nil, b.String())
}

// SortFunc sorts strings that are joined afterwards.
func SortFunc(ctx context.Context, t Transfer) error {
	var parts []string
	for k, v := range t.Labels {
		parts = append(parts, k+"="+v)
	}
	slices.SortFunc(parts, strings.Compare)
	return post(ctx, nil, t.From+strings.Join(parts, ","))
}

// Unsorted joins them as they come.
func Unsorted(ctx context.Context, t Transfer) error {
	var parts []string
	for k, v := range t.Labels { // want "unstable: "
		parts = append(parts, k+"="+v)
	}
	return post(ctx, nil, t.From+strings.Join(parts, ","))
}

func sortedLabels(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// SortedByHelper has a helper sort.
func SortedByHelper(ctx context.Context, t Transfer) error {
	var b bytes.Buffer
	for _, k := range sortedLabels(t.Labels) {
		b.WriteString(k + t.Labels[k])
	}
	return post(ctx, nil, b.String())
}

// Total adds up: a sum has no order.
func Total(ctx context.Context, id string, lines map[string]int64) error {
	var total int64
	n := 0
	for _, cents := range lines {
		total += cents
		n++
	}
	return post(ctx, nil, fmt.Sprintf("%s-%d-%d", id, n, total))
}

// Each sends one request for each entry, each with its own key.
func Each(ctx context.Context, id string, shares map[string]int64) error {
	for who, cents := range shares {
		if err := post(ctx, []byte(strconv.FormatInt(cents, 10)), id+"/"+who); err != nil {
			return err
		}
	}
	return nil
}

// Find looks for one entry.
func Find(ctx context.Context, id string, accounts map[string]string) error {
	for acc, owner := range accounts {
		if owner == id {
			return post(ctx, nil, id+"-"+acc)
		}
	}
	return nil
}

// Largest looks for the largest entry.
func Largest(ctx context.Context, id string, shares map[string]int64) error {
	best := int64(0)
	for _, v := range shares {
		if v > best {
			best = v
		}
	}
	return post(ctx, nil, id+"-"+strconv.FormatInt(best, 10))
}

// Validate walks the map before the key is made.
func Validate(ctx context.Context, t Transfer) error {
	for k, v := range t.Labels {
		if v == "" {
			return fmt.Errorf("label %s is empty", k)
		}
	}
	return post(ctx, nil, t.From+"-"+t.To)
}

// Copied copies the map and marshals the copy.
func Copied(ctx context.Context, t Transfer) error {
	cp := make(map[string]string, len(t.Labels))
	for k, v := range t.Labels {
		cp[strings.ToLower(k)] = v
	}
	b, err := json.Marshal(struct {
		From   string
		Labels map[string]string
	}{t.From, cp})
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, []byte("secret"))
	mac.Write(b)
	return post(ctx, b, hex.EncodeToString(mac.Sum(nil)))
}

// Struct hashes a struct without its time.
func Struct(ctx context.Context, t Transfer) error {
	stable := t
	stable.CreatedAt = time.Time{}
	b, err := json.Marshal(stable)
	if err != nil {
		return err
	}
	h := fnv.New64a()
	_, _ = h.Write(b)
	return post(ctx, b, strconv.FormatUint(h.Sum64(), 16))
}

// Stamped marshals a body with the time of sending; the key is of the request alone.
func Stamped(ctx context.Context, t Transfer) error {
	b, err := json.Marshal(map[string]any{"from": t.From, "sent_at": time.Now()})
	if err != nil {
		return err
	}
	return post(ctx, b, t.From+":"+t.To)
}

// StampedKey hashes that body.
func StampedKey(ctx context.Context, t Transfer) error {
	b, err := json.Marshal(map[string]any{"from": t.From, "sent_at": time.Now()}) // want "unstable: "
	if err != nil {
		return err
	}
	sum := sha256.Sum256(b)
	return post(ctx, b, hex.EncodeToString(sum[:]))
}

// Named derives a UUID.
func Named(ctx context.Context, t Transfer) error {
	return post(ctx, nil, uuid.NewSHA1(uuid.NameSpaceOID, []byte(t.From+t.To)).String())
}

// Body hashes what was read.
func Body(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	sum := sha256.Sum256(b)
	if err := post(r.Context(), b, r.URL.Path+hex.EncodeToString(sum[:])); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// Random mixes a random number in: it claims no stability.
func Random(ctx context.Context, t Transfer) error {
	return post(ctx, nil, t.From+"-"+uuid.NewString())
}

// Branch uses the clock only to choose whether to send.
func Branch(ctx context.Context, t Transfer) error {
	if time.Now().Sub(t.CreatedAt) > 24*time.Hour {
		return fmt.Errorf("transfer of %s is stale", t.CreatedAt)
	}
	return post(ctx, nil, t.From+"-"+t.To)
}

// Due is given its day, and falls back to today only for the body.
func Due(ctx context.Context, t Transfer, due time.Time) error {
	day := due
	if day.IsZero() {
		day = time.Now()
	}
	return post(ctx, []byte(day.String()), t.From+"-"+t.To)
}

// Scheduler is called with the tick that its cron gives it.
type Scheduler struct{ Tick time.Time }

func (s *Scheduler) Run(ctx context.Context, t Transfer) error {
	return post(ctx, nil, t.From+s.Tick.Format("2006-01-02"))
}

// Unix parses a time from the request.
func Unix(ctx context.Context, t Transfer, at string) error {
	when, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return err
	}
	return post(ctx, nil, t.From+strconv.FormatInt(when.Unix(), 10))
}
