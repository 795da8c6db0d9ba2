// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"path"
	"regexp"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/model"
	"github.com/idemscope/idemscope/analyzer/scope"
)

// What the models of libraries say, put into the engine's terms: sends with their
// store, what makers make of their parts, options, and what functions write.

// modelSend is a call of which a model says how it sends. It reports whether that
// holds here: a call that carries no key is no send, and is not looked at otherwise.
func (f *frame) modelSend(s *site, c *call) {
	m := c.sends
	sig := c.instr.Common().Signature()
	if !fails(sig) && !tellsLater(c.resultType(0)) {
		return
	}
	sd := &Send{Op: c.name, Declared: true, Place: f.place(c.instr.Pos()), Origin: f.a.posn(c.instr.Pos())}
	switch m.Key {
	case "": // whoever calls has no say in it
	case model.Carrier:
		keys, evidence := f.carrierArgs(c, sig)
		if len(keys) > 0 {
			sd.Key, sd.Evidence = keys[0], evidence
		}
	default:
		sd.Key = f.modelPath(c, m.KeyPath)
		sd.Evidence = sd.Key != nil && !hypothetical(sd.Key)
	}
	if f.a.Strict && m.Auto != "" && (sd.Key == nil || sd.Key.IsZero()) && f.seesOptions(c) {
		sd.Key = f.madeBySDK(c)
		sd.Evidence = sd.Key != nil
	}
	if sd.Key == nil || sd.Key.IsZero() || sd.Key.isCut() {
		return
	}
	switch {
	case m.URLPath != nil:
		f.modelRequest(c, sd)
	case m.To == model.Service || m.To == "" && sig.Recv() == nil && !c.isInvoke:
		sd.Endpoint = f.a.in.of(Value{Kind: Const, Name: "the service behind " + path.Base(m.Library), Index: textConst})
	case m.ToPath != nil && !(m.ToPath.Arg < 0 && len(m.ToPath.Steps) == 0):
		sd.Endpoint = f.modelPath(c, m.ToPath)
		if sd.Endpoint != nil && isText(sd.Endpoint) {
			sd.Endpoint = f.endpointOfURL(sd.Endpoint)
		}
	default:
		sd.Endpoint = c.args[0]
	}
	sd.Endpoint = f.a.varied(sd.Endpoint)
	given := func(v *Value) *Value {
		if v == nil || v.IsZero() {
			return nil
		}
		return v
	}
	sd.Tenant, sd.Queue = given(f.modelPath(c, m.TenantPath)), given(f.modelPath(c, m.QueuePath))
	if req := f.requestIn(c, m.KeyPath); req != nil {
		sd.Method = f.read(f.member(req, "Method"), c.instr)
	}
	if m.StoreRef != nil {
		sd.Store = modelRef(m)
	}
	if sd.Payload == nil {
		sd.Payload = f.payload(c, sd)
	}
	s.sends = append(s.sends, sd)
	if m.Retries || f.a.repeats(sd.Endpoint) {
		again := *sd
		again.Payload = nil
		s.pairs = append(s.pairs, &Pair{A: sd, B: &again, Key: sd.Key, Self: true, Place: sd.Place})
	}
}

// modelRequest fills in what a call that sends a request to a URL says of it.
func (f *frame) modelRequest(c *call, sd *Send) {
	m := c.sends
	url := f.modelPath(c, m.URLPath)
	if url == nil {
		url = f.a.in.zero()
	}
	sd.Op = httpRequest
	sd.Endpoint = f.endpointOfURL(url)
	if m.BasePath != nil && beginsWithPath(url) {
		sd.Endpoint = f.modelPath(c, m.BasePath)
	}
	sd.Method = f.a.in.constant(m.Method)
	if m.MethodPath != nil {
		sd.Method = f.modelPath(c, m.MethodPath)
	}
	operation := f.operationIn(url)
	if beginsWithPath(url) {
		operation = url
	}
	sd.Payload = []*Value{sd.Method, operation, f.read(f.member(c.args[0], "Body"), c.instr)}
}

// beginsWithPath reports whether a URL has no host of its own.
func beginsWithPath(url *Value) bool {
	s := url.Strip()
	if s.Kind == Concat && len(s.Args) > 0 {
		s = s.Args[0]
	}
	text, ok := s.text1()
	return ok && !strings.Contains(text, "://")
}

// bySDK names, in the place of a generator, whoever makes a key where none is given.
const bySDK = "the SDK"

