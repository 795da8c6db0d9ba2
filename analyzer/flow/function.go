// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// A Function is what the rules judge: what one function shows, with what its
// callees left open to it.
type Function struct {
	f *frame
}

// Functions returns the functions of the package in source order.
func (a *Analysis) Functions() []Function {
	out := make([]Function, 0, len(a.fns))
	for _, fn := range a.fns {
		if a.sums[fn] != nil && !a.leftOut(fn) {
			out = append(out, Function{a.frame(fn)})
		}
	}
	return out
}

// SSA returns the function itself.
func (f Function) SSA() *ssa.Function { return f.f.fn }

// Terminal reports whether nothing outside decides for the function what it leaves open.
func (f Function) Terminal() bool {
	if f.f.root() {
		return true
	}
	return f.f.fn.Parent() != nil && !f.f.a.runs(f.f.fn)
}

// Pairs returns the retries that are to be judged in this function.
func (f Function) Pairs() []*Pair {
	var out []*Pair
	terminal := f.Terminal()
	for _, p := range f.f.own {
		if p.Wired != nil || !terminal && !p.Closed && p.Fresh == nil {
			continue
		}
		if f.f.putTogether(p) {
			continue
		}
		if p.Fresh != nil && f.f.fn.Parent() != nil && !terminal && p.Fresh.Has(func(v *Value) bool { return v.Kind == Free }) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// Sends returns the single attempts whose key is settled in this function.
func (f Function) Sends() []*Send {
	var out []*Send
	terminal := f.Terminal()
	for _, s := range f.f.found {
		for _, sd := range s.sends {
			if terminal || !f.f.open(sd.Key) {
				out = append(out, sd)
			}
		}
	}
	return out
}

// Uses returns the uses of keys with stores that are settled in this function.
func (f Function) Uses() []*Use {
	var out []*Use
	terminal := f.Terminal()
	for _, s := range f.f.found {
		for _, u := range s.uses {
			// What came with a request is known where the request is handled.
			if terminal || !f.f.open(u.Key) || f.f.incoming && f.f.fn.Parent() != nil {
				out = append(out, u)
			}
		}
	}
	return out
}

// UsesOf returns the uses of this function that concern the key of a send.
func (f Function) UsesOf(sd *Send) []*Use {
	p := &Pair{A: sd, B: sd, Key: sd.Key}
	var out []*Use
	for _, s := range f.f.found {
		for _, u := range s.uses {
			if f.f.a.sameKeyUse(p, u) {
				out = append(out, u)
			}
		}
	}
	return out
}

// Store returns the contract of the store that a use hands a key to, or nil.
func (f Function) Store(u *Use) *contract.Store {
	if s := storeOf(u.Store); s != nil {
		return s
	}
	if known, wired := f.f.fieldStores(u.Store); wired == nil && len(known) == 1 {
		return known[0]
	}
	return nil
}

// Declared returns where this package declares a store, if it does.
func (f Function) Declared(s *contract.Store) token.Pos {
	return f.f.a.declaredAt(func(c *contract.Contract) bool { return c.Store == s })
}

// declaredAt returns the first place in this package whose contract is asked for.
func (a *Analysis) declaredAt(is func(*contract.Contract) bool) token.Pos {
	first := token.NoPos
	for o, c := range a.Contract.Contracts {
		if o.Pkg() == a.pkg && is(c) && (first == token.NoPos || o.Pos() < first) {
			first = o.Pos()
		}
	}
	return first
}

// DeclaredEndpoint returns where this package declares an endpoint, if it does.
func (f Function) DeclaredEndpoint(v *Value) token.Pos {
	for t := v; t != nil && t.Kind == Tag; t = t.Args[0] {
		if pos := f.f.a.declaredAt(func(c *contract.Contract) bool { return c == t.Con && c.Endpoint != nil }); pos.IsValid() {
			return pos
		}
	}
	return token.NoPos
}

// Evident reports whether somebody said that what a send carries is a key.
func (f Function) Evident(sd *Send) bool {
	return sd.Evidence || f.f.a.mentioned[sd.Key]
}

// Parts lists the values that a key is made of, through phis.
func (f Function) Parts(key *Value) []*Value { return f.f.parts(key) }

// Describe names a value as the function's author would.
func (f Function) Describe(v *Value) string { return f.f.describe(v, 0) }

func (f *frame) describe(v *Value, depth int) string {
	if v == nil {
		return "an unknown endpoint"
	}
	if depth > 4 {
		return "…"
	}
	switch v.Kind {
	case Tag:
		if v.Con != nil && v.Con.Endpoint != nil && v.Con.Endpoint.Value != "" {
			return localName(v.Name)
		}
		if s := v.Strip(); s.Kind == Result || s.Kind == Dynamic {
			return "the result of " + localName(v.Name)
		}
		return f.describe(v.Args[0], depth)
	case Const:
		if v.IsZero() {
			return "nothing"
		}
		return v.Name
	case Param:
		if v.Index < len(f.fn.Params) {
			return f.fn.Params[v.Index].Name()
		}
		return "a parameter"
	case Free:
		if v.Index < len(f.fn.FreeVars) {
			return f.fn.FreeVars[v.Index].Name()
		}
		return "a variable"
	case Global:
		return localName(v.Name)
	case Func:
		return localName(v.Name)
	case Load:
		if text := f.describeLoad(v, depth); text != "" {
			return text
		}
		return f.describe(v.Args[0], depth)
	case Field:
		if v.Name == "Host" && v.Args[0].Kind == Load && v.Args[0].Args[0].Name == "URL" {
			return "the host of " + f.describe(v.Args[0].Args[0].Args[0], depth+1)
		}
		if v.Field != nil && v.Field.Embedded() {
			return f.describe(v.Args[0], depth) // nobody writes it
		}
		return f.describe(v.Args[0], depth+1) + "." + v.Name
	case Elem:
		if v.Args[1].Kind == Const && !strings.HasPrefix(v.Args[1].Name, anyElement) {
			return f.describe(v.Args[0], depth+1) + "[" + v.Args[1].Name + "]"
		}
		return "an element of " + f.describe(v.Args[0], depth+1)
	case Entry:
		return f.describeEntry(v, depth)
	case Made:
		return "what " + v.Name + " makes"
	case Alloc:
		if v.Name != "" {
			return "a " + localName(v.Name)
		}
		if a, ok := v.At.(*ssa.Alloc); ok && a.Comment != "" {
			return a.Comment
		}
		return "a new object"
	case Result, Dynamic:
		switch {
		case v.Name != "" && v.Name != "other" && v.Name != cycleName && v.Name != deepName && v.Name != "phi":
			return "the result of " + shortName(v.Name)
		case v.Kind == Dynamic:
			return "the result of a function value"
		}
		return "an unknown value"
	case Phi, Join:
		var parts []string
		for _, a := range f.a.alternatives(v) {
			if a.Kind != Phi && len(parts) < 3 {
				parts = append(parts, f.describe(a, depth+1))
			}
		}
		return strings.Join(unique(parts), " or ")
	case Concat:
		var parts []string
		for _, a := range v.Args {
			if s, ok := a.text1(); ok {
				parts = append(parts, `"`+s+`"`)
			} else {
				parts = append(parts, f.describe(a, depth+1))
			}
		}
		return strings.Join(parts, "+")
	case Derive:
		if strings.HasPrefix(v.Name, madePrefix) {
			return f.describeMade(v, depth)
		}
		switch v.Name {
		case "list", "append":
			return "the list"
		case incomingName:
			return "the request"
		case "slice":
			return "a part of " + f.describe(v.Args[0], depth+1)
		}
		var parts []string
		for _, a := range v.Args {
			parts = append(parts, f.describe(a, depth+1))
		}
		return shortName(v.Name) + "(" + strings.Join(parts, ", ") + ")"
	}
	return "a value"
}

// describeMade names what a maker made by its parts: ecs.NewFromConfig(Region: "eu-west-1").
func (f *frame) describeMade(v *Value, depth int) string {
	maker, names, _ := strings.Cut(strings.TrimPrefix(v.Name, madePrefix), " ")
	var parts []string
	for i, name := range strings.Split(names, ",") {
		if i >= len(v.Args) || v.Args[i].IsZero() {
			continue
		}
		part := f.describe(v.Args[i], depth+1)
		if text, ok := v.Args[i].text1(); ok {
			part = strconv.Quote(text)
		}
		if len(part) < 60 {
			parts = append(parts, name+": "+part)
		}
	}
	return shortName(maker) + "(" + strings.Join(parts, ", ") + ")"
}

func unique(ss []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range ss {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

func localName(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }
