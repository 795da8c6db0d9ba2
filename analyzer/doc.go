// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package analyzer finds idempotency keys that can reach an endpoint outside their
// dedup store's scope.
//
// A client makes one idempotency key and retries. The first attempt reaches node A,
// which records the key and executes. The retry is routed to node B, whose dedup
// store has never seen the key, so B executes too: the customer pays twice. Each
// side is right by its own rules; the defect lives between the client's routing and
// the server's partitioning. The analyzer reads both from Go source.
//
// # How it decides
//
// Deduplication works if the key scope (the endpoints that share one partition of
// the store) contains the retry scope (the endpoints to which the attempts of one
// key may go). Data runs one way, through five packages:
//
//   - contract reads the //idemscope: directives in which people say how a store is
//     partitioned and where an endpoint stands;
//   - model holds what is known of functions whose bodies are not read;
//   - flow builds the package's SSA form and summarises each function: which keys it
//     makes and sends, to which endpoints, what it repeats on failure, to which
//     stores it hands a key. What importers need of that becomes facts;
//   - scope decides, for two attempts and a store, whether they share a partition;
//   - rule turns all this into findings.
//
// Most packages have nothing to do with keys. A gate decides that from the syntax
// and the facts of the package's imports, and no SSA is built for them. Of a dependency
// that names no carrier but sends, retries or makes identifiers, only the functions that
// do are summarised, those that use them, and those that set up what they work with; and
// of tests only those that use something of the kind.
//
// In an editor the same package comes again after each edit. Then only the functions that
// the edit may concern are built and summarised again, and what was found in the others is
// taken over: edit.go says how that is decided, and when the whole package is analysed. A
// test edits each function of the corpus in many ways and holds the one against the other.
//
// # What it cannot see
//
// It looks for evidence and takes what is unknown for silence: an endpoint chosen by
// a package that left no facts, a key carried through reflection or under a computed
// name, a retry made by a queue or by a load balancer. Silence is no proof.
//
// # Drivers
//
// The analyzer reads no file but those of the package, and has no global state: what it
// keeps of packages that come again is its own. Its settings are flags, so that every
// driver's cache knows of them. It neither fails nor panics: a fault of its own
// is reported as a finding of the rule internal, at the package clause.
package analyzer
