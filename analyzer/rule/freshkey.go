// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// freshKey reports a key that is made anew for each attempt.
func (c *checker) freshKey(_ flow.Function, p *flow.Pair) {
	if p.B.Reads() || p.B.Deletes() || p.A.Downstream || p.B.Downstream {
		return
	}
	related := []Related{}
	if p.A.Pos.IsValid() {
		related = append(related, Related{p.A.Pos, "the attempt that may have been executed"})
	}
	if p.Fresh.Orig.IsValid() && p.Fresh.Orig != p.Fresh.Pos {
		related = append(related, Related{p.Fresh.Orig, "the key is made here"})
	}
	c.report(Finding{
		Rule: "fresh-key",
		Pos:  p.Fresh.Pos,
		Message: fmt.Sprintf("a new key is made for each attempt (%s at %s), so that no store can recognise a retry of the send at %s; make the key once, before the first attempt",
			p.Fresh.Name, p.Fresh.Posn, p.B.Posn),
		Related: related,
		Fixes:   c.src.hoist(p.Fresh.Pos, p.B.Pos),
	})
}
