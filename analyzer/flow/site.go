// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/model"
)

// A site is an instruction of a frame at which something happens: sends, uses of
// stores, calls of functions that were handed over.
type site struct {
	instr    ssa.Instruction
	sends    []*Send
	uses     []*Use
	invokes  []*Invoke
	pairs    []*Pair
	testable bool // its outcome decides what happens next
}

// sites scans the function.
func (f *frame) sites() []*site {
	var out []*site
	harmless := f.harmless()
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			var s *site
			switch instr := instr.(type) {
			case *ssa.Call:
				s = f.callSite(instr)
				s.testable = true
			case *ssa.Defer:
				s = f.callSite(instr)
			case *ssa.Go:
				s = f.callSite(instr)
			case *ssa.MakeClosure:
				if s = f.boundUse(instr); s == nil {
					s = f.escape(instr)
				}
			case *ssa.MapUpdate:
				s = f.mapSite(instr, instr.Map, instr.Key)
			case *ssa.Lookup:
				s = f.mapSite(instr, instr.X, instr.Index)
			}
			if pairs := f.layers(instr); len(pairs) > 0 {
				if s == nil {
					s = &site{}
				}
				s.pairs = append(s.pairs, pairs...)
			}
			if s != nil && (len(s.sends) > 0 || len(s.uses) > 0 || len(s.invokes) > 0 || len(s.pairs) > 0) {
				if harmless {
					s.downstream()
				}
				for _, u := range s.uses {
					if u.Origin == "" {
						u.Origin = u.Posn
					}
				}
				s.instr = instr
				out = append(out, s)
			}
		}
	}
	return out
}

func (f *frame) place(p token.Pos) Place { return Place{Pos: p, Posn: f.a.posn(p)} }

// escape is a function literal that is given to somebody unknown, or kept: it is
// executed sometime, and nothing is known of when.
func (f *frame) escape(mc *ssa.MakeClosure) *site {
	for _, r := range *mc.Referrers() {
		if ci, ok := r.(ssa.CallInstruction); ok {
			c := f.callOf(ci)
			if len(c.bodies) > 0 {
				for i := range c.bodies {
					if c.bodies[i].sum.Literal && ci.Common().Value == ssa.Value(mc) || invokesSomething(c.bodies[i].sum) {
						return nil
					}
				}
			}
		}
	}
	fv := f.eval(mc).Strip()
	sum := f.summaryOf(fv)
	if sum == nil {
		return nil
	}
	b := &body{sum: sum, frees: fv.Args, literal: sum.Literal, memo: map[*Value]*Value{}}
	s := &site{}
	f.instantiate(s, b, escapeInstr{mc})
	s.invokes = nil
	return s
}

func invokesSomething(s *Summary) bool { return len(s.Invokes) > 0 }

// escapeInstr lets a MakeClosure stand where a call is expected.
type escapeInstr struct{ *ssa.MakeClosure }

func (e escapeInstr) Common() *ssa.CallCommon { return &ssa.CallCommon{} }
func (e escapeInstr) Value() *ssa.Call        { return nil }

