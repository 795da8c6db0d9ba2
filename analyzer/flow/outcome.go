// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/model"
)

// polarities returns the outcomes of a function that was handed over and answers
// with a flag beside its error: which value of the flag asks for another call is
// known only from what the helper does.
func (a *Analysis) polarities(sig *types.Signature) (success, failure []outcome) {
	if !flagged(sig) {
		return a.outcomes(sig)
	}
	answer := func(flag, err factKind) outcome { return outcome{0: {kind: flag}, 1: {kind: err}} }
	success = []outcome{answer(isTrue, isNil), answer(isFalse, isNil)}
	return success, append(success[:2:2], answer(isTrue, notNil), answer(isFalse, notNil))
}

// flagged reports whether a function answers with a flag and an error.
func flagged(sig *types.Signature) bool {
	res := sig.Results()
	return res.Len() == 2 && isBool(res.At(0).Type()) && errorLike(res.At(1).Type())
}

// outcomesOf returns the outcomes of a call.
func (f *frame) outcomesOf(from ssa.CallInstruction) (success, failure []outcome) {
	c := f.callOf(from)
	if c.isDynamic && len(c.bodies) == 0 {
		return f.a.polarities(from.Common().Signature())
	}
	success, failure = f.a.outcomes(from.Common().Signature())
	if at := statusResult(from); at >= 0 && len(success) == 1 {
		ok, refused := maps.Clone(success[0]), maps.Clone(success[0])
		ok[at], refused[at] = fact{kind: number, n: 200}, fact{kind: number, n: 503}
		return []outcome{ok}, append(failure[:len(failure):len(failure)], refused)
	}
	if len(success) == 0 && c.sends != nil && tellsLater(c.resultType(0)) {
		return []outcome{{0: {kind: response, n: 200}}}, []outcome{{0: {kind: response, n: 503}}}
	}
	return success, failure
}

// statusResult returns which result of a call is the number of an HTTP status, told by what
// it is compared with; -1 if none is.
func statusResult(from ssa.CallInstruction) int {
	call, ok := from.(*ssa.Call)
	if !ok || call.Referrers() == nil || !fails(call.Call.Signature()) {
		return -1
	}
	for _, r := range *call.Referrers() {
		x, ok := r.(*ssa.Extract)
		if !ok || !isInteger(x.Type()) || x.Referrers() == nil {
			continue
		}
		for _, u := range *x.Referrers() {
			cmp, ok := u.(*ssa.BinOp)
			if !ok {
				continue
			}
			if c, ok := cmp.Y.(*ssa.Const); ok {
				if n, ok := intConst(c); ok && n >= 300 && n < 600 {
					return x.Index
				}
			}
		}
	}
	return -1
}

// readsAnswer decides what a call says that reads an answer which is assumed to be a
// success, as resp.Body.Close() and json.NewDecoder(resp.Body).Decode(&v) do: it succeeds
// as well. What fails after a success is another failure than the one that is asked about.
func (w *walk) readsAnswer(v *ssa.Call, args []ssa.Value, e *env) (fact, bool) {
	if !answersError(v) {
		return fact{}, false
	}
	reads := false
	for _, a := range args {
		reads = reads || w.ofAnswer(a, e, 0)
	}
	if !reads {
		return fact{}, false
	}
	return noteError(v, fact{kind: isNil}, e), true
}

// answersError reports whether the last result of a call is an error.
func answersError(v *ssa.Call) bool {
	res := v.Call.Signature().Results()
	return res.Len() > 0 && isError(res.At(res.Len()-1).Type())
}

// noteError notes what is known of that error: it is the call's value, or a part of it.
func noteError(v *ssa.Call, fa fact, e *env) fact {
	last := v.Call.Signature().Results().Len() - 1
	if last == 0 {
		return fa
	}
	e.set(tupleKey{v, last}, fa)
	return fact{}
}

