// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Who is calling? A handler knows if it has asked a context, a request or a token, or if
// it is given a user or a tenant. What it knows may go into the key of a store, beside it,
// or into the choice of the store; or the handler compares it with what it finds there.
// Only where nothing of that kind happens is the caller left out.

// caller is what a function knows of who is calling.
type caller struct {
	given   bool              // by its parameters
	sources []ssa.Instruction // what tells it
	tenant  bool              // it is a tenant
	made    madeOf            // what it is made of
	bound   bool              // it is compared with something
}

// caller finds what the function knows of who is calling.
func (f *frame) caller() *caller {
	if f.who != nil {
		return f.who
	}
	c := &caller{made: madeOf{}}
	f.who = c
	method := f.fn.Signature.Recv() != nil
	for i, p := range f.fn.Params {
		if i == 0 && method {
			continue // what was there before the request
		}
		if Tenant(p.Name()) || f.a.namesTenant(p.Type()) {
			c.given, c.tenant = true, true
			c.made.add(p)
		} else if n := named(p.Type()); n != nil && !asked(p.Type()) && principal(n.Name()) && principal(p.Name()) {
			c.given = true
			c.made.add(p)
		}
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			v, ok := instr.(ssa.Value)
			if !ok {
				continue
			}
			call, isCall := instr.(*ssa.Call)
			switch {
			case isCall && f.tenantCall(call):
				c.sources, c.tenant = append(c.sources, instr), true
				c.made.add(v)
			case isCall && f.tellsPrincipal(call):
				c.sources = append(c.sources, instr)
				c.made.add(v)
				c.tenant = c.tenant || f.a.namesTenant(firstResult(&call.Call))
			case f.a.namesTenant(v.Type()) && f.ofRequest(v):
				c.sources, c.tenant = append(c.sources, instr), true
			}
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				if fv := fieldVar(instr.X.Type(), instr.Field); fv != nil && Tenant(fv.Name()) && f.ofRequest(instr.X) {
					c.made.add(instr)
				}
			case *ssa.Field:
				if fv := fieldVar(instr.X.Type(), instr.Field); fv != nil && Tenant(fv.Name()) && f.ofRequest(instr.X) {
					c.made.add(instr)
				}
			}
		}
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			if op, ok := instr.(*ssa.BinOp); ok && (op.Op == token.EQL || op.Op == token.NEQ) {
				x, y := c.made[op.X], c.made[op.Y]
				_, cx := op.X.(*ssa.Const)
				_, cy := op.Y.(*ssa.Const)
				c.bound = c.bound || x && !y && !cy || y && !x && !cx
			}
		}
	}
	return c
}

// ofRequest reports whether a value is one of this call's, and not what the receiver, a
// captured variable or the package has had before.
func (f *frame) ofRequest(v ssa.Value) bool {
	r := root(f.eval(v))
	switch {
	case r == nil, r.Kind == Free, r.Kind == Global:
		return false
	case r.Kind == Param:
		return r.Index > 0 || f.fn.Signature.Recv() == nil
	}
	return true
}

// knows reports whether who is calling is known at an instruction.
func (f *frame) knows(at ssa.Instruction) (known, tenant bool) {
	c := f.caller()
	if c.given {
		return true, c.tenant
	}
	for _, s := range c.sources {
		if before(f, s, at) {
			return true, c.tenant
		}
	}
	return false, false
}

// leftOut reports whether who is calling is known where a key is handed to a store, and
// has no part in it.
func (f *frame) leftOut(at ssa.Instruction, u *Use) bool {
	c := f.caller()
	if c.bound || f.takesPart(c, at, u) {
		return false
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && instr != at && f.binds(c, call, u) {
				return false
			}
		}
	}
	return true
}

// takesPart reports whether the caller has a part in a use: in the key or the choice of
// the store; or in anything that is handed to a function which hands the key on.
func (f *frame) takesPart(c *caller, at ssa.Instruction, u *Use) bool {
	part := func(v ssa.Value) bool {
		return c.made[v] || f.a.namesTenant(v.Type()) && f.ofRequest(v)
	}
	switch at := at.(type) {
	case *ssa.Lookup:
		return part(at.X) || part(at.Index)
	case *ssa.MapUpdate:
		return part(at.Map) || part(at.Key)
	case ssa.CallInstruction:
		for i, a := range operands(at.Common()) {
			if !part(a) {
				continue
			}
			if !u.direct || i == 0 || f.eval(a).Strip() == u.Key.Strip() {
				return true
			}
			if _, isText := a.Type().Underlying().(*types.Basic); isText && i <= 1 {
				return true // the key, before any value
			}
		}
	}
	return false
}

// binds reports whether a call is given the caller beside the key, or beside the store
// that the key goes to: a test of the key's prefix, a session of the database.
func (f *frame) binds(c *caller, call *ssa.Call, u *Use) bool {
	who, what := false, false
	for _, a := range operands(&call.Call) {
		if c.made[a] {
			who = true
			continue
		}
		if list := variadic(a); len(list) > 0 {
			for _, x := range list {
				if mi, ok := x.(*ssa.MakeInterface); ok {
					x = mi.X
				}
				who = who || c.made[x]
			}
		}
		v := f.eval(a).Strip()
		what = what || v == u.Key.Strip() || v == u.Store.Strip() && v.Kind != Global && u.direct
	}
	if !who || !what {
		return false
	}
	k := f.callOf(call)
	return k.use == nil || k.use.Statement != ""
}

