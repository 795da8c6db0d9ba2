// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A response may have one of several statuses, and a walk is made for each. Most functions
// do no more with a status than to compare it with a constant: a walk under another status
// that answers all that was asked alike would go the same ways, and is not made.

// ask is a comparison of the status with a constant, or the question whether the function is
// called again because of it.
type ask struct {
	op      token.Token
	n       int64
	flipped bool // the constant stands on the left

	answer []fact // what the function has answered; nil if it is a comparison
}

func (w *walk) tells(q ask, status int64) fact {
	if q.answer == nil {
		return q.of(status)
	}
	return truth(w.calledAgain(q.answer, status))
}

func (q ask) of(status int64) fact {
	x, y := fact{number, status}, fact{number, q.n}
	if q.flipped {
		x, y = y, x
	}
	return compare(q.op, x, y)
}

// compare compares two values, and notes it if one is the status.
func (w *walk) compare(v *ssa.BinOp, x, y fact) fact {
	if w.status != 0 && x.kind == number && y.kind == number && (x.n == w.status || y.n == w.status) {
		_, left := v.X.(*ssa.Const)
		_, right := v.Y.(*ssa.Const)
		switch q := (ask{op: v.Op, n: y.n}); {
		case q.of(w.status).kind == number: // it is computed with
			w.opaque = true
		case right && !left:
			w.asked = append(w.asked, q)
		case left && !right:
			w.asked = append(w.asked, ask{op: v.Op, n: x.n, flipped: true})
		default:
			w.opaque = true
		}
	}
	return compare(v.Op, x, y)
}

// calledAgain reports whether the function is called again because of what it answers, if the
// status is another one.
func (w *walk) calledAgain(answer []fact, status int64) bool {
	for _, o := range w.again {
		fits := true
		for i, want := range o {
			if i < len(answer) && answer[i].kind != 0 {
				have := answer[i]
				if have.kind == response && have.n == w.status {
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

// gives notes that something is given to a function whose body is looked at.
func (w *walk) gives(facts []fact) {
	for _, fa := range facts {
		w.opaque = w.opaque || w.status != 0 && fa.n == w.status && (fa.kind == response || fa.kind == number)
	}
}

// alike reports whether a walk under another status would go the same ways.
func (w *walk) alike(status int64) bool {
	if w.opaque || w.cut {
		return false
	}
	for _, q := range w.asked {
		if w.tells(q, status) != w.tells(q, w.status) {
			return false
		}
	}
	return true
}

// statusOf returns the status that an outcome assumes, 0 if none.
func statusOf(o outcome) int64 {
	for _, fa := range o {
		if fa.kind == response {
			return fa.n
		}
	}
	return 0
}

// explored walks from a call under several outcomes, and returns the walk that stands for
// each; ok is false if one was too long.
func (f *frame) explored(from ssa.Instruction, outcomes []outcome, set func(*walk)) (walks []*walk, ok bool) {
	ok = true
	for _, o := range outcomes {
		var w *walk
		status := statusOf(o)
		for k, done := range walks {
			if status != 0 && done.status != 0 && len(o) == len(outcomes[k]) && done.alike(status) {
				w = done
			}
		}
		if w == nil {
			w = newWalk(f, from)
			set(w)
			w.status = status
			w.run(o)
			ok = ok && !w.cut
		}
		walks = append(walks, w)
	}
	return walks, ok
}

// walks is explored, and notes if a walk was too long.
func (f *frame) walks(from ssa.Instruction, outcomes []outcome, set func(*walk)) ([]*walk, bool) {
	walks, ok := f.explored(from, outcomes, set)
	if !ok {
		f.a.cut(f.fn)
	}
	return walks, ok
}
