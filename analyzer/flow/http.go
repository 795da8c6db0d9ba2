// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// What net/http and net/url do with requests, headers and URLs. A request is an
// object with the fields that it has in Go; its constructor gives it a URL, whose
// Host is the endpoint, and an empty header.

func (f *frame) object(c *call, i int, name string) *Value {
	return f.a.in.of(Value{Kind: Alloc, At: c.instr, Index: i, Name: name, Type: c.resultType(0), Pos: c.instr.Pos(), Posn: f.a.posn(c.instr.Pos())})
}

func (f *frame) member(base *Value, name string) *Value {
	return f.a.in.of(Value{Kind: Field, Args: []*Value{base.Strip()}, Name: name})
}

// copiers return a copy of their receiver (or first argument), deep enough for us.
var copiers = map[string]bool{
	"(*net/http.Request).Clone":       true,
	"(*net/http.Request).WithContext": true,
	"(net/http.Header).Clone":         true,
	"(*net/url.URL).JoinPath":         true,
	"maps.Clone":                      true,
}

var urlParsers = map[string]bool{"net/url.Parse": true, "net/url.ParseRequestURI": true}

// httpResult returns the result of a function of net/http or net/url, or nil.
func (f *frame) httpResult(c *call, i int) *Value {
	switch {
	case c.name == "" || i != 0:
		return nil
	case copiers[c.name]:
		return f.object(c, 0, "")
	case urlParsers[c.name]:
		return f.object(c, 0, "net/url.URL")
	case c.name == "(*net/url.URL).String" || c.name == "(*net/url.URL).Redacted":
		return f.a.in.of(Value{Kind: Derive, Name: "url", Args: []*Value{f.hostOf(c.args[0], c.instr)}})
	case c.name == "(*net/url.URL).Parse" || c.name == "(*net/url.URL).ResolveReference":
		return c.args[0]
	case headerGet(c.name):
		if len(c.args) == 2 {
			return f.read(f.headerEntry(c.args[0], c.args[1]), c.instr)
		}
	case c.name == "net/http.CanonicalHeaderKey" || c.name == "net/textproto.CanonicalMIMEHeaderKey":
		return c.args[0]
	case c.name == "(*net/http.Request).FormValue" || c.name == "(*net/http.Request).PostFormValue" || c.name == "(*net/http.Request).PathValue":
		form := f.a.load(f.member(c.args[0], "Form"))
		return f.read(f.headerEntry(form, c.args[1]), c.instr)
	case atomicAdd(c.name):
		return c.atomic(f)
	case c.name == "context.WithValue":
		return f.object(c, 0, "")
	case c.name == "(context.Context).Value" && len(c.args) == 2:
		return f.read(f.contextEntry(c.args[0], c, 1), c.instr)
	case c.name == "(*net/http.Request).Context":
		return f.a.in.of(Value{Kind: Derive, Name: "context", Args: []*Value{c.args[0].Strip()}})
	}
	return nil
}

func headerGet(name string) bool {
	switch name {
	case "(net/http.Header).Get", "(net/http.Header).Values", "(net/url.Values).Get", "(net/textproto.MIMEHeader).Get",
		"(google.golang.org/grpc/metadata.MD).Get":
		return true
	}
	return false
}

func headerSet(name string) bool {
	switch name {
	case "(net/http.Header).Set", "(net/http.Header).Add", "(net/url.Values).Set", "(net/url.Values).Add", "(net/textproto.MIMEHeader).Set", "(net/textproto.MIMEHeader).Add":
		return true
	}
	return false
}

// carrierText is the name of a header: a text, or what a field is set to by default where
// the name is configured, if that is a carrier's.
func (f *frame) carrierText(name *Value) (string, bool) {
	if s, ok := name.text1(); ok {
		return s, true
	}
	s := name.Strip()
	if s == nil || s.Kind != Load || s.Args[0].Kind != Field || s.Args[0].Field == nil || s.Args[0].Field.Pkg() != f.a.pkg {
		return "", false
	}
	for _, w := range f.writersOf(s.Args[0].Field) {
		c, ok := w.val.(*ssa.Const)
		if !ok {
			continue
		}
		if text, ok := constText(c); ok && f.a.carriers.Header(text) {
			return text, true
		}
	}
	return "", false
}

