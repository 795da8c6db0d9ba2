// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"slices"
	"strconv"
	"time"

	"golang.org/x/tools/go/ssa"
)

// How long a retry lasts, as far as it can be read: the pauses that every way between
// two attempts takes, as often as the loop turns. What cannot be read counts as
// nothing, so that the result is less than the retry may last, never more. A helper
// lasts as long as its model or its caller's options say.

// lasts returns the time between the first and the last attempt, 0 if it is not known.
func (f *frame) lasts(q *paths) time.Duration {
	n := int64(1)
	if q.from == q.to {
		if n = f.turns(q) - 1; n < 1 {
			return 0
		}
	}
	if f.clocked(q) {
		return 0
	}
	pause := f.pauses(q, n)
	if pause <= 0 || pause >= maxLasts {
		return 0
	}
	return f.deadline(q.from, pause)
}

// clocked reports whether a time decides when the loop is left: how long it lasts at most is
// then not the sum of its pauses.
func (f *frame) clocked(q *paths) bool {
	for _, b := range f.fn.Blocks {
		if !q.enters(b) {
			continue
		}
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !f.aboutTime(branch.Cond) {
			continue
		}
		for _, s := range b.Succs {
			if s != q.to.Block() && !f.reaches(s, q.to.Block()) {
				return true
			}
		}
	}
	return false
}

// aboutTime reports whether a condition compares times.
func (f *frame) aboutTime(cond ssa.Value) bool {
	switch c := cond.(type) {
	case *ssa.BinOp:
		return typeName(c.X.Type()) == "time.Duration"
	case *ssa.UnOp:
		return f.aboutTime(c.X)
	case *ssa.Call:
		switch f.a.calleeName(&c.Call) {
		case "(time.Time).After", "(time.Time).Before", "(time.Time).Compare":
			return true
		}
	}
	return false
}

// deadline bounds a time by the deadlines of contexts that are set before an
// instruction, on every way to it; a deadline that cannot be read bounds it to nothing.
func (f *frame) deadline(at ssa.Instruction, d time.Duration) time.Duration {
	for _, b := range f.fn.Blocks {
		if b != at.Block() && !b.Dominates(at.Block()) || f.reaches(at.Block(), b) { // in a loop, each turn has its own
			continue
		}
		for i, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || b == at.Block() && i > f.index[at] {
				continue
			}
			switch f.a.calleeName(&c.Call) {
			case "context.WithTimeout":
				d = min(d, f.duration(c.Call.Args[1]))
			case "context.WithDeadline":
				d = 0
			}
		}
	}
	return d
}

// maxLasts is longer than any store remembers.
const maxLasts = 100 * 365 * 24 * time.Hour

// pauses is the sum of the pauses that no way between the attempts avoids, in so many turns.
func (f *frame) pauses(q *paths, turns int64) time.Duration {
	var sum time.Duration
	for _, p := range f.pausing() {
		b := p.instr.Block()
		on := b == q.from.Block() || q.enters(b)
		if on && q.remakes(p.instr) && (b == q.from.Block() || b == q.to.Block() || !q.avoids(b)) {
			if d := f.duration(p.time); d > 0 {
				if d >= maxLasts/time.Duration(turns) {
					return maxLasts
				}
				sum += d * time.Duration(turns)
			} else {
				sum += total(p.time, turns)
			}
		}
	}
	return sum
}

// pausePoint is an instruction that waits, and for how long.
type pausePoint struct {
	instr ssa.Instruction
	time  ssa.Value
}

// pausing returns where the function waits: most do nowhere.
func (f *frame) pausing() []pausePoint {
	if f.pausePoints == nil {
		f.pausePoints = []pausePoint{}
		for _, b := range f.fn.Blocks {
			for _, instr := range b.Instrs {
				if d := f.pause(instr); d != nil {
					f.pausePoints = append(f.pausePoints, pausePoint{instr, d})
				}
			}
		}
	}
	return f.pausePoints
}

// avoids reports whether there is a way between the attempts that does not enter b.
func (p *paths) avoids(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{p.from.Block()}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range x.Succs {
			if s == b || seen[s] || !p.takes(x, s) || p.f.firstTurn(x, s) {
				continue
			}
			if s == p.to.Block() {
				return true
			}
			seen[s] = true
			work = append(work, s)
		}
	}
	return false
}

// firstTurn reports whether a branch is taken in a loop's first turn alone, as the
// other side of if i > 0 is: between two attempts it never is.
func (f *frame) firstTurn(b, to *ssa.BasicBlock) bool {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	cmp, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	y, ok := cmp.Y.(*ssa.Const)
	if !ok {
		return false
	}
	n, isInt := intConst(y)
	phi, isPhi := cmp.X.(*ssa.Phi)
	if !isInt || !isPhi {
		return false
	}
	if start, ok := counterStart(phi, b, nil); !ok || start != n {
		return false
	}
	switch cmp.Op {
	case token.GTR, token.NEQ:
		return b.Succs[1] == to
	case token.EQL:
		return b.Succs[0] == to
	}
	return false
}

// pause is how long an instruction waits, nil if it does not: time.Sleep, the reception
// from time.After or a timer, also as the only case of a select that is no way out, or a
// call of a function of this package that does nothing else with its parameter.
func (f *frame) pause(instr ssa.Instruction) ssa.Value {
	switch instr := instr.(type) {
	case *ssa.Call:
		if f.a.calleeName(&instr.Call) == "time.Sleep" {
			return instr.Call.Args[0]
		}
		if fn := instr.Call.StaticCallee(); fn != nil && fn.Pkg == f.fn.Pkg && fn != f.fn && takesDuration(fn) && f.a.hasBody(fn) {
			i := f.a.waitsFor(fn)
			f.hears(fn, question{kind: whatItWaits}, i)
			if i >= 0 {
				return instr.Call.Args[i]
			}
		}
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return f.after(instr.X)
		}
	case *ssa.Select:
		for _, s := range instr.States {
			if d := f.after(s.Chan); d != nil && instr.Blocking {
				return d
			}
		}
	}
	return nil
}

