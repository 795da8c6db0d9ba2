// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"
	"strings"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// reuse reports a key that goes into a second operation after the first one succeeded.
func (c *checker) reuse(f flow.Function) {
	for _, r := range f.Reuses() {
		if r.A.Downstream || r.B.Downstream {
			continue
		}
		if r.B.Key.BySDK() && r.A.Op == r.B.Op {
			c.report(Finding{
				Rule: "reuse",
				Pos:  r.B.Pos,
				Message: fmt.Sprintf("the SDK wrote a key of its own into the input of %s (%s), and the same input is sent again after that has succeeded: this call is taken for a repetition and does nothing; make an input for each call",
					operation(r.A), r.A.Posn),
			})
			continue
		}
		c.report(Finding{
			Rule: "reuse",
			Pos:  r.B.Pos,
			Message: fmt.Sprintf("%s was sent for %s already (%s), and is sent for %s here: the second operation is taken for a repetition of the first, and dropped or refused; derive a key for each operation, such as key + \":%s\"",
				madeAt(f, r.B.Key), operation(r.A), r.A.Posn, operation(r.B), suffix(r.B)),
			Related: relatedOf(f, &flow.Pair{A: r.A, B: r.B, Key: r.B.Key, Place: r.B.Place}),
		})
	}
}

// operation names what a send does: the method and path of a request, or the callee.
func operation(s *flow.Send) string {
	if m, p := s.Operation(); p != "" {
		return m + " " + p
	}
	return s.Callee()
}

// suffix is a word that tells an operation from others.
func suffix(s *flow.Send) string {
	name := operation(s)
	if i := strings.LastIndexAny(name, "/ ."); i >= 0 && i+1 < len(name) {
		name = name[i+1:]
	}
	if name == "New" || name == "Create" || name == "Do" {
		name = strings.ToLower(s.Callee()[:max(strings.IndexByte(s.Callee(), '.'), 0)])
	}
	return strings.ToLower(name)
}
