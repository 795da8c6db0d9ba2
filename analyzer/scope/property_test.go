// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scope

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// gen makes random stores and pairs out of few values, so that they meet often.
type gen struct{ *rand.Rand }

func (g gen) pick(s ...string) string { return s[g.IntN(len(s))] }
func (g gen) relation() Relation      { return Relation(g.IntN(3)) }

func (g gen) subset(from []string) []string {
	var out []string
	for _, s := range from {
		if g.IntN(2) == 0 {
			out = append(out, s)
		}
	}
	g.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (g gen) dims() Store {
	all := Dims()
	g.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return Store{Dims: all[:g.IntN(4)]}
}

func (g gen) store() Store {
	if g.IntN(4) == 0 {
		return Store{Covers: g.subset([]string{"a", "b", "c"})}
	}
	return g.dims()
}

func (g gen) attempt() Attempt {
	m := make(map[Dim]string)
	for _, d := range Dims() {
		m[d] = g.pick("", "", "x", "x", "y", Any)
	}
	return Attempt{Endpoint: g.pick("", "a", "b", "c"), Labels: NewLabels(m), Pinned: g.IntN(2) == 0}
}

func (g gen) pair() Pair {
	p := Pair{A: g.attempt(), B: g.attempt(), Endpoints: g.relation()}
	if g.IntN(2) == 0 { // two attempts of real code are mostly alike
		p.B.Labels = slices.Clone(p.A.Labels)
	}
	for _, d := range Dims() {
		if !d.FollowsEndpoint() && g.IntN(2) == 0 {
			p.Named = append(p.Named, Named{d, g.relation()})
		}
	}
	return p
}

func each(t *testing.T, f func(g gen)) {
	t.Helper()
	g := gen{rand.New(rand.NewPCG(1, 2))}
	for i := 0; i < 10000 && !t.Failed(); i++ {
		f(g)
	}
}

func TestSymmetric(t *testing.T) {
	seen := make(map[Outcome]int)
	each(t, func(g gen) {
		s, p := g.store(), g.pair()
		q := p
		q.A, q.B = p.B, p.A
		v, w := s.Judge(p), s.Judge(q)
		if !reflect.DeepEqual(v, w) {
			t.Errorf("%s: %s: %+v, but turned around %+v", s.Scope(), show(p), v, w)
		}
		seen[v.Outcome]++
	})
	// The other properties say little if the generator makes one outcome only.
	for _, o := range []Outcome{Silent, Covered, Uncovered} {
		if seen[o] < 500 {
			t.Errorf("only %d pairs are %s", seen[o], o)
		}
	}
}

func TestDeterministic(t *testing.T) {
	each(t, func(g gen) {
		s, p := g.store(), g.pair()
		v := s.Judge(p)
		// The order and number of mentions in a contract mean nothing.
		o := Store{Dims: append(slices.Clone(s.Dims), s.Dims...), Covers: append(slices.Clone(s.Covers), s.Covers...)}
		g.Shuffle(len(o.Dims), reflect.Swapper(o.Dims))
		g.Shuffle(len(o.Covers), reflect.Swapper(o.Covers))
		if w := o.Judge(p); !reflect.DeepEqual(v, w) {
			t.Errorf("%s: %s: %+v, then %+v", s.Scope(), show(p), v, w)
		}
		if (v.Outcome == Uncovered) != (len(v.Missing)+len(v.Missed) > 0) {
			t.Errorf("%s: %s: %+v: reasons if and only if uncovered", s.Scope(), show(p), v)
		}
		if !slices.IsSortedFunc(v.Missing, compareDims) || !slices.IsSorted(v.Missed) {
			t.Errorf("%+v: not sorted", v)
		}
	})
}

// Widening a store never takes cover away.
func TestWiderStore(t *testing.T) {
	each(t, func(g gen) {
		s, p := g.store(), g.pair()
		w := Store{Dims: slices.Clone(s.Dims), Covers: slices.Clone(s.Covers)}
		if len(w.Covers) > 0 {
			w.Covers = append(w.Covers, g.pick("a", "b", "c"))
		} else if len(w.Dims) > 0 {
			i := g.IntN(len(w.Dims))
			if up := w.Dims[i].Ancestors(); len(up) > 0 && g.IntN(2) == 0 {
				w.Dims[i] = up[g.IntN(len(up))]
			} else {
				w.Dims = slices.Delete(w.Dims, i, i+1)
			}
		}
		if w.NarrowerThan(s) {
			t.Errorf("%s is narrower than %s", w.Scope(), s.Scope())
		}
		if s.Judge(p).Outcome == Covered && w.Judge(p).Outcome != Covered {
			t.Errorf("%s: covered by %s, not by the wider %s", show(p), s.Scope(), w.Scope())
		}
	})
}

// NarrowerThan means what it says: where it is false there is no pair that o
// covers and s does not, and where it is true there is one.
func TestNarrowerThanJudge(t *testing.T) {
	each(t, func(g gen) {
		s, o, p := g.store(), g.store(), g.pair()
		if !s.NarrowerThan(o) && o.Judge(p).Outcome == Covered && s.Judge(p).Outcome != Covered {
			t.Errorf("%s: covered by %s, not by %s, which is not narrower", show(p), o.Scope(), s.Scope())
		}
		if s, o := g.dims(), g.dims(); s.NarrowerThan(o) {
			// Everything is declared equal but what s alone names.
			m := make(map[Dim]string)
			for _, d := range Dims() {
				m[d] = Any
			}
			for _, d := range closure(o.Dims) {
				m[d] = "x"
			}
			a := Attempt{Labels: NewLabels(m)}
			p := Pair{A: a, B: a, Endpoints: Same}
			if o.Judge(p).Outcome != Covered || s.Judge(p).Outcome != Uncovered {
				t.Errorf("%s narrower than %s, but %s shows nothing", s.Scope(), o.Scope(), show(p))
			}
		}
	})
}

// Widening a retry scope never mends anything, and does not silence it either.
func TestWiderRetry(t *testing.T) {
	each(t, func(g gen) {
		s, p := g.store(), g.pair()
		q := p
		switch g.IntN(4) {
		case 0: // a label becomes "*", or "*" is declared
			m := map[Dim]string{Dims()[g.IntN(len(Dims()))]: Any}
			for _, l := range p.B.Labels {
				if _, ok := m[l.Dim]; !ok {
					m[l.Dim] = l.Value
				}
			}
			q.B.Labels = NewLabels(m)
		case 1:
			q.Endpoints = Other
		case 2:
			q.Named = slices.Clone(p.Named)
			for i := range q.Named {
				q.Named[i].Relation = Other
			}
		case 3:
			q.A.Pinned = false
		}
		if s.Judge(p).Outcome == Uncovered && s.Judge(q).Outcome != Uncovered {
			t.Errorf("%s: uncovered: %s, but not the wider %s", s.Scope(), show(p), show(q))
		}
	})
}

// The direction of the predicate: the key scope contains the retry scope, and
// not the other way round. A gate and a covers store say the same.
func TestGateProperties(t *testing.T) {
	all := []string{"a", "b", "c", "d"}
	each(t, func(g gen) {
		gate := Gate{KeyScope: g.subset(all), RetryScope: g.subset(all)}
		superset := true
		for _, e := range gate.RetryScope {
			superset = superset && slices.Contains(gate.KeyScope, e)
		}
		if (gate.Verify() == nil) != superset || (gate.DedupMode() == KeyScoped) != superset {
			t.Errorf("%+v: %v, %s", gate, gate.Verify(), gate.DedupMode())
		}
		if len(gate.KeyScope) > 0 && len(gate.RetryScope) == 2 {
			s := Store{Covers: gate.KeyScope}
			p := Pair{A: Attempt{Endpoint: gate.RetryScope[0]}, B: Attempt{Endpoint: gate.RetryScope[1]}}
			if (s.Judge(p).Outcome == Covered) != superset {
				t.Errorf("%+v: %+v", gate, s.Judge(p))
			}
		}
		wider := gate
		wider.RetryScope = append(slices.Clone(gate.RetryScope), g.pick(all...))
		if gate.Verify() != nil && wider.Verify() == nil {
			t.Errorf("%+v is refused, the wider %+v is not", gate, wider)
		}
		wider = gate
		wider.KeyScope = append(slices.Clone(gate.KeyScope), g.pick(all...))
		if gate.Verify() == nil && wider.Verify() != nil {
			t.Errorf("%+v is allowed, %+v is not", gate, wider)
		}
	})
}

// TestNamedGate: a retry is covered if and only if all of its endpoints name one store.
func TestNamedGate(t *testing.T) {
	each(t, func(g gen) {
		endpoints, stores := []string{"a", "b", "c", "d"}, []string{"s", "t", "u"}
		names := map[string][]string{}
		for _, e := range endpoints {
			names[e] = g.subset(stores)
		}
		retry := append(g.subset(endpoints), g.pick(endpoints...))
		covered := slices.ContainsFunc(stores, func(s string) bool {
			return !slices.ContainsFunc(retry, func(e string) bool { return !slices.Contains(names[e], s) })
		})
		if err := NamedGate(names, retry...).Verify(); (err == nil) != covered {
			t.Errorf("names %v, retry %v: covered is %v, but %v", names, retry, covered, err)
		}
	})
}
