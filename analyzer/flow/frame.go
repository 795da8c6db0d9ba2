// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A frame evaluates the values of one function symbolically.
type frame struct {
	a     *Analysis
	fn    *ssa.Function
	vals  map[ssa.Value]*Value
	busy  map[ssa.Value]bool
	index map[ssa.Instruction]int

	writes   map[ssa.Instruction][]write
	writing  map[ssa.Instruction]bool
	entries  map[readKey]*Value
	phis     map[*Value][]*Value
	calls    map[ssa.CallInstruction]*call
	incoming bool // fn handles an incoming HTTP request
	served   bool // fn is a method of a gRPC service

	found []*site
	sited map[ssa.Instruction]bool // where these are; nil: not known yet
	own   []*Pair                  // attempts that are repeated here, and those that calls bring

	live          map[liveKey]bool
	reach         map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool
	spent         int // steps of work
	exhausted     bool
	effort        int               // of all walks
	states        map[string]*state // for the next walk to use
	walks         map[walkKey][]*walk
	walkStates    int // of those
	looks         int // at states
	statics       map[*ssa.Call]*staticCall
	phiBusy       map[*Value]bool
	taint         int // how often a value was needed while it was being computed
	resolving     int // calls that are being resolved
	resolvingCall map[ssa.CallInstruction]bool

	sorts       map[*Value]bool // collections that are sorted
	pausePoints []pausePoint    // what pausing has found

	tenants     []ssa.Instruction // what names a tenant
	tenantParam bool
	escapes     map[*ssa.Alloc]bool          // what escaped has been asked about
	savedKeys   map[ssa.Instruction]bool     // what savedAtAll has found, by the making
	chosenBy    map[*Value][]ssa.Instruction // the calls that return one of several values
	who         *caller                      // what caller has found
	keyReads    map[*Value]keyRead           // see mention

	sentBy   map[*Value]bool          // what methods has found
	proofs   map[ssa.Value]int        // what proofSide has found
	posts    map[ssa.Instruction]bool // calls that requests by POST reach
	postsAll bool                     // there were too many ways to tell
}

func newFrame(a *Analysis, fn *ssa.Function) *frame {
	f := &frame{
		a: a, fn: fn,
		vals: map[ssa.Value]*Value{}, busy: map[ssa.Value]bool{}, index: map[ssa.Instruction]int{},
		writes: map[ssa.Instruction][]write{}, writing: map[ssa.Instruction]bool{},
		entries: map[readKey]*Value{}, phis: map[*Value][]*Value{}, calls: map[ssa.CallInstruction]*call{},
		live: map[liveKey]bool{}, reach: map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{},
		phiBusy: map[*Value]bool{}, proofs: map[ssa.Value]int{}, statics: map[*ssa.Call]*staticCall{}, resolvingCall: map[ssa.CallInstruction]bool{},
	}
	for _, b := range fn.Blocks {
		for i, instr := range b.Instrs {
			f.index[instr] = i
		}
	}
	for _, p := range fn.Params {
		if typeName(p.Type()) == "net/http.ResponseWriter" || a.comes(p.Type()) {
			f.incoming = true
		}
	}
	f.served = serves(fn)
	return f
}

// comes reports whether a web framework hands requests to their handlers in a type.
func (a *Analysis) comes(t types.Type) bool {
	n := named(t)
	return n != nil && n.Pkg() != nil && n.Pkg() != a.pkg && a.models.Comes(n.Pkg().Path(), n.Name())
}

// serves reports whether a function is a method of a gRPC or Connect service: what it
// belongs to embeds the generated type for methods that are still missing.
func serves(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil || !token.IsExported(fn.Name()) {
		return false
	}
	t := recv.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range s.Fields() {
		if n := field.Name(); field.Embedded() && strings.HasPrefix(n, "Unimplemented") && (strings.HasSuffix(n, "Server") || strings.HasSuffix(n, "Handler")) {
			return true
		}
	}
	return false
}

// eval returns the symbolic value of an SSA value of this function.
func (f *frame) eval(v ssa.Value) *Value {
	if got, ok := f.vals[v]; ok {
		return got
	}
	if f.busy[v] {
		f.taint++
		return f.a.in.of(Value{Kind: Result, Name: "recursive", At: asInstr(v)})
	}
	before := f.taint
	f.busy[v] = true
	got := f.evalNew(v)
	delete(f.busy, v)
	got = f.promoted(v, f.a.tag(v, got))
	if c := collectionOf(v); c != nil {
		got = f.describeElement(f.eval(c), got)
	}
	if got.Type == nil {
		got.Type = v.Type()
	}
	if f.clean(before) {
		f.vals[v] = got
	}
	return got
}