func (f *frame) headerEntry(h, name *Value) *Value {
	if s, ok := f.carrierText(name); ok {
		entry := f.a.carriers.entry(s)
		if entry == keyEntry && cameIn(root(h)) && strings.HasSuffix(squeeze(s), "clienttoken") {
			entry = strings.ToLower(s) // what a client shows to be let in
		}
		return f.a.in.of(Value{Kind: Entry, Args: []*Value{h.Strip()}, Name: entry})
	}
	return f.a.in.of(Value{Kind: Elem, Args: []*Value{h.Strip(), name}})
}

// httpWrites returns what a function of net/http or net/url writes, or nil.
func (f *frame) httpWrites(c *call) []write {
	in := f.a.in
	if c.name == "" {
		return nil
	}
	switch {
	case copiers[c.name]:
		return []write{{loc: f.object(c, 0, ""), copyOf: c.args[0].Strip()}}
	case urlParsers[c.name]:
		u := f.object(c, 0, "net/url.URL")
		target := f.endpointOfURL(f.contentOf(c.args[0], c.instr))
		return []write{{loc: u}, {loc: f.member(u, "Host"), val: func() *Value { return target }}}
	case headerSet(c.name) && len(c.args) == 3:
		return []write{{loc: f.headerEntry(c.args[0], c.args[1]), val: f.lazy(func() *Value { return f.contentOf(c.args[2], c.instr) })}}
	case (c.name == "(net/http.Header).Del" || c.name == "(net/url.Values).Del") && len(c.args) == 2:
		return []write{{loc: f.headerEntry(c.args[0], c.args[1]), val: func() *Value { return in.zero() }}}
	case c.name == "context.WithValue" && len(c.args) == 3:
		ctx := f.object(c, 0, "")
		val := c.args[2]
		return []write{{loc: ctx, copyOf: c.args[0].Strip()}, {loc: f.contextEntry(ctx, c, 1), val: func() *Value { return val }}}
	case atomicAdd(c.name):
		made := c.atomic(f)
		return []write{{loc: c.args[0].Strip(), val: func() *Value { return made }}}
	}
	return nil
}

// requestObject is what the constructor of a request returns: the request, or a struct
// that embeds it.
func (f *frame) requestObject(c *call) *Value {
	if embeddedRequest(c.resultType(0)) != nil {
		return f.object(c, 0, "")
	}
	return f.object(c, 0, "net/http.Request")
}

// requestWrites makes a request of the URL at an argument and of the method before it;
// if the result is a struct around a *http.Request, also that.
func (f *frame) requestWrites(c *call, urlAt int) []write {
	in := f.a.in
	if urlAt >= len(c.args) || urlAt < 1 {
		return nil
	}
	req, u, h := f.requestObject(c), f.object(c, 1, "net/url.URL"), f.object(c, 2, "net/http.Header")
	var ws []write
	if outer := embeddedRequest(c.resultType(0)); outer != nil {
		whole, inner := req, f.object(c, 3, "net/http.Request")
		ws = []write{{loc: whole}, {loc: f.fieldAddr(whole, outer), val: func() *Value { return inner }}}
		req = inner
	}
	url, method := f.contentOf(c.args[urlAt], c.instr), c.args[urlAt-1]
	target, operation := f.endpointOfURL(url), f.operationIn(url)
	var body ssa.Value
	if n := len(c.vals); n > urlAt+1 {
		body = c.vals[n-1]
	}
	return append(ws,
		write{loc: req}, write{loc: u}, write{loc: h},
		write{loc: f.member(req, "URL"), val: func() *Value { return u }},
		write{loc: f.member(req, "Header"), val: func() *Value { return h }},
		write{loc: f.member(req, "Method"), val: func() *Value { return method }},
		write{loc: f.member(u, "Host"), val: func() *Value { return target }},
		write{loc: f.member(u, operationField), val: func() *Value { return operation }},
		write{loc: f.member(req, bodyKeyField), val: f.lazy(func() *Value { return f.bodyKey(body, c.instr, 0) })},
		write{loc: f.member(req, bodyField), val: f.lazy(func() *Value {
			if body == nil {
				return in.zero()
			}
			return f.deepContent(f.eval(body), c.instr, 0)
		})})
}

