// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"cmp"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/model"
	"github.com/idemscope/idemscope/analyzer/rule"
)

// kept is what was found in a package, and what it rests on.
type kept struct {
	settings  Settings
	goVersion string
	imports   []*types.Package
	initOrder []string                         // of package-level variables: it depends on what functions use
	heard     map[types.Object][]analysis.Fact // facts of other packages
	asked     map[types.Object]bool            // of what facts were asked for
	layout    *layout
	opener    string // the function by which the gate has let the package in
	profiles  map[string]*flow.Profile
	idle      map[string]bool // tests that were not looked at
	handlers  map[string]*model.Handler
	puts      map[string][]string // into interfaces
	results   map[string]*result  // by function
}

// newKept is what a package rests on that is not in it.
func (u *unit) newKept() *kept {
	k := &kept{
		settings: *u.settings, goVersion: u.pass.Pkg.GoVersion(), imports: u.pass.Pkg.Imports(), initOrder: u.initOrder(), heard: u.heardFacts(), layout: u.layoutOf(),
		asked: map[types.Object]bool{}, idle: map[string]bool{}, results: map[string]*result{},
	}
	for _, f := range u.functions() {
		if f.decl == u.opener {
			k.opener = f.unit
		}
		if u.idle[f.decl] {
			k.idle[f.unit] = true
		}
	}
	return k
}

// heardFacts are the facts of other packages by their objects.
func (u *unit) heardFacts() map[types.Object][]analysis.Fact {
	out := map[types.Object][]analysis.Fact{}
	for _, of := range u.others() {
		out[of.Object] = append(out[of.Object], of.Fact)
	}
	for _, fs := range out {
		slices.SortFunc(fs, func(a, b analysis.Fact) int {
			return strings.Compare(reflect.TypeOf(a).String(), reflect.TypeOf(b).String())
		})
	}
	return out
}

// initOrder lists the package-level variables as they are initialized.
func (u *unit) initOrder() []string {
	var out []string
	for _, init := range u.pass.TypesInfo.InitOrder {
		for _, v := range init.Lhs {
			out = append(out, v.Name())
		}
	}
	return out
}

// rests reports whether all that a package rests on is the same.
func (k *kept) rests(old *kept) bool {
	if !reflect.DeepEqual(k.settings, old.settings) || k.goVersion != old.goVersion || !slices.Equal(k.imports, old.imports) || !slices.Equal(k.initOrder, old.initOrder) {
		return false
	}
	for o := range k.heard {
		if !k.hears(old, o) {
			return false
		}
	}
	for o := range old.heard {
		if k.heard[o] == nil && !k.hears(old, o) {
			return false
		}
	}
	maps.Copy(k.asked, old.asked)
	return true
}

// hears reports whether the facts of an object are the same, or do not matter. gopls brings
// those of far packages only sometimes.
func (k *kept) hears(old *kept, o types.Object) bool {
	now, then := k.heard[o], old.heard[o]
	contracts := func(fs []analysis.Fact) bool {
		return slices.ContainsFunc(fs, func(f analysis.Fact) bool { _, ok := f.(*contract.Contract); return ok })
	}
	return !old.asked[o] && !contracts(now) && !contracts(then) || reflect.DeepEqual(now, then)
}

// sameIdle reports whether the same tests are not looked at, but for those that have changed.
func (k *kept) sameIdle(old *kept, c *change) bool {
	for _, idle := range []map[string]bool{k.idle, old.idle} {
		for name := range idle {
			if old.idle[name] != k.idle[name] && !c.changed[name] {
				return false
			}
		}
	}
	return true
}

// keepAll keeps what an analysis of the whole package has found. It reports whether edits
// can go on from there.
func (k *kept) keepAll(u *unit, found []rule.Finding) bool {
	all := func(string) bool { return true }
	k.take(u, found, all)
	k.profiles = map[string]*flow.Profile{}
	k.handlers, k.puts = u.flow.Handlers(), u.flow.Puts()
	k.profile(u, all)
	return !u.flow.Entangled()
}

