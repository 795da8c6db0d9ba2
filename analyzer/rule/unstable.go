// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// unstable reports a key that is derived from the request and from something that
// the same request does not have twice.
func (c *checker) unstable(f flow.Function, s *flow.Send) {
	if s.Reads() || s.Downstream || !f.Evident(s) {
		return
	}
	k := flow.ClassOfKey(f, s.Key)
	if k.Random || !k.Request || k.Moving == nil {
		return
	}
	pos := k.Moving.Orig
	if !pos.IsValid() {
		pos = k.Moving.Pos
	}
	c.report(Finding{
		Rule: "unstable",
		Pos:  pos,
		Message: fmt.Sprintf("the key of the send at %s is derived from the request but takes in a value %s (%s), so that the same request never has the same key twice; leave it out, or take it from the request",
			s.Posn, k.Moving.Class, k.Moving.Posn),
		Related: []Related{{s.Pos, "the send that carries the key"}},
	})
}
