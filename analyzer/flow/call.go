// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/model"
)

// A call is one call instruction of a frame, resolved as far as it can be.
type call struct {
	instr   ssa.CallInstruction
	args    []*Value    // the receiver first
	vals    []ssa.Value // the same, as SSA has them
	obj     *types.Func // the callee, where it has a name
	name    string      // its full name
	known   model.Func
	hasFn   bool // known is set
	con     *contract.Contract
	sends   *model.Send    // what a model says of it
	maker   *model.Maker   // the same
	retry   *model.Retry   // the same
	use     *model.Use     // the same
	handler *model.Handler // the same
	bodies  []body         // the callee's summary; several for an interface's implementations

	isInvoke, isDynamic bool
	fnValue             *Value // of a dynamic call

	partial bool // looked at while it was being resolved

	written  bool
	ws       []write
	resultOf map[int]*Value
}

// A body is a callee with what it is called with.
type body struct {
	sum     *Summary
	args    []*Value
	frees   []*Value
	literal bool   // a function literal: what happens in it stands where it is written
	of      string // of several: the type whose method it is, or which function
	again   *Invoke
	proven  bool // it is called again only after a proof that nothing was executed
	depth   int  // of functions handed to functions
	memo    map[*Value]*Value
	within  map[*Value]bool // values that are being rewritten
	called  []*body         // what invoked returns, once it is known
	asked   bool
}

// maxInvokedDepth bounds functions that are handed to functions that are handed on.
const maxInvokedDepth = 3

func (f *frame) callOf(instr ssa.CallInstruction) *call {
	if c, ok := f.calls[instr]; ok {
		return c
	}
	if f.resolvingCall[instr] {
		f.taint++
		return &call{instr: instr, resultOf: map[int]*Value{}, partial: true}
	}
	before := f.taint
	f.resolvingCall[instr] = true
	f.resolving++
	f.a.stack = append(f.a.stack, f.fn) // which need not be the one that is being summarised
	c := f.newCall(instr)
	f.a.stack = f.a.stack[:len(f.a.stack)-1]
	f.a.rests(f.fn)
	f.resolving--
	delete(f.resolvingCall, instr)
	if f.clean(before) {
		f.calls[instr] = c
	}
	return c
}

func (f *frame) newCall(instr ssa.CallInstruction) *call {
	common := instr.Common()
	c := &call{instr: instr, resultOf: map[int]*Value{}}
	if common.IsInvoke() {
		c.isInvoke = true
		c.obj = common.Method.Origin()
	}
	c.vals = operands(common)
	for _, v := range c.vals {
		c.args = append(c.args, f.argument(v))
	}
	switch callee := common.Value.(type) {
	case *ssa.Builtin:
		c.name = callee.Name()
		return c
	default:
		if fn := common.StaticCallee(); fn != nil && !c.isInvoke {
			f.resolveStatic(c, fn, common.Value)
		} else if !c.isInvoke {
			c.isDynamic = true
			c.fnValue = f.eval(common.Value)
			fvs := f.functions(c.fnValue, instr)
			for n, fv := range fvs {
				before := len(c.bodies)
				c.addBody(f, fv, c.args, nil)
				for i := range c.bodies[before:] {
					c.bodies[before+i].of = itoa(n) // one value may be several literals of one text
				}
			}
			if len(fvs) == 1 && fvs[0].Fn != nil {
				// What a model says counts, whether or not a driver has the body.
				o, ok := fvs[0].Fn.Object().(*types.Func)
				if known := ok && f.a.models.Of(f.a.fullName(o.Origin())).Func != nil; ok && (known || len(c.bodies) == 0) {
					c.obj, c.isDynamic, c.bodies = o.Origin(), false, nil
				}
			}
		}
	}
	if c.obj != nil {
		c.name = f.a.fullName(c.obj)
		k := f.a.models.Of(c.name)
		if c.hasFn = k.Func != nil; c.hasFn {
			c.known = *k.Func
		}
		c.maker, c.retry, c.use, c.handler = k.Maker, k.Retry, k.Use, k.Handler
		if c.con = f.a.contractOf(c.obj); c.con == nil || c.con.Send == nil {
			if c.sends = k.Send; c.sends != nil {
				c.bodies = nil
				return c
			}
		}
	}
	if c.isInvoke && c.use == nil {
		c.use = f.a.queryThrough(c.obj)
	}
	if c.isInvoke && c.con == nil && !c.hasFn {
		f.resolveInvoke(c, common)
	}
	return c
}