// ofAnswer reports whether a value is a part of the body of a response that is assumed to be
// a success, or made of it.
func (w *walk) ofAnswer(v ssa.Value, e *env, depth int) bool {
	if depth > 8 {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return w.ofAnswer(v.X, e, depth+1)
	case *ssa.MakeInterface:
		return w.ofAnswer(v.X, e, depth+1)
	case *ssa.ChangeInterface:
		return w.ofAnswer(v.X, e, depth+1)
	case *ssa.Extract:
		return w.ofAnswer(v.Tuple, e, depth+1)
	case *ssa.Call:
		for _, a := range operands(&v.Call) {
			if w.ofAnswer(a, e, depth+1) {
				return true
			}
		}
	case *ssa.FieldAddr:
		fv := fieldVar(v.X.Type(), v.Field)
		fa := w.value(v.X, e)
		return fv != nil && fv.Name() == "Body" && fa.kind == response && fa.n < 400
	}
	return false
}

// laters are the methods of what a send returns that tell how it went.
var laters = []string{"FirstErr", "First", "Err", "Get", "Result"}

// tellsLater reports whether a send that returns a t, and no error, is asked for it there.
func tellsLater(t types.Type) bool {
	for _, name := range laters {
		if t == nil {
			break
		}
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if m, ok := obj.(*types.Func); ok && fails(m.Signature()) {
			return true
		}
	}
	return false
}

// toldLater is what such a method answers, given what is known of the results.
func (w *walk) toldLater(v *ssa.Call, name string, recv fact, e *env) fact {
	if recv.kind != response || !slices.Contains(laters, name) || !answersError(v) {
		return fact{}
	}
	fa := fact{kind: isNil}
	if recv.n >= 400 {
		fa.kind = notNil
	}
	return noteError(v, fa, e)
}

// outcomes returns what is known of a function's results if it has succeeded, and if it has
// failed: of those that tell, an error, a response, or else a flag at the end. Nobody changes them.
func (a *Analysis) outcomes(sig *types.Signature) (success, failure []outcome) {
	o, ok := a.bySignature[sig]
	if !ok {
		o.success, o.failure = newOutcomes(sig)
		a.bySignature[sig] = o
	}
	return o.success, o.failure
}

type bothOutcomes struct{ success, failure []outcome }

// tellingResults are the results of a function that tell failure from success, -1 if there is none.
func tellingResults(sig *types.Signature) (errAt, respAt, boolAt int) {
	res := sig.Results()
	errAt, respAt, boolAt = -1, -1, -1
	for i := range res.Len() {
		t := res.At(i).Type()
		switch {
		case errorLike(t):
			errAt = i
		case responseLike(t):
			respAt = i
		case isBool(t):
			boolAt = i
		}
	}
	if errAt >= 0 || respAt >= 0 || boolAt != res.Len()-1 {
		boolAt = -1
	}
	return errAt, respAt, boolAt
}

func newOutcomes(sig *types.Signature) (success, failure []outcome) {
	errAt, respAt, boolAt := tellingResults(sig)
	with := func(err factKind, status int64) outcome {
		o := outcome{}
		if errAt >= 0 {
			o[errAt] = fact{kind: err}
		}
		if respAt >= 0 {
			if status == 0 {
				o[respAt] = fact{kind: isNil}
			} else {
				o[respAt] = fact{kind: response, n: status}
			}
		}
		return o
	}
	switch {
	case respAt >= 0:
		for _, code := range []int64{200, 201, 202, 204} {
			success = append(success, with(isNil, code))
		}
		if errAt >= 0 {
			failure = append(failure, with(notNil, 0))
		}
		for _, code := range []int64{503, 500, 502, 504, 429, 408} {
			failure = append(failure, with(isNil, code))
		}
	case errAt >= 0:
		success = append(success, with(isNil, 0))
		failure = append(failure, with(notNil, 0))
	case boolAt >= 0:
		success = append(success, outcome{boolAt: fact{kind: isTrue}})
		failure = append(failure, outcome{boolAt: fact{kind: isFalse}})
	}
	return success, failure
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// errorLike reports whether nil of type t means success: an error, or a pointer to one.
func errorLike(t types.Type) bool {
	if isError(t) {
		return true
	}
	if _, isPtr := t.Underlying().(*types.Pointer); !isPtr && !types.IsInterface(t) {
		return false
	}
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
		return false
	}
	if types.Implements(t, errorInterface) {
		return true
	}
	return strings.HasSuffix(typeName(t), "RetryError")
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// responseLike reports whether t is a pointer to a struct with a status code, be it a
// field or a method.
func responseLike(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		if f := s.Field(i); f.Name() == "StatusCode" && isInteger(f.Type()) {
			return true
		}
	}
	if n, ok := types.Unalias(p.Elem()).(*types.Named); ok {
		for m := range n.Origin().Methods() {
			sig := m.Signature()
			if m.Name() == "StatusCode" && sig.Params().Len() == 0 && sig.Results().Len() == 1 && isInteger(sig.Results().At(0).Type()) {
				return true
			}
		}
	}
	return false
}

