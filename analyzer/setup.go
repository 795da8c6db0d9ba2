// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import "go/types"

// setup is what functions of a package work with: the types of it that they are given.
type setup struct {
	pkg   *types.Package
	types map[*types.TypeName]bool
}

func newSetup(pkg *types.Package) *setup {
	return &setup{pkg: pkg, types: map[*types.TypeName]bool{}}
}

// Along returns those of a package's functions that are handed something, of which there is
// at least one, and, of others, those that make or set up what these work with.
func (g *Gate) Along(handed, others []*types.Func) []*types.Func {
	s := newSetup(handed[0].Pkg())
	for _, f := range handed {
		s.worksWith(f)
	}
	return append(handed, s.along(others)...)
}

// along returns those functions that make or set up what others work with, or what these
// do, until there are no more.
func (s *setup) along(others []*types.Func) []*types.Func {
	var out []*types.Func
	for {
		var left []*types.Func
		for _, f := range others {
			if !s.setsUp(f.Signature()) {
				left = append(left, f)
				continue
			}
			out = append(out, f)
			s.worksWith(f)
		}
		if len(left) == len(others) {
			return out
		}
		others = left
	}
}

// worksWith adds the types of this package that a function is given.
func (s *setup) worksWith(f *types.Func) {
	sig := f.Signature()
	if sig.Recv() != nil {
		s.addType(sig.Recv().Type())
	}
	for v := range sig.Params().Variables() {
		s.addType(v.Type())
	}
}

// addType adds a type, and those of what is in it that others may set.
func (s *setup) addType(t types.Type) {
	o := s.typeOf(t)
	if o == nil || s.types[o] {
		return
	}
	s.types[o] = true
	if t, ok := o.Type().Underlying().(*types.Struct); ok {
		for v := range t.Fields() {
			if v.Exported() {
				s.addType(v.Type())
			}
		}
	}
}

// typeOf returns the type of this package that a value is, points to, or is a list of.
func (s *setup) typeOf(t types.Type) *types.TypeName {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Named:
			if o := u.Origin().Obj(); o.Pkg() == s.pkg {
				return o
			}
			return nil
		default:
			return nil
		}
	}
}

// setsUp reports whether a function returns what others work with, or is a method that
// changes it and returns nothing, or that returns a part of it.
func (s *setup) setsUp(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if o := s.typeOf(v.Type()); o != nil && s.types[o] {
			return true
		}
	}
	if sig.Recv() == nil || sig.Results().Len() > 0 && sig.Params().Len() > 0 {
		return false
	}
	o := s.typeOf(sig.Recv().Type())
	return o != nil && s.types[o]
}
