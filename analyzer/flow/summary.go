// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/model"
)

// A Summary is what a caller needs to know of a function. Its values speak of
// the function's parameters, captured variables and globals; what the function
// makes itself is numbered.
type Summary struct {
	Name    string
	Literal bool // a function literal
	Handler bool // its own package knows that a framework calls it again
	Root    bool // what it shows by itself is judged in its own package
	Results []*Value
	Effects []Effect
	Sends   []*Send
	Uses    []*Use
	Invokes []*Invoke
	Pairs   []*Pair // attempts that it repeats, still to be judged
	Again   []*Pair // attempts that are repeated if the function is called again when it fails
}

func (s *Summary) empty() bool {
	return len(s.Sends) == 0 && len(s.Uses) == 0 && len(s.Invokes) == 0 && len(s.Pairs) == 0 && len(s.Again) == 0 && len(s.Effects) == 0
}

// An Effect is a location that a function writes.
type Effect struct{ Loc, Val *Value } // Val nil: starts from zero

// A Place is where something stands: Pos for a finding, Posn (file:line) for a message.
type Place struct {
	Pos  token.Pos
	Posn string
}

// A Send is one attempt at one endpoint under one key.
type Send struct {
	Key        *Value
	Evidence   bool // somebody said that Key is a key; else it is what a header would hold
	Endpoint   *Value
	Tenant     *Value
	Queue      *Value
	Method     *Value // of an HTTP request
	Op         string // the callee
	Payload    []*Value
	Via        *Value       // what an HTTP request is sent through: a client, a round tripper
	Chosen     []*Value     // the types through which it was reached, see reachedThrough
	Store      contract.Ref // of a contract's store=
	Downstream bool
	Ends       Ending // what the function that sends answers if the send fails
	Declared   bool   // a contract or a model says that this is a send, or it is an HTTP request
	Place
	Origin  string // file:line of the send itself
	Settled bool   // the function that is called was the first to know its key and its store
}

// Ending is what a function answers, whatever else happens, when a send in it fails.
type Ending uint8

const (
	Open      Ending = iota // nothing is known, or it fails
	Swallowed               // no error: its caller does not learn of the failure
	Final                   // an error after which nobody tries again
)

// A Use hands a key to something that may be a store.
type Use struct {
	Store  *Value
	Key    *Value
	Tenant bool            // the tenant is at hand where the key is used
	Scoped bool            // the store is told the tenant, by a parameter of that name
	at     ssa.Instruction // in the frame that holds it
	direct bool            // the store is used at at itself, and not in what is called there
	// Concrete: the store's type is known; if nothing calls it a store, it is none.
	Concrete bool
	Beside   []*Value // what else is handed over: a tenant, a value
	Callee   string
	Maker    *contract.Store // what the constructors of the store's type say, see maker
	Origin   string          // as in Send
	// Settled: the function that is called was the first to know all of it, see Summary.
	Settled bool
	Place
}

// An Invoke is a call of a function that the caller hands over.
type Invoke struct {
	Fn    *Value
	Args  []*Value
	Retry bool      // it is called again
	Again []Result2 // when it returns one of these
	ArgsB []*Value  // with these arguments
	Asked []Asked   // before it is called again, on each way to that
	// Longest is as in Pair.
	Longest time.Duration

	Outer      bool      // it is called again if this function is called again when it fails
	OuterAgain []Result2 // it made this function fail by returning one of these
	Place
}

// Result2 is one outcome of an invoked function, as lists: facts encode to the same bytes.
type Result2 struct {
	Index []int
	Kind  []uint8
	N     []int64
}

func packOutcome(o outcome) Result2 {
	var r Result2
	for i := 0; i < 16; i++ {
		if fa, ok := o[i]; ok {
			r.Index = append(r.Index, i)
			r.Kind = append(r.Kind, uint8(fa.kind))
			r.N = append(r.N, fa.n)
		}
	}
	return r
}

func (r Result2) outcome() outcome {
	o := outcome{}
	for i, idx := range r.Index {
		if i < len(r.Kind) && i < len(r.N) {
			o[idx] = fact{factKind(r.Kind[i]), r.N[i]}
		}
	}
	return o
}

