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
	if p.A.Pos.IsValid() && p.Chained == "" {
		related = append(related, Related{Pos: p.A.Pos, Message: "the attempt that may have been executed"})
	}
	if p.Fresh.Orig.IsValid() && p.Fresh.Orig != p.Fresh.Pos {
		related = append(related, Related{Pos: p.Fresh.Orig, Message: "the key is made here"})
	}
	f := Finding{Rule: "fresh-key", Pos: p.Fresh.Pos, Related: related}
	made, mend := fmt.Sprintf("a new key is made for each attempt (%s at %s)", p.Fresh.Name, p.Fresh.Posn), "make the key once, before the first attempt"
	if p.Fresh.BySDK() {
		made, mend = "no key is given, and the SDK makes a new one for each attempt", "give a key that is made once, before the first attempt"
	}
	if count, ok := p.Fresh.Counts(); ok {
		made, mend = fmt.Sprintf("%s goes into the key (%s) and is another one for each attempt", count, p.Fresh.Posn), "leave it out"
	}
	switch {
	case p.Chained != "":
		made, mend = fmt.Sprintf("a key is made (%s at %s) by %s that stands behind one that retries, anew for each attempt", p.Fresh.Name, p.Fresh.Posn, p.Chained), "let the one that makes the key come first"
	case p.Handler != nil:
		// Nothing is before the first attempt but what the handler is given.
		made, mend = fmt.Sprintf("%s; %s is called again when it fails", made, p.Handler.Kind), "derive the key from what stays the same, such as "+p.Handler.Stable
	default:
		f.Fixes = c.src.hoist(p.Fresh.Pos, p.B.Pos)
	}
	f.Message = fmt.Sprintf("%s, so that no store can recognise a retry of the send at %s; %s", made, p.B.Posn, mend)
	if p.Chained != "" {
		f.Message = fmt.Sprintf("%s, so that no store can recognise a retry; %s", made, mend)
	}
	c.report(f)
}