// maxTaint bounds how often values are computed again because they were looked at
// too early: after that, unknown stays unknown.
const maxTaint = 300

// clean reports whether what was computed since taint stood at before may be kept.
// A value that was looked at while it was being computed (an address in a loop that
// depends on what the loop writes) is unknown at that moment only.
func (f *frame) clean(before int) bool {
	return f.taint == before || f.taint > maxTaint || len(f.busy) == 0 && len(f.writing) == 0 && f.resolving == 0
}

func asInstr(v ssa.Value) ssa.Instruction {
	i, _ := v.(ssa.Instruction)
	return i
}

func (f *frame) evalNew(v ssa.Value) *Value {
	in := f.a.in
	switch v := v.(type) {
	case *ssa.Const:
		return in.of(constValue(v))
	case *ssa.Parameter:
		for i, p := range f.fn.Params {
			if p == v {
				name := ""
				if f.incoming && typeName(v.Type()) == "net/http.Request" || f.a.comes(v.Type()) || i > 0 && f.served && !types.IsInterface(v.Type()) {
					name = incomingName
				}
				return in.of(Value{Kind: Param, Index: i, Name: name, Fn: f.fn, Type: v.Type()})
			}
		}
	case *ssa.FreeVar:
		for i, p := range f.fn.FreeVars {
			if p == v {
				return in.of(Value{Kind: Free, Index: i, Fn: f.fn, Type: v.Type()})
			}
		}
	case *ssa.Global:
		o, _ := v.Object().(*types.Var)
		return in.of(Value{Kind: Global, Name: v.Pkg.Pkg.Path() + "." + v.Name(), Type: v.Type(), Field: o})
	case *ssa.Function:
		return f.a.funcValue(v)
	case *ssa.MakeClosure:
		args := make([]*Value, len(v.Bindings))
		for i, b := range v.Bindings {
			args[i] = f.eval(b)
		}
		return in.of(Value{Kind: Closure, Fn: v.Fn.(*ssa.Function), Args: args, Type: v.Type()})
	case *ssa.Alloc:
		return in.of(Value{Kind: Alloc, At: v, Name: typeName(v.Type()), Type: v.Type(), Pos: v.Pos(), Posn: f.a.posn(v.Pos())})
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return in.of(Value{Kind: Alloc, At: asInstr(v), Type: v.Type(), Pos: v.Pos()})
	case *ssa.FieldAddr:
		return f.fieldAddr(f.eval(v.X), fieldVar(v.X.Type(), v.Field))
	case *ssa.Field:
		return f.project(f.eval(v.X), fieldVar(v.X.Type(), v.Field), v)
	case *ssa.IndexAddr:
		if carried := f.headerElem(v.X); carried != nil {
			return carried
		}
		return in.of(Value{Kind: Elem, Args: []*Value{f.eval(v.X).Strip(), f.eval(v.Index)}, Type: v.Type()})
	case *ssa.Index:
		x := f.eval(v.X).Strip()
		if x.Kind == Load { // an array by value stands for where it was loaded from
			x = x.Args[0]
		}
		return f.read(in.of(Value{Kind: Elem, Args: []*Value{x, f.eval(v.Index)}}), v)
	case *ssa.Lookup:
		if v.CommaOk {
			return in.of(Value{Kind: Tuple, Args: []*Value{f.read(f.entryAddr(v.X, v.Index), v), in.of(Value{Kind: Result, At: v, Index: 1})}})
		}
		return f.read(f.entryAddr(v.X, v.Index), v)
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			if carried := f.headerElemAddr(v.X); carried != nil {
				return carried
			}
			return f.read(f.eval(v.X), v)
		case token.ARROW:
			return in.of(Value{Kind: Dynamic, Name: "receive", At: v})
		}
		return in.of(Value{Kind: Derive, Name: v.Op.String(), Args: []*Value{f.eval(v.X)}})
	case *ssa.BinOp:
		x, y := f.eval(v.X), f.eval(v.Y)
		if v.Op == token.ADD && isString(v.Type()) {
			return f.a.concat(x, y)
		}
		return in.of(Value{Kind: Derive, Name: v.Op.String(), Args: []*Value{x, y}})
	case *ssa.ChangeType:
		return f.eval(v.X)
	case *ssa.Convert:
		return f.contentOf(f.eval(v.X), v)
	case *ssa.MultiConvert:
		return f.eval(v.X)
	case *ssa.ChangeInterface:
		return f.eval(v.X)
	case *ssa.MakeInterface:
		return f.eval(v.X)
	case *ssa.SliceToArrayPointer:
		return f.eval(v.X)
	case *ssa.TypeAssert:
		x := f.eval(v.X)
		if v.CommaOk {
			return in.of(Value{Kind: Tuple, Args: []*Value{x, in.of(Value{Kind: Result, At: v, Index: 1})}})
		}
		return x
	case *ssa.Slice:
		x := f.eval(v.X)
		if v.Low == nil && v.High == nil || ownBuffer(v.X) {
			return x
		}
		args := []*Value{f.contentOf(x, v)}
		for _, bound := range []ssa.Value{v.Low, v.High} {
			if bound == nil {
				args = append(args, in.zero())
			} else {
				args = append(args, f.eval(bound))
			}
		}
		return in.of(Value{Kind: Derive, Name: "slice", Args: args})
	case *ssa.Phi:
		return in.of(Value{Kind: Phi, At: v, Type: v.Type(), Pos: v.Pos()})
	case *ssa.Extract:
		return f.extract(v)
	case *ssa.Call:
		return f.callOf(v).result(f, 0)
	case *ssa.Range:
		return f.eval(v.X)
	case *ssa.Next:
		c := f.eval(v.Iter)
		key := in.of(Value{Kind: Iter, At: v, Args: []*Value{c}, Pos: v.Iter.Pos(), Posn: f.a.posn(v.Iter.Pos()), Type: v.Type()})
		if r, ok := v.Iter.(*ssa.Range); ok {
			if _, isMap := r.X.Type().Underlying().(*types.Map); isMap {
				key.Class = MapOrder
			}
		}
		elem := f.read(in.of(Value{Kind: Elem, Args: []*Value{c.Strip(), key}}), v)
		return in.of(Value{Kind: Tuple, Args: []*Value{in.of(Value{Kind: Result, At: v, Index: 2}), key, elem}})
	}
	return in.of(Value{Kind: Result, Name: "other", At: asInstr(v), Type: v.Type()})
}