// callSite collects what happens at a call.
func (f *frame) callSite(instr ssa.CallInstruction) *site {
	c := f.callOf(instr)
	s := &site{}
	if c.name == "" && !c.isDynamic && len(c.bodies) == 0 {
		return s // a builtin
	}
	if c.obj != nil && headerGet(c.name) {
		f.mention(c)
	}
	down := f.a.lineDownstream(instr.Pos()) || c.con != nil && c.con.Downstream != nil
	switch {
	case c.con != nil && c.con.Send != nil:
		f.contractSend(s, c)
	case c.sends != nil:
		f.modelSend(s, c)
	case len(c.bodies) > 0:
		if c.isInvoke {
			defer func() { // what the method is called on is a part of what is sent
				for _, sd := range s.sends {
					sd.Payload = append(sd.Payload, c.args[0])
				}
			}()
		}
		for i := range c.bodies {
			before := len(s.sends)
			f.instantiate(s, &c.bodies[i], instr)
			switch {
			case len(c.bodies) == 1:
			case c.isInvoke:
				f.reachedThrough(s.sends[before:], c.args[0], c.bodies[i].of)
			case c.isDynamic:
				f.reachedThrough(s.sends[before:], c.fnValue, c.bodies[i].of)
			}
			for _, n := range c.bodies[i].invoked(f, instr) {
				f.instantiate(s, n, instr)
			}
		}
		if c.isInvoke && len(s.sends) == 0 {
			f.carrierSend(s, c) // who else stands behind the interface is not known: not a fake alone
		}
	case c.isDynamic && f.mine(c.fnValue):
		s.invokes = append(s.invokes, &Invoke{Fn: c.fnValue, Args: c.args, Place: f.place(instr.Pos())})
	default:
		f.carrierSend(s, c)
	}
	switch {
	case c.con != nil && c.con.Retry != nil:
		f.contractRetry(s, c)
	case c.retry != nil:
		f.modelRetry(s, c) // also where the library was analysed: not every loop is recognised
	}
	if c.known.Does == model.Chain {
		f.chain(s, c)
	}
	if c.handler != nil && c.handler.Func != "" {
		f.handlerSite(s, c)
	}
	if c.retry != nil {
		longest := f.helperLasts(c)
		for _, p := range s.pairs {
			p.Longest = longest
		}
	}
	if down {
		s.downstream()
	}
	f.storeUses(s, c)
	return s
}

// mine reports whether a function value was handed to this function, so that its caller knows it.
func (f *frame) mine(v *Value) bool {
	r := root(v)
	return r != nil && (r.Kind == Param || r.Kind == Free) || v.Has(func(x *Value) bool { return x.Kind == Param || x.Kind == Free })
}

// contractSend is a call of a function with a send contract.
func (f *frame) contractSend(s *site, c *call) {
	cs := c.con.Send
	sd := &Send{Op: c.name, Evidence: true, Declared: true, Place: f.place(c.instr.Pos()), Origin: f.a.posn(c.instr.Pos())}
	sd.Key = f.path(c, cs.Key)
	sd.Endpoint = f.path(c, cs.To)
	if sd.Endpoint != nil && isText(sd.Endpoint) {
		sd.Endpoint = f.endpointOfURL(sd.Endpoint)
	}
	sd.Tenant = f.path(c, cs.Tenant)
	sd.Store = cs.Store
	sd.Downstream = c.con.Downstream != nil
	sd.Payload = f.payload(c, sd)
	if sd.Key != nil {
		s.sends = append(s.sends, sd)
	}
}

func isText(v *Value) bool {
	if v.Type != nil && isString(v.Type) {
		return true
	}
	k := v.Strip().Kind
	return k == Concat || k == Const
}

// path follows a contract's PATH from the arguments of a call.
func (f *frame) path(c *call, p *contract.Path) *Value {
	if p == nil {
		return nil
	}
	i := p.Root
	if c.obj != nil && c.obj.Type().(*types.Signature).Recv() != nil {
		i++ // the receiver comes first
	}
	if i < 0 || i >= len(c.args) {
		return nil
	}
	v, t := f.steps(c.args[i], c.vals[i].Type(), p.Steps, c.instr)
	if v == nil {
		return nil
	}
	return f.textOf(v, t, c.instr)
}

// steps follows fields and map entries from a value of type t; nil if there is no such field.
func (f *frame) steps(v *Value, t types.Type, steps []contract.Step, at ssa.Instruction) (*Value, types.Type) {
	for _, st := range steps {
		if st.IsEntry {
			v = f.read(f.a.in.of(Value{Kind: Entry, Args: []*Value{v.Strip()}, Name: f.a.carriers.entry(st.Entry)}), at)
			if m, ok := t.Underlying().(*types.Map); ok {
				t = m.Elem()
			}
			continue
		}
		index := fieldOf(t, st.Field, f.a.pkg)
		if index == nil {
			return nil, nil
		}
		for _, k := range index {
			fld := fieldVar(t, k)
			v = f.project(v, fld, at)
			t = fld.Type()
		}
	}
	return v, t
}