// tellsPrincipal reports whether a call asks who is calling: auth.UserFromContext(ctx),
// authenticate(r), ctx.Value(userKey), c.Locals("userID"), claims.GetSubject().
func (f *frame) tellsPrincipal(c *ssa.Call) bool {
	common := &c.Call
	if !tells(common.Signature()) {
		return false
	}
	name := shortMethod(f.a.calleeName(common))
	args, recv := common.Args, ssa.Value(nil)
	switch {
	case common.IsInvoke():
		recv = common.Value
	case common.Signature().Recv() != nil && len(args) > 0:
		recv, args = args[0], args[1:]
	}
	if recv != nil && typeName(recv.Type()) == "net/http.Header" {
		return name == "Get" && len(args) == 1 && principal(constantName(args[0]))
	}
	if recv != nil && asked(recv.Type()) {
		switch name {
		case "Value", "Get", "MustGet", "GetString", "Locals":
			return len(args) > 0 && (principal(constantName(args[0])) || principal(f.argName(c, 0)))
		case "BasicAuth":
			return true
		}
		return false
	}
	lower := strings.ToLower(name)
	switch {
	case len(args) == 0:
		return recv != nil && principal(name)
	case !asked(args[0].Type()):
		return false
	case len(args) == 1:
		return principal(name) || strings.HasPrefix(lower, "authenticate")
	}
	return strings.HasPrefix(lower, "authenticate") || strings.HasPrefix(lower, "verify")
}

// tells reports whether a function answers more than whether it worked.
func tells(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if !isError(v.Type()) && !isBool(v.Type()) {
			return true
		}
	}
	return false
}

// argName is the name of a call's argument as it is written, where SSA has a constant's
// value alone.
func (f *frame) argName(c *ssa.Call, i int) string {
	syntax := enclosing(f.fn).Syntax()
	if syntax == nil {
		return ""
	}
	name := ""
	ast.Inspect(syntax, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Lparen != c.Pos() || i >= len(call.Args) {
			return name == ""
		}
		switch arg := call.Args[i].(type) {
		case *ast.Ident:
			name = arg.Name
		case *ast.SelectorExpr:
			name = arg.Sel.Name
		}
		return false
	})
	return name
}

// asked reports whether t is what an incoming request travels in.
func asked(t types.Type) bool {
	n := typeName(t)
	return n == "context.Context" || n == "net/http.Request" || strings.HasSuffix(n, ".Context") || strings.HasSuffix(n, ".Ctx")
}

// constantName is the text, the name of the variable, or the type, that tells the entries
// of a context apart.
func constantName(v ssa.Value) string {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	switch v := v.(type) {
	case *ssa.Const:
		if t, ok := constText(v); ok && t != "" {
			return t
		}
		return localName(typeName(v.Type()))
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok {
			return g.Name()
		}
		return localName(typeName(v.Type()))
	}
	return ""
}

// principal reports whether something of this name tells who is calling: it is a word
// for that, with the words around it that such names have.
func principal(name string) bool {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	var rest []string
	for _, w := range words(name) {
		if !aroundPrincipal[w] {
			rest = append(rest, w)
		}
	}
	return len(rest) == 1 && principals[rest[0]]
}

var (
	principals      = setOf("user users userid account accountid principal subject sub claims identity session customer customerid merchant merchantid org orgid organization workspace actor caller tenant tenantid")
	aroundPrincipal = setOf("get must current auth authenticated authed ctx context key my the logged in require load extract parse x id uuid from request req info data")
)

// Caller reports whether it is known who is calling where a key is handed to a store that
// the program keeps, and whether that is left out there; and whether it is a tenant that
// is known. Where another function decides, it is known and not left out.
func (f Function) Caller(u *Use) (known, leftOut, tenant bool) {
	if _, elsewhere := u.at.(escapeInstr); elsewhere || u.at == nil || u.at.Parent() != f.f.fn || f.f.chosen(u.Store) {
		return true, false, false
	}
	known, tenant = f.f.knows(u.at)
	return known, known && f.f.leftOut(u.at, u), tenant
}

// HandedOn reports whether the key of a use goes, in the same function, to another store
// too that more than this process may see; or whether the use is one of a function that
// is only handed over here, and judged where it is declared.
func (f Function) HandedOn(u *Use) bool {
	if at, ok := u.at.(escapeInstr); ok && at.Fn.(*ssa.Function).Parent() == nil {
		return true
	}
	p := &Pair{A: &Send{}, B: &Send{}, Key: u.Key}
	for _, s := range f.f.found {
		for _, other := range s.uses {
			if st := storeOf(other.Store); (st == nil && !other.Concrete || st != nil && (!st.Kept || st.Shared)) && f.f.a.sameKeyUse(p, other) {
				return true
			}
		}
	}
	return false
}

// chosen reports whether a store is one of several: the element of a collection, or what
// an unknown function returned.
func (f *frame) chosen(store *Value) bool {
	s := store.Strip()
	for s != nil {
		switch s.Kind {
		case Load, Field, Tag:
			s = s.Args[0]
		case Elem, Entry:
			return true
		case Result, Dynamic:
			call, ok := s.At.(*ssa.Call)
			return ok && len(call.Call.Args) > 0
		default:
			return false
		}
	}
	return false
}
