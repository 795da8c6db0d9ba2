// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"io"
)

// Dump writes the summaries of all functions, for tests and for those who debug
// the analysis.
func (a *Analysis) Dump(w io.Writer) {
	fmt.Fprintf(w, "%d functions, %d steps, %d cuts\n", len(a.fns), a.spent, len(a.Cuts))
	for _, fn := range a.fns {
		s := a.sums[fn]
		if s == nil || s.empty() && len(s.Results) == 0 {
			continue
		}
		fmt.Fprintf(w, "%s\n", fn)
		for i, r := range s.Results {
			fmt.Fprintf(w, "  result %d: %s\n", i, r)
		}
		for _, e := range s.Effects {
			fmt.Fprintf(w, "  writes %s := %s\n", e.Loc, e.Val)
		}
		for _, x := range s.Sends {
			fmt.Fprintf(w, "  send %s key=%s to=%s tenant=%s\n", x.Posn, x.Key, x.Endpoint, x.Tenant)
		}
		for _, x := range s.Uses {
			fmt.Fprintf(w, "  use %s store=%s key=%s\n", x.Posn, x.Store, x.Key)
		}
		for _, x := range s.Invokes {
			fmt.Fprintf(w, "  invoke %s fn=%s args=%v retry=%v again=%v argsB=%v\n", x.Posn, x.Fn, x.Args, x.Retry, x.Again, x.ArgsB)
		}
		for _, p := range s.Pairs {
			fmt.Fprintf(w, "  pair %s\n", p)
		}
		for _, p := range s.Again {
			fmt.Fprintf(w, "  again %s\n", p)
		}
		for _, p := range a.frame(fn).own {
			fmt.Fprintf(w, "  own %s closed=%v\n", p, p.Closed)
		}
	}
}

func (p *Pair) String() string {
	return fmt.Sprintf("%s -> %s key=%s fresh=%s from=%s to=%s rel=%d known=%d open=%v", p.A.Posn, p.B.Posn, p.Key, p.Fresh, p.A.Endpoint, p.B.Endpoint, p.Rel, len(p.Known), p.Open)
}
