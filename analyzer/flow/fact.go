// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"go/types"
	"strings"
	"time"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// FuncFact is a function's summary as a fact. Its values are rows of one table, so
// that what is shared is written once; rows refer to earlier rows alone. There is
// no map and no pointer into a package, so equal summaries encode to equal bytes.
type FuncFact struct {
	Sends   bool // it sends something, or hands it to a store
	Retries bool // it calls again what it is given
	Rows    Packed
}

// AFact marks FuncFact as a fact.
func (*FuncFact) AFact() {}

func newFuncFact(values []valueRow, s summaryRow) *FuncFact {
	return &FuncFact{Sends: s.sends(values), Retries: s.retries(), Rows: pack(codeFunc(&values, &s))}
}

func codeFunc(values *[]valueRow, s *summaryRow) func(*coder) {
	return func(c *coder) {
		c.values(values)
		s.code(c)
	}
}

// rows unpacks the fact: all of it, or nothing.
func (f *FuncFact) rows() (values []valueRow, s summaryRow) {
	if !f.Rows.unpack(codeFunc(&values, &s)) {
		return nil, summaryRow{}
	}
	return values, s
}

// Telling reports whether a fact can make a package that uses its function concern keys.
func (f *FuncFact) Telling() bool { return f.Sends || f.Retries }

func (f *FuncFact) String() string {
	_, s := f.rows()
	var parts []string
	count := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	count(len(s.Sends), "sends")
	count(len(s.Uses), "uses")
	retried := 0
	for _, i := range s.Invokes {
		if i.Retry {
			retried++
		}
	}
	count(len(s.Invokes)-retried, "calls back")
	count(retried, "retries its parameter")
	count(len(s.Pairs)+len(s.Again), "pairs")
	count(len(s.Effects), "effects")
	count(len(s.Results), "results")
	return "flow(" + strings.Join(parts, ", ") + ")"
}

// WireFact holds the retries of a type that are judged where its objects are put together.
type WireFact struct {
	Rows Packed
}

// AFact marks WireFact as a fact.
func (*WireFact) AFact() {}

func newWireFact(values []valueRow, params []int, pairs []pairRow) *WireFact {
	return &WireFact{pack(codeWires(&values, &params, &pairs))}
}

func codeWires(values *[]valueRow, params *[]int, pairs *[]pairRow) func(*coder) {
	return func(c *coder) {
		c.values(values)
		c.nums(params)
		list(c, pairs, (*pairRow).code)
	}
}

func (f *WireFact) rows() (values []valueRow, params []int, pairs []pairRow) {
	if !f.Rows.unpack(codeWires(&values, &params, &pairs)) {
		return nil, nil, nil
	}
	return values, params, pairs
}

func (f *WireFact) String() string {
	_, _, pairs := f.rows()
	return fmt.Sprintf("wired(%d)", len(pairs))
}

// encoder writes values into a table.
type encoder struct {
	a    *Analysis
	of   *frame // whose summary it is; nil if it is that of a type
	rows []valueRow
	at   map[*Value]int
	nest int
}

func newEncoder(a *Analysis, of *frame) *encoder { return &encoder{a: a, of: of, at: map[*Value]int{}} }

func (e *encoder) value(v *Value) int {
	if v == nil {
		return 0
	}
	if n, ok := e.at[v]; ok {
		return n
	}
	r := valueRow{Kind: uint8(v.Kind), Name: v.Name, Index: v.Index, Epoch: v.Epoch, Class: uint8(v.Class), Memo: v.Memo, Saved: v.Saved, Contract: v.Con, Posn: v.Posn}
	for _, a := range v.Args {
		r.Args = append(r.Args, e.value(a))
	}
	if v.Kind == Closure || v.Kind == Func {
		if s := e.known(v); s != nil && !s.empty() && e.nest < 3 {
			e.nest++
			row := e.summary(s)
			e.nest--
			r.Summary = &row
		}
	}
	e.rows = append(e.rows, r)
	e.at[v] = len(e.rows)
	return len(e.rows)
}

