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
	if k.Random || !k.Request {
		return
	}
	if k.Moving == nil {
		c.shuffled(f, s)
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
		Related: []Related{{Pos: s.Pos, Message: "the send that carries the key"}},
	})
}

// shuffled reports, if strict, what goes with a key that stays the same in the order of a
// map: a store that compares the two refuses the second attempt.
func (c *checker) shuffled(f flow.Function, s *flow.Send) {
	if !c.a.Strict || !s.Declared {
		return
	}
	for _, v := range s.Payload {
		it := f.MapOrder(v)
		if it == nil {
			continue
		}
		c.report(Finding{
			Rule: "unstable",
			Pos:  it.Orig,
			Message: fmt.Sprintf("what the send at %s sends with its key is in the order of a map, so that the same request has the same key and another content, which stores that compare the two refuse; sort it",
				s.Posn),
			Related: []Related{{Pos: s.Pos, Message: "the send"}},
		})
		return
	}
}