// fieldOf returns the way to a field of t, be it one that its own package alone sees, as
// models may name it.
func fieldOf(t types.Type, field string, pkg *types.Package) []int {
	for _, p := range []*types.Package{pkg, declaring(t)} {
		if obj, index, _ := types.LookupFieldOrMethod(t, true, p, field); obj != nil {
			if _, ok := obj.(*types.Var); ok {
				return index
			}
		}
	}
	return nil
}

func declaring(t types.Type) *types.Package {
	if n := named(t); n != nil {
		return n.Pkg()
	}
	return nil
}

// payload is what else a call is given: two attempts with another payload are two operations.
func (f *frame) payload(c *call, sd *Send) []*Value {
	var out []*Value
	for i, a := range c.args {
		s := a.Strip()
		t := typeName(c.vals[i].Type())
		if t == "context.Context" || s == nil || sd.Endpoint != nil && related(s, sd.Endpoint.Strip()) || sd.Key != nil && sd.Key.Contains(s) {
			continue
		}
		out = append(out, besides(f.deepContent(a, c.instr, 0), sd.Key)...)
	}
	return out
}

// besides is what a value holds besides the key: of what carries the key, the rest of it.
func besides(v, key *Value) []*Value {
	switch s := v.Strip(); {
	case key == nil || !v.Contains(key.Strip()) && !key.Contains(s):
		return []*Value{v}
	case key.Contains(s), s.Kind != Derive && s.Kind != Join:
		return nil
	default:
		var out []*Value
		for _, m := range s.Args {
			out = append(out, besides(m, key)...)
		}
		return out
	}
}

// filled replaces the objects of this function's own that a value is made of by
// what they hold.
func (f *frame) filled(v *Value, at ssa.Instruction, depth int) *Value {
	switch {
	case v == nil || depth > 3:
		return v
	case v.Kind == Derive && v.Name != "list" || v.Kind == Concat:
		n := *v
		n.Args = make([]*Value, len(v.Args))
		for i, a := range v.Args {
			n.Args[i] = f.filled(a, at, depth+1)
		}
		return f.a.in.of(n)
	}
	return f.deepContent(v, at, 0)
}

// deepContent is what an object of this function's own holds, through pointers to
// further objects of its own.
func (f *frame) deepContent(v *Value, at ssa.Instruction, depth int) *Value {
	c := f.contentOf(v, at)
	if depth > 2 || c == v || c.Kind != Derive || c.Name != "list" {
		return c
	}
	n := *c
	n.Args = make([]*Value, len(c.Args))
	for i, m := range c.Args {
		n.Args[i] = f.deepContent(m, at, depth+1)
	}
	return f.a.in.of(n)
}

// related reports whether one of two values is made of the other.
func related(a, b *Value) bool { return a.Contains(b) || b.Contains(a) }

func isReadOp(name string) bool {
	return firstWord(name, "get", "list", "describe", "head", "query", "fetch", "read", "search", "find", "lookup", "count", "exists", "check", "poll", "watch",
		"status", "has", "is", "load", "verify", "validate", "retrieve", "inspect", "seen", "peek")
}

func isDeleteOp(name string) bool {
	return firstWord(name, "delete", "remove", "destroy", "terminate", "release", "deregister", "cancel")
}

func firstWord(name string, ws ...string) bool {
	w := leading(shortMethod(name))
	return w != "" && slices.Contains(ws, w)
}

// Reads reports whether the send only reads.
func (s *Send) Reads() bool {
	if m, ok := s.method(); ok {
		return m == "GET" || m == "HEAD" || m == "OPTIONS"
	}
	return s.Method == nil && (isReadOp(s.Op) || s.action(isReadOp))
}

// Deletes reports whether the send deletes.
func (s *Send) Deletes() bool {
	if m, ok := s.method(); ok {
		return m == "DELETE"
	}
	return s.Method == nil && (isDeleteOp(s.Op) || s.action(isDeleteOp))
}

// action reports whether a call says by a constant what it does, as clients of RPC-style
// APIs are told: Post("DeleteListener", request).
func (s *Send) action(is func(string) bool) bool {
	for _, p := range s.Payload {
		if text, ok := p.text1(); ok && actionName().MatchString(text) && is(text) {
			return true
		}
	}
	return false
}