// implies reports whether who answers r answers also what o asks for: a helper that
// looks at the error alone asks for no flag.
func (r Result2) implies(o Result2) bool {
	have, want := r.outcome(), o.outcome()
	for i, fa := range want {
		if have[i] != fa {
			return false
		}
	}
	return true
}

// A Pair is two attempts of which the second is made because the first failed.
type Pair struct {
	A, B   *Send
	Key    *Value // the key that both carry; of a fresh pair, the second's
	Fresh  *Value // the making that gives the second another key
	Self   bool   // one send, repeated
	Known  []*contract.Store
	Open   []*Value // stores that are not known here
	Handed bool     // the key also goes to where a store may stand behind
	Closed bool     // judged where it was found
	Shown  bool     // what it shows without a store was reported where it was found
	Wired  *FieldRef
	Whole  *Value // the object that has the store as a part: whoever puts it together brings the store
	// Longest is how long it is retried at least if it keeps failing, 0 if that is not known.
	Longest time.Duration
	Chained Chained        // what makes the key, repeated because one like it that stands above retries
	Handler *model.Handler // repeated because a framework calls the function again
	On      *Result2       // repeated if the function answers this; nil: if it fails

	Rel, RelTenant, RelQueue Relation // of the endpoints, the tenants, and the queues
	judged                   bool
	brought                  []*Value  // the stores among what was open that are known now
	made                     token.Pos // where the function makes the key of what it is given
	Place
}

// Chained is what stands one behind the other, each calling the next.
type Chained string

const (
	Interceptor  Chained = "an interceptor"
	RoundTripper Chained = "a round tripper"
)

// Caps on the size of a summary. What is cut is recorded in Analysis.Cuts.
const (
	maxSends   = 48
	maxUses    = 24
	maxInvokes = 12
	maxPairs   = 48
	maxEffects = 64 // of objects that the function makes and gives away
	maxChanges = 16 // of what it was given, and of globals
	maxDepth   = 12
)

// exporter turns a frame's values into a summary's.
type exporter struct {
	f       *frame
	numbers map[*Value]int
	memo    map[*Value]*Value
	busy    map[*Value]bool
	objects []*Value // exported objects of the frame's own, in order
	at      ssa.Instruction
}

func newExporter(f *frame) *exporter {
	return &exporter{f: f, numbers: map[*Value]int{}, memo: map[*Value]*Value{}, busy: map[*Value]bool{}}
}

func (x *exporter) value(v *Value) *Value { return x.rec(v, 0) }

func (x *exporter) rec(v *Value, depth int) *Value {
	if v == nil {
		return nil
	}
	if got, ok := x.memo[v]; ok {
		return got
	}
	in := x.f.a.in
	if x.busy[v] {
		return in.of(Value{Kind: Result, Name: cycleName, Index: x.number(v), Type: v.Type})
	}
	if depth > maxDepth {
		return in.of(Value{Kind: Result, Name: deepName, Index: x.number(v), Type: v.Type})
	}
	x.busy[v] = true
	got := x.make(v, depth)
	delete(x.busy, v)
	if !ofItself(got) { // which it is within the queue alone: from outside it is a part of it
		x.memo[v] = got
	}
	return got
}

func (x *exporter) number(v *Value) int {
	n, ok := x.numbers[v]
	if !ok {
		n = len(x.numbers) + 1
		x.numbers[v] = n
	}
	return n
}

