// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scope_test

import (
	"errors"
	"fmt"

	"github.com/idemscope/idemscope/analyzer/scope"
)

func ExampleGate() {
	g := scope.Gate{
		KeyScope:   []string{"us-east-1"},
		RetryScope: []string{"us-west-2", "us-east-1", "eu-west-1"},
	}
	fmt.Println(g.DedupMode())
	err := g.Verify()
	fmt.Println(err)
	if u, ok := errors.AsType[*scope.UncoveredError](err); ok {
		fmt.Println(u.Endpoints)
	}

	// A charge that the ledger refuses to book twice may go anywhere.
	g.DownstreamIdempotent = true
	fmt.Println(g.Verify())

	// Output:
	// downstream-idempotency-required
	// a retry can leave the scope of its idempotency key: not covered: eu-west-1, us-west-2
	// [eu-west-1 us-west-2]
	// <nil>
}

func ExampleNamedGate() {
	names := map[string][]string{
		"primary": {"ledger"},
		"standby": {"ledger", "journal"},
		"partner": {"journal"},
		"legacy":  nil,
	}
	for _, retry := range [][]string{
		{"primary", "standby"}, // the ledger has both
		{"standby", "partner"}, // the journal has both
		{"primary", "partner"}, // each has one of them
		{"legacy", "primary"},  // and so it is from a place without a store
	} {
		fmt.Println(scope.NamedGate(names, retry...).Verify())
	}
	// Output:
	// <nil>
	// <nil>
	// a retry can leave the scope of its idempotency key: not covered: primary
	// a retry can leave the scope of its idempotency key: not covered: legacy
}

func ExampleStore_Judge() {
	east := scope.Attempt{Labels: scope.NewLabels(map[scope.Dim]string{scope.Region: "us-east-1"})}
	west := scope.Attempt{Labels: scope.NewLabels(map[scope.Dim]string{scope.Region: "us-west-2"})}
	failover := scope.Pair{A: east, B: west, Endpoints: scope.Other}

	for _, s := range []scope.Store{{}, {Dims: []scope.Dim{scope.Region}}} {
		v := s.Judge(failover)
		fmt.Println(s.Scope(), v.Outcome, v.Missing)
	}
	// Output:
	// scope=global covered []
	// scope=region uncovered [region]
}
