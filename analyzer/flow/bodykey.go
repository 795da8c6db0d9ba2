// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Many APIs take the key in the request's body or query: as a field of the JSON object, or
// as a parameter of a form. It is then in a struct, or a map, that is encoded before the
// request is made.

const (
	// bodyKeyField is what a request carries in its body, as a field of our own.
	bodyKeyField = "@bodykey"
	// carriedName marks the key that an object carries which the caller gives, of a type
	// that is not known here.
	carriedName = "@carried"
)

// bodyKey follows the body of a request back to what was encoded into it, and returns the
// key in there, zero if there is none.
func (f *frame) bodyKey(v ssa.Value, at ssa.Instruction, depth int) *Value {
	none := f.a.in.zero()
	if v == nil || depth > 8 {
		return none
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return f.bodyKey(v.X, at, depth+1)
	case *ssa.ChangeInterface:
		return f.bodyKey(v.X, at, depth+1)
	case *ssa.ChangeType:
		return f.bodyKey(v.X, at, depth+1)
	case *ssa.Convert:
		return f.bodyKey(v.X, at, depth+1)
	case *ssa.Extract:
		return f.bodyKey(v.Tuple, at, depth+1)
	case *ssa.Call:
		switch args := operands(&v.Call); f.a.calleeName(&v.Call) {
		case "bytes.NewReader", "bytes.NewBuffer", "bytes.NewBufferString", "strings.NewReader", "io.NopCloser":
			return f.bodyKey(args[0], at, depth+1)
		case "encoding/json.Marshal", "encoding/json.MarshalIndent":
			return f.encodedKey(args[0], at)
		case "(net/url.Values).Encode":
			return f.formKey(f.eval(args[0]), at)
		}
	case *ssa.Alloc: // a buffer, into which somebody has encoded
		for _, r := range *v.Referrers() {
			mi, ok := r.(*ssa.MakeInterface)
			if !ok || mi.Referrers() == nil {
				continue
			}
			for _, u := range *mi.Referrers() {
				enc, ok := u.(*ssa.Call)
				if !ok || f.a.calleeName(&enc.Call) != "encoding/json.NewEncoder" {
					continue
				}
				for _, e := range *enc.Referrers() {
					if c, ok := e.(*ssa.Call); ok && f.a.calleeName(&c.Call) == "(*encoding/json.Encoder).Encode" {
						return f.encodedKey(c.Call.Args[1], at)
					}
				}
			}
		}
	}
	return none
}

// keyBeside is the key that a request carries elsewhere than in its header: in the body with
// which it was made, or in its query.
func (f *frame) keyBeside(req *Value, at ssa.Instruction) *Value {
	unknown := func(x *Value) bool { return x.Kind == Field && x.Name == bodyKeyField } // of a request made elsewhere
	if k := f.read(f.member(req, bodyKeyField), at); !k.IsZero() && !k.Has(unknown) {
		return k
	}
	query := f.read(f.member(f.read(f.member(req, "URL"), at), "RawQuery"), at)
	if s := query.Strip(); s.Kind == Derive && s.Name == "(net/url.Values).Encode" && len(s.Args) > 0 {
		return f.formKey(s.Args[0], at)
	}
	return f.a.in.zero()
}

// encodedKey is the key in an object that is encoded.
func (f *frame) encodedKey(v ssa.Value, at ssa.Instruction) *Value {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return f.carriedBy(f.eval(mi.X), mi.X.Type(), at)
	}
	return f.carriedBy(f.eval(v), v.Type(), at)
}

// formKey is the key in a form or a query.
func (f *frame) formKey(values *Value, at ssa.Instruction) *Value {
	k := f.read(f.a.in.of(Value{Kind: Entry, Args: []*Value{values.Strip()}, Name: keyEntry}), at)
	if es := f.elements(k, at); len(es) == 1 {
		k = es[0]
	}
	if hypothetical(k) {
		return f.a.in.zero()
	}
	return k
}

// carriedBy is the key in a field, or under an entry, of an object.
func (f *frame) carriedBy(v *Value, t types.Type, at ssa.Instruction) *Value {
	none := f.a.in.zero()
	s := v.Strip()
	if s.Kind == Load && s.Args[0].Kind == Alloc {
		s = s.Args[0] // a struct by value
	}
	if t == nil || types.IsInterface(t) {
		t = s.Type
	}
	if t == nil || types.IsInterface(t) {
		if s.Kind == Param || s.Kind == Free {
			return f.a.in.of(Value{Kind: Derive, Name: carriedName, Args: []*Value{v}})
		}
		return none
	}
	if k, ok := f.carrierField(s, t, at); ok {
		return k
	}
	if m, ok := t.Underlying().(*types.Map); ok && isString(m.Key()) {
		k := f.textOf(f.read(f.a.in.of(Value{Kind: Entry, Args: []*Value{s}, Name: keyEntry}), at), nil, at)
		if !hypothetical(k) {
			return k
		}
	}
	return none
}

// posting recognises the functions of net/http that make a request and send it.
func (f *frame) posting(c *call) *Send {
	var url, body int
	switch c.name {
	case "net/http.Post":
		url, body = 0, 2
	case "(*net/http.Client).Post":
		url, body = 1, 3
	case "net/http.PostForm":
		url, body = 0, 1
	case "(*net/http.Client).PostForm":
		url, body = 1, 2
	default:
		return nil
	}
	sd := &Send{Op: httpBodyRequest, Declared: true, Place: f.place(c.instr.Pos()), Origin: f.a.posn(c.instr.Pos()), Method: f.a.in.constant(post)}
	if typeName(c.vals[body].Type()) == "net/url.Values" {
		sd.Key = f.formKey(c.args[body], c.instr)
	} else {
		sd.Key = f.bodyKey(c.vals[body], c.instr, 0)
	}
	target := f.contentOf(c.args[url], c.instr)
	sd.Endpoint = f.endpointOfURL(target)
	sd.Payload = append([]*Value{sd.Method, f.operationIn(target)}, besides(f.filled(f.eval(c.vals[body]), c.instr, 0), sd.Key)...)
	sd.Evidence = !hypothetical(sd.Key)
	return sd
}