// call is what is known of a call's results, given what is known of its arguments.
func (w *walk) call(v *ssa.Call, e *env) fact {
	common := v.Common()
	c := w.f.staticCall(v)
	name, args, fn, known := c.name, c.args, c.fn, c.known
	facts := make([]fact, len(args))
	any := false
	for i, a := range args {
		facts[i] = w.value(a, e)
		if _, isConst := a.(*ssa.Const); !isConst && facts[i].kind != 0 {
			any = true
		}
	}
	if known != nil {
		switch known.Does {
		case model.NonNil:
			return w.wrapped(args, e)
		case model.Final:
			return fact{kind: notNil, n: finalError}
		case model.Test:
			if len(facts) > 0 && facts[0].kind == isNil {
				return fact{kind: isFalse}
			}
			return fact{}
		case model.Code:
			if len(facts) > 0 && facts[0].kind == isNil {
				return fact{kind: number}
			}
			return fact{}
		}
	}
	if name == "errors.Join" {
		if fa := w.wrapped(args, e); fa.n == finalError {
			return fa
		}
	}
	if fa, ok := w.readsAnswer(v, args, e); ok {
		return fa
	}
	if len(facts) > 0 {
		if fa := w.toldLater(v, shortMethod(name), facts[0], e); fa.kind != 0 {
			return fa
		}
	}
	if !any && !w.asksMethod(args, e) {
		return fact{}
	}
	if fn != nil && w.depth < 3 && fn.Pkg == w.f.fn.Pkg && fn != w.f.fn && w.f.a.hasBody(fn) {
		return w.inside(v, fn, facts, e)
	}
	return predicate(common.Signature(), shortMethod(name), args, facts)
}

// staticCall is what the text of a call tells, which is asked at each step of a walk.
type staticCall struct {
	name  string // of the function, or of what it is in
	args  []ssa.Value
	fn    *ssa.Function
	known *model.Func
}

func (f *frame) staticCall(v *ssa.Call) *staticCall {
	c := f.statics[v]
	if c == nil {
		common := v.Common()
		fn, _ := callee(common)
		c = &staticCall{name: f.a.calleeName(common), args: operands(common), fn: fn}
		if fn == nil && !common.IsInvoke() {
			c.name = valueName(common.Value)
		}
		c.known = f.a.models.Of(c.name).Func
		f.statics[v] = c
	}
	return c
}

// wrapped is an error that is made of the arguments: final if one of them is.
func (w *walk) wrapped(args []ssa.Value, e *env) fact {
	fa := fact{kind: notNil}
	if n := len(args); n > 0 {
		args = append(args[:n:n], variadic(args[n-1])...)
	}
	for _, a := range args {
		if x := w.value(a, e); x.kind == notNil && x.n == finalError {
			return x
		}
		if mi, ok := a.(*ssa.ChangeInterface); ok {
			if x := w.value(mi.X, e); x.kind == notNil && x.n == finalError {
				return x
			}
		}
	}
	return fa
}

