// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// resolver says what a value of the second attempt is, in terms of the time of the
// first: what is made again on the way gets Epoch 1, what was there before stays
// the value that it is. Two attempts have the same value if the results are equal.
type resolver struct {
	f       *frame
	p       *paths
	memo    map[*Value]*Value
	crossed map[*Value]bool // phis within which the value is looked at
	back    int             // of those, on edges that go back
	depth   int
}

func newResolver(p *paths) *resolver {
	return &resolver{f: p.f, p: p, memo: map[*Value]*Value{}, crossed: map[*Value]bool{}}
}

func (r *resolver) resolve(v *Value) *Value {
	if v == nil {
		return nil
	}
	if len(r.crossed) == 0 {
		if got, ok := r.memo[v]; ok {
			return got
		}
	}
	if r.depth > 40 {
		return v
	}
	r.depth++
	got := r.make(v)
	r.depth--
	if len(r.crossed) == 0 {
		r.memo[v] = got
	}
	return got
}

func (r *resolver) make(v *Value) *Value {
	in := r.f.a.in
	switch v.Kind {
	case Const, Free, Global, Func:
		return v
	case Param:
		if r.p.wraps && len(r.crossed) == 0 {
			n := *v
			n.Epoch = 1
			return in.of(n)
		}
		return v
	case Phi:
		if v.Epoch > 0 || r.f.a.owner(v) != r.f {
			return v
		}
		b := phiBlock(v)
		if r.crossed[v] || !r.p.enters(b) {
			return v
		}
		r.crossed[v] = true
		var alts []*Value
		for i, a := range r.f.phiArgs(v) {
			if !r.p.takes(b.Preds[i], b) {
				continue
			}
			goesBack := b.Dominates(b.Preds[i])
			if goesBack {
				r.back++
			}
			alts = append(alts, r.byDefault(r.resolve(a), v, b.Preds[i], b))
			if goesBack {
				r.back--
			}
		}
		delete(r.crossed, v)
		if len(alts) == 0 {
			return v
		}
		return r.f.a.join(alts)
	case Load:
		addr := r.resolve(v.Args[0])
		if r.p.wraps && len(r.crossed) == 0 {
			if alts := r.carried(v); alts != nil {
				return r.f.a.join(alts)
			}
		}
		if addr == v.Args[0] {
			return v
		}
		n := *v
		n.Args = []*Value{addr.Strip()}
		return in.of(n)
	}
	changed := false
	args := make([]*Value, len(v.Args))
	for i, a := range v.Args {
		args[i] = r.resolve(a)
		changed = changed || args[i] != a
	}
	if v.Kind == Elem && args[0].Kind == Join && args[0].Epoch == 0 && r.chosenAgain(args[0]) {
		again := *args[0]
		again.Epoch = 1
		args[0], changed = in.of(again), true
	}
	n := *v
	n.Args = args
	if v.instance() && v.Epoch == 0 && v.At != nil && r.remade(v.At) {
		n.Epoch = 1
		if v.Memo && n.makesAnew() {
			n.Memo, n.Args = false, nil // what was to be given is empty at this time
		}
		return in.of(n)
	}
	if !changed {
		return v
	}
	switch v.Kind {
	case Concat:
		return r.f.a.concat(args...)
	case Join:
		return r.f.a.join(args)
	case Field, Elem, Entry:
		n.Args[0] = args[0].Strip()
	}
	return in.of(n)
}

// byDefault marks the makings of an alternative of a phi that is taken only where a part of
// the phi is empty, unless that is so between the attempts.
func (r *resolver) byDefault(alt, phi *Value, from, to *ssa.BasicBlock) *Value {
	if !alt.hasMaking() {
		return alt
	}
	given, ok := r.f.emptyOn(from, to, phi)
	if !ok {
		return alt
	}
	if given = r.resolve(given); given.IsZero() {
		return alt
	}
	return r.f.a.optional(alt, given)
}

// chosenAgain reports whether a call that returns one of several collections is made again
// between the attempts: then the second may take an element of another one.
func (r *resolver) chosenAgain(collection *Value) bool {
	for _, at := range r.f.chosenBy[collection] {
		if r.p.remakes(at) {
			return true
		}
	}
	return false
}

// remade reports whether an instance is made again between the attempts. Behind an edge
// that goes back, or the function's end, the value is looked at as it was at the end of the first
// attempt's round: what that round made before the attempt is not new.
func (r *resolver) remade(at ssa.Instruction) bool {
	if !r.p.remakes(at) {
		return false
	}
	if r.back > 0 {
		at = plain(at)
		from := r.p.from
		if at.Block() == from.Block() {
			return r.f.index[at] > r.f.index[from]
		}
		return !at.Block().Dominates(from.Block())
	}
	return true
}