func (x *exporter) make(v *Value, depth int) *Value {
	in := x.f.a.in
	if v.Kind == Phi {
		if v.Epoch == 0 && x.f.a.owner(v) == x.f {
			if m := x.f.sortedMap(v); m != nil {
				return in.of(Value{Kind: Derive, Name: "slices.Sorted", Args: []*Value{x.rec(m, depth+1)}, Type: v.Type})
			}
			ls := x.f.leaves(v)
			out := make([]*Value, 0, len(ls))
			for _, l := range ls {
				e := x.rec(x.f.memo(l.v, v), depth+1)
				if l.empty {
					e = x.byDefault(e, l.given, depth)
				}
				if e.Name != cycleName && e.Name != deepName {
					out = append(out, e)
				}
			}
			if it := x.f.mapJoined(v); it != nil {
				out = append(out, in.of(Value{Kind: Made, Class: MapOrder, Name: "range", Index: x.number(it), Pos: it.Orig, Posn: it.Posn}))
			}
			// A phi is one value at one time: its number keeps apart what differs.
			j := x.f.a.join(out)
			if j.Kind != Join {
				return j
			}
			n := *j
			n.Index = x.number(v)
			return in.of(n)
		}
		return in.of(Value{Kind: Result, Name: "phi", Index: x.number(v), Type: v.Type})
	}
	n := *v
	n.Args = make([]*Value, len(v.Args))
	for i, a := range v.Args {
		n.Args[i] = x.rec(a, depth+1)
	}
	if v.Kind == Made && v.Memo && len(v.Args) == 1 && x.f.given(v.Args[0]) == nil {
		n.Args = nil
	}
	if v.instance() {
		if _, walked := v.At.(*ssa.Call); v.Kind == Iter && v.Class == MapOrder && !walked {
			n.Class = 0 // one entry of the map, whichever; what several are joined to is told apart above
		}
		n.Index = x.number(v)
		n.Epoch = 0
		n.At = nil
		n.Block = nil
		if v.Kind == Alloc && v.Epoch == 0 {
			x.objects = append(x.objects, v)
		}
		if v.Kind == Alloc {
			if es, all := x.f.elementsOf(v, x.last()); all && len(es) > 0 {
				list := Value{Kind: Derive, Name: "list"}
				for _, e := range es {
					list.Args = append(list.Args, x.rec(e, depth+1))
				}
				return in.of(list)
			}
		}
	}
	if v.Kind == Param && v.Epoch > 0 {
		n.Epoch = v.Epoch
	}
	return in.of(n)
}

// last is the point at which a function's effects are looked at: its last return.
func (x *exporter) last() ssa.Instruction {
	if x.at != nil {
		return x.at
	}
	rs := returns(x.f.fn)
	if len(rs) > 0 {
		x.at = rs[len(rs)-1]
		return x.at
	}
	b := x.f.fn.Blocks[0]
	x.at = b.Instrs[len(b.Instrs)-1]
	return x.at
}

// returns lists where a function returns, but for what it does after it has recovered from
// a panic: there it may as well have done nothing.
func returns(fn *ssa.Function) []*ssa.Return {
	var out []*ssa.Return
	for _, b := range fn.Blocks {
		if len(b.Instrs) > 0 && b != fn.Recover {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
				out = append(out, r)
			}
		}
	}
	return out
}

// export makes the function's summary out of what its frame found.
func (f *frame) export(sites []*site, pairs, again []*Pair) *Summary {
	x := newExporter(f)
	s := &Summary{Name: f.fn.Name(), Literal: f.fn.Parent() != nil && f.fn.Synthetic == "", Handler: f.a.handlers[f.fn] != nil, Root: f.root()}
	rs := returns(f.fn)
	for i := range f.fn.Signature.Results().Len() {
		t := f.fn.Signature.Results().At(i).Type()
		var raw, vs []*Value
		var from []*ssa.Return
		for _, r := range rs {
			if i < len(r.Results) && !(errorLike(t) && len(rs) > 1) {
				v := f.eval(r.Results[i])
				if _, isPtr := t.Underlying().(*types.Pointer); isPtr && textual(t) {
					v = f.textOf(v, t, r) // a pointer to a text stands for the text
				}
				raw, from = append(raw, v), append(from, r)
			}
		}
		all := f.a.join(raw)
		for i, v := range raw {
			e := x.value(f.memo(v, all))
			if given, ok := f.emptyAt(from[i].Block(), partsOf(f, all)); ok && len(raw) > 1 && textual(t) {
				e = x.byDefault(e, given, 0)
			}
			vs = append(vs, e)
		}
		vs = dropZero(vs)
		s.Results = append(s.Results, f.a.join(vs))
	}
	for _, st := range sites {
		ends := Open
		if len(st.sends) > 0 {
			ends = f.ending(st)
		}
		for _, sd := range st.sends {
			if sd.exportable() && !sd.dead() {
				n := x.send(sd)
				n.Ends = max(n.Ends, ends)
				s.Sends = addNew(s.Sends, n, maxSends, sameSend)
			}
		}
		for _, u := range st.uses {
			if f.open(u.Key) {
				n := &Use{Store: x.value(u.Store), Key: x.value(u.Key), Tenant: u.Tenant, Scoped: u.Scoped, Concrete: u.Concrete, Beside: x.values(u.Beside), Callee: u.Callee, Maker: u.Maker, Origin: u.Origin, Settled: u.Settled, Place: u.Place}
				s.Uses = addNew(s.Uses, n, maxUses, func(a, b *Use) bool { return a.Store == b.Store && a.Key == b.Key })
			}
		}
		for _, inv := range st.invokes {
			s.Invokes = addNew(s.Invokes, x.invoke(inv), maxInvokes, sameInvoke)
		}
	}
	for _, p := range pairs {
		if !p.Closed && p.Fresh == nil && !p.A.dead() {
			s.Pairs = addNew(s.Pairs, x.pair(p), maxPairs, samePair)
		}
	}
	for _, p := range again {
		if p.Fresh == nil && p.A.dead() {
			continue
		}
		s.Again = addNew(s.Again, x.pair(p), maxPairs, samePair)
	}
	if f.fn.Synthetic == "" || f.fn.Name() != "init" { // nobody calls a package's initializer
		f.exportEffects(x, s)
	}
	f.full(s)
	return s
}

