// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// A method that is promoted from an embedded part is called on the part. What a contract
// says of the whole (that it is an endpoint, or a store) holds for the part then: nobody
// who calls s.East.Charge says, or sees, on what Charge was declared.

// promoted puts the contracts of the whole around its embedded part, as an instruction takes it.
func (f *frame) promoted(v ssa.Value, part *Value) *Value {
	var whole ssa.Value
	var fv *types.Var
	switch x := v.(type) {
	case *ssa.UnOp:
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			whole, fv = fa.X, fieldVar(fa.X.Type(), fa.Field)
		}
	case *ssa.FieldAddr:
		whole, fv = x.X, fieldVar(x.X.Type(), x.Field)
	case *ssa.Field:
		whole, fv = x.X, fieldVar(x.X.Type(), x.Field)
	}
	if fv == nil || !fv.Embedded() {
		return part
	}
	return f.a.inherit(f.eval(whole), part)
}

// promotedPart is the same for a value of a callee's summary, of which a part is the embedded
// part of what the caller has put in.
func (a *Analysis) promotedPart(v, whole, part *Value) *Value {
	addr := v
	if v.Kind == Load {
		addr = v.Args[0]
	}
	if addr.Kind != Field || whole.Kind != Tag {
		return part
	}
	fv := addr.Field
	if fv == nil { // it has come by a fact
		fv = fieldNamed(typeOrNone(whole.Type), func(name string) bool { return name == addr.Name })
	}
	if fv == nil || !fv.Embedded() {
		return part
	}
	return a.inherit(whole, part)
}

func typeOrNone(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return t
}

// inherit puts the contracts of an endpoint or a store around a part of it, but for those
// of which the part has one of its own.
func (a *Analysis) inherit(whole, part *Value) *Value {
	if whole.Kind != Tag || part.IsZero() {
		return part
	}
	part = a.inherit(whole.Args[0], part)
	switch con := whole.Con; {
	case con == nil:
	case con.Endpoint != nil && endpointContract(part) == nil, con.Store != nil && storeOf(part) == nil:
		return a.describe(con, contract.Ref(whole.Name), part)
	}
	return part
}