// argument evaluates an argument; a struct handed over by value stands for where it was loaded from.
func (f *frame) argument(v ssa.Value) *Value {
	a := f.eval(v)
	if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct && a.Strip().Kind == Load {
		addr := a.Strip().Args[0]
		if a.Kind == Tag {
			return f.a.in.of(Value{Kind: Tag, Name: a.Name, Con: a.Con, Args: []*Value{addr}})
		}
		return addr
	}
	return a
}

func (f *frame) resolveStatic(c *call, fn *ssa.Function, val ssa.Value) {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if o, ok := fn.Object().(*types.Func); ok {
		c.obj = o.Origin()
	}
	var frees []*Value
	if mc, ok := val.(*ssa.MakeClosure); ok {
		for _, b := range mc.Bindings {
			frees = append(frees, f.eval(b))
		}
	}
	if c.obj != nil {
		if con := f.a.contractOf(c.obj); con != nil && con.Send != nil {
			return // the contract replaces what the body would tell
		}
	}
	c.addBody(f, f.a.funcValue(fn), c.args, frees)
}

func (c *call) addBody(f *frame, fv *Value, args, frees []*Value) {
	sum := f.summaryOf(fv)
	if sum == nil {
		return
	}
	if frees == nil {
		frees = fv.Args
	}
	c.bodies = append(c.bodies, body{sum: sum, args: args, frees: frees, literal: sum.Literal, memo: map[*Value]*Value{}})
}

// resolveInvoke finds the implementations that this package puts into the interface.
func (f *frame) resolveInvoke(c *call, common *ssa.CallCommon) {
	if Sends(c.obj) {
		return // whoever stands behind it, it sends the request
	}
	impls := f.implementations(common.Value.Type())
	if mi, ok := common.Value.(*ssa.MakeInterface); ok {
		impls = []types.Type{mi.X.Type()}
	}
	if len(impls) > maxImplementations {
		f.a.Cuts = append(f.a.Cuts, fmt.Sprintf("%s: %d implementations of %s, over %d; none of them is followed", f.fn, len(impls), types.TypeString(common.Value.Type(), nil), maxImplementations))
		return
	}
	if len(impls) == 0 {
		return
	}
	for _, t := range impls {
		sel := f.a.prog.MethodSets.MethodSet(t).Lookup(common.Method.Pkg(), common.Method.Name())
		if sel == nil {
			continue
		}
		fn := f.a.prog.MethodValue(sel)
		if fn == nil {
			continue
		}
		if fn.Origin() != nil {
			fn = fn.Origin()
		}
		if fn == enclosing(f.fn) {
			continue // a decorator calls what it decorates, and not itself
		}
		if o, ok := fn.Object().(*types.Func); ok && len(impls) == 1 {
			if con := f.a.contractOf(o.Origin()); con != nil {
				c.con = con
				return
			}
		}
		before := len(c.bodies)
		c.addBody(f, f.a.funcValue(fn), c.args, nil)
		for i := range c.bodies[before:] {
			c.bodies[before+i].of = types.TypeString(t, nil)
		}
	}
}

const maxImplementations = 4

// functions returns the functions that a function value may be, where they are known.
func (f *frame) functions(v *Value, at ssa.Instruction) []*Value {
	var out []*Value
	seen := map[*Value]bool{}
	var add func(v *Value)
	add = func(v *Value) {
		v = v.Strip()
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		switch v.Kind {
		case Func, Closure:
			out = append(out, v)
		case Join:
			for _, a := range v.Args {
				add(a)
			}
		case Phi:
			if fr := f.a.owner(v); fr == f && v.Epoch == 0 {
				for _, a := range f.phiArgs(v) {
					add(a)
				}
			}
		case Load:
			switch addr := v.Args[0]; {
			case addr.Kind == Elem && addr.Args[1].Kind != Const:
				for _, e := range f.elements(addr.Args[0], at) {
					add(e)
				}
			case addr.Kind == Field && addr.Field != nil || addr.Kind == Global:
				for _, w := range f.onlyFunctions(addr) {
					add(w)
				}
			}
		}
	}
	add(v)
	return out
}

