// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package rule turns what the analysis of a package found into findings.
//
// The flow package says which attempts are repeated, under which key, at which
// endpoints, and to which stores the key was handed. A rule asks one question of
// that. Is a retry outside the partition of every store that guards its key
// (scope, tenant)? Is an endpoint that was to stay the same chosen anew (pinning)?
// Is the key another one each time (fresh-key), one that others may have too
// (collision), or one that its own request does not have twice (unstable)? Is
// there a retry at another endpoint, and no word about a store (undeclared)?
// The directive rule's findings come from package contract.
//
// Each rule has a file of its own, a name, a title and a page; the pages are the
// long form of what is said here.
//
// A finding's message is one line that carries the whole argument, since several
// drivers drop the related positions: where the key was made, where it can go,
// the store and its scope, what is not covered, and what to do about it.
//
// What is unknown gives no finding. The rules cannot see what flows through
// reflection, through a map under a computed name, or through a package that left
// no facts.
package rule