// known returns a function value's summary if there is one.
func (e *encoder) known(v *Value) *Summary {
	switch {
	case v.Sum != nil:
		return v.Sum
	case v.Fn == nil:
		return nil
	case e.a.Mark && e.of != nil: // it may not have been asked for
		e.of.looksAt(v.Fn)
		if e.a.own(v.Fn) && e.a.hasBody(v.Fn) {
			return e.a.summary(v.Fn)
		}
	}
	return e.a.sums[v.Fn]
}

func (e *encoder) values(vs []*Value) []int {
	var out []int
	for _, v := range vs {
		out = append(out, e.value(v))
	}
	return out
}

func (e *encoder) asked(qs []Asked) []askedRow {
	var out []askedRow
	for _, q := range qs {
		out = append(out, askedRow{e.value(q.Fn), q.Not})
	}
	return out
}

func (e *encoder) send(s *Send) sendRow {
	return sendRow{
		Key: e.value(s.Key), Endpoint: e.value(s.Endpoint), Tenant: e.value(s.Tenant), Queue: e.value(s.Queue), Method: e.value(s.Method), Via: e.value(s.Via),
		Payload: e.values(s.Payload), Chosen: e.values(s.Chosen), Evidence: s.Evidence, Downstream: s.Downstream, Declared: s.Declared, Ends: uint8(s.Ends), Op: s.Op, Origin: s.Origin, Posn: s.Posn, Store: s.Store,
	}
}

func (e *encoder) pair(p *Pair) pairRow {
	return pairRow{
		A: e.send(p.A), B: e.send(p.B), Key: e.value(p.Key), Fresh: e.value(p.Fresh), Self: p.Self, Handed: p.Handed, Shown: p.Shown,
		Known: p.Known, Open: e.values(p.Open), Whole: e.value(p.Whole), On: p.On, Rel: uint8(p.Rel), RelTenant: uint8(p.RelTenant), RelQueue: uint8(p.RelQueue), Longest: int64(p.Longest), Posn: p.Posn,
	}
}

func (e *encoder) summary(s *Summary) summaryRow {
	r := summaryRow{Name: s.Name, Literal: s.Literal, Handler: s.Handler, Results: e.values(s.Results)}
	for _, x := range s.Effects {
		r.Effects = append(r.Effects, effectRow{e.value(x.Loc), e.value(x.Val)})
	}
	for _, x := range s.Sends {
		r.Sends = append(r.Sends, e.send(x))
	}
	for _, x := range s.Uses {
		r.Uses = append(r.Uses, useRow{Maker: x.Maker, Store: e.value(x.Store), Key: e.value(x.Key), Tenant: x.Tenant, Scoped: x.Scoped, Concrete: x.Concrete, Beside: e.values(x.Beside), Callee: x.Callee, Posn: x.Posn, Origin: x.Origin})
	}
	for _, x := range s.Invokes {
		r.Invokes = append(r.Invokes, invokeRow{Fn: e.value(x.Fn), Args: e.values(x.Args), ArgsB: e.values(x.ArgsB), Again: x.Again, Retry: x.Retry, Outer: x.Outer, OuterAgain: x.OuterAgain, Asked: e.asked(x.Asked), Longest: int64(x.Longest), Posn: x.Posn})
	}
	for _, x := range s.Pairs {
		r.Pairs = append(r.Pairs, e.pair(x))
	}
	for _, x := range s.Again {
		r.Again = append(r.Again, e.pair(x))
	}
	return r
}

// maxRows bounds a fact: what is larger is not exported, and recorded.
const maxRows = 4000

