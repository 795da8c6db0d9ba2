// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// lookup resolves a name in a directive of the file: Name, pkg.Name, and
// from a type on its fields and methods, Type.Field. As in Go, the file's
// imports come before the package; the universe has nothing to offer.
func (r *reader) lookup(file *ast.File, name string) (types.Object, error) {
	parts := strings.Split(name, ".")
	for _, p := range parts {
		if !token.IsIdentifier(p) {
			return nil, fmt.Errorf("%q is no name: expected NAME or PACKAGE.NAME", name)
		}
	}
	obj, rest, err := r.first(file, parts)
	if err != nil {
		return nil, err
	}
	for _, p := range rest {
		t, ok := obj.(*types.TypeName)
		if !ok {
			return nil, fmt.Errorf("%s has no member %q: expected NAME or PACKAGE.NAME", display(obj), p)
		}
		if obj, _, _ = types.LookupFieldOrMethod(t.Type(), true, r.pkg, p); obj == nil {
			return nil, fmt.Errorf("%s has no field or method %q", display(t), p)
		}
	}
	return origin(obj), nil
}

// first resolves the package-level object that the parts begin with.
func (r *reader) first(file *ast.File, parts []string) (types.Object, []string, error) {
	name := parts[0]
	for _, spec := range file.Imports {
		pn := r.info.PkgNameOf(spec)
		if pn == nil {
			continue
		}
		there := pn.Imported()
		called := pn.Name()
		if called == "_" { // imported for the sake of contracts alone
			called = there.Name()
		}
		switch called {
		case ".":
			if obj := there.Scope().Lookup(name); obj != nil && obj.Exported() {
				return obj, parts[1:], nil
			}
		case name:
			if len(parts) == 1 {
				return nil, nil, fmt.Errorf("%s is a package: expected PACKAGE.NAME", name)
			}
			if obj := there.Scope().Lookup(parts[1]); obj != nil && obj.Exported() {
				return obj, parts[2:], nil
			}
			return nil, nil, fmt.Errorf("package %s exports no %q", there.Path(), parts[1])
		}
	}
	if obj := r.pkg.Scope().Lookup(name); obj != nil {
		return obj, parts[1:], nil
	}
	if len(parts) > 1 && name == r.pkg.Name() { // as other packages would write it
		if obj := r.pkg.Scope().Lookup(parts[1]); obj != nil {
			return obj, parts[2:], nil
		}
	}
	if len(parts) > 1 {
		return nil, nil, fmt.Errorf("%q is unknown: expected a package that this file imports", name)
	}
	return nil, nil, fmt.Errorf("%q is unknown: expected a name of package %s, or PACKAGE.NAME", name, r.pkg.Name())
}

// A target is what a name in a directive leads to: a store or an endpoint.
type target struct {
	refs []Ref     // the names by which it is known
	own  *claim    // the claim of this package that makes it one,
	con  *Contract // or the contract that another package made
}

// target resolves a name to something that carries the verb.
func (r *reader) target(d *directive, name, verb string) (t target, err error) {
	obj, err := r.lookup(d.file, name)
	if err != nil {
		return t, err
	}
	if t.own = r.claims[claimKey{obj, verb}]; t.own != nil {
		t.refs = append(t.refs, RefOf(obj))
	}
	if other := r.names[obj]; other != nil {
		if c := r.claims[claimKey{other, verb}]; c != nil && c.by == obj {
			t.refs = append(t.refs, RefOf(other))
			t.own = cmp.Or(t.own, c)
		}
	}
	if t.own != nil {
		return t, nil
	}
	if obj.Pkg() != r.pkg && r.known != nil {
		if t.con = r.known(obj); has(t.con, verb) {
			if t.con.Describes == "" || isValue(obj) && !isFuncType(obj.Type()) {
				t.refs = append(t.refs, RefOf(obj))
			}
			if t.con.Describes != "" {
				t.refs = append(t.refs, t.con.Describes)
			}
			return t, nil
		}
		if r.heard != nil && !r.heard(obj.Pkg()) {
			t.refs = append(t.refs, RefOf(obj))
			return t, nil
		}
	}
	return t, fmt.Errorf("%s has no //%s:%s: expected a name that has one", display(obj), Tool, verb)
}

// has reports whether con is a contract of that kind.
func has(con *Contract, verb string) bool {
	if con == nil {
		return false
	}
	switch verb {
	case "store":
		return con.Store != nil
	case "endpoint":
		return con.Endpoint != nil
	case "tenant":
		return con.Tenant
	case "key":
		return con.Key != nil
	}
	return false
}

func (r *reader) knownHas(obj types.Object, verb string) bool {
	return obj.Pkg() != r.pkg && r.known != nil && has(r.known(obj), verb)
}

// storeOf returns the contract of the store, nil if it cannot be read.
func (r *reader) storeOf(t target) *Store {
	switch {
	case t.own != nil && !t.own.d.broken:
		con := new(Contract)
		r.fill(con, t.own)
		return con.Store
	case t.con != nil:
		return t.con.Store
	}
	return nil
}

// resolve resolves the endpoints and stores that directives name. A name that
// leads to a broken directive is no second problem.
func (r *reader) resolve() {
	for _, d := range r.directives {
		for _, name := range d.covers {
			t, err := r.target(d, name, "endpoint")
			if err != nil {
				r.fail(d, "covers=%s: %v", name, err)
				break
			}
			for _, ref := range t.refs {
				d.store.Covers = append(d.store.Covers, string(ref))
			}
		}
		if d.other == "" {
			continue
		}
		t, err := r.target(d, d.other, "store")
		if err != nil {
			arg := "store"
			if d.verb == "store" {
				arg = "implements"
			}
			r.fail(d, "%s=%s: %v", arg, d.other, err)
			continue
		}
		d.found = t
	}
}

// ref returns the name under which the target is known first of all.
func (t target) ref() Ref {
	if len(t.refs) == 0 {
		return ""
	}
	return t.refs[0]
}
