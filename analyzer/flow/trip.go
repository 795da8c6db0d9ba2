// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What follows a call is asked for again and again: within the function, and when the function
// is called again because of what it returned; if the call has failed, and for what the function
// then answers. The walk from the call to the returns is the same in all of these, and that from
// the function's beginning to the call, of the second time, does not depend on how the call went
// in the first. So walks are kept for as long as a function is summarised, and put together.

// terms say which ways count.
type terms struct {
	avoid map[ssa.Instruction]bool
	turns map[ssa.Instruction]bool // avoid, before the function is called again
	via   ssa.Instruction          // only arrivals that passed it count
	again []outcome                // the function is called again when it returns one of these
	// repeat: ways go on where the function is called again.
	repeat bool
	// handler, failed, partial are as in walk.
	handler, failed bool
	partial         string
	// apart: what is reached after the function was called again is compared with what
	// a success leads to at that time alone, and not with the next item of a loop.
	apart bool
}

// trip is a walk from a call, and those that follow if the function is called again.
type trip struct {
	*terms
	first   *walk
	cut     bool                       // a walk was too long
	way     *trail                     // of the first
	repeats [2]repeat                  // by whether via was passed in the first
	reached map[ssa.Instruction]*paths // what reach has found
}

// repeat is where the walk is when the function is called again.
type repeat struct {
	*trail          // nil if it is not
	after  []*state // of the first walk
}

// explored makes a trip from a call under each of several outcomes, or finds one that stands
// for it; ok is false if one was too long.
func (f *frame) explored(from ssa.Instruction, outcomes []outcome, set func(*terms)) (trips []*trip, ok bool) {
	ok = true
	t := new(terms)
	set(t)
	for _, o := range outcomes {
		var x *trip
		status := statusOf(o)
		for k, done := range trips {
			if status != 0 && done.first.status != 0 && len(o) == len(outcomes[k]) && done.alike(status) {
				x = done
			}
		}
		if x == nil {
			x = f.trip(from, o, t)
			ok = ok && !x.cut
		}
		trips = append(trips, x)
	}
	return trips, ok
}

// trips is explored, and notes if a walk was too long.
func (f *frame) trips(from ssa.Instruction, outcomes []outcome, set func(*terms)) ([]*trip, bool) {
	trips, ok := f.explored(from, outcomes, set)
	if !ok {
		f.a.cut(f.fn)
	}
	return trips, ok
}

func (f *frame) trip(from ssa.Instruction, o outcome, t *terms) *trip {
	x := &trip{terms: t}
	avoid := t.avoid
	if len(t.turns) > 0 {
		avoid = maps.Clone(t.turns)
		maps.Copy(avoid, t.avoid)
	}
	x.first = f.walk(walkKey{from, t.failed, false, t.partial}, o)
	if x.cut = x.first.cut || f.tired(); x.cut {
		return x
	}
	x.way = x.first.narrowed(avoid, t.via, false)
	if !t.repeat {
		return x
	}
	for _, r := range x.way.returns {
		if !r.at.partly && !x.calledAgain(r.at.facts, x.first.status) {
			continue
		}
		again := &x.repeats[0]
		if r.passed {
			again = &x.repeats[1]
		}
		again.after = append(again.after, r.at)
		if again.trail == nil {
			w := f.walk(walkKey{from, false, t.handler, ""}, nil)
			if x.cut = w.cut; x.cut {
				return x
			}
			again.trail = w.narrowed(t.avoid, t.via, r.passed)
		}
	}
	return x
}

// walkKey tells walks apart, but for outcomes.
type walkKey struct {
	from            ssa.Instruction
	failed, handler bool
	partial         string
}

// walk makes a walk, or finds the same one: from a call, if an outcome is given, and else from
// the beginning to it.
func (f *frame) walk(k walkKey, o outcome) *walk {
	if w := f.walked(k, o); w != nil {
		f.effort += len(w.order) + w.calls // for whoever goes through it
		return w
	}
	w := newWalk(f, k.from)
	w.failed, w.handler, w.partial, w.outcome, w.status = k.failed, k.handler, k.partial, o, statusOf(o)
	w.run()
	if f.walkStates += len(w.order); f.walks == nil || f.walkStates > maxWalkStates {
		f.walks, f.walkStates = map[walkKey][]*walk{}, len(w.order)
	}
	f.walks[k] = append(f.walks[k], w)
	return w
}

// walked finds a walk that was made.
func (f *frame) walked(k walkKey, o outcome) *walk {
	for _, w := range f.walks[k] {
		if maps.Equal(w.outcome, o) {
			return w
		}
	}
	if !k.failed && o != nil { // one from a failure is no other if nothing proved that it executed nothing
		k.failed = true
		if w := f.walked(k, o); w != nil && !w.proved {
			return w
		}
	}
	return nil
}

// maxWalkStates bounds the states of the walks that are kept: some megabytes.
const maxWalkStates = 10_000

// alike reports whether the trip under another status would go the same ways.
func (t *trip) alike(status int64) bool {
	if t.cut || !t.first.alike(status) {
		return false
	}
	if t.repeat && len(t.again) > 0 {
		for _, r := range t.way.returns {
			if !r.at.partly && t.calledAgain(r.at.facts, status) != t.calledAgain(r.at.facts, t.first.status) {
				return false
			}
		}
	}
	return true
}

// calledAgain reports whether the function is called again because of what it answers, if the
// status is a certain one.
func (t *trip) calledAgain(answer []fact, status int64) bool {
	for _, o := range t.again {
		fits := true
		for i, want := range o {
			if i < len(answer) && answer[i].kind != 0 {
				have := answer[i]
				if have.kind == response && have.n == t.first.status {
					have.n = status
				}
				fits = fits && compatible(have, want)
			}
		}
		if fits {
			return true
		}
	}
	return false
}

// reach returns the calls that were reached, as that of trail.
func (t *trip) reach() map[ssa.Instruction]*paths {
	if t.reached != nil {
		return t.reached
	}
	t.reached = t.way.reach()
	for _, r := range t.repeats {
		if r.trail == nil {
			continue
		}
		outer := newPaths(r.f)
		outer.left, outer.wraps = true, true
		outer.add(r.after)
		all := maps.Clone(t.reached)
		for to, p := range r.reach() {
			join(all, to, p.with(outer))
		}
		t.reached = all
	}
	return t.reached
}

// reaches reports whether a call is reached at all.
func (t *trip) reaches(to ssa.Instruction) bool {
	return !t.cut && (t.way.reaches(to) || slices.ContainsFunc(t.repeats[:], func(r repeat) bool { return r.trail != nil && r.reaches(to) }))
}

// merged joins what several trips have reached.
func merged(trips []*trip) map[ssa.Instruction]*paths {
	out := map[ssa.Instruction]*paths{}
	for i, t := range trips {
		if slices.Index(trips, t) == i {
			for to, p := range t.reach() {
				join(out, to, p)
			}
		}
	}
	return out
}

// join adds ways to those to the same call.
func join(all map[ssa.Instruction]*paths, to ssa.Instruction, p *paths) {
	if old := all[to]; old != nil {
		p = old.with(p)
	}
	all[to] = p
}