// actionName is the name of an operation: a verb, and what it is done to.
var actionName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*$`)
})

func (s *Send) method() (string, bool) {
	if s.Method == nil {
		return "", false
	}
	m, ok := s.Method.text1()
	if ok && m == "" {
		m = "GET"
	}
	if s.Method.IsZero() {
		m, ok = "GET", true
	}
	return strings.ToUpper(m), ok
}

// httpRequest is the Op of a request through net/http.
const httpRequest = "HTTP request"

// httpBodyRequest is the Op of one that carries the key in its body or its query.
const httpBodyRequest = "HTTP request with a key in its body"

// overHTTP reports whether a send is an HTTP request.
func (s *Send) overHTTP() bool { return overHTTP(s.Op) }

func overHTTP(op string) bool { return op == httpRequest || op == httpBodyRequest }

// carrierSend recognises a send without contract: an HTTP request, or a call out
// of sight that takes a carrier and can fail.
func (f *frame) carrierSend(s *site, c *call) {
	if req := f.requestOf(c); req != nil {
		sd := &Send{Op: httpRequest, Declared: true, Via: c.args[0], Place: f.place(c.instr.Pos()), Origin: f.a.posn(c.instr.Pos())}
		sd.Key = f.keyOfRequest(req, c.instr, keyEntry)
		inBody := false
		if k := f.keyBeside(req, c.instr); sd.Key.IsZero() || hypothetical(sd.Key) && !k.IsZero() && !hypothetical(k) {
			sd.Key, inBody = k, true
		}
		sd.Endpoint = f.endpointOfRequest(req, c.instr)
		sd.Method = f.read(f.member(req, "Method"), c.instr)
		if t := f.keyOfRequest(req, c.instr, tenantEntry); !t.IsZero() && !hypothetical(t) {
			sd.Tenant = t
		}
		sd.Evidence = !hypothetical(sd.Key)
		url := f.read(f.member(req, "URL"), c.instr)
		sd.Payload = []*Value{sd.Method, f.read(f.member(url, operationField), c.instr)}
		content := f.read(f.member(req, bodyField), c.instr)
		if inBody {
			sd.Op = httpBodyRequest
			sd.Payload = append(sd.Payload, besides(f.filled(content, c.instr, 0), sd.Key)...)
		} else {
			sd.Payload = append(sd.Payload, content)
		}
		if !sd.Key.IsZero() {
			s.sends = append(s.sends, sd)
		}
		return
	}
	if sd := f.posting(c); sd != nil {
		if !sd.Key.IsZero() {
			s.sends = append(s.sends, sd)
		}
		return
	}
	if c.obj == nil && !c.isDynamic || c.hasFn {
		return
	}
	sig := c.instr.Common().Signature()
	if c.obj != nil && isStd(c.obj.Pkg()) {
		return
	}
	if !fails(sig) {
		return
	}
	if sig.Recv() != nil && len(c.args) > 0 && storeOf(c.args[0]) != nil {
		return // the store itself is no endpoint: it is asked, and told how it went
	}
	keys, evidence := f.carrierArgs(c, sig)
	for _, key := range keys {
		sd := &Send{Key: key, Evidence: evidence, Op: c.name, Place: f.place(c.instr.Pos()), Origin: f.a.posn(c.instr.Pos())}
		sd.Endpoint = f.carrierEndpoint(c, sig)
		sd.Tenant = f.carrierTenant(c, sig)
		sd.Payload = f.payload(c, sd)
		s.sends = append(s.sends, sd)
	}
}

func fails(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		if errorLike(sig.Results().At(i).Type()) {
			return true
		}
	}
	return false
}

// hypothetical reports whether a key is only what a header or map that came from
// elsewhere may hold.
func hypothetical(k *Value) bool {
	k = k.Strip()
	return k.Kind == Load && k.Args[0].Kind == Entry || k.Kind == Derive && k.Name == carriedName
}

func isStd(p *types.Package) bool {
	if p == nil {
		return true
	}
	return Std(p.Path())
}

// stdPaths are the first elements of the standard library's import paths.
var stdPaths = setOf("archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image index io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe weak internal vendor cmd")

func setOf(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// carrierArgs finds the key among the arguments of a call. If nothing but maps that came
// from elsewhere may hold one, it is in any of them: whoever gives them knows in which.
func (f *frame) carrierArgs(c *call, sig *types.Signature) (keys []*Value, evidence bool) {
	offset := len(c.args) - sig.Params().Len()
	for i, a := range c.args {
		orig := c.vals[i]
		if mi, ok := orig.(*ssa.MakeInterface); ok {
			orig = mi.X
		}
		t := orig.Type()
		if p := i - offset; p >= 0 && p < sig.Params().Len() && c.isParamCarrier(f, sig.Params().At(p)) {
			if k := f.textOf(a, t, c.instr); !k.IsZero() {
				return []*Value{k}, true
			}
			continue
		}
		if n := named(t); i >= offset && n != nil && n.Pkg() != nil {
			if env := f.a.models.EnvelopeOf(n.Pkg().Path(), n.Name()); env != nil {
				k, kt := f.steps(a, t, env.KeyPath.Steps, c.instr)
				if k != nil {
					if k = f.textOf(k, kt, c.instr); !k.IsZero() {
						return []*Value{k}, !hypothetical(k)
					}
				}
				continue
			}
		}
		if i >= offset {
			if k, ok := f.carrierField(a, t, c.instr); ok {
				if k.IsZero() {
					continue // no object, or none with a key in it
				}
				return []*Value{k}, true
			}
		}
		if m, ok := t.Underlying().(*types.Map); ok && isString(m.Key()) && !isHeader(t) && i >= offset {
			k := f.read(f.a.in.of(Value{Kind: Entry, Args: []*Value{a.Strip()}, Name: keyEntry}), c.instr)
			switch k = f.textOf(k, nil, c.instr); {
			case k.IsZero():
			case hypothetical(k):
				keys = append(keys, k)
			default:
				return []*Value{k}, true
			}
		}
		if k := f.option(a, c.instr); k != nil && !k.IsZero() {
			return []*Value{k}, true
		}
	}
	return keys, false
}

func (c *call) isParamCarrier(f *frame, p *types.Var) bool {
	return f.a.carriers.Name(p.Name()) && textual(p.Type())
}

// carrierField reads the key out of a struct that has a field for it.
func (f *frame) carrierField(v *Value, t types.Type, at ssa.Instruction) (*Value, bool) {
	way := f.a.carrierFieldOf(t)
	if way == nil {
		return nil, false
	}
	for _, fv := range way {
		v = f.project(v, fv, at)
		t = fv.Type()
	}
	return f.textOf(v, t, at), true
}

// option is the key inside a functional option or a builder.
func (f *frame) option(v *Value, at ssa.Instruction) *Value {
	var found *Value
	look := func(v *Value) {
		v.Walk(func(x *Value) bool {
			if x.Kind == Derive && x.Name == optionName && found == nil {
				found = x.Args[0]
			}
			return found == nil
		})
	}
	look(v)
	if found == nil {
		for _, e := range f.elements(v, at) {
			look(e)
		}
	}
	return found
}

// carrierEndpoint is the receiver of a send, or the URL that it is given.
func (f *frame) carrierEndpoint(c *call, sig *types.Signature) *Value {
	offset := len(c.args) - sig.Params().Len()
	if offset > 0 {
		return c.args[0]
	}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		w := words(p.Name())
		if isString(p.Type()) && len(w) > 0 {
			switch w[len(w)-1] {
			case "url", "uri", "host", "endpoint", "addr", "address", "base", "target":
				return f.endpointOfURL(f.contentOf(c.args[i], c.instr))
			}
		}
	}
	if c.isDynamic {
		return c.fnValue
	}
	return f.a.in.of(Value{Kind: Const, Name: "the service behind " + shortName(c.name), Index: textConst})
}

// carrierTenant is the tenant that a send names.
func (f *frame) carrierTenant(c *call, sig *types.Signature) *Value {
	offset := len(c.args) - sig.Params().Len()
	for i := range sig.Params().Len() {
		if p := sig.Params().At(i); Tenant(p.Name()) {
			return f.textOf(c.args[offset+i], p.Type(), c.instr)
		}
	}
	for i, a := range c.args {
		if i < offset {
			continue
		}
		if fv := fieldNamed(c.vals[i].Type(), Tenant); fv != nil {
			if t := f.textOf(f.project(a, fv, c.instr), fv.Type(), c.instr); !t.IsZero() {
				return t
			}
		}
	}
	return nil
}

func fieldNamed(t types.Type, ok func(string) bool) *types.Var {
	if p, isPtr := t.Underlying().(*types.Pointer); isPtr {
		t = p.Elem()
	}
	s, isStruct := t.Underlying().(*types.Struct)
	if !isStruct {
		return nil
	}
	for i := range s.NumFields() {
		if ok(s.Field(i).Name()) {
			return s.Field(i).Origin()
		}
	}
	return nil
}

// contractRetry is a call of a function that a contract calls a retry helper.
func (f *frame) contractRetry(s *site, c *call) {
	i := c.con.Retry.Fn
	if c.obj.Type().(*types.Signature).Recv() != nil {
		i++
	}
	if i >= len(c.args) {
		return
	}
	f.repeats(s, c, i, false)
}

// repeats is a call that calls its function argument i again on failure or, if done is
// set, while the function says that it is not done.
func (f *frame) repeats(s *site, c *call, i int, done bool) {
	sig, ok := c.vals[i].Type().Underlying().(*types.Signature)
	if !ok {
		return
	}
	inv := &Invoke{Fn: c.args[i], Retry: true, Place: f.place(c.instr.Pos())}
	_, answers := f.a.outcomes(sig)
	if done {
		_, answers = f.a.polarities(sig)
	}
	for _, o := range answers {
		if !done || notDone(o, sig) {
			inv.Again = append(inv.Again, packOutcome(o))
		}
	}
	for _, fv := range f.functions(c.args[i], c.instr) {
		if sum := f.summaryOf(fv); sum != nil {
			b := &body{sum: sum, frees: fv.Args, literal: sum.Literal, again: inv, proven: f.provenBeside(c, i), memo: map[*Value]*Value{}}
			f.instantiate(s, b, c.instr)
		}
	}
	if f.mine(c.args[i]) {
		s.invokes = append(s.invokes, inv)
	}
}

// notDone reports whether an outcome of a function that answers (done bool, err error)
// is that it is not done yet.
func notDone(o outcome, sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		switch t := sig.Results().At(i).Type(); {
		case isBool(t) && o[i].kind != isFalse, errorLike(t) && o[i].kind == notNil:
			return false
		}
	}
	return true
}

// instantiate adds what a callee does to the site of its call.
func (f *frame) instantiate(s *site, b *body, at ssa.CallInstruction) {
	place := func(p Place) Place {
		if b.literal {
			return p
		}
		return f.place(at.Pos())
	}
	sub := func(v *Value) *Value { return b.subst(f, at, v) }
	send := func(x *Send) *Send {
		n := *x
		n.Key, n.Endpoint, n.Tenant, n.Method, n.Queue, n.Via = sub(x.Key), sub(x.Endpoint), sub(x.Tenant), sub(x.Method), sub(x.Queue), sub(x.Via)
		if n.Endpoint != nil && isText(n.Endpoint) {
			n.Endpoint = f.endpointOfURL(n.Endpoint)
		}
		n.Endpoint = f.a.varied(n.Endpoint)
		n.Chosen = f.a.chosenOf(x, sub)
		n.Payload = nil
		for _, p := range x.Payload {
			filled := f.filled(sub(p), at, 0)
			if n.Op == httpBodyRequest {
				n.Payload = append(n.Payload, besides(filled, n.Key)...)
			} else {
				n.Payload = append(n.Payload, filled)
			}
		}
		if !n.Evidence {
			n.Evidence = n.Key != nil && !hypothetical(n.Key)
		}
		n.Settled = x.Settled || b.sum.Root && f.a.namesStore(x) && settled(x.Key)
		n.Place = place(x.Place)
		return &n
	}
	for _, x := range b.sum.Sends {
		if n := send(x); n.exportable() {
			s.sends = append(s.sends, n)
		}
	}
	for _, u := range b.sum.Uses {
		s.uses = append(s.uses, &Use{Store: sub(u.Store), Key: sub(u.Key), Tenant: u.Tenant || f.tenantAtHand(at), Scoped: u.Scoped, at: at, Concrete: u.Concrete, Beside: subAll(u.Beside, sub), Callee: u.Callee, Maker: u.Maker, Origin: u.Origin, Settled: u.Settled || b.sum.Root && (storeOf(u.Store) != nil || u.Maker != nil) && settled(u.Key), Place: place(u.Place)})
	}
	for _, inv := range b.sum.Invokes {
		n := *inv
		n.Fn = sub(inv.Fn)
		if !f.mine(n.Fn) {
			continue
		}
		n.Args = subAll(inv.Args, sub)
		n.ArgsB = subAll(inv.ArgsB, sub)
		if !n.Retry && n.Outer && b.again != nil && b.again.Retry {
			n.Retry, n.Again, n.ArgsB = true, n.OuterAgain, n.Args
		}
		n.Outer, n.OuterAgain = false, nil
		n.Asked = b.asksBefore(f, at, inv)
		n.Place = place(inv.Place)
		s.invokes = append(s.invokes, &n)
	}
	pair := func(p *Pair) *Pair {
		n := *p
		n.A, n.B = send(p.A), send(p.B)
		n.Key, n.Fresh, n.Whole = sub(p.Key), sub(p.Fresh), sub(p.Whole)
		n.Open = subAll(p.Open, sub)
		n.Place = place(p.Place)
		n.Closed = false
		return &n
	}
	for _, p := range b.sum.Pairs {
		if n := pair(p); !n.A.excludes(n.B) && n.Key != nil && !n.Key.IsZero() && !n.Key.isCut() {
			s.pairs = append(s.pairs, n)
		}
	}
	if b.again != nil && b.again.Retry {
		for _, p := range b.sum.Again {
			if b.proven { // as where the proof is asked for in place: the first attempt did nothing
				continue
			}
			if n := b.repeated(f, at, pair, p); n != nil && !n.A.excludes(n.B) {
				s.pairs = append(s.pairs, n)
			}
		}
	}
}

func subAll(vs []*Value, sub func(*Value) *Value) []*Value {
	out := make([]*Value, len(vs))
	for i, v := range vs {
		out[i] = sub(v)
	}
	return out
}

// repeated instantiates a pair of a function that is called again; its parameters
// may have other values in the second call.
func (b *body) repeated(f *frame, at ssa.CallInstruction, pair func(*Pair) *Pair, p *Pair) *Pair {
	if p.On != nil && len(b.again.Again) > 0 {
		asked := false
		for _, r := range b.again.Again {
			asked = asked || p.On.implies(r)
		}
		if !asked {
			return nil
		}
	}
	n := pair(p)
	n.On, n.Whole = nil, nil // it is the call that makes a retry of it
	n.Longest = b.again.Longest
	if n.Key == nil || n.Key.IsZero() || n.Key.isCut() {
		return nil
	}
	if len(b.again.ArgsB) > 0 {
		second := &body{sum: b.sum, args: b.args, frees: b.frees, literal: b.literal, memo: map[*Value]*Value{}}
		second.args = b.again.ArgsB
		n.B.Endpoint = second.subst(f, at, p.B.Endpoint)
		if n.B.Endpoint != nil && isText(n.B.Endpoint) {
			n.B.Endpoint = f.endpointOfURL(n.B.Endpoint)
		}
		n.B.Tenant = second.subst(f, at, p.B.Tenant)
		n.B.Chosen = f.a.chosenOf(p.B, func(v *Value) *Value { return second.subst(f, at, v) })
		if k := second.subst(f, at, p.B.Key); p.Fresh == nil && k != n.B.Key {
			return b.countedAgain(f, at, n, k)
		}
	}
	return n
}