// variadic lists what a call puts into the slice of its variadic arguments.
func variadic(list ssa.Value) []ssa.Value {
	s, ok := list.(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := s.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, r := range *array.Referrers() {
		if at, ok := r.(*ssa.IndexAddr); ok {
			for _, u := range *at.Referrers() {
				if st, ok := u.(*ssa.Store); ok && st.Addr == ssa.Value(at) {
					out = append(out, st.Val)
				}
			}
		}
	}
	return out
}

// valueName is the name of the variable, parameter or field that a function value is in.
func valueName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.UnOp:
		return valueName(v.X)
	case *ssa.Alloc:
		return v.Comment
	case *ssa.FieldAddr:
		if fv := fieldVar(v.X.Type(), v.Field); fv != nil {
			return fv.Name()
		}
	}
	return ""
}

func shortMethod(name string) string {
	return name[strings.LastIndexByte(name, '.')+1:]
}

// inside evaluates a function of this package under what is known of its arguments.
func (w *walk) inside(v *ssa.Call, fn *ssa.Function, facts []fact, e *env) fact {
	if fn.Signature.Results().Len() == 0 {
		return fact{}
	}
	w.gives(facts)
	all := w.f.a.evaluate(fn, facts, w.depth+1)
	w.f.hears(fn, question{whatItReturns, facts, w.depth + 1}, all)
	if all == nil {
		return fact{}
	}
	if len(all) == 1 {
		if all[0].kind == 0 {
			return predicate(fn.Signature, fn.Name(), v.Call.Args, facts)
		}
		return all[0]
	}
	for i, fa := range all {
		if fa.kind != 0 {
			e.set(tupleKey{v, i}, fa)
		}
	}
	return fact{}
}

// evalKey is a function with what is known of its arguments.
type evalKey struct {
	fn    *ssa.Function
	facts string
	depth int // of those that are looked into, the last sees less
}

// evaluate returns what all returns of a function agree on, given what is known of
// its arguments; nil if it is too large to tell. It is asked for the same again and
// again, so answers are kept.
func (a *Analysis) evaluate(fn *ssa.Function, facts []fact, depth int) []fact {
	defer a.looksInto(fn)()
	key := evalKey{fn, fmt.Sprint(facts), depth}
	if all, ok := a.evaluated[key]; ok {
		return all
	}
	a.evaluated[key] = nil // for a function that calls itself
	sub := newWalk(a.frame(fn), nil)
	sub.depth, sub.most = depth, maxInsideStates
	start := sub.env()
	for i, p := range fn.Params {
		if i < len(facts) && facts[i].kind != 0 {
			start.set(p, facts[i])
		}
	}
	sub.explore(&state{b: fn.Blocks[0], env: start})
	if sub.cut || len(sub.returns) == 0 {
		return nil
	}
	all := append([]fact(nil), sub.returns[0].at.facts...)
	for _, r := range sub.returns[1:] {
		for i := range all {
			if r.at.facts[i] != all[i] {
				all[i] = fact{}
			}
		}
	}
	a.evaluated[key] = all
	return all
}

var (
	successWords = []string{"success", "succeeded", "ok", "done", "accepted", "valid", "healthy", "2xx"}
	failureWords = []string{"retry", "retri", "retryable", "temporary", "transient", "fail", "err", "error", "bad", "unavailable", "timeout", "throttl", "fatal", "permanent", "terminal", "conflict", "notfound"}
)

// predicate judges a test whose body is out of sight, such as resp.IsError() or
// isRetryable(err), by its name: on success a test for failure is false.
func predicate(sig *types.Signature, name string, args []ssa.Value, facts []fact) fact {
	if sig.Results().Len() != 1 {
		return fact{}
	}
	good, bad := false, false
	for i, fa := range facts {
		if (fa.kind == isNil || fa.kind == notNil) && !errorLike(args[i].Type()) {
			continue
		}
		switch {
		case fa.kind == isNil:
			good = true
		case fa.kind == response && fa.n < 400:
			good = true
			if name == "StatusCode" {
				return fact{kind: number, n: fa.n}
			}
		case fa.kind == response:
			bad = true
			if name == "StatusCode" {
				return fact{kind: number, n: fa.n}
			}
		case fa.kind == notNil:
			bad = true
		}
	}
	if bad {
		good = false // a response that refuses beside an error that is nil
	}
	if !isBool(sig.Results().At(0).Type()) || good == bad {
		return fact{}
	}
	lower := strings.ToLower(name)
	for _, word := range failureWords {
		if strings.Contains(lower, word) {
			if good {
				return fact{kind: isFalse}
			}
			return fact{}
		}
	}
	for _, word := range successWords {
		if strings.Contains(lower, word) {
			return truth(good)
		}
	}
	return fact{}
}

