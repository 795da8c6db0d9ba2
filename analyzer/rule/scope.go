// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"
	"slices"
	"strings"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/scope"
)

// scope reports a retry that leaves the partition of every store that guards its
// key, as scope or, if only the tenant differs, as tenant. Each combination of endpoints
// is judged by itself, by the stores that guard both attempts there. It reports whether a
// store guards the retry at all.
func (c *checker) scope(f flow.Function, p *flow.Pair) (guarded bool) {
	if p.B.Reads() || p.A.Downstream || p.B.Downstream {
		return true
	}
	for _, e := range f.Ends(p) {
		m, some := judge(p, e)
		guarded = guarded || some
		if m == nil || m.onlyTenant() && p.RelTenant != flow.Different && !labelled(m) {
			continue // a tenant that neither send names is taken as agreeing
		}
		if m.onlyTenant() {
			c.tenant(f, p, m)
		} else {
			c.report(Finding{Rule: "scope", Pos: p.Pos, Message: m.message(f, p), Related: relatedOf(f, p)})
		}
		return true
	}
	return guarded
}

// elsewhere names the place of the later attempt, if the finding stands at another one.
func elsewhere(p *flow.Pair) string {
	if p.B.Posn == p.Posn || p.B.Posn == "" {
		return ""
	}
	return " (" + p.B.Posn + ")"
}

// miss is how a retry leaves a store's partition.
type miss struct {
	store   *contract.Store
	ends    flow.EndPair
	verdict scope.Verdict
	unnamed bool // the store is named for one of the attempts alone
}

// judge returns how a retry leaves the stores that guard its key at two endpoints, or nil if
// one of them covers it or nothing is shown, and whether any store guards an attempt there.
func judge(p *flow.Pair, e flow.EndPair) (*miss, bool) {
	stores := slices.Concat(p.Known, e.Shared())
	var first *miss
	for _, s := range stores {
		m := judgeStore(p, e, s)
		if m == nil {
			return nil, true // this one covers the retry, or nothing is shown
		}
		if first == nil {
			first = m
		}
	}
	if first != nil {
		return first, true
	}
	if s := e.Leaves(); s != nil {
		return &miss{store: s, ends: e, unnamed: true}, true
	}
	return nil, len(e.A.Named)+len(e.B.Named) > 0
}

// judgeStore returns how a pair leaves one store, or nil.
func judgeStore(p *flow.Pair, e flow.EndPair, s *contract.Store) *miss {
	pair := scope.Pair{A: e.A.Attempt, B: e.B.Attempt, Endpoints: relation(e.Rel)}
	if s.Modelled && e.Rel == flow.Other {
		pair.Endpoints = scope.Unknown // a client that a function value hands out may be the same: nobody has declared any
	}
	named := func(rel flow.Relation, a, b *flow.Value, dims ...scope.Dim) {
		if rel == flow.Unknown && (a == nil || b == nil) {
			return
		}
		for _, d := range s.Dims {
			if slices.Contains(dims, d) {
				pair.Named = append(pair.Named, scope.Named{Dim: d, Relation: relation(rel)})
			}
		}
	}
	named(p.RelTenant, p.A.Tenant, p.B.Tenant, scope.Tenant, scope.Account)
	named(p.RelQueue, p.A.Queue, p.B.Queue, scope.Queue, scope.Stream)
	if v := s.Judge(pair); v.Outcome == scope.Uncovered {
		return &miss{store: s, ends: e, verdict: v}
	}
	return nil
}

func relation(r flow.Relation) scope.Relation {
	switch r {
	case flow.Same:
		return scope.Same
	case flow.Other, flow.Different:
		return scope.Other
	}
	return scope.Unknown
}

// labelled reports whether two declared labels differ.
func labelled(m *miss) bool {
	for _, d := range m.verdict.Missing {
		a, oka := m.ends.A.Attempt.Labels.Get(d)
		b, okb := m.ends.B.Attempt.Labels.Get(d)
		if oka && okb && a != b {
			return true
		}
	}
	return false
}

