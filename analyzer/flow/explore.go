// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"encoding/binary"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Does the program reach B because A failed? The function is walked from A on
// under an assumption about A's outcome: it failed, it succeeded. What the
// assumption tells about conditions decides which way the walk goes; where it
// tells nothing the walk goes both ways. If B is reached under failure and not
// under success, B retries A.

// fact is what is known of a value under the assumption.
type fact struct {
	kind factKind
	n    int64 // number: the value; response: the status code
}

type factKind uint8

const (
	isNil factKind = iota + 1
	notNil
	isTrue
	isFalse
	number
	response // an HTTP response (or what stands for one) with this status
	posted   // the method of an HTTP request, taken for POST
)

// outcome is an assumption: what is known of each result.
type outcome map[int]fact

// walk is one exploration, from a call on or from where the function begins. It ends at the
// call, if there is one.
type walk struct {
	trail
	// failed: the call from which it goes has failed, and ways on which that proves to have
	// executed nothing lead to no other attempt at it.
	failed bool
	proved bool // there was such a way
	// partial is the type of which a value says that a part has failed, "" if there is none.
	partial string
	// handler: the function is called again by a framework, which tells it so.
	handler bool

	outcome outcome // that is assumed of from
	status  int64   // that is assumed of the response, 0 if none is
	asked   []ask   // what was asked about it
	opaque  bool    // something else was done with it

	buf    []byte   // for keys of states
	room   []room   // for states
	phis   []fact   // for those of a block
	next   []*state // for what step returns
	cut    bool
	calls  int // that were met
	depth  int
	most   int               // states, at most
	narrow map[string]*trail // what narrowed has found
}

// room is what a state takes. Walks make many of them, some at a time.
type room struct {
	state
	pred, succ [1]*state
}

func (w *walk) newState() *state {
	if len(w.room) == 0 {
		w.room = make([]room, 8)
	}
	r := &w.room[0]
	w.room = w.room[1:]
	r.preds, r.succs = r.pred[:0], r.succ[:0]
	return &r.state
}

// Bounds on the states of a walk, and of one through a function that is only
// evaluated for its results.
const (
	maxStates       = 3000
	maxInsideStates = 150
)

// maxEffort bounds the instructions over which the walks of one function go, with the states and
// calls where one is used again: that may be for each two calls, and each may go over all of it.
// A function of ordinary size needs some thousand; a few hundred sends in a row would take minutes.
const maxEffort = 4_000_000

func newWalk(f *frame, from ssa.Instruction) *walk {
	return &walk{trail: trail{f: f, from: from}, most: maxStates}
}

// run explores from the call, under its outcome if one is assumed, and else to the call.
func (w *walk) run() {
	e := w.env()
	if w.outcome == nil {
		if w.handler {
			e.set(anotherAttempt{}, fact{kind: isTrue})
		}
		w.explore(&state{b: w.f.fn.Blocks[0], env: e})
		return
	}
	if v, ok := w.from.(ssa.Value); ok {
		if _, tuple := v.Type().(*types.Tuple); tuple {
			for i, fa := range w.outcome {
				e.set(tupleKey{v, i}, fa)
			}
		} else if fa, ok := w.outcome[0]; ok {
			e.set(v, fa)
		}
	}
	w.explore(&state{b: w.from.Block(), start: w.f.index[w.from] + 1, env: e})
}

// env is one in which nothing is known.
func (w *walk) env() *env { return &env{a: w.f.a} }

func (w *walk) explore(first *state) {
	states := w.f.states // by what tells them apart
	if w.f.states = nil; states == nil {
		states = map[string]*state{}
	}
	defer func() {
		if len(states) < 100 { // a map does not shrink
			clear(states)
			w.f.states = states
		}
	}()
	states[string(w.key(first))] = first
	work := []*state{first}
	for len(work) > 0 {
		if w.f.tired() {
			w.cut = true
			return
		}
		s := work[len(work)-1]
		work = work[:len(work)-1]
		s.n = len(w.order)
		w.order = append(w.order, s)
		next := w.step(s)
		s.env = nil
		for _, n := range next {
			key := w.key(n)
			if old, ok := states[string(key)]; ok {
				old.preds, s.succs = append(old.preds, s), append(s.succs, old)
				continue
			}
			if len(states) >= w.most || !w.f.spend(1+len(n.env.known)/4) {
				w.cut = true
				return
			}
			n.preds, s.succs = append(n.preds, s), append(s.succs, n)
			states[string(key)] = n
			work = append(work, n)
		}
	}
}

// tired reports whether the walks of a function have gone over more than they may.
func (f *frame) tired() bool { return f.effort > maxEffort }