// result returns the value of the call's result i.
func (c *call) result(f *frame, i int) *Value {
	if v, ok := c.resultOf[i]; ok {
		return v
	}
	if c.partial {
		return c.unknown(f, i)
	}
	before := f.taint
	c.resultOf[i] = c.unknown(f, i) // for a result that depends on itself
	v := c.newResult(f, i)
	if f.clean(before) {
		c.resultOf[i] = v
	} else {
		delete(c.resultOf, i)
	}
	return v
}

func (c *call) unknown(f *frame, i int) *Value {
	kind := Result
	if c.isInvoke || c.isDynamic {
		kind = Dynamic
	}
	return f.a.in.of(Value{Kind: kind, Name: c.name, At: c.instr, Index: i, Type: c.resultType(i), Pos: c.instr.Pos(), Posn: f.a.posn(c.instr.Pos())})
}

func (c *call) resultType(i int) types.Type {
	res := c.instr.Common().Signature().Results()
	if i < res.Len() {
		return res.At(i).Type()
	}
	return nil
}

func (c *call) newResult(f *frame, i int) *Value {
	in := f.a.in
	if c.obj == nil && !c.isDynamic && len(c.bodies) == 0 {
		return c.builtin(f)
	}
	if c.con != nil && i == 0 {
		switch {
		case c.con.Store != nil:
			return f.a.describe(c.con, contract.RefOf(c.obj), c.unknown(f, i))
		case c.con.Key != nil:
			v := c.inner(f, i)
			if c.con.Key.Unique != "" || !v.Has(func(x *Value) bool { return x.Kind == Made }) {
				class := map[string]Class{"process": Process, "tenant": Client}[c.con.Key.Unique]
				if c.con.Key.Unique == "global" {
					class = Random
				}
				v = in.of(Value{Kind: Made, Class: class, At: c.instr, Name: c.name, Pos: c.instr.Pos(), Posn: f.a.posn(c.instr.Pos()), Type: c.resultType(i)})
			}
			return v
		case c.con.Endpoint != nil, c.con.Tenant:
			return f.a.describe(c.con, contract.RefOf(c.obj), c.inner(f, i))
		}
	}
	return c.inner(f, i)
}

// inner is the result as the body, the model or nothing tells.
func (c *call) inner(f *frame, i int) *Value {
	in := f.a.in
	if v := f.httpResult(c, i); v != nil {
		return v
	}
	if v := f.modelResult(c, i); v != nil {
		return v
	}
	if c.hasFn {
		switch c.known.Does {
		case model.Generate:
			if i == 0 {
				return in.of(Value{Kind: Made, Class: classOf(c.known.Unique), At: c.instr, Name: shortName(c.name), Pos: c.instr.Pos(), Posn: f.a.posn(c.instr.Pos()), Type: c.resultType(i)})
			}
		case model.Identity:
			if i == 0 && c.known.Arg < len(c.args) {
				return f.pointee(c.args[c.known.Arg], c.vals[c.known.Arg], c.instr)
			}
		case model.Content:
			if len(c.args) > 0 {
				v := f.read(in.of(Value{Kind: Field, Args: []*Value{c.args[0].Strip()}, Name: content}), c.instr)
				if len(c.args) > 1 { // hash.Sum appends to its argument
					v = in.of(Value{Kind: Derive, Name: "sum", Args: []*Value{v}})
				}
				return v
			}
		case model.Derive:
			if i == 0 && (c.name == "maps.Keys" || c.name == "maps.Values") {
				return in.of(Value{Kind: Iter, Class: MapOrder, At: c.instr, Args: []*Value{c.args[0].Strip()}, Pos: c.instr.Pos(), Posn: f.a.posn(c.instr.Pos())})
			}
			if i == 0 {
				return c.derive(f)
			}
		}
		return c.unknown(f, i)
	}
	if cl := f.carrierRead(c); cl != nil && i == 0 {
		return cl
	}
	switch {
	case len(c.bodies) == 1 && i < len(c.bodies[0].sum.Results):
		v := c.bodies[0].subst(f, c.instr, c.bodies[0].sum.Results[i])
		if v.Kind == Join {
			if f.chosenBy == nil {
				f.chosenBy = map[*Value][]ssa.Instruction{}
			}
			if !slices.Contains(f.chosenBy[v], ssa.Instruction(c.instr)) {
				f.chosenBy[v] = append(f.chosenBy[v], c.instr)
			}
		}
		return v
	}
	if t := typeName(c.resultType(i)); i == 0 && (t == "net/http.Request" || t == "net/http.Header") && c.ofIncoming() {
		return f.a.incoming(c.args[0])
	}
	return c.unknown(f, i)
}