// retries finds the calls that are made because the call from failed: those that
// some failure leads to and some success does not.
func (f *frame) retries(from ssa.CallInstruction, set func(*terms)) map[ssa.Instruction]*paths {
	if _, ok := from.(*ssa.Call); !ok {
		return nil
	}
	return f.unlessSuccess(f.onFailure(from, set), from, set)
}

// unlessSuccess takes those away to which each success leads as well.
func (f *frame) unlessSuccess(out map[ssa.Instruction]*paths, from ssa.CallInstruction, set func(*terms)) map[ssa.Instruction]*paths {
	success, _ := f.outcomesOf(from)
	if len(out) == 0 {
		return nil
	}
	always := map[ssa.Instruction]int{}
	trips, ok := f.trips(from, success, set)
	if !ok {
		return nil
	}
	for _, t := range trips {
		for to, p := range t.reach() {
			if p.wraps || !t.apart {
				always[to]++
			}
		}
	}
	for to, n := range always {
		if n == len(success) {
			delete(out, to)
		}
	}
	return out
}

// onAny finds the calls that any outcome of a call leads to: whoever is called again
// whenever it fails may have sent with success before.
func (f *frame) onAny(from ssa.CallInstruction, set func(*terms)) map[ssa.Instruction]*paths {
	out := f.onFailure(from, set)
	if out == nil {
		return nil
	}
	for to, p := range f.onSuccess(from, set) {
		join(out, to, p)
	}
	return out
}

// onSuccess finds the calls that some success of a call leads to.
func (f *frame) onSuccess(from ssa.CallInstruction, set func(*terms)) map[ssa.Instruction]*paths {
	success, _ := f.outcomesOf(from)
	return f.reached(from, success, set)
}

// reached finds the calls that one of several outcomes of a call leads to.
func (f *frame) reached(from ssa.CallInstruction, outcomes []outcome, set func(*terms)) map[ssa.Instruction]*paths {
	trips, ok := f.trips(from, outcomes, set)
	if !ok {
		return nil
	}
	return merged(trips)
}

// onFailure finds the calls that some failure of a call leads to.
func (f *frame) onFailure(from ssa.CallInstruction, set func(*terms)) map[ssa.Instruction]*paths {
	if _, ok := from.(*ssa.Call); !ok {
		return nil
	}
	_, failure := f.outcomesOf(from)
	return f.reached(from, failure, func(t *terms) {
		set(t)
		t.failed = true
	})
}

// ending is what the function answers on every way on which a send at a site has failed.
func (f *frame) ending(st *site) Ending {
	from, ok := st.instr.(*ssa.Call)
	if !ok || !st.testable {
		return Open
	}
	at := -1
	for i := range f.fn.Signature.Results().Len() {
		if errorLike(f.fn.Signature.Results().At(i).Type()) {
			at = i
		}
	}
	if at < 0 {
		return Open
	}
	_, failure := f.outcomesOf(from)
	trips, ok := f.explored(from, failure, func(*terms) {})
	if !ok {
		return Open
	}
	nils, finals, others := 0, 0, 0
	for _, t := range trips {
		for _, r := range t.way.returns {
			switch fa := r.at.facts[at]; {
			case fa.kind == isNil:
				nils++
			case fa.kind == notNil && fa.n == finalError:
				finals++
			default:
				others++
			}
		}
	}
	switch {
	case others > 0 || nils+finals == 0:
		return Open
	case finals > 0:
		return Final
	}
	return Swallowed
}