// key tells states apart; it is valid until the next call.
func (w *walk) key(s *state) []byte {
	b := w.buf[:0]
	b = binary.AppendUvarint(b, uint64(s.b.Index))
	b = binary.AppendUvarint(b, uint64(s.start))
	flags := byte(0)
	if s.partly {
		flags = 1
	}
	w.buf = s.env.appendTo(append(b, flags))
	return w.buf
}

// step runs one block and returns the states after it, which are valid until the next call.
func (w *walk) step(s *state) []*state {
	e := s.env
	w.f.effort += len(s.b.Instrs) - s.start
	for i := s.start; i < len(s.b.Instrs); i++ {
		instr := s.b.Instrs[i]
		if w.partial != "" && makes(instr, w.partial) {
			s.partly = true
		}
		switch instr := instr.(type) {
		case *ssa.Phi:
			continue // done on the edge
		case *ssa.Return:
			s.facts = make([]fact, len(instr.Results))
			for i, r := range instr.Results {
				s.facts[i] = w.value(r, e)
			}
			w.returns = append(w.returns, returned{s, true})
			return nil
		case *ssa.Panic:
			return nil
		case *ssa.If:
			c := w.value(instr.Cond, e)
			proof := -1
			if w.failed {
				proof = w.f.proofSide(instr.Cond)
				w.proved = w.proved || proof >= 0
			}
			yes, no := c.kind != isFalse && proof != 0, c.kind != isTrue && proof != 1
			other := e
			if yes && no {
				other = e.clone()
			}
			next := w.next[:0]
			if yes {
				w.refine(instr.Cond, true, e)
				next = append(next, w.enter(s, 0, e))
			}
			if no {
				w.refine(instr.Cond, false, other)
				next = append(next, w.enter(s, 1, other))
			}
			w.next = next
			return next
		case *ssa.Jump:
			w.next = append(w.next[:0], w.enter(s, 0, e))
			return w.next
		}
		if _, ok := instr.(ssa.CallInstruction); ok {
			s.hits = append(s.hits, instr)
			w.calls++
		}
		if instr == w.from {
			return nil // the next attempt has an outcome of its own
		}
		w.transfer(instr, e)
	}
	return nil
}

// refine notes a decision, so that a later look at the same value decides alike.
func (w *walk) refine(cond ssa.Value, is bool, e *env) {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return
	}
	x := b.X
	if c, ok := b.Y.(*ssa.Const); !ok || !c.IsNil() {
		return
	}
	if _, known := e.of(x); known {
		return
	}
	if load, ok := x.(*ssa.UnOp); ok && load.Op == token.MUL || !testedAgain(x) {
		return
	}
	if (b.Op == token.EQL) == is {
		e.set(x, fact{kind: isNil})
	} else {
		e.set(x, fact{kind: notNil})
	}
}

// testedAgain reports whether a value is compared more than once: only then is it
// worth a state of its own how the first comparison came out.
func testedAgain(x ssa.Value) bool {
	refs := x.Referrers()
	if refs == nil {
		return false
	}
	n := 0
	for _, r := range *refs {
		switch r.(type) {
		case *ssa.BinOp, *ssa.Phi, *ssa.Return, *ssa.MakeInterface, *ssa.ChangeInterface:
			n++
		}
	}
	return n > 1
}

// enter goes along an edge, and takes what is known along: phis of the next block take their
// values, all at once.
func (w *walk) enter(s *state, succ int, e *env) *state {
	b := s.b.Succs[succ]
	pred := predIndex(s.b, b, succ)
	w.phis = w.phis[:0]
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		w.phis = append(w.phis, w.value(phi.Edges[pred], e))
	}
	for i, fa := range w.phis {
		e.note(b.Instrs[i], fa)
	}
	kept := e.known[:0]
	for _, x := range e.known {
		// States that differ in what nobody looks at are one state; and what is computed anew
		// in this block is no longer known.
		n := &w.f.a.numbered[x.id]
		if n.value == nil || n.block != b && w.f.usedFrom(x.id, b) {
			kept = append(kept, x)
		}
	}
	e.known = kept
	n := w.newState()
	n.b, n.env, n.partly = b, e, s.partly
	return n
}

// usedFrom reports whether a value, of which the number is given, is looked at in a block or
// on some way from it.
func (f *frame) usedFrom(id int, b *ssa.BasicBlock) bool {
	k := liveKey(id)<<32 | liveKey(b.Index)
	if used, ok := f.live[k]; ok {
		return used
	}
	used := false
	if refs := f.a.numbered[id].value.Referrers(); refs == nil {
		used = true
	} else {
		for _, r := range *refs {
			if rb := r.Block(); rb == b || rb != nil && f.reaches(b, rb) {
				used = true
				break
			}
		}
	}
	f.live[k] = used
	return used
}