// BySDK reports whether an SDK makes a key, since none is given.
func (v *Value) BySDK() bool { return v.Kind == Made && v.Name == bySDK }

// madeBySDK is the key that an SDK makes where none is given: another one for each call,
// or, where the SDK writes it into the object that the call was given, one for each
// object. It is nil if it is not known where that object was made.
func (f *frame) madeBySDK(c *call) *Value {
	made := Value{Kind: Made, Class: Random, At: c.instr, Name: bySDK, Type: types.Typ[types.String], Pos: c.instr.Pos(), Posn: f.a.posn(c.instr.Pos())}
	if c.sends.Auto == "call" {
		return f.a.in.of(made)
	}
	i := f.carrierIndex(c)
	if i < 0 {
		return nil
	}
	obj := c.args[i].Strip()
	if obj.Kind != Alloc || obj.At == nil || obj.Epoch > 0 {
		return nil
	}
	made.At = obj.At
	return f.a.in.of(made)
}

// seesOptions reports whether a call whose key may be an option has none but such of its
// own library as are made here: any other may carry a key.
func (f *frame) seesOptions(c *call) bool {
	if c.sends.Key != model.Carrier || !c.instr.Common().Signature().Variadic() {
		return true
	}
	es, all := f.elementsOf(c.args[len(c.args)-1], c.instr)
	for _, e := range es {
		s := e.Strip()
		all = all && (s.IsZero() || isMade(s) || s.Kind == Result && f.a.models.Library(s.Name) == c.sends.Library)
	}
	return all
}

// requestIn returns the *http.Request through whose header a path leads to the key.
func (f *frame) requestIn(c *call, p *model.Path) *Value {
	if p == nil || len(p.Steps) < 2 || !p.Steps[len(p.Steps)-1].IsEntry {
		return nil
	}
	v, t := f.follow(c, p, len(p.Steps)-2)
	if t == nil || typeName(t) != "net/http.Request" {
		return nil
	}
	return v
}

// The Refs of stores that models describe begin with this; behind it stand the
// library and the store's name.
const modelStore = "model:"

func modelRef(m *model.Send) contract.Ref {
	return contract.Ref(modelStore + m.Library + "#" + m.Store)
}

// storeOfModel returns the store behind a Ref of modelRef, or nil.
func (a *Analysis) storeOfModel(r contract.Ref) *contract.Store {
	if s, ok := a.modelStores[r]; ok {
		return s
	}
	library, name, _ := strings.Cut(strings.TrimPrefix(string(r), modelStore), "#")
	var s *contract.Store
	if m := a.models.Store(library, name); m != nil {
		s = &contract.Store{Store: scope.Store{Dims: m.Scope, Window: m.Window}, Name: path.Base(library) + " " + name, Modelled: true, Posn: m.Source}
	}
	a.modelStores[r] = s
	return s
}

// modelPath follows a model's PATH from the arguments of a call, to a text where
// there is one.
func (f *frame) modelPath(c *call, p *model.Path) *Value {
	if p == nil {
		return nil
	}
	v, t := f.follow(c, p, len(p.Steps))
	if v == nil {
		return nil
	}
	return f.textOf(v, t, c.instr)
}

// follow takes the first n steps of a path, and returns also the type of what it leads to.
func (f *frame) follow(c *call, p *model.Path, n int) (*Value, types.Type) {
	i := p.Arg
	switch {
	case i == model.CarrierArg:
		i = f.carrierIndex(c)
	case c.isInvoke || c.instr.Common().Signature().Recv() != nil:
		i++
	}
	if i < 0 || i >= len(c.args) {
		return nil, nil
	}
	v, t := c.args[i], c.vals[i].Type()
	if mi, ok := c.vals[i].(*ssa.MakeInterface); ok {
		t = mi.X.Type()
	}
	return f.steps(v, t, p.Steps[:n], c.instr)
}

// carrierIndex returns which argument is the struct that carries the key, -1 if none is.
func (f *frame) carrierIndex(c *call) int {
	for i, v := range c.vals {
		if mi, ok := v.(*ssa.MakeInterface); ok {
			v = mi.X
		}
		if f.a.carrierFieldOf(v.Type()) != nil {
			return i
		}
	}
	return -1
}

// Values that makers make: Derive with a Name of "@made ", the maker's full name, a
// space and the names of the parts; Args are the parts. Two of them are the same if
// their parts are, wherever they were made.
const madePrefix = "@made "

