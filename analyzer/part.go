// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// part is the analysis of that part of a package which an edit concerns.
type part struct {
	u      *unit
	k, old *kept
	c      *change
	leads  *leads          // before the edit
	asked  map[string]bool // functions
}

// analyseEdit finds what an edit may concern, by what was kept before it, and takes over the
// rest. It reports whether that could be done.
func (u *unit) analyseEdit(old, k *kept) bool {
	if !k.rests(old) {
		return false
	}
	c := changeOf(old.layout, k.layout)
	if c == nil || !k.sameIdle(old, c) {
		return false
	}
	k.profiles, k.handlers, k.puts = maps.Clone(old.profiles), maps.Clone(old.handlers), old.puts
	p := &part{u: u, k: k, old: old, c: c, leads: newLeads(old.profiles), asked: map[string]bool{}}
	for name := range c.changed {
		delete(k.profiles, name)
		p.ask(name)
	}
	for name := range c.removed {
		delete(k.handlers, name)
	}
	if !p.analyse() {
		return false
	}
	before := len(p.asked)
	for name := range p.leads.affected(p.differ()) {
		p.ask(name)
	}
	if len(p.asked) > before && !p.analyse() {
		return false
	}
	return p.carry()
}

// ask adds a function to those that are asked for, if it is there.
func (p *part) ask(name string) {
	if !p.c.removed[name] && !p.k.idle[name] {
		p.asked[name] = true
	}
}

// differ are the functions that have changed and look different to those that lead to them,
// or may.
func (p *part) differ() map[string]bool {
	opened := map[string]bool{}
	for _, profiles := range []map[string]*flow.Profile{p.old.profiles, p.k.profiles} {
		for _, q := range profiles {
			add(opened, q.Opens)
		}
	}
	out := map[string]bool{}
	for name := range p.c.changed {
		was, is := p.old.profiles[name], p.k.profiles[name]
		if was != nil && (is == nil || opened[name] || was.Circle || !is.AnswersLike(was) || !was.Face.Placed(p.c.marked).Equal(is.Face)) {
			out[name] = true
		}
	}
	return out
}

// maxParts bounds how often it is found out that something else has to be there.
const maxParts = 4

// analyse analyses the functions that are asked for, with the bodies of those to which they
// lead, and reports whether that could be done.
func (p *part) analyse() bool {
	if len(p.asked) == 0 {
		return p.sameForOthers()
	}
	present := map[string]bool{}
	maps.Copy(present, p.asked)
	for _, f := range p.u.functions() {
		if p.c.changed[f.unit] {
			add(present, p.u.mentions(f.decl))
		}
	}
	isAsked := func(name string) bool { return p.asked[name] }
	for range maxParts {
		present = closure(present, p.leads.from)
		p.u.flow = p.u.newFlow(true, p.elsewhere(present))
		p.u.flow.Run()
		p.u.edits.functions.Add(int64(len(p.asked)))
		p.k.take(p.u, p.u.check(), isAsked)
		p.k.profile(p.u, isAsked)
		lacks := p.u.flow.Lacks()
		if len(lacks) == 0 {
			return !p.u.flow.Entangled() && !flow.Exceeds(p.k.profiles) && p.sameForOthers()
		}
		add(present, lacks)
	}
	return false
}

// elsewhere takes the bodies away that are not to be present, and says what is known of them.
func (p *part) elsewhere(present map[string]bool) *flow.Elsewhere {
	e := &flow.Elsewhere{Asked: p.asked, Absent: make(map[string]bool, len(p.u.functions())), Calls: map[string]bool{}, Runs: map[string]bool{}, Fields: map[string]bool{}, Writes: map[string][]string{}, Puts: p.old.puts, Handlers: p.old.handlers, Answers: map[string]map[string]flow.Answer{}}
	for name := range p.c.changed {
		if was := p.old.profiles[name]; was != nil {
			e.Answers[name] = was.Answers
		}
	}
	p.u.idle = make(map[*ast.FuncDecl]bool, len(p.u.functions()))
	for _, f := range p.u.functions() {
		if !present[f.unit] || p.k.idle[f.unit] {
			p.u.idle[f.decl] = true
			e.Absent[f.unit] = !p.k.idle[f.unit]
		}
	}
	for name, q := range p.old.profiles {
		add(e.Fields, q.Fields)
		if !p.asked[name] && !p.c.removed[name] {
			add(e.Runs, q.Runs)
		}
		if !present[name] && !p.c.removed[name] {
			add(e.Calls, q.Calls)
			for _, w := range q.Writes {
				e.Writes[w] = append(e.Writes[w], name)
			}
		}
	}
	return e
}

func union(x, y map[string]bool) map[string]bool {
	out := maps.Clone(x)
	maps.Copy(out, y)
	return out
}

func add(set map[string]bool, names []string) {
	for _, name := range names {
		set[name] = true
	}
}