// carried returns what a location that held v at the function's entry holds when
// the function is called again, or nil if it is not written.
func (r *resolver) carried(v *Value) []*Value {
	loc := v.Args[0]
	var alts []*Value
	changed := false
	for _, ret := range returns(r.f.fn) {
		if !r.p.enters(ret.Block()) && ret.Block() != r.p.from.Block() {
			continue
		}
		got := r.f.read(loc, ret)
		if got == v {
			alts = append(alts, v)
			continue
		}
		changed = true
		r.crossed[v] = true
		r.back++
		alts = append(alts, r.resolve(got))
		r.back--
		delete(r.crossed, v)
	}
	if !changed {
		return nil
	}
	return alts
}

// Relation of two endpoints, keys or tenants.
type Relation uint8

const (
	Unknown   Relation = iota // nothing is shown
	Same                      // the same value
	Other                     // another each time, for all that is known
	Different                 // known to be another one
)

// relate compares a value of the first attempt with the resolved one of the second.
func (a *Analysis) relate(x, y *Value) Relation {
	if x == nil || y == nil {
		if x == y {
			return Same
		}
		return Unknown
	}
	if x.Strip() == y.Strip() {
		return Same
	}
	// What counts the turns of two loops is made of itself: it differs if what else it is
	// made of does.
	both := [2]*Value{x.Strip(), y.Strip()}
	if a.relating[both] {
		return Same
	}
	a.relating[both] = true
	defer delete(a.relating, both)
	best := Relation(0)
	first := true
	for _, p := range a.alternatives(x) {
		for _, q := range a.alternatives(y) {
			rel := a.relateOne(p.Strip(), q.Strip())
			if first || rel > best && rel != Same || best == Same && rel != Same {
				best = rel
			}
			first = false
		}
	}
	return best
}

// alternatives lists what a value may be.
func (a *Analysis) alternatives(v *Value) []*Value {
	var out []*Value
	seen := map[*Value]bool{}
	var add func(v *Value)
	add = func(v *Value) {
		s := v.Strip()
		if seen[s] || len(out) > 24 {
			return
		}
		seen[s] = true
		switch {
		case s.Kind == Join:
			for _, x := range s.Args {
				add(x)
			}
			return
		case s.Kind == Phi && s.Epoch == 0:
			if fr := a.owner(s); fr != nil {
				for _, x := range fr.phiArgs(s) {
					add(x)
				}
				return
			}
		}
		out = append(out, v)
	}
	add(v)
	if len(out) == 0 {
		out = append(out, v)
	}
	return out
}

func (a *Analysis) relateOne(x, y *Value) Relation {
	if x == y {
		return Same
	}
	if opaque(x) || opaque(y) {
		return Unknown
	}
	dyn := func(v *Value) bool { return v.Kind == Dynamic }
	if dyn(x) || dyn(y) {
		if x.Kind == y.Kind && (x.Epoch != y.Epoch || x.At != y.At) {
			return Other
		}
		return Other
	}
	if x.Kind != y.Kind {
		if x.Has(opaque) || y.Has(opaque) {
			return Unknown
		}
		return Different
	}
	switch x.Kind {
	case Const, Param, Free, Global, Func:
		return Different
	case Made:
		return Other
	case Alloc:
		return a.relateObjects(x, y)
	case Field:
		base := a.relateArgs(x.Args[:1], y.Args[:1])
		if x.Name != y.Name {
			return Different
		}
		return base
	case Entry:
		if x.Name != y.Name {
			return Different
		}
		return a.relateArgs(x.Args[:1], y.Args[:1])
	case Elem:
		base := a.relateArgs(x.Args[:1], y.Args[:1])
		if base != Same {
			return base
		}
		return a.relateIndex(x.Args[1], y.Args[1])
	case Iter:
		return Different
	case Load, Tag:
		return a.relateArgs(x.Args, y.Args)
	case Derive, Concat, Closure:
		if x.Name != y.Name || len(x.Args) != len(y.Args) {
			if x.Has(opaque) || y.Has(opaque) {
				return Unknown
			}
			return Different
		}
		return a.relateArgs(x.Args, y.Args)
	}
	return Unknown
}

// relateObjects compares two objects of this package: nothing is known of what
// is behind them.
func (a *Analysis) relateObjects(x, y *Value) Relation { return Unknown }