// partPrefix marks a part that options may give which are not known in this function;
// firstOf is the first of its arguments that is given.
const (
	partPrefix = "@part "
	firstOf    = "@first"
)

// typeParameters are those that the full name of a generic type's method spells out.
var typeParameters = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\[[^]]*\]`)
})

// made is what a maker makes.
func (f *frame) made(c *call, m *model.Maker) *Value {
	v := Value{Kind: Derive, Type: c.resultType(0)}
	var names []string
	for _, p := range m.Sources {
		names = append(names, p.Name)
		v.Args = append(v.Args, f.part(c, p))
	}
	v.Name = madePrefix + typeParameters().ReplaceAllString(c.name, "") + " " + strings.Join(names, ",")
	return f.a.in.of(v)
}

// part is the first given of the sources of a part.
func (f *frame) part(c *call, p model.Part) *Value {
	var vs []*Value
	for _, src := range p.From {
		var v *Value
		if src.Options {
			if n := len(c.args); n > 0 {
				v = f.fromOptions(p.Name, c.args[n-1], c.instr)
			}
		} else {
			v = f.modelPath(c, src.Path)
		}
		if v != nil && !v.IsZero() {
			vs = append(vs, v)
		}
	}
	return f.a.first(vs)
}

func (a *Analysis) first(vs []*Value) *Value {
	var out []*Value
	for _, v := range vs {
		if v.IsZero() {
			continue
		}
		out = append(out, v)
		if v.Kind != Derive || !strings.HasPrefix(v.Name, partPrefix) {
			break // this one is given for sure
		}
	}
	switch len(out) {
	case 0:
		return a.in.zero()
	case 1:
		return out[0]
	}
	return a.in.of(Value{Kind: Derive, Name: firstOf, Args: out})
}

// fromOptions is a part that a list of options gives: functions that set a field of
// its name, or what a maker made of it. Later options count.
func (f *frame) fromOptions(name string, list *Value, at ssa.CallInstruction) *Value {
	es, all := f.elementsOf(list, at)
	found := f.a.in.zero()
	for _, e := range es {
		v, known := f.fromOption(name, e, at)
		if v != nil {
			found = v
		}
		all = all && known
	}
	if !all && !list.IsZero() {
		return f.a.in.of(Value{Kind: Derive, Name: partPrefix + name, Args: []*Value{list}})
	}
	return found
}

// fromOption returns the part that one option gives, nil if it gives none, and
// whether that is known.
func (f *frame) fromOption(name string, o *Value, at ssa.CallInstruction) (*Value, bool) {
	s := o.Strip()
	if v := partOf(s, name); v != nil {
		if v.IsZero() {
			return nil, true
		}
		return v, true
	}
	if s.IsZero() || isMade(s) || s.Kind == Result {
		return nil, true // an option of which no model says that it gives the part
	}
	fvs := f.functions(s, at)
	var found *Value
	for _, fv := range fvs {
		sum := f.summaryOf(fv)
		if sum == nil {
			continue
		}
		b := &body{sum: sum, frees: fv.Args, literal: sum.Literal, memo: map[*Value]*Value{}}
		for _, e := range sum.Effects {
			if e.Loc.Kind == Field && e.Loc.Name == name && e.Loc.Args[0].Kind == Param && e.Val != nil {
				found = b.subst(f, at, withoutBefore(e))
			}
		}
	}
	return found, len(fvs) > 0
}

// withoutBefore is what an effect writes, less what was there before.
func withoutBefore(e Effect) *Value {
	if e.Val.Kind != Join {
		return e.Val
	}
	for _, v := range e.Val.Args {
		if !(v.Kind == Load && v.Args[0] == e.Loc) {
			return v
		}
	}
	return e.Val
}

// isMade reports whether a value is what a maker made.
func isMade(v *Value) bool {
	return v != nil && v.Kind == Derive && strings.HasPrefix(v.Name, madePrefix)
}

// makerOf returns the maker that made a value, and its full name; nil if none did.
func (a *Analysis) makerOf(v *Value) (string, *model.Maker) {
	if !isMade(v) {
		return "", nil
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(v.Name, madePrefix), " ")
	return name, a.models.Of(name).Maker
}

// partOf returns a part of what a maker made, nil if v is no such thing or has no
// part of this name.
func partOf(v *Value, name string) *Value {
	if !isMade(v) {
		return nil
	}
	_, names, _ := strings.Cut(strings.TrimPrefix(v.Name, madePrefix), " ")
	for i, n := range strings.Split(names, ",") {
		if n == name && i < len(v.Args) {
			return v.Args[i]
		}
	}
	return nil
}

// substPart reduces what could not be decided in the callee.
func (f *frame) substPart(v *Value, args []*Value, at ssa.CallInstruction) *Value {
	switch {
	case v.Name == carriedName && len(args) == 1:
		return f.carriedBy(args[0], nil, at)
	case strings.HasPrefix(v.Name, partPrefix) && len(args) == 1:
		return f.fromOptions(strings.TrimPrefix(v.Name, partPrefix), args[0], at)
	case v.Name == firstOf:
		return f.a.first(args)
	}
	return nil
}

// repeats reports whether a client repeats calls by itself, as its parts tell.
func (a *Analysis) repeats(client *Value) bool {
	s := client.Strip()
	_, m := a.makerOf(s)
	if m == nil {
		return false
	}
	for _, again := range m.Again {
		part := partOf(s, again.Part)
		if part == nil {
			continue
		}
		if part.Has(func(x *Value) bool {
			text, ok := x.text1()
			return ok && strings.Contains(text, again.Says) || isMade(x) && strings.Contains(model.Canonical(x.Name), again.Says)
		}) {
			return true
		}
	}
	return false
}

// varied puts labels around an endpoint whose parts say that what is behind it may
// change from one attempt to the next.
func (a *Analysis) varied(v *Value) *Value {
	s := v.Strip()
	maker, m := a.makerOf(s)
	if m == nil || endpointContract(v) != nil {
		return v
	}
	for _, vary := range m.Varies {
		part := partOf(s, vary.Part)
		if part == nil {
			continue
		}
		text, ok := part.text1()
		if !ok || !strings.Contains(text, vary.Says) {
			continue
		}
		name := shortName(maker) + " with " + vary.Says
		con, ok := a.variations[name]
		if !ok {
			labels := scope.NewLabels(map[scope.Dim]string{vary.Dim: scope.Any})
			con = &contract.Contract{Endpoint: &contract.Endpoint{Labels: labels, Name: name}}
			a.variations[name] = con
		}
		return a.describe(con, contract.Ref(modelStore+name), v)
	}
	return v
}

// modelResult is the result of a function that a model describes by what it makes.
func (f *frame) modelResult(c *call, i int) *Value {
	if i != 0 {
		return nil
	}
	if c.maker != nil {
		return f.made(c, c.maker)
	}
	switch c.known.Does {
	case model.Option:
		if c.known.Arg < len(c.args) {
			k := f.textOf(c.args[c.known.Arg], c.vals[c.known.Arg].Type(), c.instr)
			return f.a.in.of(Value{Kind: Derive, Name: optionName, Args: []*Value{k}})
		}
	case model.Header:
		if i := c.known.Arg; i+1 < len(c.args) {
			switch name, ok := f.carrierText(c.args[i]); {
			case !ok: // it may be one
				return f.a.in.of(Value{Kind: Derive, Name: "@header", Args: c.args[i : i+2]})
			case f.a.carriers.Header(name):
				k := f.textOf(c.args[i+1], c.vals[i+1].Type(), c.instr)
				return f.a.in.of(Value{Kind: Derive, Name: optionName, Args: []*Value{k}})
			}
		}
	case model.Pairs, model.Carry, model.Wrap:
		return f.object(c, 0, "")
	case model.Put, model.PutAll:
		return c.args[0]
	case model.Set:
		if t := c.resultType(0); t != nil && types.Identical(t, c.vals[0].Type()) {
			return c.args[0]
		}
	case model.PartOf:
		if addr := f.fieldIn(c.args[0], c.vals[0].Type(), c.known.Field, c.instr); addr != nil {
			return f.read(addr, c.instr)
		}
	case model.Incoming:
		return f.arrived(c)
	case model.Derive:
		if c.hashes() {
			return f.object(c, 0, "hash.Hash") // what is written into it is its content
		}
	case model.Request:
		return f.requestObject(c)
	}
	return nil
}

// arrived is what a function tells of an incoming request: all, or the entry that is
// asked for. It is nil for other functions.
func (f *frame) arrived(c *call) *Value {
	if c.known.Does != model.Incoming || len(c.args) == 0 {
		return nil
	}
	all := f.a.incoming(c.args[0])
	if arg := c.known.Arg; arg > 0 && arg < len(c.args) {
		return f.a.load(f.headerEntry(all, c.args[arg]))
	}
	return all
}

// fieldIn is the address of a field of an object, which may be one of an embedded struct.
func (f *frame) fieldIn(obj *Value, t types.Type, field string, at ssa.Instruction) *Value {
	index := fieldOf(t, field, f.a.pkg)
	if index == nil {
		return nil
	}
	base := obj.Strip()
	for n, k := range index {
		fld := fieldVar(t, k)
		if base = f.fieldAddr(base, fld); n < len(index)-1 {
			if _, isPtr := fld.Type().Underlying().(*types.Pointer); isPtr {
				base = f.read(base, at).Strip()
			}
		}
		t = fld.Type()
	}
	return base
}

// optionName is the Name of a Derive that carries a key as an option.
const optionName = "@option"

// hashes reports whether a call makes what is made of what is written into it.
func (c *call) hashes() bool { return collects(c.resultType(0)) && len(c.vals) <= 1 }

// collects reports whether a value of type t is made of what is written into it.
func collects(t types.Type) bool {
	switch typeName(t) {
	case "hash.Hash", "hash.Hash32", "hash.Hash64":
		return true
	}
	return false
}

// modelWrites returns what a function writes of which a model says so.
func (f *frame) modelWrites(c *call) []write {
	in := f.a.in
	arg := c.known.Arg
	switch c.known.Does {
	case model.Derive:
		if c.hashes() {
			return []write{{loc: f.object(c, 0, "hash.Hash")}}
		}
	case model.Set:
		if arg >= len(c.args) || len(c.args) == 0 {
			return nil
		}
		base := f.fieldIn(c.args[0], c.vals[0].Type(), c.known.Field, c.instr)
		if base == nil {
			return nil
		}
		val, vt := c.args[arg], c.vals[arg].Type()
		return []write{{loc: base, val: f.lazy(func() *Value { return f.textOf(val, vt, c.instr) })}}
	case model.Put, model.PutAll:
		if arg >= len(c.args) || len(c.args) == 0 {
			return nil
		}
		addr := f.fieldIn(c.args[0], c.vals[0].Type(), c.known.Field, c.instr)
		if addr == nil {
			return nil
		}
		into := f.read(addr, c.instr)
		if c.known.Does == model.Put && arg+1 < len(c.args) {
			val := c.args[arg+1]
			return []write{{loc: f.headerEntry(into, c.args[arg]), val: f.lazy(func() *Value { return f.contentOf(val, c.instr) })}}
		}
		src := in.of(Value{Kind: Entry, Args: []*Value{c.args[arg].Strip()}, Name: keyEntry})
		return []write{{loc: in.of(Value{Kind: Entry, Args: []*Value{into.Strip()}, Name: keyEntry}), val: f.lazy(func() *Value { return f.read(src, c.instr) })}}
	case model.Wrap:
		if arg >= len(c.args) {
			return nil
		}
		obj, val := f.object(c, 0, ""), c.args[arg]
		addr := f.fieldIn(obj, c.resultType(0), c.known.Field, c.instr)
		if addr == nil {
			return nil
		}
		return []write{{loc: addr, val: func() *Value { return val }}}
	case model.Pairs:
		obj := f.object(c, 0, "")
		ws := []write{{loc: obj}}
		if arg > 0 {
			ws = []write{{loc: obj, copyOf: c.args[0].Strip()}}
		}
		if arg >= len(c.args) {
			return ws
		}
		es, _ := f.elementsOf(c.args[arg], c.instr)
		for k := 0; k+1 < len(es); k += 2 {
			val := es[k+1]
			ws = append(ws, write{loc: f.headerEntry(obj, es[k]), val: func() *Value { return val }})
		}
		return ws
	case model.Carry:
		if arg >= len(c.args) {
			return nil
		}
		obj, from := f.object(c, 0, ""), c.args[arg].Strip()
		ws := []write{{loc: obj, copyOf: c.args[0].Strip()}}
		for _, name := range []string{keyEntry, tenantEntry} {
			src := in.of(Value{Kind: Entry, Args: []*Value{from}, Name: name})
			ws = append(ws, write{loc: in.of(Value{Kind: Entry, Args: []*Value{obj}, Name: name}), val: f.lazy(func() *Value { return f.read(src, c.instr) })})
		}
		return ws
	case model.Request:
		return f.requestWrites(c, arg)
	}
	return nil
}
