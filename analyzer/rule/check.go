// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/scope"
)

// A Finding is one violation of one rule.
type Finding struct {
	Rule    string
	Pos     token.Pos
	Message string
	Related []Related
	Fixes   []analysis.SuggestedFix

	Start, End token.Pos // what is to be marked, once that is known

	Unit string    // the function that shows it, as [flow.Unit] names it
	Func token.Pos // where that function, or the literal in it, begins
	Met  bool      // where an object is put together
}

// Related is a step of a finding's argument.
type Related struct {
	Pos        token.Pos
	Message    string
	Start, End token.Pos // as in Finding
}

// checker collects findings.
type checker struct {
	a     *flow.Analysis
	src   *Source
	by    flow.Function // that is being judged
	met   bool
	found []Finding
	kept  map[keptKey]bool // what first has been asked about
	used  map[usedKey]bool // and firstAt
}

// keptKey is a key that a function hands to a store that the program keeps.
type keptKey struct {
	rule string
	fn   *ssa.Function
	key  *flow.Value
}

// usedKey is a use with a store, which a function reaches.
type usedKey struct {
	fn     *ssa.Function
	origin string
	store  *flow.Value
}

type findingKey struct {
	rule string
	pos  token.Pos
}

func (c *checker) report(f Finding) {
	if f.Pos.IsValid() {
		f.Related = slices.DeleteFunc(f.Related, func(r Related) bool { return c.sameLine(r.Pos, f.Pos) })
		f.Unit, f.Func, f.Met = c.by.Unit(), c.by.SSA().Pos(), c.met
		c.found = append(c.found, f)
	}
}

// sameLine reports whether a reader who is shown one place sees the other as well.
func (c *checker) sameLine(p, q token.Pos) bool {
	f := c.src.Fset.File(p)
	return f != nil && f == c.src.Fset.File(q) && f.Line(p) == f.Line(q)
}

// Check judges what the analysis of a package found, function by function.
func Check(a *flow.Analysis, src *Source) []Finding {
	c := &checker{a: a, src: src, kept: map[keptKey]bool{}, used: map[usedKey]bool{}}
	for _, f := range a.Functions() {
		c.by = f
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
	c.met = true
	for _, w := range a.Meetings() {
		c.by = w.Function
		c.scope(w.Function, w.Pair)
	}
	return c.found
}

// Settle leaves the first finding for each position and rule, and sorts them. Those of a
// function stand in the order in which they were found, the functions in that of the source,
// and what was met comes last. The list that is given is used up.
func Settle(found []Finding) []Finding {
	seen := make(map[findingKey]bool, len(found))
	out := slices.DeleteFunc(found, func(f Finding) bool {
		k := findingKey{f.Rule, f.Pos}
		again := seen[k]
		seen[k] = true
		return again
	})
	slices.SortStableFunc(out, func(x, y Finding) int {
		return cmp.Or(cmp.Compare(x.Pos, y.Pos), strings.Compare(x.Rule, y.Rule))
	})
	return out
}

// local reports, if strict, clients' keys that are kept in this process alone.
func (c *checker) local(f flow.Function, s *contract.Store, u *flow.Use) {
	if !c.a.Strict || s.Shared || !partitioned(s, scope.Process) || f.HandedOn(u) || !c.first("scope", f, u) {
		return
	}
	c.report(Finding{Rule: "scope", Pos: u.Pos, Related: keptRelated(f, u), Message: fmt.Sprintf(
		"%s is kept by %s in the memory of this process: a retry that reaches another replica, or this one after a restart, is new to it and executes again; keep the keys where all replicas see them, or make the effect idempotent downstream",
		clientKey(f, u), keptIn(f, s, u))})
}

// nameless reports, if strict, keys that are given to what keeps them under a name of
// this process's own making, and lets them be forgotten with it.
func (c *checker) nameless(f flow.Function, s *contract.Store, u *flow.Use) {
	part := f.Lacks(u)
	if part == "" || !c.a.Strict || !c.first("scope", f, u) {
		return
	}
	c.report(Finding{Rule: "scope", Pos: u.Pos, Message: fmt.Sprintf(
		"a key is given, but %s (%s) knows it under a name that is made up anew for each process, since no %s is set: a retry from another replica, or from this one after a restart, is new to it and executes again; set a %s that stays the same",
		s.Name, u.Callee, part, part)})
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
	if p.Key.IsZero() {
		return // no key is given, so nothing could tell the second attempt by it
	}
	c.window(f, p)
	if c.pinning(f, p) {
		return
	}
	if !c.scope(f, p) {
		c.undeclared(f, p)
	}
}

// madeAt says where a key comes from.
func madeAt(f flow.Function, key *flow.Value) string {
	for _, part := range f.Parts(key) {
		if part.Kind == flow.Made && part.Posn != "" {
			return fmt.Sprintf("the key made by %s (%s)", part.Name, part.Posn)
		}
	}
	if s := f.Describe(key); s != "" && s != "nothing" && len(s) < 80 {
		if strings.HasPrefix(s, "the ") {
			return s
		}
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
			out = append(out, Related{Pos: part.Orig, Message: "the key is made here"})
			break
		}
	}
	if read := f.KeyRead(p.Key); read.IsValid() {
		out = append(out, Related{Pos: read, Message: "the key comes in here"})
	}
	if p.A.Pos.IsValid() && p.A.Pos != p.Pos {
		out = append(out, Related{Pos: p.A.Pos, Message: "the earlier attempt"})
	}
	if p.B.Pos.IsValid() && p.B.Pos != p.Pos {
		out = append(out, Related{Pos: p.B.Pos, Message: "the attempt that follows"})
	}
	if made := p.StoreMade(); made.IsValid() {
		out = append(out, Related{Pos: made, Message: "the store is made here"})
	}
	for _, u := range f.UsesOf(p.A) {
		if f.Store(u) != nil && u.Pos.IsValid() {
			out = append(out, Related{Pos: u.Pos, Message: "the key is handed to the store here"})
			break
		}
	}
	for _, s := range f.Stores(p) {
		if pos := f.Declared(s); pos.IsValid() {
			out = append(out, Related{Pos: pos, Message: "the store's scope is declared here"})
			break
		}
	}
	for _, v := range []*flow.Value{p.A.Endpoint, p.B.Endpoint} {
		if pos := f.DeclaredEndpoint(v); pos.IsValid() && !hasRelated(out, pos) {
			out = append(out, Related{Pos: pos, Message: "the endpoint is declared here"})
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