// full records that a summary has as much of something as it may have: there may be more,
// of which callers learn nothing.
func (f *frame) full(s *Summary) {
	for _, c := range []struct {
		what    string
		n, most int
	}{{"sends", len(s.Sends), maxSends}, {"uses of stores", len(s.Uses), maxUses}, {"calls of functions that it is given", len(s.Invokes), maxInvokes}, {"pairs of attempts", max(len(s.Pairs), len(s.Again)), maxPairs}} {
		if c.n >= c.most {
			f.a.Cuts = append(f.a.Cuts, fmt.Sprintf("%s: callers learn of %d %s, and of no more", f.fn, c.most, c.what))
		}
	}
}

// addNew appends what is not there yet, up to a bound.
func addNew[T any](list []*T, n *T, most int, same func(a, b *T) bool) []*T {
	for _, old := range list {
		if same(old, n) {
			return list
		}
	}
	if len(list) >= most {
		return list
	}
	return append(list, n)
}

func sameSend(a, b *Send) bool {
	return a.Key == b.Key && a.Endpoint == b.Endpoint && a.Tenant == b.Tenant && a.Queue == b.Queue && a.Method == b.Method && a.Op == b.Op && a.Origin == b.Origin && a.Via == b.Via && slices.Equal(a.Chosen, b.Chosen)
}

func sameInvoke(a, b *Invoke) bool {
	if a.Fn != b.Fn || a.Retry != b.Retry || a.Outer != b.Outer || len(a.Args) != len(b.Args) {
		return false
	}
	return slices.Equal(a.Args, b.Args) && slices.Equal(a.Asked, b.Asked)
}

func samePair(a, b *Pair) bool {
	return sameSend(a.A, b.A) && sameSend(a.B, b.B) && a.Key == b.Key && a.Fresh == b.Fresh && a.Place == b.Place && a.Longest == b.Longest && sameOutcome(a.On, b.On)
}

func sameOutcome(a, b *Result2) bool {
	if a == nil || b == nil {
		return a == b
	}
	return fmt.Sprint(*a) == fmt.Sprint(*b)
}

