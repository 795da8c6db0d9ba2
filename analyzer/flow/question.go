// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Answer is what was found out of a function by looking into its body, and not only at its
// summary. Whoever asked depends on the function only so far.
type Answer struct {
	question question
	says     string
}

type question struct {
	kind  questionKind
	facts []fact // that are known of the arguments
	depth int
}

type questionKind string

const (
	whatItReturns questionKind = "returns" // see evaluate
	whetherProof  questionKind = "proof"   // see bodySays
	whatItWaits   questionKind = "waits"   // see waitsFor
)

// hears notes what the body of another function has told.
func (f *frame) hears(fn *ssa.Function, q question, says any) {
	n := f.looksAt(fn)
	if n == nil {
		return
	}
	if o, ok := fn.Object().(*types.Func); !ok || f.a.prog.FuncValue(o) != fn {
		n.opens[unit(fn)] = true // nobody could ask it again
		return
	}
	f.a.note(fn).answers[fmt.Sprint(q)] = Answer{q, fmt.Sprint(says)}
}

// looksInto notes that what a body tells is about to be found out, by looking into others
// maybe; done is to be called afterwards. What comes back to itself depends on who asked first.
func (a *Analysis) looksInto(fn *ssa.Function) (done func()) {
	if i := slices.Index(a.looking, fn); i >= 0 && a.Mark {
		for _, fn := range a.looking[i:] {
			a.note(fn).circle = true
		}
	}
	a.looking = append(a.looking, fn)
	return func() { a.looking = a.looking[:len(a.looking)-1] }
}

// askAgain asks functions that have changed what they were asked before.
func (a *Analysis) askAgain() {
	if a.Elsewhere == nil {
		return
	}
	for _, fn := range a.fns {
		if fn.Parent() != nil || len(fn.Blocks) == 0 {
			continue
		}
		before := a.Elsewhere.Answers[unit(fn)]
		for _, key := range slices.Sorted(maps.Keys(before)) {
			q := before[key].question
			var says any
			switch q.kind {
			case whatItReturns:
				says = a.evaluate(fn, q.facts, q.depth)
			case whetherProof:
				says = a.bodySays(fn)
			case whatItWaits:
				says = a.waitsFor(fn)
			}
			a.note(fn).answers[key] = Answer{q, fmt.Sprint(says)}
		}
	}
}

// AnswersLike reports whether a function still answers what it answered before.
func (p *Profile) AnswersLike(before *Profile) bool {
	for key, was := range before.Answers {
		if is, ok := p.Answers[key]; !ok || is.says != was.says {
			return false
		}
	}
	return true
}
