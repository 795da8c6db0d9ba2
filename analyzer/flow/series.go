// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"time"

	"golang.org/x/tools/go/ssa"
)

// Pauses grow: wait *= 2, (i+1)*time.Minute, time.Second<<i. How long the pause of each
// turn is can be counted where all that goes into it is a constant, or a variable of the
// loop that begins with one.

// series tells the values of a function's integers in each turn of a loop. Where a variable
// is one of several, the least counts: a pause that is capped is one of two.
type series struct {
	memo  map[seriesKey]int64
	depth int
}

type seriesKey struct {
	v    ssa.Value
	turn int64
}

// maxSeries bounds the turns that are counted one by one.
const maxSeries = 1000

// at is the value in a turn, counted from 0, and whether it is known.
func (s *series) at(v ssa.Value, turn int64) (int64, bool) {
	k := seriesKey{v, turn}
	if n, ok := s.memo[k]; ok {
		return n, true
	}
	if s.depth > 60 {
		return 0, false
	}
	s.depth++
	n, ok := s.compute(v, turn)
	s.depth--
	if ok {
		s.memo[k] = n
	}
	return n, ok
}

func (s *series) compute(v ssa.Value, turn int64) (int64, bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return intConst(v)
	case *ssa.Convert:
		if isInteger(v.X.Type()) {
			return s.at(v.X, turn)
		}
	case *ssa.ChangeType:
		return s.at(v.X, turn)
	case *ssa.BinOp:
		x, ok := s.at(v.X, turn)
		y, too := s.at(v.Y, turn)
		if ok && too {
			return arithmetic(v.Op, x, y)
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "min" {
			return s.least(v.Call.Args, turn)
		}
	case *ssa.Phi:
		return s.phi(v, turn)
	}
	return 0, false
}

// phi is the value of a variable: of a loop's own, what it begins with in the first turn,
// and else what the turn before has made of it.
func (s *series) phi(v *ssa.Phi, turn int64) (int64, bool) {
	var enter, again []ssa.Value
	for i, e := range v.Edges {
		if v.Block().Dominates(v.Block().Preds[i]) {
			again = append(again, e)
		} else {
			enter = append(enter, e)
		}
	}
	switch {
	case len(again) == 0 || turn == 0:
		return s.least(enter, turn)
	}
	for t := int64(0); t < turn-1; t++ { // from below, so that nothing goes deep
		if _, ok := s.at(v, t); !ok {
			return 0, false
		}
	}
	return s.least(again, turn-1)
}

func (s *series) least(vs []ssa.Value, turn int64) (int64, bool) {
	least, known := int64(0), false
	for _, v := range vs {
		n, ok := s.at(v, turn)
		if !ok {
			return 0, false
		}
		if !known || n < least {
			least, known = n, true
		}
	}
	return least, known
}

func arithmetic(op token.Token, x, y int64) (int64, bool) {
	switch op {
	case token.ADD:
		return x + y, true
	case token.SUB:
		return x - y, true
	case token.MUL:
		if x != 0 && (x*y)/x != y {
			return 0, false
		}
		return x * y, true
	case token.QUO:
		if y != 0 {
			return x / y, true
		}
	case token.SHL:
		if y >= 0 && y < 62 && (x<<y)>>y == x {
			return x << y, true
		}
	}
	return 0, false
}

// total is the sum of the pauses of a value over some turns, less than the truth where the
// value is not known in some of them.
func total(v ssa.Value, turns int64) time.Duration {
	s := &series{memo: map[seriesKey]int64{}}
	var sum time.Duration
	for t := range min(turns, maxSeries) {
		n, ok := s.at(v, t)
		if !ok {
			return sum
		}
		if n > 0 {
			sum += time.Duration(n)
		}
		if sum > maxLasts {
			return maxLasts
		}
	}
	return sum
}
