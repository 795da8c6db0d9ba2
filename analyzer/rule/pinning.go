// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// pinning reports an endpoint that is declared pinned and chosen anew for each attempt.
func (c *checker) pinning(f flow.Function, p *flow.Pair) bool {
	if p.Shown {
		return false
	}
	for _, e := range f.Ends(p) {
		if !e.A.Attempt.Pinned || !e.B.Attempt.Pinned || e.Rel != flow.Other && e.Rel != flow.Different {
			continue
		}
		c.report(Finding{
			Rule: "pinning",
			Pos:  p.Pos,
			Message: fmt.Sprintf("%s is sent again to an endpoint that is declared pinned but chosen anew: first attempt at %s (%s), this one at %s; choose the endpoint once, before the first attempt",
				madeAt(f, p.Key), f.Describe(e.A.Value), p.A.Posn, f.Describe(e.B.Value)),
			Related: relatedOf(f, p),
		})
		return true
	}
	return false
}
