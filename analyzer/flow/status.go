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

// ask is a comparison of the status with a constant.
type ask struct {
	op      token.Token
	n       int64
	flipped bool // the constant stands on the left
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
		if q.of(status) != q.of(w.status) {
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