// dropZero removes zero values beside others: what a function returns with an error.
func dropZero(vs []*Value) []*Value {
	var out []*Value
	for _, v := range vs {
		if !v.IsZero() {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		return vs
	}
	return out
}

// dead reports whether a send has no key that any caller could have given: only an
// entry that the header of a request of the function's own might hold.
func (sd *Send) dead() bool {
	if sd.Evidence || sd.Key == nil || !hypothetical(sd.Key) {
		return false
	}
	switch root(sd.Key).Kind {
	case Alloc, Result:
		return true
	}
	return false
}

func (sd *Send) exportable() bool { return sd.Key != nil && !sd.Key.IsZero() && !sd.Key.isCut() }

func (x *exporter) values(vs []*Value) []*Value {
	var out []*Value
	for _, v := range vs {
		out = append(out, x.value(v))
	}
	return out
}

func (x *exporter) send(s *Send) *Send {
	n := *s
	n.Key, n.Endpoint, n.Tenant, n.Method, n.Queue = x.value(s.Key), x.value(s.Endpoint), x.value(s.Tenant), x.value(s.Method), x.value(s.Queue)
	n.Chosen = x.f.a.chosenOf(s, x.value)
	n.Via = nil
	if x.f.mine(s.Via) {
		n.Via = x.value(s.Via)
	}
	n.Payload = make([]*Value, len(s.Payload))
	for i, p := range s.Payload {
		n.Payload[i] = x.value(p)
	}
	return &n
}

func (x *exporter) invoke(i *Invoke) *Invoke {
	n := *i
	n.Fn = x.value(i.Fn)
	n.Args = make([]*Value, len(i.Args))
	for k, a := range i.Args {
		n.Args[k] = x.value(a)
	}
	n.ArgsB = make([]*Value, len(i.ArgsB))
	for k, a := range i.ArgsB {
		n.ArgsB[k] = x.value(a)
	}
	n.Asked = make([]Asked, len(i.Asked))
	for k, q := range i.Asked {
		n.Asked[k] = Asked{x.value(q.Fn), q.Not}
	}
	return &n
}

func (x *exporter) pair(p *Pair) *Pair {
	n := *p
	n.A, n.B = x.send(p.A), x.send(p.B)
	n.Key, n.Fresh, n.Whole = x.value(p.Key), x.value(p.Fresh), x.value(p.Whole)
	n.Shown = p.Shown || x.f.root()
	n.Open = nil
	for _, o := range p.Open {
		n.Open = append(n.Open, x.value(o))
	}
	return &n
}

// exportEffects adds what the function writes to objects that others see: those
// that it was given, globals, and those of its own that it gives away.
func (f *frame) exportEffects(x *exporter, s *Summary) {
	type loc struct {
		v *Value
		w write
	}
	var locs []loc
	seen := map[*Value]bool{}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			for _, w := range f.writesOf(instr) {
				if w.val == nil && w.copyOf == nil || seen[w.loc] {
					continue
				}
				seen[w.loc] = true
				locs = append(locs, loc{w.loc, w})
			}
		}
	}
	rs := returns(f.fn)
	if len(rs) == 0 {
		return
	}
	done := map[*Value]bool{}
	most := maxChanges
	emit := func(l loc) {
		if done[l.v] || len(s.Effects) >= most || !tellingLocation(l.v) {
			return
		}
		done[l.v] = true
		if l.w.copyOf != nil || l.w.val().Kind == Written {
			return
		}
		var vs []*Value
		for _, r := range rs {
			v := f.read(l.v, r)
			vs = append(vs, x.value(f.memo(v, f.a.join([]*Value{v, f.a.load(l.v)}))))
		}
		s.Effects = append(s.Effects, Effect{x.value(l.v), f.a.join(vs)})
	}
	for _, l := range locs {
		switch r := root(l.v); r.Kind {
		case Param, Free, Global:
			emit(l)
		}
	}
	most = maxEffects
	// The objects given away; giving one away may give away more.
	for i := 0; i < len(x.objects) && i < 64; i++ {
		o := x.objects[i]
		if o.At != nil && o.At.Parent() == f.fn {
			for _, l := range locs {
				if root(l.v) == o {
					emit(l)
				}
			}
		}
	}
}

// tellingLocation reports whether a location may hold a key, an endpoint, a store, a
// counter, or what leads to one.
func tellingLocation(loc *Value) bool {
	if loc.Type == nil {
		return true
	}
	p, ok := loc.Type.Underlying().(*types.Pointer)
	if !ok {
		return true
	}
	b, ok := p.Elem().Underlying().(*types.Basic)
	return !ok || b.Info()&(types.IsString|types.IsInteger) != 0
}
