// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A key into which the number of the attempt goes is another one for each attempt, though
// nothing makes it anew: order-17-0, order-17-1. The number is a variable of the loop that
// counts; what grows, as in key += "x", is the same.

// counts reports whether an SSA value moves on in each turn of its loop.
func counts(phi *ssa.Phi) bool {
	b, ok := phi.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsInteger|types.IsString) == 0 {
		return false
	}
	for _, e := range phi.Edges {
		if op, ok := e.(*ssa.BinOp); ok && (op.Op == token.ADD || op.Op == token.SUB) && (op.X == ssa.Value(phi) || op.Y == ssa.Value(phi)) {
			return true
		}
	}
	return false
}

// counted returns the count that is a part of a key of this function, and nil if there is none.
func (f *frame) counted(key *Value) *ssa.Phi {
	var found *ssa.Phi
	key.Walk(func(x *Value) bool {
		if x.Kind == Elem {
			return false // an item, and not its number
		}
		if x.Kind != Phi || x.Epoch != 0 {
			return found == nil
		}
		if phi, ok := x.At.(*ssa.Phi); ok && phi.Parent() == f.fn && counts(phi) {
			found = phi
		}
		return found == nil
	})
	return found
}

// countedPair is a retry under a key into which a count goes that moves on between the
// attempts. What is sent, and where, must not move with it: then it would be another request.
func (f *frame) countedPair(a, b *Send, self bool, retry func(avoid, turns map[ssa.Instruction]bool, via ssa.Instruction) *paths) *Pair {
	if !self || b.Deletes() || !b.Evidence {
		return nil
	}
	phi := f.counted(b.Key)
	if phi == nil {
		return f.countedOutside(a, b, retry)
	}
	moves := func(v *Value) bool {
		return v != nil && v.Has(func(x *Value) bool { return x.At == ssa.Instruction(phi) })
	}
	if slices.ContainsFunc(b.Payload, moves) || moves(b.Endpoint) || moves(b.Tenant) {
		return nil
	}
	q := retry(nil, nil, phi)
	if q == nil || f.otherPayload(a, b, newResolver(q)) {
		return nil
	}
	pos := f.wherePut(b.Key, phi)
	key := f.a.count(phi, countName(phi), pos)
	return &Pair{A: a, B: b, Key: key, Fresh: key, Self: self, Place: f.place(pos)}
}

// count is a count that is new in the key of each attempt.
func (a *Analysis) count(at ssa.Instruction, name string, pos token.Pos) *Value {
	return a.in.of(Value{Kind: Made, Class: Counter, At: at, Name: countPrefix + name, Pos: pos, Posn: a.posn(pos)})
}

// theAttempt names a count that has no name of its own.
const theAttempt = "the number of the attempt"

// countedOutside is the same where the count is a variable around a function that is
// called again: attempt++, in a literal that a retry helper calls.
func (f *frame) countedOutside(a, b *Send, retry func(avoid, turns map[ssa.Instruction]bool, via ssa.Instruction) *paths) *Pair {
	var count *Value
	b.Key.Walk(func(x *Value) bool {
		if f.a.handlers[f.fn] != nil && attemptNumber(x) {
			count = x // the framework counts
		}
		if x.Kind == Derive && (x.Name == "+" || x.Name == "-") && len(x.Args) == 2 && x.Args[1].Kind == Const && x.Args[0].Kind == Load {
			loc := x.Args[0].Args[0]
			if r := root(loc); r != nil && r.Kind == Free && f.read(loc, f.lastInstr()) == x {
				count = x
			}
		}
		return count == nil
	})
	if count == nil {
		return nil
	}
	q := retry(nil, nil, nil)
	if q == nil || !q.wraps || f.otherPayload(a, b, newResolver(q)) {
		return nil
	}
	pos := cmp.Or(f.textAt(map[*Value]bool{b.Key.Strip(): true}), b.Pos)
	key := f.a.count(q.to, theAttempt, pos)
	return &Pair{A: a, B: b, Key: key, Fresh: key, Self: true, Place: f.place(pos)}
}

// attemptNumber reports whether a value is what a framework calls the number of the attempt.
func attemptNumber(x *Value) bool {
	switch x.Kind {
	case Load:
		return x.Args[0].Kind == Field && x.Args[0].Name == "Attempt"
	case Result:
		return shortMethod(x.Name) == "GetRetryCount"
	}
	return false
}

// countedAgain is the same where a function is called again with a count that has moved on,
// and the key of the second attempt takes it in.
func (b *body) countedAgain(f *frame, at ssa.CallInstruction, p *Pair, second *Value) *Pair {
	for i, later := range b.again.ArgsB {
		if i >= len(b.args) || !movesOn(b.args[i], later) || !second.Contains(later) || !p.B.Evidence || p.B.Deletes() {
			continue
		}
		pos := at.Pos()
		if b.literal {
			pos = cmp.Or(p.made, p.B.Pos)
		}
		p.Fresh = f.a.count(at, theAttempt, pos)
		p.Key, p.Place = p.Fresh, f.place(pos)
		return p
	}
	return nil
}

// movesOn reports whether what a function is given in later calls is what it was given
// before and one more, as far as its caller's summary tells: first 0, then 0+1, and so on.
func movesOn(before, later *Value) bool {
	if before.Kind != Join || later.Kind != Derive || later.Name != "+" && later.Name != "-" || len(later.Args) != 2 || later.Args[1].Kind != Const {
		return false
	}
	// The two were brought out of the caller's loop one by one: they are alike, not the same.
	return slices.ContainsFunc(before.Args, func(v *Value) bool { return v.String() == later.String() })
}

// countPrefix marks the name of a count that goes into a key.
const countPrefix = "@count "

// Counts returns the name of the count that is all that is new in a key of each attempt.
func (v *Value) Counts() (name string, ok bool) { return strings.CutPrefix(v.Name, countPrefix) }

func countName(phi *ssa.Phi) string {
	if isString(phi.Type()) {
		return "what is appended in each turn"
	}
	if phi.Comment == "" || strings.HasPrefix(phi.Comment, "range") {
		return theAttempt
	}
	return phi.Comment
}

// wherePut is the place at which a count goes into a key: where the function makes the
// smallest text that is the key, or a part of it, and has the count in it.
func (f *frame) wherePut(key *Value, phi *ssa.Phi) token.Pos {
	parts := map[*Value]bool{}
	key.Walk(func(x *Value) bool {
		has := x.Has(func(y *Value) bool { return y.At == ssa.Instruction(phi) })
		if has && (x.Kind == Derive || x.Kind == Concat) {
			parts[x] = true
		}
		return has
	})
	if pos := f.textAt(parts); pos.IsValid() {
		return pos
	}
	for _, e := range phi.Edges {
		if op, ok := e.(*ssa.BinOp); ok && op.Pos().IsValid() {
			return op.Pos()
		}
	}
	return phi.Pos()
}

// textAt is the first place at which the function makes one of some texts.
func (f *frame) textAt(texts map[*Value]bool) token.Pos {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			v, ok := instr.(ssa.Value)
			if ok && v.Pos().IsValid() && isString(v.Type()) && texts[f.eval(v).Strip()] {
				return v.Pos()
			}
		}
	}
	return token.NoPos
}

// keyMadeAt is where a function makes a key of what it is given, if it does so.
func (f *frame) keyMadeAt(key *Value) token.Pos {
	s := key.Strip()
	if s.Kind != Derive && s.Kind != Concat || !s.Has(func(x *Value) bool { return x.Kind == Param }) {
		return token.NoPos
	}
	return f.textAt(map[*Value]bool{s: true})
}