// liveKey is the number of a value, and the index of a block.
type liveKey uint64

// reaches reports whether there is a way from one block to another.
func (f *frame) reaches(from, to *ssa.BasicBlock) bool {
	set := f.reach[from]
	if set == nil {
		set = map[*ssa.BasicBlock]bool{}
		work := []*ssa.BasicBlock{from}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, s := range b.Succs {
				if !set[s] {
					set[s] = true
					work = append(work, s)
				}
			}
		}
		f.reach[from] = set
	}
	return set[to]
}

func predIndex(from, to *ssa.BasicBlock, succ int) int {
	// A block may jump to another twice (if c {} else {}): count the edges before this one.
	nth := 0
	for i := 0; i < succ; i++ {
		if from.Succs[i] == to {
			nth++
		}
	}
	for i, p := range to.Preds {
		if p == from {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	return 0
}

// anotherAttempt is known when a handler is called for the second time.
type anotherAttempt struct{}

// attempt is the number of a handler's second attempt, where a value is that number: a
// field Attempt counts from one, and a count of retries from zero.
func (w *walk) attempt(v ssa.Value, e *env) fact {
	if fa, _ := e.of(anotherAttempt{}); fa.kind != isTrue || !isInteger(v.Type()) {
		return fact{}
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			if fv := fieldVar(fa.X.Type(), fa.Field); fv != nil && fv.Name() == "Attempt" {
				return fact{kind: number, n: 2}
			}
		}
	case *ssa.Field:
		if fv := fieldVar(v.X.Type(), v.Field); fv != nil && fv.Name() == "Attempt" {
			return fact{kind: number, n: 2}
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 && shortMethod(w.f.a.calleeName(&c.Call)) == "GetRetryCount" {
			return fact{kind: number, n: 1}
		}
	}
	return fact{}
}

// makes reports whether an instruction fills in a value of a type.
func makes(instr ssa.Instruction, t string) bool {
	at, ok := instr.(*ssa.FieldAddr)
	return ok && strings.HasSuffix(typeName(at.X.Type()), "/"+t)
}

func compatible(have, want fact) bool {
	switch {
	case have.kind == response && want.kind == response:
		return have.n == want.n // of the status, success must not pass for failure
	case have.kind == response:
		return want.kind == notNil
	case want.kind == response:
		return have.kind == notNil
	}
	return have == want
}

// value is what is known of an SSA value.
func (w *walk) value(v ssa.Value, e *env) fact {
	if fa, ok := e.of(v); ok {
		return fa
	}
	switch v := v.(type) {
	case *ssa.Const:
		switch {
		case v.IsNil():
			return fact{kind: isNil}
		case v.Value != nil && v.Value.Kind() == constant.Bool:
			if constant.BoolVal(v.Value) {
				return fact{kind: isTrue}
			}
			return fact{kind: isFalse}
		}
		if n, ok := intConst(v); ok {
			return fact{kind: number, n: n}
		}
	case *ssa.MakeInterface:
		fa := w.value(v.X, e)
		if fa.kind == isNil || fa.kind == 0 {
			if _, isPtr := v.X.Type().Underlying().(*types.Pointer); !isPtr {
				return fact{kind: notNil}
			}
		}
		return fa
	case *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Function, *ssa.FieldAddr, *ssa.IndexAddr:
		return fact{kind: notNil}
	case *ssa.BinOp:
		return w.comparesMethod(v, e) // made before the walk began
	case *ssa.Call:
		if isBool(v.Type()) && w.asksMethod(v.Call.Args, e) {
			return w.call(v, e)
		}
	case *ssa.Parameter, *ssa.FreeVar:
		if w.isMethod(v) {
			return fact{kind: posted}
		}
	case *ssa.UnOp:
		if w.isMethod(v) {
			return fact{kind: posted}
		}
		if v.Op == token.MUL {
			if g, ok := v.X.(*ssa.Global); ok && isError(v.Type()) && g.Pkg != nil {
				return w.f.a.sentinel(g)
			}
		}
	}
	return fact{}
}

// A final error is one after which nobody tries again: an error that is not nil, of
// another number than those that are not known to be final.
const finalError = 1

// sentinel is what is known of an error in a package's variable.
func (a *Analysis) sentinel(g *ssa.Global) fact {
	fa := fact{kind: notNil}
	if a.models.Final(g.Pkg.Pkg.Path(), g.Name()) {
		fa.n = finalError
	}
	return fa
}

// transfer notes what an instruction makes known.
func (w *walk) transfer(instr ssa.Instruction, e *env) {
	switch instr := instr.(type) {
	case *ssa.Store:
		e.note(w.f.eval(instr.Addr).Strip(), w.value(instr.Val, e))
		return
	}
	// What was known of the value was forgotten when its block was entered.
	v, ok := instr.(ssa.Value)
	if !ok {
		return
	}
	if fa := w.compute(v, e); fa.kind != 0 {
		e.set(v, fa)
	}
}

func (w *walk) compute(v ssa.Value, e *env) fact {
	if w.handler {
		if fa := w.attempt(v, e); fa.kind != 0 {
			return fa
		}
	}
	switch v := v.(type) {
	case *ssa.Extract:
		if fa, ok := e.of(tupleKey{v.Tuple, v.Index}); ok {
			return fa
		}
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			return negate(w.value(v.X, e))
		case token.MUL:
			if fa, ok := e.of(w.f.eval(v.X).Strip()); ok {
				return fa
			}
			if fa := w.value(v, nil); fa.kind != 0 {
				return fa
			}
			if fa, ok := v.X.(*ssa.FieldAddr); ok {
				return w.statusField(fa, e)
			}
		}
	case *ssa.Field:
		if fv := fieldVar(v.X.Type(), v.Field); fv != nil && fv.Name() == "StatusCode" {
			if r := w.value(v.X, e); r.kind == response {
				return fact{kind: number, n: r.n}
			}
		}
	case *ssa.BinOp:
		if fa := w.comparesMethod(v, e); fa.kind != 0 {
			return fa
		}
		return w.compare(v, w.value(v.X, e), w.value(v.Y, e))
	case *ssa.ChangeType:
		return w.value(v.X, e)
	case *ssa.Convert:
		return w.value(v.X, e)
	case *ssa.ChangeInterface:
		return w.value(v.X, e)
	case *ssa.MakeInterface:
		return w.value(v, e)
	case *ssa.TypeAssert:
		x := w.value(v.X, e)
		if v.CommaOk {
			if x.kind == isNil {
				e.set(tupleKey{v, 1}, fact{kind: isFalse})
			}
			return fact{}
		}
		return x
	case *ssa.Call:
		return w.call(v, e)
	}
	return fact{}
}

// statusField reads resp.StatusCode (or Code, Status) of a response whose status is assumed.
func (w *walk) statusField(fa *ssa.FieldAddr, e *env) fact {
	r := w.value(fa.X, e)
	if r.kind != response {
		if load, ok := fa.X.(*ssa.UnOp); ok && load.Op == token.MUL {
			r, _ = e.of(w.f.eval(load.X).Strip())
		}
	}
	fv := fieldVar(fa.X.Type(), fa.Field)
	if r.kind == response && fv != nil && (fv.Name() == "StatusCode" || fv.Name() == "Code" || fv.Name() == "Status") && isInteger(fv.Type()) {
		return fact{kind: number, n: r.n}
	}
	return fact{}
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func negate(f fact) fact {
	switch f.kind {
	case isTrue:
		return fact{kind: isFalse}
	case isFalse:
		return fact{kind: isTrue}
	}
	return fact{}
}

func truth(b bool) fact {
	if b {
		return fact{kind: isTrue}
	}
	return fact{kind: isFalse}
}

func compare(op token.Token, x, y fact) fact {
	nilness := func(f fact) factKind {
		if f.kind == response {
			return notNil
		}
		return f.kind
	}
	switch {
	case x.kind == number && y.kind == number:
		switch op {
		case token.EQL:
			return truth(x.n == y.n)
		case token.NEQ:
			return truth(x.n != y.n)
		case token.LSS:
			return truth(x.n < y.n)
		case token.LEQ:
			return truth(x.n <= y.n)
		case token.GTR:
			return truth(x.n > y.n)
		case token.GEQ:
			return truth(x.n >= y.n)
		case token.QUO:
			if y.n != 0 {
				return fact{kind: number, n: x.n / y.n}
			}
		case token.REM:
			if y.n != 0 {
				return fact{kind: number, n: x.n % y.n}
			}
		case token.SUB:
			return fact{kind: number, n: x.n - y.n}
		}
	case nilness(x) == isNil && nilness(y) == isNil:
		if op == token.EQL || op == token.NEQ {
			return truth(op == token.EQL)
		}
	case nilness(x) == isNil && nilness(y) == notNil, nilness(x) == notNil && nilness(y) == isNil:
		if op == token.EQL || op == token.NEQ {
			return truth(op == token.NEQ)
		}
	case x.kind == isTrue || x.kind == isFalse:
		if y.kind == isTrue || y.kind == isFalse {
			switch op {
			case token.EQL:
				return truth(x.kind == y.kind)
			case token.NEQ:
				return truth(x.kind != y.kind)
			}
		}
	}
	return fact{}
}

func isError(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() == nil && n.Obj().Name() == "error"
}