// sameForOthers reports whether the functions that were analysed do the same as before for
// others that do not lead to them: they hand nothing else to frameworks or interfaces, store into
// nothing else, call the same literals, are in a circle or not, and whoever was called by
// anybody still is. What becomes of types that are declared in functions is not known.
func (p *part) sameForOthers() bool {
	none := &flow.Profile{}
	for name := range union(p.c.changed, p.asked) {
		was, is := cmp.Or(p.old.profiles[name], none), cmp.Or(p.k.profiles[name], none)
		if !slices.Equal(was.Puts, is.Puts) || !slices.Equal(was.Writes, is.Writes) || !slices.Equal(was.Marks, is.Marks) || !slices.Equal(was.Runs, is.Runs) || was.Circle != is.Circle || was.Local || is.Local {
			return false
		}
	}
	called := func(profiles map[string]*flow.Profile) map[string]bool {
		out := map[string]bool{}
		for _, p := range profiles {
			add(out, p.Calls)
		}
		return out
	}
	return maps.Equal(called(p.old.profiles), called(p.k.profiles))
}

// carry takes over what was found in functions that the edit does not concern.
func (p *part) carry() bool {
	k, old, c := p.k, p.old, p.c
	ok := true
	at := func(pos *token.Pos) {
		if pos.IsValid() {
			*pos = c.pos(*pos)
			ok = ok && pos.IsValid()
		}
	}
	place := func(place string) string {
		place = c.place(place)
		ok = ok && place != ""
		return flow.Mark(place)
	}
	if p.renames() {
		return false
	}
	sees := p.leads.affected(c.changed) // and may name places in what has changed
	fresh := k.results
	k.results = maps.Clone(old.results)
	for _, gone := range []map[string]bool{p.asked, c.removed, k.idle} {
		for name := range gone {
			delete(k.results, name)
		}
	}
	for name, r := range k.results {
		if r.own {
			continue // it moves with its function
		}
		n := *r
		n.findings = slices.Clone(r.findings)
		for i := range n.findings {
			f := &n.findings[i]
			moveFinding(f, at)
			if sees[name] {
				f.Message = flow.Placed(f.Message, place)
			}
			for _, fix := range f.Fixes {
				for _, edit := range fix.TextEdits {
					ok = ok && !c.changed[k.layout.function(edit.Pos)] // it goes by the text around
				}
			}
		}
		if r.fact != nil && sees[name] {
			n.fact = r.fact.Placed(place)
		}
		k.results[name] = &n
	}
	maps.Copy(k.results, fresh)
	for name := range sees {
		if q := k.profiles[name]; q != nil && !p.asked[name] {
			moved := *q
			moved.Face = q.Face.Placed(place)
			k.profiles[name] = &moved
		}
	}
	return ok
}

// renames reports whether a function has come or gone of which a name in another function
// may hide: a key can be made earlier only under a name that is free there.
func (p *part) renames() bool {
	names := union(p.c.added, p.c.removed)
	for _, f := range p.k.layout.files {
		for _, piece := range f.pieces {
			for name := range names {
				if piece.name != name && strings.Contains(piece.text, name) {
					return true
				}
			}
		}
	}
	return false
}

// leads tells which functions lead to which, by their profiles.
type leads struct {
	profiles map[string]*flow.Profile
	writers  map[string][]string // of fields and variables
}

func newLeads(profiles map[string]*flow.Profile) *leads {
	l := &leads{profiles: profiles, writers: map[string][]string{}}
	for u, p := range profiles {
		for _, w := range p.Writes {
			l.writers[w] = append(l.writers[w], u)
		}
	}
	return l
}

// from calls f with the functions that one leads to.
func (l *leads) from(u string, f func(string)) {
	p := l.profiles[u]
	if p == nil {
		return
	}
	for _, v := range p.Leads {
		f(v)
	}
	for _, field := range p.Fields {
		for _, v := range l.writers[field] {
			f(v)
		}
	}
}

// closure returns what functions lead to, with themselves.
func closure(start map[string]bool, next func(string, func(string))) map[string]bool {
	out := map[string]bool{}
	var add func(u string)
	add = func(u string) {
		if !out[u] {
			out[u] = true
			next(u, add)
		}
	}
	for u := range start {
		add(u)
	}
	return out
}

// affected are the functions that lead to one of these, with themselves.
func (l *leads) affected(changed map[string]bool) map[string]bool {
	back := map[string][]string{}
	for u := range l.profiles {
		l.from(u, func(v string) { back[v] = append(back[v], u) })
	}
	return closure(changed, func(u string, add func(string)) {
		for _, v := range back[u] {
			add(v)
		}
	})
}

// mentions are the functions of its package that a function names.
func (u *unit) mentions(fn *ast.FuncDecl) []string {
	var out []string
	ast.Inspect(fn, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if f, ok := u.pass.TypesInfo.Uses[id].(*types.Func); ok && f.Pkg() == u.pass.Pkg {
				out = append(out, flow.Unit(f))
			}
		}
		return true
	})
	return out
}
