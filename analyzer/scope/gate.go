// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scope

import (
	"maps"
	"slices"
	"strings"
)

// A Mode is what has to make a retry harmless.
type Mode string

const (
	// KeyScoped: the store catches every retry.
	KeyScoped Mode = "key-scoped"
	// DownstreamIdempotencyRequired: a retry can pass the store by, so that
	// the effect itself must be harmless when it happens twice.
	DownstreamIdempotencyRequired Mode = "downstream-idempotency-required"
)

// A Gate is the predicate for use at run time, by a program that knows its
// endpoints by name.
type Gate struct {
	KeyScope             []string // endpoints that share one partition of the store
	RetryScope           []string // endpoints to which the attempts of one key may go
	DownstreamIdempotent bool     // the effect is harmless when it happens twice
}

// NamedGate returns the gate of a retry among endpoints of which each names the stores that
// it is behind. The key scope of such a store is the endpoints that name it, however wide it
// is. One store that covers the retry scope is enough, so the gate is that of the store that
// leaves the fewest endpoints out; of several, the first by name.
func NamedGate(names map[string][]string, retryScope ...string) Gate {
	keyScopes := map[string][]string{}
	for endpoint, stores := range names {
		for _, s := range stores {
			keyScopes[s] = append(keyScopes[s], endpoint)
		}
	}
	best := Gate{RetryScope: retryScope}
	for _, s := range slices.Sorted(maps.Keys(keyScopes)) {
		slices.Sort(keyScopes[s])
		g := Gate{KeyScope: keyScopes[s], RetryScope: retryScope}
		if len(g.uncovered()) < len(best.uncovered()) {
			best = g
		}
	}
	return best
}

// Verify returns nil if it is safe to retry: the key scope contains the retry
// scope, or the effect is idempotent downstream. Otherwise the error is an
// *UncoveredError.
func (g Gate) Verify() error {
	if u := g.uncovered(); len(u) > 0 && !g.DownstreamIdempotent {
		return &UncoveredError{Endpoints: u}
	}
	return nil
}

// DedupMode returns what deduplication rests on. The flag does not matter
// here: that the effect is idempotent does not make the store catch more.
func (g Gate) DedupMode() Mode {
	if len(g.uncovered()) > 0 {
		return DownstreamIdempotencyRequired
	}
	return KeyScoped
}

// uncovered returns the retry scope without the key scope, sorted.
func (g Gate) uncovered() []string {
	var out []string
	for _, e := range g.RetryScope {
		if !slices.Contains(g.KeyScope, e) {
			out = append(out, e)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// An UncoveredError says that a retry can reach endpoints whose store does not
// know the key.
type UncoveredError struct {
	Endpoints []string // sorted, each once
}

func (e *UncoveredError) Error() string {
	return "a retry can leave the scope of its idempotency key: not covered: " + strings.Join(e.Endpoints, ", ")
}