// ownBuffer reports whether a slice is one of make([]T, n), or of an array of bytes:
// a part of it is made of what the whole holds.
func ownBuffer(x ssa.Value) bool {
	a, ok := x.(*ssa.Alloc)
	if !ok {
		return false
	}
	if a.Comment == "makeslice" {
		return true
	}
	p, ok := a.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	arr, ok := p.Elem().Underlying().(*types.Array)
	return ok && isByte(arr.Elem())
}

func (f *frame) extract(v *ssa.Extract) *Value {
	if c, ok := v.Tuple.(*ssa.Call); ok {
		return f.callOf(c).result(f, v.Index)
	}
	t := f.eval(v.Tuple)
	if t.Kind == Tuple && v.Index < len(t.Args) {
		return t.Args[v.Index]
	}
	if t.Kind == Dynamic && v.Index == 0 {
		return t
	}
	return f.a.in.of(Value{Kind: Result, At: v, Index: v.Index})
}

func constValue(c *ssa.Const) Value {
	v := Value{Kind: Const, Type: c.Type()}
	switch {
	case c.Value == nil:
		v.Index = zeroConst
	case c.Value.Kind() == constant.String:
		v.Name, v.Index = constant.StringVal(c.Value), textConst
	default:
		v.Name, v.Index = c.Value.ExactString(), otherConst
	}
	return v
}

// text returns the string of a constant value.
func (v *Value) text1() (string, bool) {
	if v = v.Strip(); v != nil && v.Kind == Const && v.Index == textConst {
		return v.Name, true
	}
	return "", false
}

func (f *frame) fieldAddr(base *Value, fv *types.Var) *Value {
	if fv == nil {
		return f.a.in.of(Value{Kind: Field, Args: []*Value{base.Strip()}, Name: "?"})
	}
	return f.a.in.of(Value{Kind: Field, Args: []*Value{base.Strip()}, Name: fv.Name(), Type: types.NewPointer(fv.Type()), Field: fv})
}

// project returns a field of a struct value.
func (f *frame) project(v *Value, fv *types.Var, at ssa.Instruction) *Value {
	v = v.Strip()
	if v.IsZero() {
		return f.a.in.zero()
	}
	if fv != nil {
		if p := partOf(v, fv.Name()); p != nil {
			return p
		}
	}
	if v.Kind == Load && !isPointer(v.Type) {
		return f.read(f.fieldAddr(v.Args[0], fv), at) // a struct by value
	}
	return f.read(f.fieldAddr(v, fv), at)
}

