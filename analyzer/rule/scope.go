// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"
	"strings"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/scope"
)

// scope reports a retry that leaves the partition of every store that guards its
// key, as scope or, if only the tenant differs, as tenant.
func (c *checker) scope(f flow.Function, p *flow.Pair) {
	if p.B.Reads() || p.A.Downstream || p.B.Downstream {
		return
	}
	var miss *miss
	for _, s := range p.Known {
		m := judge(f, p, s)
		if m == nil {
			return // this one covers the retry, or nothing is shown
		}
		if miss == nil {
			miss = m
		}
	}
	if miss == nil {
		return
	}
	if onlyTenant(miss.verdict) {
		if p.RelTenant == flow.Different || labelled(miss) {
			c.tenant(f, p, miss)
		}
		return
	}
	c.report(Finding{
		Rule: "scope",
		Pos:  p.Pos,
		Message: fmt.Sprintf("%s can reach %s%s outside the scope of %s: first attempt at %s (%s), and %s%s",
			madeAt(f, p.Key), f.Describe(miss.ends.B.Value), elsewhere(p), storeText(miss.store), f.Describe(miss.ends.A.Value), p.A.Posn, why(miss), advice),
		Related: relatedOf(f, p),
	})
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
}

// judge returns how a pair leaves a store, or nil.
func judge(f flow.Function, p *flow.Pair, s *contract.Store) *miss {
	for _, e := range f.Ends(p) {
		pair := scope.Pair{A: e.A.Attempt, B: e.B.Attempt, Endpoints: relation(e.Rel)}
		if s.Modelled && e.Rel == flow.Other {
			pair.Endpoints = scope.Unknown // a client that a function value hands out may be the same: nobody has declared any
		}
		if p.RelTenant != flow.Unknown || p.A.Tenant != nil && p.B.Tenant != nil {
			for _, d := range s.Dims {
				if d == scope.Tenant || d == scope.Account {
					pair.Named = append(pair.Named, scope.Named{Dim: d, Relation: relation(p.RelTenant)})
				}
			}
		}
		if p.RelQueue != flow.Unknown || p.A.Queue != nil && p.B.Queue != nil {
			for _, d := range s.Dims {
				if d == scope.Queue || d == scope.Stream {
					pair.Named = append(pair.Named, scope.Named{Dim: d, Relation: relation(p.RelQueue)})
				}
			}
		}
		if v := s.Judge(pair); v.Outcome == scope.Uncovered {
			return &miss{s, e, v}
		}
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

func onlyTenant(v scope.Verdict) bool {
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
	end := f.EndOf(s)
	if end.Attempt.Endpoint == "" {
		return
	}
	var missed *contract.Store
	stores := []*contract.Store{f.StoreOfSend(s)}
	for _, u := range f.UsesOf(s) {
		stores = append(stores, f.Store(u))
	}
	for _, st := range stores {
		if st == nil {
			continue
		}
		if len(st.Covers) == 0 || st.Serves(end.Attempt.Endpoint) {
			return
		}
		missed = st
	}
	if missed == nil {
		return
	}
	c.report(Finding{
		Rule: "scope",
		Pos:  s.Pos,
		Message: fmt.Sprintf("%s is sent to %s outside the scope of %s: the store never sees this attempt%s",
			madeAt(f, s.Key), f.Describe(end.Value), storeText(missed), advice),
		Related: relatedOf(f, &flow.Pair{A: s, B: s, Key: s.Key, Place: s.Place}),
	})
}
