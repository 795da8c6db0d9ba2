// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"
	"go/token"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
)

// A Finding is one violation of one rule.
type Finding struct {
	Rule    string
	Pos     token.Pos
	Message string
	Related []Related
	Fixes   []analysis.SuggestedFix
}

// Related is a step of a finding's argument.
type Related struct {
	Pos     token.Pos
	Message string
}

// checker collects findings, at most one for each position and rule.
type checker struct {
	a     *flow.Analysis
	src   *Source
	found map[findingKey]*Finding
	order []*Finding
}

type findingKey struct {
	rule string
	pos  token.Pos
}

func (c *checker) report(f Finding) {
	if !f.Pos.IsValid() {
		return
	}
	k := findingKey{f.Rule, f.Pos}
	if c.found[k] != nil {
		return
	}
	c.found[k] = &f
	c.order = append(c.order, &f)
}

// Check judges what the analysis of a package found.
func Check(a *flow.Analysis, src *Source) []Finding {
	c := &checker{a: a, src: src, found: map[findingKey]*Finding{}}
	for _, f := range a.Functions() {
		for _, p := range f.Pairs() {
			c.pair(f, p)
		}
		for _, s := range f.Sends() {
			c.single(f, s)
			c.unstable(f, s)
			c.collisionSend(f, s)
		}
		for _, u := range f.Uses() {
			c.collision(f, u)
		}
		c.reuse(f)
	}
	for _, w := range a.Meetings() {
		c.scope(w.Function, w.Pair)
	}
	out := make([]Finding, len(c.order))
	for i, f := range c.order {
		out[i] = *f
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].Pos != out[j].Pos {
			return out[i].Pos < out[j].Pos
		}
		return out[i].Rule < out[j].Rule
	})
	return out
}

// pair judges one retry.
func (c *checker) pair(f flow.Function, p *flow.Pair) {
	if p.Fresh != nil {
		c.freshKey(f, p)
		return
	}
	if p.B.Reads() || !f.Evident(p.A) && !f.Evident(p.B) || p.A.Downstream || p.B.Downstream {
		return
	}
	c.window(f, p)
	if c.pinning(f, p) {
		return
	}
	if len(p.Known) > 0 {
		c.scope(f, p)
		return
	}
	c.undeclared(f, p)
}

// madeAt says where a key comes from.
func madeAt(f flow.Function, key *flow.Value) string {
	for _, part := range f.Parts(key) {
		if part.Kind == flow.Made && part.Posn != "" {
			return fmt.Sprintf("the key made by %s (%s)", part.Name, part.Posn)
		}
	}
	if s := f.Describe(key); s != "" && s != "nothing" && len(s) < 60 {
		return "the key `" + s + "`"
	}
	return "the key"
}

func storeText(s *contract.Store) string {
	text := fmt.Sprintf("store %s (%s", s.Name, s.Scope())
	if s.Posn != "" {
		text += ", " + s.Posn
	}
	return text + ")"
}

// relatedOf gives a pair's argument as positions.
func relatedOf(f flow.Function, p *flow.Pair) []Related {
	var out []Related
	for _, part := range f.Parts(p.Key) {
		if part.Kind == flow.Made && part.Orig.IsValid() {
			out = append(out, Related{part.Orig, "the key is made here"})
			break
		}
	}
	if p.A.Pos.IsValid() && p.A.Pos != p.Pos {
		out = append(out, Related{p.A.Pos, "the earlier attempt"})
	}
	for _, u := range f.UsesOf(p.A) {
		if f.Store(u) != nil && u.Pos.IsValid() {
			out = append(out, Related{u.Pos, "the key is handed to the store here"})
			break
		}
	}
	for _, s := range p.Known {
		if pos := f.Declared(s); pos.IsValid() {
			out = append(out, Related{pos, "the store's scope is declared here"})
			break
		}
	}
	for _, v := range []*flow.Value{p.A.Endpoint, p.B.Endpoint} {
		if pos := f.DeclaredEndpoint(v); pos.IsValid() && !hasRelated(out, pos) {
			out = append(out, Related{pos, "the endpoint is declared here"})
		}
	}
	return out
}

func hasRelated(rs []Related, pos token.Pos) bool {
	for _, r := range rs {
		if r.Pos == pos {
			return true
		}
	}
	return false
}

const advice = "; make the effect idempotent downstream, or keep the retry within what the store covers, or widen the store"

func list(ss []string) string { return strings.Join(ss, ", ") }
