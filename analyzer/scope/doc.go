// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package scope decides whether a dedup store can catch a retry.
//
// # The question
//
// A client names one logical request by a key, and sends it again under the
// same key when the first attempt fails. Somewhere a dedup store remembers the
// keys that it has seen. But a store is rarely one: it is partitioned, one
// memory a region, a server or a tenant, and a partition knows nothing of the
// others. The endpoints that share one partition are the key scope; those that
// the attempts of one key may go to are the retry scope. Deduplication works
// if and only if the key scope contains the retry scope. If it does not, a
// retry can land where its key was never seen, and the request runs twice
// while every store reports that all is well.
//
// # How it is decided
//
// A [Store] says how it is partitioned: by dimensions ([Dim]), by a list of
// the endpoints that it covers, or not at all (global). [Store.Judge] looks at
// two attempts, a [Pair], and asks if they share a partition.
//
// Dimensions lie within each other:
//
//	process < server < cluster < region
//	          server < zone    < region
//	tenant  < account
//	queue, stream
//
// A server's memory is also within its region, so attempts share a partition
// only if they agree on each dimension that the store names, and on all that
// contain it. The first of these that applies says if they agree on one:
//
//  1. Both declare a constant label for it: the labels are compared. Where
//     neither does, but both declare the same label for something within it,
//     they agree: one server stands in one region.
//  2. One of them declares it, or a dimension around it, as "*", which may
//     differ from one attempt to the next: they do not agree.
//  3. The sends name a value for it (tenants, accounts, queues and streams
//     only): that value decides. Where they name no tenant or account, they
//     agree, since one client is as a rule one of each.
//  4. Both go to the same endpoint: they agree. Not so on server and process,
//     because a name may hide a balancer; there the endpoint must be pinned or
//     its server declared, and so in both attempts.
//  5. They go to different endpoints: they do not agree.
//
// If none applies, nothing is known, and the verdict is [Silent]. Silence
// never outweighs evidence: one dimension on which the attempts are known not
// to agree makes the pair [Uncovered], whatever the others say.
//
// A store with a list is simpler. An attempt at an endpoint outside the list
// is missed, even if it is the only one.
//
// Where endpoints name the stores that they are behind, a store is also the set
// of these endpoints, and has no part in an attempt that goes elsewhere, be it
// global: the key scope is what names it, and a retry to an endpoint that does
// not, or from one, is uncovered.
//
// # At run time
//
// The same predicate serves programs that know their endpoints while they
// run: a [Gate] holds a key scope and a retry scope as plain lists of names,
// and refuses a retry topology that the key does not cover. [NamedGate] makes
// it of the stores that endpoints name.
//
// # What it cannot decide
//
// The package computes with what it is told. It does not know if two
// expressions are the same endpoint, if a label is true, or if two regions
// replicate their stores; its callers find out, or declare it. It judges two
// attempts at a time, and one store at a time: where several stores guard a
// key, one that covers every pair is enough, and that is for the caller to put
// together. It does not weigh time either: a [Store] carries its window, but
// whether a retry comes after the store has forgotten is another rule.
package scope