// onlyTenant reports whether the attempts differ in nothing but tenant and account.
func (m *miss) onlyTenant() bool {
	v := m.verdict
	if len(v.Missing) == 0 || len(v.Missed) > 0 {
		return false
	}
	for _, d := range v.Missing {
		if d != scope.Tenant && d != scope.Account {
			return false
		}
	}
	return true
}

// message says where a retry goes and why no store catches it there.
func (m *miss) message(f flow.Function, p *flow.Pair) string {
	where := fmt.Sprintf("%s can reach %s%s outside the scope of %s: first attempt at %s (%s)",
		madeAt(f, p.Key), f.Describe(m.ends.B.Value), elsewhere(p), storeText(m.store), f.Describe(m.ends.A.Value), p.A.Posn)
	if !m.unnamed {
		return where + ", and " + why(m) + advice
	}
	other := m.ends.B
	if slices.Contains(m.ends.B.Named, m.store) {
		other = m.ends.A
	}
	does := "names no store"
	if len(other.Named) > 0 {
		does = "names " + other.Named[0].Name
	}
	return fmt.Sprintf("%s, and %s does not name store %s (it %s); make the effect idempotent downstream, or keep the retry at endpoints that name one store, or, if this one is behind that store too, say so (//idemscope:endpoint store=NAME)",
		where, f.Describe(other.Value), m.store.Name, does)
}

// why says in what the two attempts differ.
func why(m *miss) string {
	if len(m.verdict.Missed) > 0 {
		var names []string
		for _, n := range m.verdict.Missed {
			names = append(names, n[strings.LastIndexByte(n, '/')+1:])
		}
		return "the store does not cover " + list(names)
	}
	var parts []string
	for _, d := range m.verdict.Missing {
		a, oka := m.ends.A.Attempt.Labels.Get(d)
		b, okb := m.ends.B.Attempt.Labels.Get(d)
		switch {
		case oka && okb && a == scope.Any || okb && b == scope.Any:
			parts = append(parts, fmt.Sprintf("the %s may change from one attempt to the next", d))
		case oka && okb:
			parts = append(parts, fmt.Sprintf("%s %s is not %s", d, b, a))
		case m.ends.Rel == flow.Same:
			parts = append(parts, fmt.Sprintf("one name may stand for several of its %ss (declare the endpoint pinned, or its %s)", d, d))
		default:
			parts = append(parts, fmt.Sprintf("nothing says that the two share a %s (declare it with //idemscope:endpoint %s=…)", d, d))
		}
	}
	return strings.Join(parts, ", ")
}

// single reports one attempt at an endpoint that a covers store has never heard of.
func (c *checker) single(f flow.Function, s *flow.Send) {
	if s.Reads() || s.Downstream || !f.Evident(s) {
		return
	}
	var asked []*contract.Store
	for _, u := range f.UsesOf(s) {
		if st := f.Store(u); st != nil {
			asked = append(asked, st)
		}
	}
	for _, end := range f.EndsOf(s) {
		missed := missedBy(slices.Concat(end.Named, asked), end.Attempt.Endpoint)
		if missed == nil {
			continue
		}
		c.report(Finding{
			Rule: "scope",
			Pos:  s.Pos,
			Message: fmt.Sprintf("%s is sent to %s outside the scope of %s: the store never sees this attempt%s",
				madeAt(f, s.Key), f.Describe(end.Value), storeText(missed), advice),
			Related: relatedOf(f, &flow.Pair{A: s, B: s, Key: s.Key, Known: []*contract.Store{missed}, Place: s.Place}),
		})
		return
	}
}

// missedBy returns the last of several stores if all of them list the endpoints that they
// serve, and none has this one; nil otherwise, or if it is not known which endpoint it is.
func missedBy(stores []*contract.Store, endpoint string) *contract.Store {
	var missed *contract.Store
	for _, s := range stores {
		if endpoint == "" || s.Serves(endpoint) {
			return nil
		}
		missed = s
	}
	return missed
}
