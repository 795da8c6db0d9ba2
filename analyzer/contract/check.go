// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"go/constant"
	"go/types"
	"slices"

	"github.com/idemscope/idemscope/analyzer/scope"
)

// compare holds the contracts against each other. It looks at all before it
// drops any, so that the outcome does not depend on their order.
func (r *reader) compare() {
	var fails []func()
	fail := func(d *directive, format string, args ...any) {
		fails = append(fails, func() { r.fail(d, format, args...) })
	}
	endpoints := make(map[string][]*claim) // by the value of a constant
	for _, d := range r.directives {
		if d.broken {
			continue
		}
		switch d.verb {
		case "store":
			if x := r.storeOf(d.found); x != nil && d.store.NarrowerThan(x.Store) {
				fail(d, "%s is not as wide as the %s of %s (%s), which it implements: expected a scope at least as wide",
					d.store.Scope(), x.Scope(), x.Name, x.Posn)
			}
		case "endpoint":
			for _, c := range d.claims {
				v := stringValue(c.obj)
				if v == "" {
					continue
				}
				for _, old := range endpoints[v] {
					if contradict(d.endpoint.Labels, old.d.endpoint.Labels) {
						fail(d, "%s has the value of %s (%s), which is %s: expected the same labels",
							display(c.obj), display(old.obj), r.posn(old.d.pos), old.d.endpoint.Labels)
					}
				}
				endpoints[v] = append(endpoints[v], c)
			}
		}
	}
	r.compareImports(endpoints, fail)
	r.idle(fail)
	for _, f := range fails {
		f()
	}
}

// idle finds endpoints of which nothing is said. Such a one tells only the covers= of a store
// what it names, which one in another package may be if that can name it.
func (r *reader) idle(fail func(*directive, string, ...any)) {
	named := func(c *claim) bool { return c.obj.Exported() && c.by == nil || c.by != nil && c.by.Exported() }
	if slices.ContainsFunc(r.directives, func(d *directive) bool { return len(d.covers) > 0 }) {
		return
	}
	for _, d := range r.directives {
		if d.broken || len(d.claims) == 0 || d.verb != "endpoint" || len(d.endpoint.Labels) > 0 || d.endpoint.Pinned || d.other != "" || slices.ContainsFunc(d.claims, named) {
			continue
		}
		fail(d, "it says nothing of %s: expected DIM=VALUE, store=STORE, pinned, or a store whose covers= names it", display(d.claims[0].obj))
	}
}

// compareImports holds constants against those of the packages that this one
// imports. One that is described here is not held against itself.
func (r *reader) compareImports(endpoints map[string][]*claim, fail func(*directive, string, ...any)) {
	if len(endpoints) == 0 || r.known == nil {
		return
	}
	for _, p := range r.pkg.Imports() {
		for _, name := range p.Scope().Names() {
			theirs, ok := p.Scope().Lookup(name).(*types.Const)
			if !ok || !theirs.Exported() {
				continue
			}
			ours := endpoints[stringValue(theirs)]
			if len(ours) == 0 {
				continue
			}
			con := r.known(theirs)
			if con == nil || con.Endpoint == nil {
				continue
			}
			for _, c := range ours {
				if c.obj != theirs && contradict(c.d.endpoint.Labels, con.Endpoint.Labels) {
					fail(c.d, "%s has the value of %s (%s), which is %s: expected the same labels",
						display(c.obj), con.Endpoint.Name, con.Endpoint.Posn, con.Endpoint.Labels)
				}
			}
		}
	}
}

// contradict reports whether a and b say two things about one dimension.
func contradict(a, b scope.Labels) bool {
	for _, l := range a {
		if v, ok := b.Get(l.Dim); ok && v != l.Value {
			return true
		}
	}
	return false
}

// stringValue returns the value of a string constant, "" for what is none.
func stringValue(obj types.Object) string {
	if c, ok := obj.(*types.Const); ok && c.Val().Kind() == constant.String {
		return constant.StringVal(c.Val())
	}
	return ""
}
