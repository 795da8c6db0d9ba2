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
	c.report(Finding{
		Rule: "tenant",
		Pos:  p.Pos,
		Message: fmt.Sprintf("%s is sent again for another %s: first attempt for %s (%s), this one for %s, and %s keeps them apart%s",
			madeAt(f, p.Key), m.verdict.Missing[0], f.Describe(p.A.Tenant), p.A.Posn, f.Describe(p.B.Tenant), storeText(m.store), "; keep to one "+string(m.verdict.Missing[0])+" for all attempts of a key, or make a key for each"),
		Related: relatedOf(f, p),
	})
}