// relateIndex compares indexes into one collection: an index that moves, or is
// drawn anew, leads to another element.
func (a *Analysis) relateIndex(x, y *Value) Relation {
	switch rel := a.relate(x, y); rel {
	case Other:
		return Different
	case Unknown:
		if x.Has(opaque) || y.Has(opaque) {
			return Unknown
		}
		return Different
	default:
		return rel
	}
}

func (a *Analysis) relateArgs(xs, ys []*Value) Relation {
	out := Same
	for i := range xs {
		rel := a.relate(xs[i], ys[i])
		switch {
		case rel == Same:
		case out == Same:
			out = rel
		case rel > out:
			out = rel
		}
	}
	return out
}

// opaque is a value of which nothing is known: the result of a call out of sight.
func opaque(v *Value) bool { return v.Kind == Result || v.Kind == Written }

// renewal reports whether a making is no renewal of a key: it is done only while the key is
// still empty, or after an error that proves that nothing was executed. given is what was
// empty then, nil after such an error.
func (f *frame) renewal(made, key *Value) (given *Value, none bool) {
	b := plain(made.At).Block()
	parts := partsOf(f, key)
	for d := b; d.Idom() != nil; d = d.Idom() {
		if f.everyWay(d) {
			return nil, true
		}
		cond, then := branch(d.Idom(), b)
		if cond == nil {
			continue
		}
		if side := f.provingSide(cond.Cond); side == 0 && then || side == 1 && !then {
			return nil, true
		}
		if given = f.emptyTest(cond.Cond, then, parts); given != nil {
			return given, true
		}
	}
	if given = f.overwriter(key); given != nil {
		return given, true
	}
	return nil, false
}

// everyWay reports whether each way into a block goes through a proof that nothing
// was executed: the cases of a switch over the codes of an error.
func (f *frame) everyWay(b *ssa.BasicBlock) bool {
	if len(b.Preds) < 2 {
		return false
	}
	for _, p := range b.Preds {
		cond, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !ok {
			return false
		}
		if side := f.provingSide(cond.Cond); side < 0 || p.Succs[side] != b {
			return false
		}
	}
	return true
}

// deep lists the values that a key may be or is made of, through phis.
func (f *frame) deep(v *Value) []*Value {
	var out []*Value
	seen := map[*Value]bool{}
	var add func(v *Value)
	add = func(v *Value) {
		if v == nil || seen[v] || len(out) > 200 {
			return
		}
		seen[v] = true
		out = append(out, v)
		if v.Kind == Phi && v.Epoch == 0 {
			if fr := f.a.owner(v); fr != nil {
				for _, x := range fr.phiArgs(v) {
					add(x)
				}
			}
			return
		}
		if v.Memo {
			return
		}
		for _, x := range v.Args {
			add(x)
		}
	}
	add(v)
	return out
}

// emptyTest recognises k == "", k == nil, len(k) == 0, !ok, on the side where it holds, and
// returns what is empty then, a part of parts.
func (f *frame) emptyTest(cond ssa.Value, then bool, parts *parted) *Value {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return f.emptyTest(c.X, !then, parts)
		}
	case *ssa.Extract: // v, ok := m[k]
		if l, ok := c.Tuple.(*ssa.Lookup); ok && c.Index == 1 && !then {
			if x := f.read(f.entryAddr(l.X, l.Index), l); parts.has(x) {
				return x
			}
		}
	case *ssa.BinOp:
		if c.Op != token.EQL && c.Op != token.NEQ && c.Op != token.GTR && c.Op != token.LEQ && c.Op != token.LSS {
			return nil
		}
		y, ok := c.Y.(*ssa.Const)
		if !ok {
			if !namedEmpty(c.Y) {
				return nil
			}
			y = ssa.NewConst(nil, types.Typ[types.UntypedNil])
		}
		n, isInt := intConst(y)
		empty := y.Value == nil || f.eval(y).IsZero() || isInt && n == 0
		if !empty {
			return nil
		}
		holds := c.Op == token.EQL && then || c.Op == token.NEQ && !then || c.Op == token.GTR && !then || c.Op == token.LEQ && then
		if !holds || isError(c.X.Type()) {
			return nil
		}
		x := f.eval(c.X)
		if x.Kind == Derive && x.Name == "len" {
			x = x.Args[0]
		}
		for _, k := range f.deep(x) {
			if !k.IsZero() && parts.has(k) {
				return x
			}
		}
	}
	return nil
}

// namedEmpty recognises the empty value of a type by its name: uuid.Nil.
func namedEmpty(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	if !ok {
		return false
	}
	switch name := strings.ToLower(g.Name()); name {
	case "nil", "zero", "empty", "none", "nilid", "zeroid", "emptykey", "nokey":
		return true
	}
	return false
}
