// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// A reader reads one package. It works in four steps, since directives may
// speak of objects whose own directives come later: find the directives and
// take each apart; settle which objects they are about; resolve the endpoints
// and stores that they name, and hold them against each other; hand out what
// is left.
type reader struct {
	fset  *token.FileSet
	pkg   *types.Package
	info  *types.Info
	known Known
	heard Heard
	rules []string

	directives []*directive
	claims     map[claimKey]*claim
	names      map[types.Object]types.Object // what a variable or alias names
	set        *Set
}

// A directive is one comment.
type directive struct {
	pos    token.Pos
	file   *ast.File
	verb   string
	broken bool // it has its problem, and contributes nothing
	claims []*claim

	// What it says, whatever object it is about.
	store      Store
	endpoint   Endpoint
	key        Key
	downstream Downstream

	// The names in it, which are resolved when all directives are read.
	covers []string
	other  string // the store= of an endpoint or send, or the implements= of a store
	found  target // other, resolved
}

// A claim is a directive's word on one object.
type claim struct {
	d     *directive
	obj   types.Object
	by    types.Object // the declaration that names obj, nil for obj's own
	soft  bool         // dropped if obj has a contract of its own
	send  *Send
	retry *Retry
}

type claimKey struct {
	obj  types.Object
	verb string
}

func (r *reader) read(files []*ast.File) *Set {
	for _, f := range files {
		r.file(f)
	}
	r.settle()
	r.resolve()
	r.compare()
	r.hand()
	slices.SortStableFunc(r.set.Problems, func(a, b Problem) int { return int(a.Pos - b.Pos) })
	return r.set
}

// fail reports what is wrong with d, unless something was before: a reader
// mends one thing at a time, and the first is as a rule the cause of the rest.
func (r *reader) fail(d *directive, format string, args ...any) {
	if d.broken {
		return
	}
	d.broken = true
	r.problem(d.pos, d.verb+": "+fmt.Sprintf(format, args...))
}

func (r *reader) problem(pos token.Pos, message string) {
	r.set.Problems = append(r.set.Problems, Problem{pos, message})
}

// file finds and takes apart the directives of one file.
func (r *reader) file(f *ast.File) {
	var (
		at    map[*ast.CommentGroup][]place
		lines *code
	)
	for _, group := range f.Comments {
		for _, c := range group.List {
			form, verb, args := recognise(c)
			if form == prose {
				continue
			}
			if at == nil {
				at, lines = r.places(f), codeOf(r.fset, f)
			}
			if form == nearMiss {
				// Only a doc comment is read so closely: elsewhere a sentence may begin so.
				if _, doc := at[group]; doc {
					r.set.Any = true
					r.problem(c.Slash, args)
				}
				continue
			}
			r.set.Any = true
			d := &directive{pos: c.Slash, file: f, verb: verb}
			r.directives = append(r.directives, d)
			r.takeApart(d, args, group, at, lines)
		}
	}
}

func (r *reader) takeApart(d *directive, text string, group *ast.CommentGroup, at map[*ast.CommentGroup][]place, lines *code) {
	v := verbOf(d.verb)
	if v == nil {
		d.broken = true
		r.problem(d.pos, fmt.Sprintf("unknown directive %q: expected %s", d.verb, strings.Join(verbNames(), ", ")))
		return
	}
	words, err := split(text)
	if err != nil {
		r.fail(d, "%v", err)
		return
	}

	places, placed := at[group]
	line := v.name == "ignore" || v.name == "downstream" && !r.speaksOfFunc(places)
	if line && v.name == "downstream" && placed && !allVars(places) {
		r.fail(d, "it cannot stand on %s: expected %s", kindOf(places[0].obj), v.on)
		return
	}
	if !line {
		if !placed {
			r.fail(d, "it %s: expected the doc comment of a package-level declaration, spec, field or interface method", r.whereIs(d, lines))
			return
		}
		r.claim(d, v, places)
	}

	args := r.sort(d, v, words)
	if d.broken {
		return
	}
	v.read(r, d, args)
	if line && !d.broken {
		r.line(d, args, lines)
	}
}

// whereIs says where a misplaced directive stands.
func (r *reader) whereIs(d *directive, lines *code) string {
	for _, decl := range d.file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil && f.Body.Pos() < d.pos && d.pos < f.Body.End() {
			return "stands inside a function, where nothing takes a contract"
		}
	}
	switch {
	case lines.trails(d.pos):
		return "trails a line"
	case d.file.Doc != nil && d.file.Doc.Pos() <= d.pos && d.pos < d.file.Doc.End():
		return "stands on the package clause"
	}
	return "stands on nothing that takes a contract"
}

// line records a directive that means a line.
func (r *reader) line(d *directive, args *arguments, lines *code) {
	meant := lines.meant(d.pos)
	if args.rule == "directive" && !lines.trails(d.pos) {
		meant = r.nextDirective(d, meant)
	}
	if !meant.IsValid() {
		r.fail(d, "no line follows: expected one that it can speak of")
		return
	}
	if d.verb == "downstream" && !lines.calls[lines.line(meant)] {
		r.fail(d, "nothing is called on line %d: expected %s", lines.line(meant), onDownstream)
		return
	}
	// A //line directive may give two lines one name, and one line two.
	real := r.fset.PositionFor(meant, false)
	r.set.Lines = append(r.set.Lines, Line{d.pos, real.Filename, real.Line, r.fset.Position(meant).Line, args.rule, d.downstream.Reason})
}

