// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"context"
	"go/ast"
	"go/types"

	"github.com/idemscope/idemscope/analyzer"
)

// A demander finds out which packages of other modules have to be read, beginning with the
// program's own that matter. A package of another module matters if it is handed something
// (see [analyzer.Gate.Hands]) by a function that is reached: all functions of the program's
// own packages are, and of other packages those that a function which is reached uses, if
// the package matters. What matters does not depend on the order in which this is found out.
type demander struct {
	*run
	ctx       context.Context
	described map[*unit]bool // contracts in other packages may speak of its functions
}

// demand checks all packages that matter.
func (r *run) demand(ctx context.Context) {
	d := &demander{run: r, ctx: ctx, described: r.described()}
	var first []*unit
	for _, u := range r.units {
		if u.source {
			first = append(first, u)
		}
	}
	r.ahead(ctx, first)
	for _, u := range first {
		d.start(u, nil)
	}
	r.asked.Wait()
}

// maxHeld is the size in bytes of the source of packages whose syntax and types are kept
// until they are analysed, some 30 times as much. What is beyond is checked once more.
const maxHeld = 1 << 20

// start has functions of a package looked at; nil stands for all that is in it.
func (d *demander) start(u *unit, used []*types.Func) {
	d.asked.Go(func() {
		d.slots <- struct{}{}
		defer func() { <-d.slots }()
		if d.ctx.Err() != nil {
			return
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		if !u.tried {
			u.tried = true
			if u.checked = d.check(u); u.checked != nil {
				d.checked.Add(1)
			}
		}
		if u.checked == nil || d.Gate == nil {
			return
		}
		if used == nil {
			d.hand(u, u.checked.info.Uses)
			if d.held.Add(int64(size(u.checked.files))) > maxHeld {
				u.checked, u.inert, u.again = nil, nil, true
			}
			return
		}
		if u.reached == nil {
			u.reached = newReached(u.checked)
		}
		if uses := u.reached.from(used); len(uses) > 0 {
			d.hand(u, uses)
		}
	})
}

// called notes the names of methods that are called anywhere: by way of an interface, it
// may be that of any package.
func (d *demander) called(uses map[*ast.Ident]types.Object) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, o := range uses {
		if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil && types.IsInterface(f.Signature().Recv().Type()) {
			d.methods[f.Name()] = true
		}
	}
}

// only tells the analyzer which functions of a package of another module are reached.
func (r *run) only(u *unit) {
	if u.reached == nil {
		return
	}
	r.Gate.Only(u.checked.pkg, func(f *types.Func) bool {
		return u.reached.seen[f] || f.Signature().Recv() != nil && (r.methods[f.Name()] || f.Name() == "RoundTrip")
	})
}

// hand looks at what a package uses of others, and demands those that matter.
func (d *demander) hand(u *unit, uses map[*ast.Ident]types.Object) {
	d.called(uses)
	far := map[*types.Package]*unit{}
	of := func(p *types.Package) *unit {
		x, ok := far[p]
		if !ok {
			if x = d.unitOf(u, p.Path()); x != nil && (p == u.checked.pkg || !x.readable() || x.settled || len(x.GoFiles) == 0 || d.Gate.Known(x.path())) {
				x = nil
			}
			far[p] = x
		}
		return x
	}
	inert := d.inert(u)
	again := map[types.Object]bool{} // it is used where it may be handed what sends
	for id, o := range uses {
		if o.Pkg() != nil && of(o.Pkg()) != nil {
			again[o] = again[o] || !inert[id]
		}
	}
	handed, others := map[*unit][]*types.Func{}, map[*unit][]*types.Func{}
	whole := map[*unit]bool{} // what is handed over goes into a variable or a field of it
	for o, may := range again {
		x, h := far[o.Pkg()], d.Gate.Hands(o)
		h.Again = h.Again && may
		matters := d.matters(x, h)
		switch f, isFunc := o.(*types.Func); {
		case !isFunc:
			whole[x] = whole[x] || matters
		case matters:
			handed[x] = append(handed[x], f)
		default:
			others[x] = append(others[x], f)
		}
	}
	for x, all := range whole {
		if all {
			handed[x] = append(handed[x], others[x]...)
			delete(others, x)
		}
	}
	for x, fs := range handed {
		if len(fs) > 0 {
			d.start(x, d.Gate.Along(fs, others[x]))
		}
	}
}