// take keeps what was found in some functions, and forgets what was found before.
func (k *kept) take(u *unit, found []rule.Finding, of func(string) bool) {
	k.results = map[string]*result{}
	in := func(name string) *result {
		r := k.results[name]
		if r == nil {
			r = new(result)
			k.results[name] = r
		}
		return r
	}
	for _, f := range found {
		if of(f.Unit) {
			u.mark(&f)
			f.Message = flow.Placed(f.Message, k.fixed)
			r := in(f.Unit)
			r.findings = append(r.findings, f)
		}
	}
	for _, f := range u.functions() {
		if !f.obj.Exported() || !of(f.unit) {
			continue
		}
		if fact := u.flow.Fact(f.obj); fact != nil {
			in(f.unit).fact = fact.Placed(k.fixed)
		}
	}
	for name, r := range k.results {
		r.settle(k.layout, name)
	}
}

// profile keeps what was noted. Of functions that were not asked for, and of wrappers, to
// which only some may have led this time, it is added to what is known.
func (k *kept) profile(u *unit, of func(string) bool) {
	for name, p := range u.flow.Profiles() {
		p.Face = p.Face.Placed(k.fixed)
		old := k.profiles[name]
		switch {
		case of(name) || old == nil && flow.Wrapper(name):
			k.profiles[name] = p
		case old != nil:
			more := *old
			more.Leads, more.Opens, more.Fields = merged(p.Leads, old.Leads), merged(p.Opens, old.Opens), merged(p.Fields, old.Fields)
			more.Answers = map[string]flow.Answer{}
			maps.Copy(more.Answers, old.Answers)
			maps.Copy(more.Answers, p.Answers)
			k.profiles[name] = &more
		}
	}
}

func merged(x, y []string) []string {
	out := slices.Concat(x, y)
	slices.Sort(out)
	return slices.Compact(out)
}

// fixed is a place that is kept, still marked as one.
func (k *kept) fixed(posn string) string { return flow.Mark(k.layout.fixed(posn)) }

// show shows what is kept. Of a function that stands where it stood, that was shown before.
func (k *kept) show() {
	texts := map[string]string{} // of places, many of which are named more than once
	place := func(place string) string {
		text, ok := texts[place]
		if !ok {
			text = k.layout.shown(place)
			texts[place] = text
		}
		return text
	}
	for name, r := range k.results {
		k.results[name] = r.show(k.layout, name, place)
	}
}

// all are the findings of all functions, as they are shown, in the order of the source.
func (k *kept) all() []rule.Finding {
	n := 0
	for _, r := range k.results {
		n += len(r.findings)
	}
	out := make([]rule.Finding, 0, n)
	for _, f := range k.layout.files {
		for i := range f.pieces {
			if p := &f.pieces[i]; p.function() {
				if r := k.results[p.name]; r != nil {
					out = r.appendTo(out, k.layout, p.name)
				}
			}
		}
	}
	if len(out) < n { // some are of no function that is declared
		for _, name := range slices.Sorted(maps.Keys(k.results)) {
			if _, p := k.layout.piece(name); p == nil {
				out = k.results[name].appendTo(out, k.layout, name)
			}
		}
	}
	for i := 1; i < len(out); i++ {
		if k.order(&out[i-1], &out[i]) > 0 {
			slices.SortStableFunc(out, func(x, y rule.Finding) int { return k.order(&x, &y) })
			break
		}
	}
	return out
}

// order compares where two findings come: what was met comes last.
func (k *kept) order(x, y *rule.Finding) int {
	if x.Met != y.Met {
		if y.Met {
			return -1
		}
		return 1
	}
	return cmp.Or(strings.Compare(k.layout.file(x.Func), k.layout.file(y.Func)), cmp.Compare(x.Func, y.Func))
}