// incomingName is the Name of what came with an incoming request: of the parameter that
// brings it, and of a Derive that is a part of it.
const incomingName = "incoming"

// incoming is a value that came with an incoming request, as a part of v.
func (a *Analysis) incoming(v *Value) *Value {
	return a.in.of(Value{Kind: Derive, Name: incomingName, Args: []*Value{v.Strip()}})
}

// cameIn reports whether a value is what came with an incoming request.
func cameIn(v *Value) bool {
	return v != nil && v.Name == incomingName && (v.Kind == Param || v.Kind == Derive)
}

// ofIncoming reports whether a method is one of what carries an incoming request.
func (c *call) ofIncoming() bool {
	if len(c.args) == 0 || !c.isInvoke && c.instr.Common().Signature().Recv() == nil {
		return false
	}
	return cameIn(root(c.args[0]))
}

// pointee: *string helpers hand on what they point to.
func (f *frame) pointee(v *Value, orig ssa.Value, at ssa.Instruction) *Value {
	if _, isPtr := orig.Type().Underlying().(*types.Pointer); isPtr && textual(orig.Type()) && v.Strip().Kind >= Field {
		if got := f.textOf(v, orig.Type(), at); got != nil {
			return got
		}
	}
	return v
}

// textOf returns a key, URL or name as a value, also where a pointer to it is given.
func (f *frame) textOf(v *Value, t types.Type, at ssa.Instruction) *Value {
	s := v.Strip()
	if t == nil {
		t = v.Type
	}
	if t != nil {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			if _, isStruct := p.Elem().Underlying().(*types.Struct); !isStruct {
				if s.Kind == Alloc || s.Kind == Field || s.Kind == Elem || s.Kind == Global || s.Kind == Free {
					return f.read(s, at)
				}
			}
		}
	}
	return f.contentOf(v, at)
}

func classOf(u model.Uniqueness) Class {
	switch u {
	case model.Random:
		return Random
	case model.Clock:
		return Clock
	case model.Process:
		return Process
	}
	return 0
}

// receiverMarks are what a method's full name has and its short name has not.
var receiverMarks = strings.NewReplacer("(", "", ")", "", "*", "")

func shortName(full string) string {
	full = model.Canonical(full)
	if i := strings.LastIndexByte(full, '/'); i >= 0 {
		full = full[i+1:]
	}
	return receiverMarks.Replace(full)
}

func (c *call) builtin(f *frame) *Value {
	switch c.name {
	case "append", "min", "max", "len", "cap", "real", "imag", "complex", "copy":
		args := c.args
		if c.name == "append" {
			args = make([]*Value, len(c.args))
			for i, a := range c.args {
				args[i] = a
				if es, all := f.elementsOf(a, c.instr); i > 0 && all {
					args[i] = f.a.in.of(Value{Kind: Derive, Name: "list", Args: es})
				}
			}
		}
		return f.a.in.of(Value{Kind: Derive, Name: c.name, Args: args})
	}
	return c.unknown(f, 0)
}

var verb = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`%[+#]?[0-9.]*[a-zA-Z%]`)
})