// Fact returns the fact of a function that importers can reach, or nil if it
// tells them nothing.
func (a *Analysis) Fact(o *types.Func) *FuncFact {
	fn := a.prog.FuncValue(o)
	if fn == nil {
		return nil
	}
	s := a.sums[fn].abroad(a.carriers)
	if s == nil || s.empty() && !answersTell(s.Results) && !makesWired(o, a.Wires()) {
		return nil
	}
	e := newEncoder(a, a.frame(fn))
	row := e.summary(s)
	if len(e.rows) > maxRows {
		a.Cuts = append(a.Cuts, fmt.Sprintf("%s: its summary has %d values, over %d; no fact was exported", o.FullName(), len(e.rows), maxRows))
		return nil
	}
	return newFuncFact(e.rows, row)
}

// Caps on what importers are told of what may be, but is not known to be.
const (
	maxSendsAbroad = 4 // under a key that a map may hold
	maxUsesAbroad  = 8 // with what may be a store
)

// abroad returns what importers need of a summary: less the writes that say only
// that something unknown was written, and most of what is only possible.
func (s *Summary) abroad(c *Carriers) *Summary {
	if s == nil {
		return nil
	}
	n := *s
	n.Sends, n.Uses = nil, nil
	n.Effects = telling(s.Effects, c)
	maybe := 0
	for _, x := range s.Sends {
		if !x.Evidence && !x.overHTTP() {
			if maybe++; maybe > maxSendsAbroad {
				continue
			}
		}
		n.Sends = append(n.Sends, x)
	}
	maybe = 0
	for _, u := range s.Uses {
		if st := storeOf(u.Store); st == nil || st.Kept {
			if r := root(u.Store); r == nil || r.Kind != Param && r.Kind != Free && r.Kind != Global {
				continue
			}
			if maybe++; maybe > maxUsesAbroad {
				continue
			}
		}
		n.Uses = append(n.Uses, u)
	}
	return &n
}

// telling returns the effects that say more than that something unknown was written:
// what the function was given, made or knows goes somewhere, or a carrier is written,
// with whatever. A write of an object tells as much as what is written into the object.
func telling(es []Effect, c *Carriers) []Effect {
	tells := make([]bool, len(es))
	holders := map[*Value]bool{} // objects into which something telling is written
	for again := true; again; {
		again = false
		for i, e := range es {
			if !tells[i] && e.tells(c, holders) {
				tells[i], again = true, true
				if r := root(e.Loc); r != nil {
					holders[r] = true
				}
			}
		}
	}
	var out []Effect
	for i, e := range es {
		if tells[i] {
			out = append(out, e)
		}
	}
	return out
}

func (e Effect) tells(c *Carriers, holders map[*Value]bool) bool {
	if r := root(e.Loc); r != nil && r.Kind == Derive {
		return false // a list's elements are in its value
	}
	carrier := func(x *Value) bool {
		return x.Kind == Entry && (x.Name == keyEntry || x.Name == tenantEntry) || x.Kind == Field && c.Name(x.Name)
	}
	if e.Val == nil || e.Loc.Has(carrier) {
		return true
	}
	alts := []*Value{e.Val}
	if e.Val.Kind == Join {
		alts = e.Val.Args
	}
	for _, v := range alts {
		if v.Kind == Load && v.Args[0] == e.Loc {
			continue // what was there before
		}
		switch v.Kind {
		case Const:
			if !v.IsZero() && v.Index == textConst {
				return true
			}
		case Alloc:
			if holders[v] {
				return true
			}
		default:
			if v.Has(func(x *Value) bool {
				switch x.Kind {
				case Param, Free, Global, Made, Func, Closure, Tag:
					return true
				}
				return false
			}) {
				return true
			}
		}
	}
	return false
}

// makesWired reports whether a function returns an object whose parts are judged
// where they meet.
func makesWired(o *types.Func, wires map[*types.TypeName][]*Wire) bool {
	res := o.Type().(*types.Signature).Results()
	for i := range res.Len() {
		if len(wires[named(res.At(i).Type())]) > 0 {
			return true
		}
	}
	return false
}

