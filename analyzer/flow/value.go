// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"go/token"
	"go/types"
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// Kind is the kind of a symbolic value.
type Kind uint8

const (
	// Values that are the same at whatever time they are looked at.
	Const  Kind = iota + 1 // Index: what sort of constant; Name: the exact text, strings unquoted
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
	Memo  bool // Made or Param, but only where Args[0], if it is known, is empty (default.go)
	Saved bool // Made, and handed to a call that can fail before it is given away
	Con   *contract.Contract
	Fn    *ssa.Function
	Sum   *Summary // Closure or Func of another package

	// Not part of the identity.
	Type  types.Type
	Pos   token.Pos  // where it was made, as this frame sees it
	Orig  token.Pos  // where it was made indeed, if in this package
	Posn  string     // the same as file:line
	Field *types.Var // of a field or a global, if it is known: fields of two types are two, be their name the same

	id   int
	next *Value // in the interner, of the same hash
}

// interner keeps one of each value: two are the same if their pointers are.
type interner struct {
	seed maphash.Seed
	m    map[uint64]*Value // by hash; others of the same one hang on it
	n    int
}

func newInterner() *interner { return &interner{seed: maphash.MakeSeed(), m: map[uint64]*Value{}} }

func (in *interner) of(v Value) *Value {
	h := in.hash(&v)
	for old := in.m[h]; old != nil; old = old.next {
		if old.same(&v) {
			if old.Type == nil {
				old.Type = v.Type
			}
			if old.Field == nil {
				old.Field = v.Field
			}
			return old
		}
	}
	if v.Orig == 0 {
		v.Orig = v.Pos
	}
	p := new(Value)
	*p = v
	in.n++
	p.id = in.n
	p.next = in.m[h]
	in.m[h] = p
	return p
}

// same reports whether two values are one.
func (v *Value) same(w *Value) bool {
	return v.Kind == w.Kind && v.Name == w.Name && v.Index == w.Index && v.Epoch == w.Epoch && v.At == w.At && v.Block == w.Block &&
		v.Con == w.Con && v.Fn == w.Fn && v.Sum == w.Sum && v.Class == w.Class && v.Memo == w.Memo && v.Saved == w.Saved &&
		(v.Field == w.Field || v.Field == nil || w.Field == nil) && // the same name in another type
		slices.Equal(v.Args, w.Args) && (!v.numbered() || v.Pos == w.Pos && v.Posn == w.Posn)
}

// numbered reports whether a value is one of a summary's: the same number means something
// else elsewhere.
func (v *Value) numbered() bool { return v.At == nil && v.instance() }

// hash is the same for values that are one. It is no part of any order.
func (in *interner) hash(v *Value) uint64 {
	h := maphash.String(in.seed, v.Name)
	mix := func(x uint64) { h = bits.RotateLeft64(h^x, 27) * 0x9e3779b97f4a7c15 }
	mix(uint64(v.Kind)<<32 | uint64(v.Class)<<16 | uint64(len(v.Args)))
	mix(uint64(v.Index)<<32 ^ uint64(v.Epoch))
	for _, a := range v.Args {
		if a != nil {
			mix(uint64(a.id))
		}
	}
	if v.At != nil {
		mix(maphash.Comparable(in.seed, v.At))
	}
	if v.Fn != nil {
		mix(maphash.Comparable(in.seed, v.Fn))
	}
	if v.numbered() {
		mix(uint64(v.Pos))
	}
	return h
}

// The Index of a constant tells what it is, since its text does not: "nil" may be a key.
const (
	zeroConst  = iota // the zero value of a type that is not looked at: nil, a struct, what nobody wrote
	textConst         // Name is the text
	otherConst        // a number, a truth value
)

func (in *interner) constant(s string) *Value {
	return in.of(Value{Kind: Const, Name: s, Index: textConst})
}

func (in *interner) zero() *Value { return in.of(Value{Kind: Const, Index: zeroConst}) }

// nothing is a join of no values, the least of all: what cannot be read.
func (in *interner) nothing() *Value { return in.of(Value{Kind: Join}) }

// IsZero reports whether v is the zero value of its type: no key, no store.
func (v *Value) IsZero() bool {
	return v != nil && v.Kind == Const && (v.Index == zeroConst || v.Index == textConst && v.Name == "")
}

// cutName is the Name of a Result that was not looked at, since too much had been.
const cutName = "cut"

// Names of a Result in a summary that stands for a value which is not told: one within which it
// lies itself, as the rest of a queue is a part of the queue, or one that lies too deep.
const (
	cycleName = "cycle"
	deepName  = "deep"
)

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
		if !f(v) || v.Memo { // what a default depends on is no part of it
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
		if v.Index == zeroConst {
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
