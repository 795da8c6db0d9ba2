// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// tenant reports a retry for another tenant under a store that keeps tenants apart.
func (c *checker) tenant(f flow.Function, p *flow.Pair, m *miss) {
	dim := m.verdict.Missing[0]
	first, second := f.Describe(p.A.Tenant), f.Describe(p.B.Tenant)
	if p.A.Tenant == nil || p.B.Tenant == nil {
		first, _ = m.ends.A.Attempt.Labels.Get(dim)
		second, _ = m.ends.B.Attempt.Labels.Get(dim)
	}
	c.report(Finding{
		Rule: "tenant",
		Pos:  p.Pos,
		Message: fmt.Sprintf("%s is sent again for another %s: first attempt for %s (%s), this one for %s, and %s keeps them apart; keep to one %s for all attempts of a key, or make a key for each",
			madeAt(f, p.Key), dim, first, p.A.Posn, second, storeText(m.store), dim),
		Related: relatedOf(f, p),
	})
}