// derive makes the value of a function that depends on its arguments alone.
func (c *call) derive(f *frame) *Value {
	args := make([]*Value, 0, len(c.args))
	variadic := c.instr.Common().Signature().Variadic()
	for i, a := range c.args {
		if variadic && i == len(c.args)-1 {
			if es, all := f.elementsOf(a, c.instr); all {
				for _, e := range es {
					args = append(args, f.contentOf(e, c.instr))
				}
				continue
			}
		}
		args = append(args, f.contentOf(a, c.instr))
	}
	if c.name == "fmt.Sprintf" && len(args) > 0 {
		if format, ok := args[0].text1(); ok {
			return f.sprintf(format, args[1:])
		}
	}
	switch model.Canonical(c.name) {
	case "fmt.Sprint":
		return f.a.concat(args...)
	case "cmp.Or":
		return f.a.firstOf(args)
	}
	return f.a.in.of(Value{Kind: Derive, Name: model.Canonical(c.name), Args: args})
}

func (f *frame) sprintf(format string, args []*Value) *Value {
	var parts []*Value
	last, n := 0, 0
	for _, m := range verb().FindAllStringIndex(format, -1) {
		parts = append(parts, f.a.in.constant(format[last:m[0]]))
		last = m[1]
		switch v := format[m[0]:m[1]]; {
		case v == "%%":
			parts = append(parts, f.a.in.constant("%"))
		case n < len(args):
			arg := args[n]
			n++
			if v != "%s" && v != "%v" && v != "%d" {
				arg = f.a.in.of(Value{Kind: Derive, Name: v, Args: []*Value{arg}})
			} else if arg.Kind == Const && arg.Index == otherConst && v != "%s" {
				arg = f.a.in.constant(arg.Name)
			}
			parts = append(parts, arg)
		}
	}
	parts = append(parts, f.a.in.constant(format[last:]))
	return f.a.concat(parts...)
}

// carrierRead sees a key that a web framework reads from an incoming request by
// a carrier's name, as gin's c.GetHeader("Idempotency-Key") does.
func (f *frame) carrierRead(c *call) *Value {
	if c.obj == nil || len(c.args) < 2 || len(c.bodies) > 0 && !c.ofIncoming() {
		return nil
	}
	switch c.obj.Name() {
	case "GetHeader", "Get", "Header", "GetReqHeader", "PostForm", "Query", "FormValue", "QueryParam":
	default:
		return nil
	}
	t := typeName(c.vals[0].Type())
	if !strings.HasSuffix(t, ".Context") && !strings.HasSuffix(t, ".Ctx") {
		return nil
	}
	if name, ok := f.carrierText(c.args[1]); ok {
		return f.a.in.of(Value{Kind: Load, Type: c.resultType(0), Args: []*Value{
			f.a.in.of(Value{Kind: Entry, Name: f.a.carriers.entry(name), Args: []*Value{
				f.a.incoming(c.args[0])}})}})
	}
	return nil
}

// writes returns what the call writes.
func (c *call) writes(f *frame) []write {
	if c.written || c.partial {
		return c.ws
	}
	before := f.taint
	ws := c.newWrites(f)
	if f.clean(before) {
		c.ws, c.written = ws, true
	}
	return ws
}

// decodes: a function that reads a body, a row or a message into an object of this
// function's own. What comes from an incoming request is the client's.
func (f *frame) decodes(c *call) []write {
	if c.obj == nil || len(c.bodies) > 0 && !c.ofIncoming() || !firstWord(c.obj.Name(), decoders...) {
		return nil
	}
	var ws []write
	for i, a := range c.args {
		s := a.Strip()
		if _, isPtr := c.vals[i].Type().Underlying().(*types.Pointer); !isPtr && !types.IsInterface(c.vals[i].Type()) || s.Kind != Alloc {
			continue
		}
		got := f.a.in.of(Value{Kind: Result, Name: c.name, At: c.instr, Index: 100 + i})
		for _, other := range c.args {
			if other != a && other.Has(cameIn) {
				got = f.a.incoming(got)
			}
		}
		ws = append(ws, write{loc: s, val: func() *Value { return got }})
	}
	return ws
}