// inert are the names in a package at which functions are called that are handed none that
// may send anything.
func (d *demander) inert(u *unit) map[*ast.Ident]bool {
	if u.inert == nil {
		u.inert = map[*ast.Ident]bool{}
		foreign := func(p *types.Package) bool {
			x := d.unitOf(u, p.Path())
			return p != u.checked.pkg && x != nil && !d.described[x] && (x.Standard || !x.own && !x.Above && !x.Kept && !d.Gate.Known(x.path()) && !d.Gate.Calls(x.path()))
		}
		for _, id := range d.Gate.Inert(u.checked.info, u.checked.files, foreign, u.Declares) {
			u.inert[id] = true
		}
	}
	return u.inert
}

// described are the packages of whose functions contracts in other packages may speak: what
// stands in their bodies does not say all then.
func (r *run) described() map[*unit]bool {
	out := map[*unit]bool{}
	for _, u := range r.units {
		if u.own && u.Declares {
			for _, x := range u.deps {
				out[x] = !x.Standard
			}
		}
	}
	return out
}

// matters reports whether a package has to be read because of what it is handed.
func (d *demander) matters(u *unit, h analyzer.Handing) bool {
	return (u.Above || u.Kept || u.own) && h.Called || h.Again || h.Sent && d.bodies.sends(u, h.Name) || h.Carried && u.Calls || h.Text && d.bodies.makes(u, h.Name) || h.Element && d.bodies.moves(u, h.Name)
}

// reached are the functions of a package that others reach.
type reached struct {
	*checked
	decls map[types.Object]*ast.FuncDecl
	named map[string][]types.Object // methods, by their names
	seen  map[types.Object]bool
}

func newReached(c *checked) *reached {
	r := &reached{checked: c, decls: map[types.Object]*ast.FuncDecl{}, named: map[string][]types.Object{}, seen: map[types.Object]bool{}}
	for _, f := range c.files {
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				o := c.info.Defs[fn.Name]
				r.decls[o] = fn
				if fn.Recv != nil {
					r.named[fn.Name.Name] = append(r.named[fn.Name.Name], o)
				}
			}
		}
	}
	return r
}

// from returns what is used in functions that are reached from the given ones and were not
// reached before. These are objects of export data.
func (r *reached) from(used []*types.Func) map[*ast.Ident]types.Object {
	uses := map[*ast.Ident]types.Object{}
	for _, f := range used {
		f = f.Origin()
		if f.Signature().Recv() != nil {
			for _, m := range r.named[f.Name()] { // of whichever type: the call may be one of an interface
				r.walk(m, uses)
			}
		} else if o := r.pkg.Scope().Lookup(f.Name()); o != nil {
			r.walk(o, uses)
		}
	}
	return uses
}

func (r *reached) walk(o types.Object, uses map[*ast.Ident]types.Object) {
	fn := r.decls[o]
	if fn == nil || r.seen[o] {
		return
	}
	r.seen[o] = true
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		used := r.info.Uses[id]
		if used == nil || used.Pkg() == nil {
			return true
		}
		if used.Pkg() != r.pkg {
			uses[id] = used
			return true
		}
		if f, ok := used.(*types.Func); ok {
			if r.decls[f.Origin()] == nil && f.Signature().Recv() != nil {
				for _, m := range r.named[f.Name()] {
					r.walk(m, uses)
				}
			}
			r.walk(f.Origin(), uses)
		}
		return true
	})
}