// answersTell reports whether results say more than that they are unknown.
func answersTell(vs []*Value) bool {
	for _, v := range vs {
		if v.Has(func(x *Value) bool { return x.Kind == Made || x.Kind == Closure || x.Kind == Tag }) {
			return true
		}
		switch v.Strip().Kind {
		case Load, Derive, Concat, Param, Elem:
			if !v.Has(opaque) {
				return true
			}
		}
	}
	return false
}

// WireFactOf encodes the wires of a type.
func (a *Analysis) WireFactOf(ws []*Wire) *WireFact {
	e := newEncoder(a, nil)
	var params []int
	var pairs []pairRow
	for _, w := range ws {
		params = append(params, w.Param)
		pairs = append(pairs, e.pair(w.Pair))
	}
	if len(e.rows) > maxRows {
		a.Cuts = append(a.Cuts, fmt.Sprintf("%s: what it puts together has %d values, over %d; no fact was exported", a.Pkg.Path(), len(e.rows), maxRows))
		return nil
	}
	return newWireFact(e.rows, params, pairs)
}

// A Decoder reads facts for one package's analysis.
type Decoder struct {
	in     *interner
	cons   map[string]*contract.Contract
	stores map[string]*contract.Store
}

// NewDecoder returns a decoder that makes values of in.
func NewDecoder(in *Interner) *Decoder {
	return &Decoder{in: (*interner)(in), cons: map[string]*contract.Contract{}, stores: map[string]*contract.Store{}}
}

// Summary decodes a function's fact.
func (d *Decoder) Summary(f *FuncFact) *Summary {
	values, s := f.rows()
	t := &table{d: d, rows: values, vals: make([]*Value, len(values)+1)}
	sum := t.summary(s)
	sum.Root = true // importers can reach it
	return sum
}

// Wires decodes a type's fact.
func (d *Decoder) Wires(f *WireFact) []*Wire {
	values, params, pairs := f.rows()
	t := &table{d: d, rows: values, vals: make([]*Value, len(values)+1)}
	var out []*Wire
	for i, p := range pairs {
		if i < len(params) {
			out = append(out, &Wire{Param: params[i], Pair: t.pair(p)})
		}
	}
	return out
}

type table struct {
	d    *Decoder
	rows []valueRow
	vals []*Value
}

// value returns row n. A row that is out of range, or refers to itself or to a
// later one, is no value: a fact from elsewhere must not make the reader loop.
func (t *table) value(n int) *Value {
	if n <= 0 || n > len(t.rows) {
		return nil
	}
	if t.vals[n] != nil {
		return t.vals[n]
	}
	r := t.rows[n-1]
	v := Value{Kind: Kind(r.Kind), Name: r.Name, Index: r.Index, Epoch: r.Epoch, Class: Class(r.Class), Memo: r.Memo, Saved: r.Saved, Posn: r.Posn}
	for _, a := range r.Args {
		if a >= n {
			a = 0
		}
		arg := t.value(a)
		if arg == nil {
			arg = t.d.in.of(Value{Kind: Result, Name: "missing", Index: n})
		}
		v.Args = append(v.Args, arg)
	}
	for len(v.Args) < arity(v.Kind) {
		v.Args = append(v.Args, t.d.in.of(Value{Kind: Result, Name: "missing", Index: n}))
	}
	if r.Contract != nil {
		v.Con = t.d.contract(r.Name, r.Contract)
	}
	if r.Summary != nil {
		// Over the rows before this one, for the same reason.
		inner := &table{d: t.d, rows: t.rows[:n-1], vals: make([]*Value, n)}
		v.Sum = inner.summary(*r.Summary)
	}
	t.vals[n] = t.d.in.of(v)
	return t.vals[n]
}

// arity is the number of arguments that a kind of value has at least.
func arity(k Kind) int {
	switch k {
	case Field, Entry, Load, Tag, Iter:
		return 1
	case Elem:
		return 2
	}
	return 0
}

// contract returns one pointer for equal contracts, so that values around them are equal.
func (d *Decoder) contract(ref string, c *contract.Contract) *contract.Contract {
	k := ref + " " + c.String()
	if old := d.cons[k]; old != nil {
		return old
	}
	d.cons[k] = c
	return c
}

