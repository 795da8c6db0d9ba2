// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// A contract on a constructor speaks of what it returns. Where a method of such an object is
// called, the object may have come from anywhere, and which attempts share a partition is
// decided where it is put together (wire.go). But whose keys it tells apart is the same for
// all objects of a type that is made by its constructors alone, if these agree: so much of a
// constructor's contract is one of the type.

// maker returns the contract that all constructors of a type have, nil if there is none.
func (a *Analysis) maker(t types.Type) *contract.Store {
	n := named(t)
	if n == nil || n.Pkg() == nil || n.Parent() != n.Pkg().Scope() {
		return nil
	}
	if s, ok := a.makers[n]; ok {
		return s
	}
	var found *contract.Store
	if a.mayDeclare(n.Pkg()) && sealed(n.Type()) && !describesValue(a.contractOf(n)) {
		found = a.agreed(n)
	}
	a.makers[n] = found
	return found
}

// mayDeclare reports whether there may be contracts in a package.
func (a *Analysis) mayDeclare(p *types.Package) bool {
	if p == a.pkg {
		return len(a.Contract.Contracts) > 0
	}
	return a.Tells == nil || a.Tells(p)
}

// agreed is the contract of the constructors of a type, if each has one and all say the same.
func (a *Analysis) agreed(n *types.TypeName) *contract.Store {
	var found *contract.Store
	scope := n.Pkg().Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || fn.Signature().Results().Len() == 0 || named(fn.Signature().Results().At(0).Type()) != n {
			continue
		}
		c := a.contractOf(fn)
		if c == nil || c.Store == nil || found != nil && found.Scope() != c.Store.Scope() {
			return nil
		}
		if found == nil {
			found = c.Store
		}
	}
	return found
}

// sealed reports whether no other package can put objects of a type together.
func sealed(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for v := range s.Fields() {
		if !v.Exported() {
			return true
		}
	}
	return false
}
