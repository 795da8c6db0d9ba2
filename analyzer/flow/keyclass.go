// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import "golang.org/x/tools/go/ssa"

// KeyClass is what is known of a key's uniqueness.
type KeyClass struct {
	Random   bool   // a random part makes it unique everywhere
	Client   bool   // the client of an incoming request chose it
	Tenant   bool   // the tenant is a part of it
	Request  bool   // it is derived from what the function was given
	Other    bool   // it has parts of unknown class
	Local    string // if it has none but such parts: clock, counter, constant, process
	Constant bool   // it is nothing but a constant
	Moving   *Value // the part that the same request does not have twice
}

// ClassOfKey looks at the parts of a key.
func ClassOfKey(fn Function, key *Value) KeyClass {
	f := fn.f
	var k KeyClass
	constant := true
	for _, p := range f.parts(key) {
		switch p.Kind {
		case Const:
			continue
		case Made:
			constant = false
			switch p.Class {
			case Random:
				k.Random = true
			case Client:
				k.Client = true
			case Clock, Counter, MapOrder:
				if k.Moving == nil || p.Orig < k.Moving.Orig {
					k.Moving = p
				}
				if p.Class != MapOrder {
					k.Local = p.Class.String()
				}
			case Process:
				k.Local = p.Class.String()
			default:
				k.Other = true
			}
		case Iter:
			if p.Class == MapOrder {
				if _, walked := p.At.(*ssa.Call); walked || f.isJoined(p, key) {
					if k.Moving == nil || p.Orig < k.Moving.Orig {
						k.Moving = p
					}
				}
			}
			constant = false
			k.Other = true
		case Tag:
			constant = false
			k.Tenant = k.Tenant || p.Con.Tenant
			k.Other = k.Other || !p.Con.Tenant
		case Load:
			constant = false
			f.classOfLoad(p, &k)
		case Param:
			constant = false
			if p.Index < len(f.fn.Params) && Tenant(f.fn.Params[p.Index].Name()) {
				k.Tenant = true
			}
			if p.Index > 0 || f.fn.Signature.Recv() == nil {
				k.Request = true
			}
			k.Other = true
		case Alloc:
			constant = false
			k.Other = true
			f.classOfContent(p, &k)
		default:
			constant = false
			k.Other = true
		}
	}
	if constant && key.Strip().Kind != Phi {
		k.Local, k.Constant = "a constant", true
	}
	return k
}

// MapOrder returns, as the Iter that it is, an iteration over a map that brings its order
// into a value, or nil.
func (f Function) MapOrder(v *Value) *Value {
	for _, p := range f.f.parts(v) {
		if p.Kind == Iter && p.Class == MapOrder && p.Orig.IsValid() && f.f.isJoined(p, v) {
			return p
		}
	}
	return nil
}

// classOfContent looks at what was put into an object that is a part: of what else is in
// it nothing is known, but a clock in it moves the whole.
func (f *frame) classOfContent(obj *Value, k *KeyClass) {
	if obj.At == nil || obj.At.Parent() != f.fn {
		return
	}
	for _, p := range f.parts(f.deepContent(obj, f.lastInstr(), 0)) {
		switch {
		case p.Kind == Param && (p.Index > 0 || f.fn.Signature.Recv() == nil):
			k.Request = true
		case p.Kind != Made:
		case p.Class == Random:
			k.Random = true
		case p.Class == Clock || p.Class == Counter:
			if k.Moving == nil || p.Orig < k.Moving.Orig {
				k.Moving = p
			}
		}
	}
}

// classOfLoad judges a part that is read from somewhere.
func (f *frame) classOfLoad(p *Value, k *KeyClass) {
	addr := p.Args[0]
	r := root(p)
	incoming := cameIn(r)
	switch {
	case addr.Kind == Entry && addr.Name == tenantEntry, addr.Kind == Field && Tenant(addr.Name):
		k.Tenant = true
	case incoming && (addr.Kind == Entry && addr.Name == keyEntry || addr.Kind == Field && f.a.carriers.Name(addr.Name)):
		k.Client = true
		k.Request = true
	case incoming && addr.Kind == Field && (addr.Name == "Method" || addr.Name == "Path" || addr.Name == "Host" || addr.Name == "RequestURI"):
		k.Request = true
	default:
		k.Other = true
		if r.Kind == Param && (r.Index > 0 || f.fn.Signature.Recv() == nil) || r.Kind == Free {
			k.Request = true
		}
	}
}

// isJoined reports whether an iteration over a map is joined into a key: parts
// names it then of itself; one that only picks a value is none.
func (f *frame) isJoined(it, key *Value) bool {
	for _, x := range f.deep(key) {
		if x.Kind == Phi {
			if fr := f.a.owner(x); fr != nil && fr.mapJoined(x) == it {
				return true
			}
		}
	}
	return false
}