// copies are the functions that put bytes into a buffer: copy, and those of encodings
// that take a destination first and return how much they wrote.
func (f *frame) copies(c *call) []write {
	args := c.args
	if c.obj != nil && c.instr.Common().Signature().Recv() != nil {
		args = args[1:]
	}
	switch {
	case len(args) != 2:
		return nil
	case c.obj == nil && c.name == "copy":
	case c.known.Does == model.Derive && encodes(c.name):
	default:
		return nil
	}
	to := args[0].Strip()
	if to.Kind == Derive && to.Name == "slice" {
		to = to.Args[0].Strip() // a part of it: what it holds is made of this, too
	}
	if to.Kind != Alloc {
		return nil
	}
	return []write{{loc: to, val: f.lazy(func() *Value { return f.contentOf(args[1], c.instr) })}}
}

func encodes(name string) bool {
	m := shortMethod(name)
	return m == "Encode" || strings.HasPrefix(m, "PutUint") || m == "PutUvarint" || m == "PutVarint"
}

var decoders = []string{"decode", "unmarshal", "scan", "bind", "should", "parse", "populate", "read"}

// mayWrite reports, without a look at the arguments, whether a call can write
// anything that is known of.
func (f *frame) mayWrite(instr ssa.CallInstruction) bool {
	common := instr.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		return b.Name() == "copy"
	}
	name := f.a.calleeName(common)
	if fn, _ := callee(common); fn != nil {
		if httpWriter(name) || name != "" && firstWord(name, decoders...) {
			return true
		}
		if known := f.a.models.Of(name).Func; known != nil {
			return writes(known.Does) || known.Does == model.Derive && (encodes(name) || collects(firstResult(common)))
		}
		s := f.summaryOf(f.a.funcValue(fn))
		return s != nil && (len(s.Effects) > 0 || len(s.Invokes) > 0)
	}
	if known := f.a.models.Of(name).Func; known != nil {
		return writes(known.Does)
	}
	return true
}

// writes reports whether a function of which this is known writes anything.
func writes(a model.Action) bool {
	switch a {
	case model.Fill, model.Append, model.Set, model.Put, model.PutAll, model.Wrap, model.Pairs, model.Carry, model.Request:
		return true
	}
	return false
}

func (c *call) newWrites(f *frame) []write {
	in := f.a.in
	if ws := f.httpWrites(c); ws != nil {
		return ws
	}
	if ws := f.decodes(c); ws != nil {
		return ws
	}
	if ws := f.copies(c); ws != nil {
		return ws
	}
	if c.hasFn {
		switch c.known.Does {
		case model.Derive, model.Set, model.Put, model.PutAll, model.Wrap, model.Pairs, model.Carry, model.Request:
			return f.modelWrites(c)
		case model.Fill:
			if c.known.Arg < len(c.args) {
				arg := c.args[c.known.Arg].Strip()
				made := in.of(Value{Kind: Made, Class: Random, At: c.instr, Name: shortName(c.name), Pos: c.instr.Pos(), Posn: f.a.posn(c.instr.Pos())})
				return []write{{loc: arg, val: func() *Value { return made }}}
			}
		case model.Append:
			if len(c.args) > 1 {
				loc := in.of(Value{Kind: Field, Args: []*Value{c.args[0].Strip()}, Name: content})
				return []write{{loc: loc, val: f.lazy(func() *Value {
					parts := []*Value{f.read(loc, c.instr)}
					rest := *c
					rest.args, rest.vals = c.args[1:], c.vals[1:]
					d := rest.derive(f)
					if strings.HasSuffix(c.name, "Fprintf") && len(d.Args) > 0 {
						if format, ok := d.Args[0].text1(); ok {
							d = f.sprintf(format, d.Args[1:])
						}
					}
					if d.Kind == Derive {
						parts = append(parts, d.Args...)
					} else {
						parts = append(parts, d)
					}
					return f.a.concat(parts...)
				})}}
			}
		}
		return nil
	}
	var ws []write
	method := f.isOption(c)
	if method || c.isDynamic && len(c.bodies) == 0 && f.mine(c.fnValue) {
		// Whoever hands the function over knows what it writes.
		name := ""
		if method {
			name = byMethod
		}
		for _, a := range c.args {
			if a = a.Strip(); a.Kind == Alloc && composite(a.Type) {
				by := in.of(Value{Kind: Written, Name: name, At: c.instr, Args: []*Value{a}})
				ws = append(ws, write{loc: a, val: func() *Value { return by }})
			}
		}
	}
	for i := range c.bodies {
		if len(c.bodies) == 1 {
			ws = append(ws, c.bodies[i].writes(f, c.instr)...)
		}
	}
	return ws
}