// nextDirective returns the directive that follows d before the code at limit,
// or limit. Findings of the rule "directive" stand at comments, so an ignore
// of it may mean one; it passes over other ignores, which may stack up.
func (r *reader) nextDirective(d *directive, limit token.Pos) token.Pos {
	for _, group := range d.file.Comments {
		for _, c := range group.List {
			if c.Slash <= d.pos {
				continue
			}
			if limit.IsValid() && c.Slash > limit {
				return limit
			}
			if form, verb, _ := recognise(c); form != prose && verb != "ignore" {
				return c.Slash
			}
		}
	}
	return limit
}

// speaksOfFunc reports whether the doc comment of these places is that of a
// function, or of a declaration that only names functions.
func (r *reader) speaksOfFunc(places []place) bool {
	return len(places) > 0 && !slices.ContainsFunc(places, func(p place) bool {
		return isFunc(p.obj) == nil && isFunc(p.names) == nil
	})
}

func allVars(places []place) bool {
	return !slices.ContainsFunc(places, func(p place) bool {
		v, ok := p.obj.(*types.Var)
		return p.obj != nil && (!ok || v.IsField())
	})
}

// claim finds the objects that d is about and checks that they can carry it.
func (r *reader) claim(d *directive, v *verb, places []place) {
	for _, p := range places {
		if p.obj == nil {
			continue // the compiler has something to say about it
		}
		own := &claim{d: d, obj: origin(p.obj)}
		switch {
		case p.names != nil:
			r.names[own.obj] = p.names
			c := &claim{d: d, obj: p.names, by: own.obj}
			// A variable or constant that starts out as another one is
			// one itself, and may carry the contract as well.
			if isValue(p.names) && p.obj.Name() != "_" && v.unfit(own.obj) == "" {
				c.soft = true
				d.claims = append(d.claims, own)
			}
			d.claims = append(d.claims, c)
		case p.obj.Name() == "_" && isFunc(p.obj) == nil:
			r.fail(d, "_ names nothing: expected a name, or the name of something as the value: var _ = pkg.Name")
		default:
			if t, ok := p.obj.(*types.TypeName); ok && t.IsAlias() {
				r.fail(d, "%s is an alias of a type that no package declares: expected one that has a declaration", t.Name())
			}
			d.claims = append(d.claims, own)
		}
	}
	for _, c := range d.claims {
		if why := v.unfit(c.obj); why != "" {
			r.fail(d, "%s: expected %s", why, v.on)
		}
	}
}

// isValue reports whether obj is a variable, but no field, or a constant.
func isValue(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Var:
		return !obj.IsField()
	case *types.Const:
		return true
	}
	return false
}

// settle gives each object its claims, one a verb.
func (r *reader) settle() {
	for _, soft := range []bool{false, true} {
		for _, d := range r.directives {
			for _, c := range slices.Clone(d.claims) {
				if c.soft == soft {
					r.take(c)
				}
			}
		}
	}
}

func (r *reader) take(c *claim) {
	d := c.d
	key := claimKey{c.obj, d.verb}
	old := r.claims[key]
	switch {
	case c.soft && (old != nil || r.knownHas(c.obj, d.verb)), old != nil && old.d == d:
		d.claims = slices.DeleteFunc(d.claims, func(x *claim) bool { return x == c })
	case old == nil || old.d.broken:
		r.claims[key] = c
	default:
		r.fail(d, "%s already has one at %s: expected one", display(c.obj), r.posn(old.d.pos))
	}
}

// posn returns "file.go:12".
func (r *reader) posn(pos token.Pos) string {
	p := r.fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

// hand makes contracts of the claims that stand.
func (r *reader) hand() {
	for _, d := range r.directives {
		if d.broken {
			continue
		}
		for _, c := range d.claims {
			if c.by == nil {
				r.fill(entry(r.set.Contracts, c.obj), c)
				continue
			}
			r.fill(entry(r.set.Described, c.obj), c)
			if c.by.Exported() && RefOf(c.obj) != "" {
				con := entry(r.set.Contracts, c.by)
				con.Describes = RefOf(c.obj)
				if !r.standsFor(c) {
					r.fill(con, c)
				} else if con.Endpoint != nil {
					con.Endpoint.Value = stringValue(c.obj)
				}
			}
		}
	}
}

// standsFor reports whether the declaration that names c's object carries the
// same directive itself.
func (r *reader) standsFor(c *claim) bool {
	return slices.ContainsFunc(c.d.claims, func(x *claim) bool { return x.by == nil && x.obj == c.by })
}

func entry(m map[types.Object]*Contract, obj types.Object) *Contract {
	if m[obj] == nil {
		m[obj] = new(Contract)
	}
	return m[obj]
}

func (r *reader) fill(con *Contract, c *claim) {
	d := c.d
	at := c.obj.Pos()
	if c.by != nil {
		at = c.by.Pos()
	}
	posn := r.posn(at)
	switch d.verb {
	case "store":
		s := d.store
		s.Name, s.Posn, s.Implements = display(c.obj), posn, d.found.ref()
		con.Store = &s
	case "endpoint":
		e := d.endpoint
		e.Name, e.Posn, e.Value = display(c.obj), posn, stringValue(c.obj)
		e.Store, e.Guard = d.found.ref(), r.storeOf(d.found)
		con.Endpoint = &e
	case "send":
		s := *c.send
		s.Posn = posn
		s.Store, s.Guard = d.found.ref(), r.storeOf(d.found)
		con.Send = &s
	case "key":
		k := d.key
		k.Posn = posn
		con.Key = &k
	case "tenant":
		con.Tenant = true
	case "retry":
		con.Retry = c.retry
	case "downstream":
		con.Downstream = &Downstream{d.downstream.Reason}
	}
}
