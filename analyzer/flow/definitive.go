// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// An error that says that the key does not fit or is used up proves that the
// attempt was not executed: to renew the key after it is right.
var nothingDone = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)idempot|mismatch|conflict|already.?(used|exists|processed|consumed)|(key|token).?(used|reused|exists|expired|invalid)|(invalid|used|expired|duplicate|duplicated|stale).?(key|token)|insufficient.?capacity|outof(host)?capacity|outof(resource)?stock|notenough|soldout|declin|authorization.?pending`)
})

// stemsOfProof are such that each text which matches has one of them: that is found out faster.
var stemsOfProof = []string{"idempot", "mismatch", "conflict", "already", "key", "token", "capacity", "stock", "notenough", "soldout", "declin", "pending"}

func provesNothingDone(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(stemsOfProof, func(s string) bool { return strings.Contains(lower, s) }) && nothingDone().MatchString(text)
}

// definitive looks for the proof in a condition: in the name of a predicate, in
// the type or sentinel of an error, in string constants that are compared.
func (f *frame) definitive(cond ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	next := func(vs ...ssa.Value) bool {
		for _, v := range vs {
			if v != nil && f.definitive(v, depth+1) {
				return true
			}
		}
		return false
	}
	switch c := cond.(type) {
	case *ssa.Const:
		s, ok := f.eval(c).text1()
		return ok && provesNothingDone(s)
	case *ssa.Global:
		return provesNothingDone(c.Name()) || provesNothingDone(f.a.textOfError(c))
	case *ssa.Call:
		return f.definitiveCall(c, next)
	case *ssa.BinOp:
		return next(c.X, c.Y)
	case *ssa.UnOp:
		return next(c.X)
	case *ssa.Phi:
		return next(c.Edges...)
	case *ssa.Extract:
		return next(c.Tuple)
	case *ssa.TypeAssert:
		return provesNothingDone(typeName(c.AssertedType))
	case *ssa.MakeInterface:
		return provesNothingDone(typeName(c.X.Type())) || next(c.X)
	case *ssa.ChangeInterface:
		return next(c.X)
	case *ssa.Alloc:
		if provesNothingDone(c.Type().String()) {
			return true
		}
		for _, e := range f.elements(f.eval(c), lastOf(c.Block())) {
			if s, ok := e.text1(); ok && provesNothingDone(s) {
				return true
			}
		}
	case *ssa.Slice:
		return next(c.X)
	}
	return false
}

// proofSide returns the side of a condition about an error on which nothing was executed,
// 0 where the condition holds and 1 where it does not; -1 if there is none.
func (f *frame) proofSide(cond ssa.Value) int {
	side, ok := f.proofs[cond]
	if !ok { // asked at each step of a walk
		side = f.findProofSide(cond)
		f.proofs[cond] = side
	}
	return side
}

func (f *frame) findProofSide(cond ssa.Value) int {
	if !aboutError(cond, 0) {
		return -1
	}
	return f.provingSide(cond)
}

// provingSide is the same of a condition about anything.
func (f *frame) provingSide(cond ssa.Value) int {
	side := 0
	for {
		switch c := cond.(type) {
		case *ssa.UnOp:
			if c.Op == token.NOT {
				cond, side = c.X, 1-side
				continue
			}
		case *ssa.BinOp:
			switch c.Op {
			case token.NEQ, token.LSS: // of an index, that there is none
				side = 1 - side
			case token.EQL, token.GTR, token.GEQ:
			default:
				return -1
			}
			if n, ok := c.Y.(*ssa.Const); ok && (c.Op == token.EQL || c.Op == token.NEQ) {
				if i, isInt := intConst(n); isInt && i == -1 {
					side = 1 - side // strings.Index
				}
			}
		case *ssa.Call:
			if fn := c.Call.StaticCallee(); fn != nil && f.answersOf(fn) == (sides{no: true}) {
				side = 1 - side
			}
		}
		break
	}
	if !f.definitive(cond, 0) {
		return -1
	}
	return side
}

// aboutError reports whether a condition asks about an error.
func aboutError(v ssa.Value, depth int) bool {
	if depth > 6 || v == nil {
		return false
	}
	if errorLike(v.Type()) && !isNilConst(v) {
		return true
	}
	if c, ok := v.(*ssa.Call); ok {
		for _, a := range operands(&c.Call) {
			if aboutError(a, depth+1) {
				return true
			}
		}
		return false
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	if _, phi := v.(*ssa.Phi); phi {
		return false
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && aboutError(*op, depth+1) {
			return true
		}
	}
	return false
}

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// textOfError is the text with which this package makes an error that it keeps in a variable.
func (a *Analysis) textOfError(g *ssa.Global) string {
	if g.Pkg != a.ssapkg || !errorLike(g.Type().Underlying().(*types.Pointer).Elem()) {
		return ""
	}
	init := a.ssapkg.Func("init")
	for _, b := range init.Blocks {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok || st.Addr != ssa.Value(g) {
				continue
			}
			if c, ok := st.Val.(*ssa.Call); ok {
				for _, arg := range c.Call.Args {
					if k, ok := arg.(*ssa.Const); ok {
						text, _ := constText(k)
						return text
					}
				}
			}
		}
	}
	return ""
}

func lastOf(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }

func (f *frame) definitiveCall(c *ssa.Call, next func(...ssa.Value) bool) bool {
	common := c.Common()
	if common.IsInvoke() {
		return provesNothingDone(common.Method.Name()) || next(common.Args...)
	}
	if fn := common.StaticCallee(); fn != nil && f.answersOf(fn) != (sides{}) {
		return true
	}
	return next(common.Args...)
}

func constText(c *ssa.Const) (string, bool) {
	v := constValue(c)
	return v.Name, v.Index == textConst
}