func isPointer(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// fieldVar returns field i of a struct, or of what a pointer points to.
func fieldVar(t types.Type, i int) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Origin()
	}
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		if s, ok := coreStruct(tp); ok && i < s.NumFields() {
			return s.Field(i).Origin()
		}
	}
	return nil
}

func coreStruct(tp *types.TypeParam) (*types.Struct, bool) {
	i, ok := tp.Constraint().Underlying().(*types.Interface)
	if !ok || i.NumEmbeddeds() != 1 {
		return nil, false
	}
	s, ok := i.EmbeddedType(0).Underlying().(*types.Struct)
	return s, ok
}

// entryAddr returns the address of a map's entry; entries under constant strings
// are known by name.
func (f *frame) entryAddr(m, key ssa.Value) *Value {
	base, k := f.eval(m).Strip(), f.eval(key)
	if name, ok := k.text1(); ok {
		return f.a.in.of(Value{Kind: Entry, Args: []*Value{base}, Name: f.a.carriers.entry(name)})
	}
	return f.a.in.of(Value{Kind: Elem, Args: []*Value{base, k}})
}

// headerElem and headerElemAddr see through h["Name"][0]: an entry of a header
// stands for its only value.
func (f *frame) headerElem(x ssa.Value) *Value {
	if l, ok := x.(*ssa.Lookup); ok && isHeader(l.X.Type()) && !l.CommaOk {
		return f.entryAddr(l.X, l.Index)
	}
	if e, ok := x.(*ssa.Extract); ok && e.Index == 0 {
		if l, ok := e.Tuple.(*ssa.Lookup); ok && isHeader(l.X.Type()) {
			return f.entryAddr(l.X, l.Index)
		}
	}
	if call, ok := x.(*ssa.Call); ok && types.Identical(call.Type(), texts) {
		// All values under a name: any of them is the one.
		c := f.callOf(call)
		if v := f.arrived(c); v != nil && v.Kind == Load {
			return v.Args[0]
		}
		if headerGet(c.name) && len(c.args) == 2 {
			if e := f.headerEntry(c.args[0], c.args[1]); e.Kind == Entry {
				return e
			}
		}
	}
	return nil
}

var texts = types.NewSlice(types.Typ[types.String])

func (f *frame) headerElemAddr(x ssa.Value) *Value {
	if ia, ok := x.(*ssa.IndexAddr); ok {
		if addr := f.headerElem(ia.X); addr != nil {
			return f.read(addr, ia)
		}
	}
	return nil
}

// isHeader reports whether t is a map from names to lists of strings.
func isHeader(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok || !isString(m.Key()) {
		return false
	}
	s, ok := m.Elem().Underlying().(*types.Slice)
	return ok && isString(s.Elem())
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// typeName returns import path and name of a named type or of what a pointer points to.
func typeName(t types.Type) string {
	if t == nil {
		return ""
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if n.Obj().Pkg() == nil {
			return n.Obj().Name()
		}
		return n.Obj().Pkg().Path() + "." + n.Obj().Name()
	}
	return ""
}

// posn is the position as messages and facts name it: a file's base name and the line.
func (a *Analysis) posn(p token.Pos) string {
	if !p.IsValid() {
		return ""
	}
	at := a.fset.Position(p)
	posn := filepath.Base(at.Filename) + ":" + strconv.Itoa(at.Line)
	if a.Mark {
		posn = Mark(posn)
	}
	return posn
}

// concat joins strings: constants are merged, nested parts flattened.
func (a *Analysis) concat(parts ...*Value) *Value {
	var out []*Value
	var add func(v *Value)
	add = func(v *Value) {
		if v.Strip().Kind == Concat {
			for _, p := range v.Strip().Args {
				add(p)
			}
			return
		}
		s, ok := v.text1()
		if v.IsZero() {
			s, ok = "", true
		}
		if ok && s == "" {
			return
		}
		if ok && len(out) > 0 {
			if before, isConst := out[len(out)-1].text1(); isConst {
				out[len(out)-1] = a.in.constant(before + s)
				return
			}
		}
		out = append(out, v)
	}
	for _, p := range parts {
		add(p)
	}
	switch {
	case len(out) == 0:
		return a.in.zero()
	case len(out) == 1:
		return out[0]
	case len(out) > 24: // a string of very many parts: its ends tell enough
		out = append(out[:12:12], a.in.of(Value{Kind: Derive, Name: "…", Args: out[12:]}))
	}
	return a.in.of(Value{Kind: Concat, Args: out})
}
