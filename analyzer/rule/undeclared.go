// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// undeclared reports a retry at an endpoint known to be another one, where no
// store is known at all.
func (c *checker) undeclared(f flow.Function, p *flow.Pair) {
	if p.Handed || p.Shown || p.B.Deletes() {
		return
	}
	for _, e := range f.Ends(p) {
		if e.Rel != flow.Different {
			continue
		}
		c.report(Finding{
			Rule: "undeclared",
			Pos:  p.Pos,
			Message: fmt.Sprintf("%s is sent again to another endpoint, and nothing says that one dedup store serves both: first attempt at %s (%s), this one at %s; make the effect idempotent downstream, or declare the store with //idemscope:store and name it at both endpoints (//idemscope:endpoint store=NAME)",
				madeAt(f, p.Key), f.Describe(e.A.Value), p.A.Posn, f.Describe(e.B.Value)),
			Related: relatedOf(f, p),
		})
		return
	}
}