// embeddedRequest returns the field of a struct, or of what a pointer points to, that
// embeds a *http.Request.
func embeddedRequest(t types.Type) *types.Var {
	if t == nil || typeName(t) == "net/http.Request" {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range s.NumFields() {
		if fv := s.Field(i); fv.Embedded() && typeName(fv.Type()) == "net/http.Request" {
			return fv
		}
	}
	return nil
}

// atomic is the value after an atomic addition: a counter if the state outlives the call.
func (c *call) atomic(f *frame) *Value {
	v := Value{Kind: Made, At: c.instr, Name: "atomic counter", Pos: c.instr.Pos(), Posn: f.a.posn(c.instr.Pos())}
	addr := c.args[0].Strip()
	if r := root(addr); r.Kind == Global || r.Kind == Param {
		v.Class = Counter
	}
	return f.a.in.of(v)
}

// httpWriter reports whether httpWrites knows a function of this name.
func httpWriter(name string) bool {
	return copiers[name] || urlParsers[name] || headerSet(name) || name == "(net/http.Header).Del" || name == "(net/url.Values).Del" ||
		atomicAdd(name) || name == "context.WithValue"
}

func atomicAdd(name string) bool {
	return strings.HasPrefix(name, "sync/atomic.Add") || strings.HasPrefix(name, "(*sync/atomic.") && strings.HasSuffix(name, ").Add")
}

// contextEntry is where a context keeps the value of a key: keys are told apart by
// their types, and those of basic types by their text.
func (f *frame) contextEntry(ctx *Value, c *call, arg int) *Value {
	k := c.vals[arg]
	if mi, ok := k.(*ssa.MakeInterface); ok {
		k = mi.X
	}
	name := k.Type().String()
	if s, ok := c.args[arg].text1(); ok {
		name += " " + s
	} else if r := root(c.args[arg]); r.Kind == Global {
		name += " " + r.Name
	}
	return f.a.in.of(Value{Kind: Entry, Args: []*Value{ctx.Strip()}, Name: "context " + name})
}

// What a request says besides its host and its key, as fields of our own.
const (
	operationField = "@operation"
	bodyField      = "@body"
)

// hostOf returns the endpoint of a *url.URL at a point.
func (f *frame) hostOf(u *Value, at ssa.Instruction) *Value {
	return f.read(f.member(u, "Host"), at)
}

// endpointOfRequest is the host to which a request goes when it is sent at this point.
func (f *frame) endpointOfRequest(req *Value, at ssa.Instruction) *Value {
	return f.hostOf(f.read(f.member(req, "URL"), at), at)
}

// keyOfRequest is what the request's header holds under a carrier's name.
func (f *frame) keyOfRequest(req *Value, at ssa.Instruction, name string) *Value {
	h := f.read(f.member(req, "Header"), at)
	return f.read(f.a.in.of(Value{Kind: Entry, Args: []*Value{h.Strip()}, Name: name}), at)
}

// requestOf finds the *http.Request among the arguments of a call that sends it.
func (f *frame) requestOf(c *call) *Value {
	if c.obj == nil {
		return nil
	}
	switch c.name {
	case "(*net/http.Client).Do", "(net/http.RoundTripper).RoundTrip", "(*net/http.Transport).RoundTrip":
		return c.args[1]
	}
	// Anything else with the shape of Do or RoundTrip: doers and round trippers of people's own.
	if len(c.bodies) > 0 || c.obj.Name() != "Do" && c.obj.Name() != "RoundTrip" {
		return nil
	}
	sig := c.obj.Type().(*types.Signature)
	if sig.Recv() == nil || sig.Params().Len() != 1 || sig.Results().Len() != 2 ||
		typeName(sig.Params().At(0).Type()) != "net/http.Request" || typeName(sig.Results().At(0).Type()) != "net/http.Response" {
		return nil
	}
	return c.args[len(c.args)-1]
}

// endpointOfURL takes a URL apart: where scheme and host are visible they are the
// endpoint, and what follows is the operation.
func (f *frame) endpointOfURL(v *Value) *Value {
	if endpointContract(v) != nil {
		return v
	}
	s := v.Strip()
	switch s.Kind {
	case Const:
		if t, ok := s.text1(); ok {
			return f.a.constEndpoint(t)
		}
	case Derive:
		switch s.Name {
		case "url":
			return s.Args[0]
		case "net/url.JoinPath", "path.Join", "strings.TrimSuffix", "strings.TrimRight", "strings.ReplaceAll":
			if len(s.Args) > 0 {
				return f.endpointOfURL(s.Args[0])
			}
		}
	case Concat:
		return f.endpointOfParts(s.Args)
	}
	return v
}

// endpointOfParts returns the host of a URL that is put together from parts.
func (f *frame) endpointOfParts(parts []*Value) *Value {
	host, _ := f.splitParts(parts)
	return host
}

// operationOfURL returns what follows a URL's host, or nil if it is not told apart.
func (f *frame) operationOfURL(v *Value) *Value {
	s := v.Strip()
	switch s.Kind {
	case Const:
		if t, ok := s.text1(); ok {
			_, rest := splitConst(t)
			return f.a.in.constant(rest)
		}
	case Derive:
		if s.Name == "net/url.JoinPath" && len(s.Args) > 1 {
			return f.a.in.of(Value{Kind: Derive, Name: s.Name, Args: s.Args[1:]})
		}
	case Concat:
		_, rest := f.splitParts(s.Args)
		return rest
	}
	return nil
}

// operationIn is the same, and what stands for it where it is not told apart.
func (f *frame) operationIn(url *Value) *Value {
	if op := f.operationOfURL(url); op != nil {
		return op
	}
	return f.a.in.of(Value{Kind: Derive, Name: operationField, Args: []*Value{url}})
}

// splitConst takes a constant URL apart behind its host.
func splitConst(s string) (host, rest string) {
	start := 0
	if i := strings.Index(s, "://"); i >= 0 {
		start = i + 3
	}
	if j := strings.IndexAny(s[start:], "/?#"); j >= 0 {
		return s[:start+j], s[start+j:]
	}
	return s, ""
}

// splitParts takes a URL that is put together from parts into host and operation.
func (f *frame) splitParts(parts []*Value) (host, rest *Value) {
	var hs []*Value
	for i, p := range parts {
		t, isConst := p.text1()
		if !isConst {
			if len(hs) > 0 {
				last, lastConst := hs[len(hs)-1].text1()
				if !lastConst || !strings.HasSuffix(last, ".") && !strings.HasSuffix(last, "-") && !strings.HasSuffix(last, ":") {
					rest = f.a.concat(parts[i:]...)
					break
				}
			}
			if len(hs) == 0 {
				p = f.endpointOfURL(p)
			}
			hs = append(hs, p)
			continue
		}
		whole := t
		if i == 0 {
			if j := strings.Index(t, "://"); j >= 0 {
				t = t[j+3:]
			}
		}
		if j := strings.IndexAny(t, "/?#"); j >= 0 {
			rest = f.a.concat(append([]*Value{f.a.in.constant(t[j:])}, parts[i+1:]...)...)
			if i == 0 && j > 0 { // scheme and host are all there
				return f.a.constEndpoint(whole), rest
			}
			if j > 0 {
				hs = append(hs, f.a.in.constant(t[:j]))
			}
			break
		}
		if t != "" {
			hs = append(hs, f.a.in.constant(t))
		}
	}
	switch len(hs) {
	case 0:
		return f.a.in.of(Value{Kind: Concat, Args: parts}), rest
	case 1:
		return hs[0], rest
	}
	return f.a.in.of(Value{Kind: Concat, Args: hs}), rest
}

// constEndpoint is the endpoint of a constant URL: the contract of the longest
// constant that is a prefix of it, around scheme and host.
func (a *Analysis) constEndpoint(s string) *Value {
	host, _ := splitConst(s)
	v := a.in.constant(host)
	if d := a.declared(s); d != nil {
		return a.in.of(Value{Kind: Tag, Name: d.ref, Con: d.con, Args: []*Value{v}})
	}
	return v
}

// declared finds the contract of a constant by value.
func (a *Analysis) declared(s string) *declaredConst {
	var best *declaredConst
	for i := range a.consts {
		d := &a.consts[i]
		if d.value == "" || !strings.HasPrefix(s, d.value) {
			continue
		}
		if rest := s[len(d.value):]; rest != "" && !strings.HasSuffix(d.value, "/") && !strings.ContainsAny(rest[:1], "/?:") {
			continue
		}
		if best == nil || len(d.value) > len(best.value) {
			best = d
		}
	}
	return best
}