func (t *table) values(ns []int) []*Value {
	out := make([]*Value, 0, len(ns))
	for _, n := range ns {
		v := t.value(n)
		if v == nil {
			v = t.d.in.of(Value{Kind: Result, Name: "missing", Index: -1})
		}
		out = append(out, v)
	}
	return out
}

func (t *table) asked(rows []askedRow) []Asked {
	var out []Asked
	for _, r := range rows {
		if fn := t.value(r.Fn); fn != nil || r.Fn == 0 {
			out = append(out, Asked{fn, r.Not})
		}
	}
	return out
}

func (t *table) send(r sendRow) *Send {
	return &Send{
		Key: t.value(r.Key), Endpoint: t.value(r.Endpoint), Tenant: t.value(r.Tenant), Queue: t.value(r.Queue), Method: t.value(r.Method), Via: t.value(r.Via),
		Payload: t.values(r.Payload), Chosen: t.values(r.Chosen), Evidence: r.Evidence, Downstream: r.Downstream, Declared: r.Declared, Ends: Ending(r.Ends), Op: r.Op, Origin: r.Origin, Store: r.Store,
		Place: Place{Posn: r.Posn},
	}
}

func (t *table) pair(r pairRow) *Pair {
	p := &Pair{
		A: t.send(r.A), B: t.send(r.B), Key: t.value(r.Key), Fresh: t.value(r.Fresh), Whole: t.value(r.Whole), Self: r.Self, Handed: r.Handed, Shown: r.Shown, On: r.On,
		Rel: Relation(r.Rel), RelTenant: Relation(r.RelTenant), RelQueue: Relation(r.RelQueue), Longest: time.Duration(r.Longest), judged: true, Place: Place{Posn: r.Posn},
	}
	for _, s := range r.Known {
		p.Known = append(p.Known, t.d.store(s))
	}
	p.Open = append(p.Open, t.values(r.Open)...)
	return p
}

func (d *Decoder) store(s *contract.Store) *contract.Store {
	k := s.Name + " " + s.Scope() + " " + s.Posn
	if old := d.stores[k]; old != nil {
		return old
	}
	d.stores[k] = s
	return s
}

func (t *table) summary(r summaryRow) *Summary {
	s := &Summary{Name: r.Name, Literal: false, Handler: r.Handler, Results: t.values(r.Results)}
	for _, x := range r.Effects {
		if loc := t.value(x.Loc); loc != nil {
			s.Effects = append(s.Effects, Effect{loc, t.value(x.Val)})
		}
	}
	for _, x := range r.Sends {
		s.Sends = append(s.Sends, t.send(x))
	}
	for _, x := range r.Uses {
		u := &Use{Store: t.value(x.Store), Key: t.value(x.Key), Tenant: x.Tenant, Scoped: x.Scoped, Concrete: x.Concrete, Beside: t.values(x.Beside), Callee: x.Callee, Origin: x.Origin, Place: Place{Posn: x.Posn}}
		if x.Maker != nil {
			u.Maker = t.d.store(x.Maker)
		}
		if u.Store != nil && u.Key != nil {
			s.Uses = append(s.Uses, u)
		}
	}
	for _, x := range r.Invokes {
		if fn := t.value(x.Fn); fn != nil {
			s.Invokes = append(s.Invokes, &Invoke{Fn: fn, Args: t.values(x.Args), ArgsB: t.values(x.ArgsB), Again: x.Again, Retry: x.Retry, Outer: x.Outer, OuterAgain: x.OuterAgain, Asked: t.asked(x.Asked), Longest: time.Duration(x.Longest), Place: Place{Posn: x.Posn}})
		}
	}
	for _, x := range r.Pairs {
		s.Pairs = append(s.Pairs, t.pair(x))
	}
	for _, x := range r.Again {
		s.Again = append(s.Again, t.pair(x))
	}
	return s
}
