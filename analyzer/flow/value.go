// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// Kind is the kind of a symbolic value.
type Kind uint8

const (
	// Values that are the same at whatever time they are looked at.
	Const  Kind = iota + 1 // Name: the exact text, strings unquoted; Index: textConst, or 2 for what is no text
	Param                  // Index: the parameter, the receiver first
	Free                   // Index: the captured variable (an address)
	Global                 // Name: import path and name (an address)
	Func                   // Name: full name; Fn where the body is in this package

	// Addresses within others.
	Field // Args: base; Name: the field
	Elem  // Args: container, index
	Entry // Args: map; Name: the constant key, canonical for carriers

	Load // Args: address; what it held when the function was entered

	// Instances: each evaluation makes another one.
	Alloc   // a new object; Name: its type where it is a named one
	Made    // a generator's result; Class
	Result  // an unknown call's result; Name: the callee
	Dynamic // the result of a function value or an interface method
	Iter    // Args: container; the key at which a range stands
	Written // a location after a write of something unknown
	Phi     // several values meet: an SSA phi (Phi) or a location (Loc) at Block

	// Values made of others.
	Derive  // Name: the operation; Args
	Concat  // Args: the parts of a string, constants merged
	Join    // Args: one of these (a phi seen from outside)
	Tag     // Args: value; Con: the contract that describes it; Name: its Ref
	Closure // Fn or Sum; Args: the captured addresses
	Tuple   // Args: results
)

// A Value is a symbolic value or address. Values are interned: within one
// package's analysis equal values are the same pointer.
type Value struct {
	Kind  Kind
	Name  string
	Index int
	Epoch int
	Args  []*Value
	At    ssa.Instruction // instances: what makes it, in the frame that looks
	Block *ssa.BasicBlock // Phi over a location
	Class Class
	Memo  bool // Made, but only while the variable is still empty
	Saved bool // Made, and handed to a call that can fail before it is given away
	Con   *contract.Contract
	Fn    *ssa.Function
	Sum   *Summary // Closure or Func of another package

	// Not part of the identity.
	Type  types.Type
	Pos   token.Pos // where it was made, as this frame sees it
	Orig  token.Pos // where it was made indeed, if in this package
	Posn  string    // the same as file:line
	Field *types.Var

	id int
}

type valueKey struct {
	kind         Kind
	name         string
	index, epoch int
	a0, a1       *Value
	rest         string
	at           ssa.Instruction
	block        *ssa.BasicBlock
	con          *contract.Contract
	fn           *ssa.Function
	sum          *Summary
	class        Class
	memo, saved  bool
	pos          token.Pos // of what a summary numbers: the same number means something else elsewhere
	posn         string
}

// interner hands out one pointer for each value.
type interner struct {
	m map[valueKey]*Value
}

func newInterner() *interner { return &interner{m: map[valueKey]*Value{}} }

func (in *interner) of(v Value) *Value {
	k := valueKey{kind: v.Kind, name: v.Name, index: v.Index, epoch: v.Epoch, at: v.At, block: v.Block, con: v.Con, fn: v.Fn, sum: v.Sum, class: v.Class, memo: v.Memo, saved: v.Saved}
	if v.At == nil && v.instance() {
		k.pos, k.posn = v.Pos, v.Posn
	}
	switch len(v.Args) {
	case 0:
	case 1:
		k.a0 = v.Args[0]
	case 2:
		k.a0, k.a1 = v.Args[0], v.Args[1]
	default:
		k.a0, k.a1 = v.Args[0], v.Args[1]
		var b strings.Builder
		for _, a := range v.Args[2:] {
			fmt.Fprintf(&b, "%d,", a.id)
		}
		k.rest = b.String()
	}
	if old, ok := in.m[k]; ok {
		if old.Type == nil {
			old.Type = v.Type
		}
		return old
	}
	if v.Orig == 0 {
		v.Orig = v.Pos
	}
	v.id = len(in.m) + 1
	p := &v
	in.m[k] = p
	return p
}

// textConst is the Index of a constant that is a text.
const textConst = 1

func (in *interner) constant(s string) *Value {
	return in.of(Value{Kind: Const, Name: s, Index: textConst})
}

var zeroName = "\x00zero"

func (in *interner) zero() *Value { return in.of(Value{Kind: Const, Name: zeroName}) }

// IsZero reports whether v is the zero value of its type: no key, no store.
func (v *Value) IsZero() bool {
	return v != nil && v.Kind == Const && (v.Name == zeroName || v.Name == "" || v.Name == "nil")
}

// cutName is the Name of a Result that was not looked at, since too much had been.
const cutName = "cut"

// isCut reports whether nothing is known of v because it was not looked at.
func (v *Value) isCut() bool { v = v.Strip(); return v.Kind == Result && v.Name == cutName }

// Strip removes the contracts around a value.
func (v *Value) Strip() *Value {
	for v != nil && v.Kind == Tag {
		v = v.Args[0]
	}
	return v
}

// instance reports whether each evaluation of v makes another value.
func (v *Value) instance() bool { return v.Kind >= Alloc && v.Kind <= Phi }

// Walk calls f for v and all values that it is made of, until f returns false.
func (v *Value) Walk(f func(*Value) bool) {
	seen := map[*Value]bool{}
	var walk func(*Value)
	walk = func(v *Value) {
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		if !f(v) {
			return
		}
		for _, a := range v.Args {
			walk(a)
		}
	}
	walk(v)
}

// Has reports whether v is, or is made of, a value that f accepts.
func (v *Value) Has(f func(*Value) bool) bool {
	found := false
	v.Walk(func(x *Value) bool {
		if f(x) {
			found = true
		}
		return !found
	})
	return found
}

// Contains reports whether part occurs in v.
func (v *Value) Contains(part *Value) bool {
	return v.Has(func(x *Value) bool { return x == part })
}

// String is for tests and for debugging.
func (v *Value) String() string {
	if v == nil {
		return "<nil>"
	}
	return v.text(0)
}

func (v *Value) text(depth int) string {
	if depth > 6 {
		return "…"
	}
	args := func() string {
		var s []string
		for _, a := range v.Args {
			s = append(s, a.text(depth+1))
		}
		return strings.Join(s, ", ")
	}
	e := ""
	if v.Epoch > 0 {
		e = fmt.Sprintf("@%d", v.Epoch)
	}
	switch v.Kind {
	case Const:
		if v.Name == zeroName {
			return "zero"
		}
		return fmt.Sprintf("%q", v.Name)
	case Param:
		return fmt.Sprintf("p%d", v.Index)
	case Free:
		return fmt.Sprintf("free%d", v.Index)
	case Global:
		return "&" + v.Name
	case Func:
		return "func " + v.Name
	case Field:
		return args() + "." + v.Name
	case Elem:
		return v.Args[0].text(depth+1) + "[" + v.Args[1].text(depth+1) + "]"
	case Entry:
		return args() + "{" + v.Name + "}"
	case Load:
		return "*(" + args() + ")"
	case Derive:
		return v.Name + "(" + args() + ")"
	case Tag:
		return "<" + v.Name + ">" + args()
	}
	names := map[Kind]string{Alloc: "new", Made: "made", Result: "result", Dynamic: "dynamic", Iter: "iter", Written: "written", Phi: "phi", Concat: "concat", Join: "join", Closure: "closure", Tuple: "tuple"}
	return fmt.Sprintf("%s%s#%d.%s(%s)", names[v.Kind], e, v.Index, v.Name, args())
}