// writes instantiates the effects of a callee, and those of the functions that it
// calls and that are known here.
func (b *body) writes(f *frame, at ssa.CallInstruction) []write {
	var ws []write
	for _, e := range b.sum.Effects {
		loc := b.subst(f, at, e.Loc).Strip()
		w := write{loc: loc}
		if e.Val != nil {
			w.val = f.lazy(func() *Value { return b.subst(f, at, e.Val) })
		}
		ws = append(ws, w)
	}
	for _, n := range b.invoked(f, at) {
		ws = append(ws, n.writes(f, at)...)
	}
	return ws
}

// invoked returns the bodies that b's callee calls through function values known here.
func (b *body) invoked(f *frame, at ssa.CallInstruction) []*body {
	if b.asked || b.depth >= maxInvokedDepth || b.sum == nil {
		return b.called
	}
	b.asked = true
	var out []*body
	for _, inv := range b.sum.Invokes {
		for _, fv := range f.functions(b.subst(f, at, inv.Fn), at) {
			sum := f.summaryOf(fv)
			if sum == nil || sum == b.sum {
				continue
			}
			args := make([]*Value, len(inv.Args))
			for i, a := range inv.Args {
				args[i] = b.subst(f, at, a)
			}
			again := *inv // what it is given the second time is told in the callee's terms as well
			again.ArgsB = subAll(inv.ArgsB, func(v *Value) *Value { return b.subst(f, at, v) })
			n := &body{sum: sum, args: args, frees: fv.Args, literal: sum.Literal, again: &again, proven: proven(b.asksBefore(f, at, inv)), depth: b.depth + 1, memo: map[*Value]*Value{}}
			out = append(out, n)
		}
	}
	b.called = out
	return out
}

// subst rewrites a value of a callee's summary into one of this frame.
func (b *body) subst(f *frame, at ssa.CallInstruction, v *Value) *Value {
	if v == nil {
		return nil
	}
	if got, ok := b.memo[v]; ok {
		return got
	}
	if !f.spend(1) {
		return f.a.in.of(Value{Kind: Result, Name: cutName, At: at})
	}
	if b.within[v] { // what a handed function wrote decides which function was handed
		return f.a.in.of(Value{Kind: Result, Name: "recursive", At: at})
	}
	if b.within == nil {
		b.within = map[*Value]bool{}
	}
	b.within[v] = true
	got := b.substNew(f, at, v)
	delete(b.within, v)
	b.memo[v] = got
	return got
}

func (b *body) substNew(f *frame, at ssa.CallInstruction, v *Value) *Value {
	in := f.a.in
	switch v.Kind {
	case Const, Global, Func:
		return v
	case Param:
		if v.Index < len(b.args) && b.args[v.Index] != nil {
			arg := b.args[v.Index]
			if v.Memo {
				return f.a.optional(arg, b.given(f, at, v.Args))
			}
			return arg
		}
		arg := in.of(Value{Kind: Result, Name: "argument", At: at, Index: 1000 + v.Index})
		if v.Name == incomingName {
			return f.a.incoming(arg)
		}
		return arg
	case Free:
		if v.Index < len(b.frees) {
			return b.frees[v.Index]
		}
		return in.of(Value{Kind: Result, Name: "captured", At: at, Index: 2000 + v.Index})
	case Load:
		if w := root(v); w.Kind == Written && len(w.Args) == 1 {
			return b.writtenBy(f, at, v, w)
		}
		addr := b.subst(f, at, v.Args[0]).Strip()
		if root(addr).IsZero() {
			return in.zero()
		}
		got := f.a.tagType(f.read(addr, at), v.Type)
		if v.Args[0].Kind == Field {
			got = f.a.promotedPart(v, b.subst(f, at, v.Args[0].Args[0]), got)
		}
		return f.describeLoaded(addr, got)
	}
	n := *v
	n.Args = make([]*Value, len(v.Args))
	for i, a := range v.Args {
		n.Args[i] = b.subst(f, at, a)
	}
	switch v.Kind {
	case Field, Elem, Entry:
		whole := n.Args[0]
		n.Args[0] = whole.Strip()
		if v.Kind == Field && whole.Kind == Tag {
			return f.a.promotedPart(v, whole, in.of(n))
		}
	case Concat:
		return f.a.concat(n.Args...)
	case Join:
		return f.a.join(n.Args)
	case Derive:
		if v.Name == operationField {
			if op := f.operationOfURL(n.Args[0]); op != nil {
				return op
			}
		}
		if got := f.substPart(v, n.Args, at); got != nil {
			return got
		}
	}
	if v.Kind == Made && v.Memo {
		n.Args = nil
		if given := b.given(f, at, v.Args); given != nil {
			n.Args = []*Value{given}
		}
		if n.makesAnew() {
			n.Memo, n.Args = false, nil // the caller gives an empty key
		}
	}
	if v.instance() {
		n.At = at
		n.Block = nil
		if !b.literal {
			n.Pos = at.Pos()
		}
	}
	if v.Kind == Tag && v.Con != nil && n.Args[0].Kind == Tag && n.Args[0].Con == v.Con {
		return n.Args[0]
	}
	return in.of(n)
}