// after is the duration of the time.After, or of the timer, that makes a channel.
func (f *frame) after(ch ssa.Value) ssa.Value {
	switch ch := ch.(type) {
	case *ssa.Call:
		if f.a.calleeName(&ch.Call) == "time.After" {
			return ch.Call.Args[0]
		}
	case *ssa.UnOp:
		at, ok := ch.X.(*ssa.FieldAddr)
		if !ok || ch.Op != token.MUL {
			return nil
		}
		if c, ok := at.X.(*ssa.Call); ok && f.a.calleeName(&c.Call) == "time.NewTimer" {
			return c.Call.Args[0]
		}
	}
	return nil
}

func takesDuration(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if typeName(p.Type()) == "time.Duration" {
			return true
		}
	}
	return false
}

// waitsFor returns the parameter for which a function waits on every way through it, -1 if
// there is none.
func (a *Analysis) waitsFor(fn *ssa.Function) int {
	defer a.looksInto(fn)()
	if i, ok := a.waits[fn]; ok {
		return i
	}
	a.waits[fn] = -1 // for one that calls itself
	for _, p := range a.frame(fn).pausing() {
		param, ok := p.time.(*ssa.Parameter)
		if !ok {
			continue
		}
		for _, r := range returns(fn) {
			ok = ok && p.instr.Block().Dominates(r.Block())
		}
		if ok {
			a.waits[fn] = slices.Index(fn.Params, param)
		}
	}
	return a.waits[fn]
}

func (f *frame) duration(v ssa.Value) time.Duration { return constDuration(f.eval(v)) }

// constDuration reads a constant duration, 0 if it is none.
func constDuration(v *Value) time.Duration {
	s := v.Strip()
	if s == nil || s.Kind != Const || s.Index != 2 {
		return 0
	}
	n, err := strconv.ParseInt(s.Name, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return time.Duration(n)
}

// turns returns how often a loop's body is executed at the most, 0 if that cannot be
// read: a counter that starts at a constant, goes up by one, and is compared with a constant.
func (f *frame) turns(q *paths) int64 {
	for _, b := range f.fn.Blocks {
		if !q.enters(b) || len(b.Instrs) == 0 {
			continue
		}
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := branch.Cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.LSS && cmp.Op != token.LEQ && cmp.Op != token.NEQ {
			continue
		}
		most, ok := cmp.Y.(*ssa.Const)
		if !ok {
			continue
		}
		n, ok := intConst(most)
		if !ok {
			continue
		}
		start, ok := counterStart(cmp.X, b, q.from.Block())
		if !ok {
			continue
		}
		if n -= start; cmp.Op == token.LEQ {
			n++
		}
		if n > 0 && n < 1<<20 {
			return n
		}
	}
	return 0
}

// counterStart returns what a counter is before the body is executed for the first
// time: it is a phi of a constant and itself plus one, or that phi plus one, compared
// in block test. If the phi stands there too, and the body does not, the loop is
// entered by the test, and the phi has gone up by one already.
func counterStart(v ssa.Value, test, body *ssa.BasicBlock) (int64, bool) {
	phi, ok := v.(*ssa.Phi)
	plus := int64(0)
	if add, isAdd := v.(*ssa.BinOp); !ok && isAdd && add.Op == token.ADD && isOne(add.Y) {
		if phi, ok = add.X.(*ssa.Phi); ok && phi.Block() == test && body != test {
			plus = 1
		}
	}
	if !ok {
		return 0, false
	}
	start, found := int64(0), false
	for _, e := range phi.Edges {
		switch e := e.(type) {
		case *ssa.Const:
			n, ok := intConst(e)
			if !ok || found && n != start {
				return 0, false
			}
			start, found = n, true
		case *ssa.BinOp:
			if e.Op != token.ADD || e.X != ssa.Value(phi) || !isOne(e.Y) {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return start + plus, found
}

func isOne(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	n, ok := intConst(c)
	return ok && n == 1
}

// helperLasts is how long a modelled retry helper goes on: as an option says, or as
// its documentation does if no option can.
func (f *frame) helperLasts(c *call) time.Duration {
	r := c.retry
	if r.LongestPart != "" && len(c.args) > 0 {
		given := f.fromOptions(r.LongestPart, c.args[len(c.args)-1], c.instr)
		if !given.IsZero() {
			return f.deadline(c.instr, constDuration(given))
		}
	}
	return f.deadline(c.instr, r.Duration)
}

// modelRetry is a call of a retry helper whose loop is out of sight.
func (f *frame) modelRetry(s *site, c *call) {
	if c.retry.IfPath != nil {
		policies := f.filled(f.modelPath(c, c.retry.IfPath), c.instr, 0)
		if !policies.Has(func(x *Value) bool { _, m := f.a.makerOf(x); return m != nil && m.Retries }) {
			return
		}
	}
	i := c.retry.FnPath.Arg
	if c.isInvoke || c.instr.Common().Signature().Recv() != nil {
		i++
	}
	if i < len(c.args) {
		f.repeats(s, c, i, c.retry.Again == "done")
	}
}
