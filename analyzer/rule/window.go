// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"
	"strings"
	"time"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
)

// window reports a retry that may go on after every store that guards its key has
// forgotten it. Both must be known: a store that does not publish how long it remembers
// is no reason for a finding.
func (c *checker) window(f flow.Function, p *flow.Pair) {
	if p.Longest <= 0 {
		return
	}
	var longest *contract.Store
	for _, s := range f.Stores(p) {
		if s.Window <= 0 || s.Window >= p.Longest {
			return
		}
		if longest == nil || s.Window > longest.Window {
			longest = s
		}
	}
	if longest == nil {
		return
	}
	c.report(Finding{
		Rule: "window",
		Pos:  p.Pos,
		Message: fmt.Sprintf("%s is sent again for up to %s, and store %s forgets it after %s: a late attempt is new to it; make the effect idempotent downstream, give up within %s, or keep keys for longer",
			madeAt(f, p.Key), short(p.Longest), longest.Name, short(longest.Window), short(longest.Window)),
		Related: relatedOf(f, p),
	})
}

// short spells a duration without units that are zero: 15m, not 15m0s.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