// writtenBy is what a function that was handed to the callee wrote to the callee's
// object; zero if it is not known to have written there.
func (b *body) writtenBy(f *frame, at ssa.CallInstruction, v, by *Value) *Value {
	var replace func(x *Value) *Value
	replace = func(x *Value) *Value {
		if x == by {
			return by.Args[0]
		}
		switch x.Kind {
		case Field, Elem, Entry, Load:
			n := *x
			n.Args = append([]*Value{replace(x.Args[0]).Strip()}, x.Args[1:]...)
			return f.a.in.of(n)
		}
		return x
	}
	loc := b.subst(f, at, replace(v.Args[0])).Strip()
	bodies := b.invoked(f, at)
	for i := len(bodies) - 1; i >= 0; i-- {
		ws := bodies[i].writes(f, at)
		for k := len(ws) - 1; k >= 0; k-- {
			if got, ok := f.match(ws[k], loc, plain(at)); ok {
				return got
			}
		}
	}
	return f.a.in.zero()
}

// root returns the innermost base of an address.
func root(v *Value) *Value {
	for v != nil {
		switch v.Kind {
		case Field, Elem, Entry, Load, Tag:
			v = v.Args[0]
			continue
		}
		return v
	}
	return v
}

// join is the value that is one of several.
func (a *Analysis) join(vs []*Value) *Value {
	var out []*Value
	seen := map[*Value]bool{}
	var add func(v *Value)
	add = func(v *Value) {
		if v.Kind == Join {
			for _, x := range v.Args {
				add(x)
			}
			return
		}
		if !seen[v] && len(out) < 16 {
			seen[v] = true
			out = append(out, v)
		}
	}
	for _, v := range vs {
		add(v)
	}
	switch {
	case len(out) == 0 && len(vs) > 0:
		return a.in.nothing()
	case len(out) == 0:
		return a.in.zero()
	case len(out) == 1:
		return out[0]
	}
	return a.in.of(Value{Kind: Join, Args: out, Type: out[0].Type})
}

func itoa(i int) string { return strconv.Itoa(i) }

// counter recognises state that outlives the call and moves with each use.
func (f *frame) counter(addr, val *Value, at ssa.Instruction) *Value {
	if val.Kind != Derive || val.Name != token.ADD.String() && val.Name != token.SUB.String() {
		return val
	}
	if len(val.Args) != 2 || val.Args[0].Kind != Load || val.Args[0].Args[0] != addr || val.Args[1].Kind != Const {
		return val
	}
	r := root(addr)
	if r.Kind == Global || addr.Kind == Field && (r.Kind == Param || r.Kind == Global) {
		return f.a.in.of(Value{Kind: Made, Class: Counter, At: at, Name: "counter", Pos: at.Pos(), Posn: f.a.posn(at.Pos())})
	}
	return val
}

func intConst(v *ssa.Const) (int64, bool) {
	if v.Value == nil || v.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v.Value)
}
