// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// trail is where a walk has been.
type trail struct {
	f       *frame
	from    ssa.Instruction // nil: where the function begins
	order   []*state
	returns []returned
	reached map[ssa.Instruction]*paths // what reach has found
}

// state is one at the start of a block, or behind the call from which a walk goes.
type state struct {
	b      *ssa.BasicBlock
	start  int
	env    *env // nil after it was gone on from
	partly bool // a part has failed
	preds  []*state
	succs  []*state
	hits   []ssa.Instruction // calls
	facts  []fact            // of what it returns; nil if it does not
	n      int               // in the order
	seen   int               // when it was last seen
}

// returned is a return to which a walk has come.
type returned struct {
	at     *state
	passed bool // what was to be passed
}

// reach returns the calls that were reached, and the ways to them. When it is known which
// calls matter, these alone. Nobody changes them.
func (t *trail) reach() map[ssa.Instruction]*paths {
	if t.reached != nil {
		return t.reached
	}
	at := map[ssa.Instruction][]*state{}
	for _, s := range t.order {
		for _, h := range s.hits {
			if t.f.sited == nil || t.f.sited[h] {
				at[h] = append(at[h], s)
			}
		}
	}
	t.reached = make(map[ssa.Instruction]*paths, len(at))
	for h, states := range at {
		p := newPaths(t.f)
		p.from, p.to = t.from, h
		p.add(states)
		p.direct = slices.ContainsFunc(states, func(s *state) bool { return s.start > 0 })
		t.reached[h] = p
	}
	return t.reached
}

// reaches reports whether a call is reached at all.
func (t *trail) reaches(to ssa.Instruction) bool {
	return slices.ContainsFunc(t.order, func(s *state) bool { return slices.Contains(s.hits, to) })
}

// narrowed is what is left of a walk if it avoids some instructions, and if only what it meets
// after it has passed another one counts, or before, if that was passed already. What is known
// on a way does not depend on that: it is no other walk.
func (w *walk) narrowed(avoid map[ssa.Instruction]bool, via ssa.Instruction, passed bool) *trail {
	if len(avoid) == 0 && via == nil {
		return &w.trail
	}
	key := w.f.a.keyOf(avoid, via)
	if passed {
		key += " passed"
	}
	if t := w.narrow[key]; t != nil {
		return t
	}
	t := &trail{f: w.f, from: w.from}
	stops := map[*ssa.BasicBlock][]int{}
	for instr := range avoid {
		stops[instr.Block()] = append(stops[instr.Block()], w.f.index[instr])
	}
	type at struct {
		*state // of the walk
		passed bool
	}
	var ats []at // in the order
	made := make([]*state, 2*len(w.order))
	add := func(s *state, passed bool) *state {
		i := 2 * s.n
		if passed {
			i++
		}
		if made[i] == nil {
			made[i] = &state{b: s.b, start: s.start, partly: s.partly, facts: s.facts}
			t.order, ats = append(t.order, made[i]), append(ats, at{s, passed})
		}
		return made[i]
	}
	add(w.order[0], passed || via == nil)
	for i := 0; i < len(t.order); i++ {
		n, s, passed := t.order[i], ats[i].state, ats[i].passed
		stop, from := math.MaxInt, math.MaxInt // in the block
		for _, k := range stops[s.b] {
			if k >= s.start {
				stop = min(stop, k)
			}
		}
		if passed {
			from = 0
		} else if via.Block() == s.b && w.f.index[via] >= s.start {
			from, passed = w.f.index[via], true
		}
		if from == 0 && stop == math.MaxInt {
			n.hits = s.hits
		} else if passed {
			for _, h := range s.hits {
				if k := w.f.index[h]; from <= k && k < stop {
					n.hits = append(n.hits, h)
				}
			}
		}
		if stop < math.MaxInt {
			continue
		}
		if s.facts != nil {
			t.returns = append(t.returns, returned{n, passed})
		}
		for _, x := range s.succs {
			y := add(x, passed)
			y.preds = append(y.preds, n)
		}
	}
	if w.narrow == nil {
		w.narrow = map[string]*trail{}
	}
	w.narrow[key] = t
	w.f.walkStates += len(t.order)
	return t
}
