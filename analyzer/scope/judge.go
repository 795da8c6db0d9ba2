// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scope

import "slices"

// An Outcome is whether a store can catch the second of two attempts.
type Outcome uint8

const (
	Silent    Outcome = iota // not enough is known
	Covered                  // the attempts share a partition
	Uncovered                // they need not
)

func (o Outcome) String() string {
	switch o {
	case Covered:
		return "covered"
	case Uncovered:
		return "uncovered"
	}
	return "silent"
}

// A Verdict is an outcome and, if it is Uncovered, the reasons.
type Verdict struct {
	Outcome Outcome
	Missing []Dim    // on these the attempts do not agree, in the order of Dims
	Missed  []string // these are outside the covers list, sorted
}

// Judge decides whether the two attempts share a partition of the store.
func (s Store) Judge(p Pair) Verdict {
	if len(s.Covers) > 0 {
		return s.judgeList(p)
	}
	return s.judgeDims(p)
}

func (s Store) judgeDims(p Pair) Verdict {
	var missing []Dim
	silent := false
	for _, d := range s.Dims {
		own := p.agree(d)
		silent = silent || own == Unknown
		if own == Other {
			missing = append(missing, d)
		}
		for _, a := range d.Ancestors() {
			r := p.agree(a)
			silent = silent || r == Unknown
			// Different servers are as a rule in unknown regions too, and
			// to say so helps nobody. An ancestor is named if it is all
			// that is wrong, or if somebody declared something about it.
			if r == Other && (own != Other || p.declares(a)) {
				missing = append(missing, a)
			}
		}
	}
	return verdict(silent, sortDims(missing), nil)
}

func (s Store) judgeList(p Pair) Verdict {
	var missed []string
	silent := false
	for _, e := range []string{p.A.Endpoint, p.B.Endpoint} {
		switch {
		case e == "":
			silent = true
		case !s.Serves(e):
			missed = append(missed, e)
		}
	}
	slices.Sort(missed)
	return verdict(silent, nil, slices.Compact(missed))
}

// verdict weighs the evidence: what is known to be wrong outweighs what is not
// known, and only if nothing is left open are the attempts covered.
func verdict(silent bool, missing []Dim, missed []string) Verdict {
	v := Verdict{Outcome: Covered, Missing: missing, Missed: missed}
	if len(missing)+len(missed) > 0 {
		v.Outcome = Uncovered
	} else if silent {
		v.Outcome = Silent
	}
	return v
}
