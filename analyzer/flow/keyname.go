// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// A keyRead is where a function asks for a key by its carrier's name.
type keyRead struct {
	name string // as it is written
	Place
}

// mention records that the function asks for a key by its carrier's name.
func (f *frame) mention(c *call) {
	if len(c.args) != 2 {
		return
	}
	e := f.headerEntry(c.args[0], c.args[1])
	if e.Kind != Entry || e.Name != keyEntry {
		return
	}
	if f.keyReads == nil {
		f.keyReads = map[*Value]keyRead{}
	}
	name, _ := c.args[1].text1()
	for _, v := range []*Value{f.read(e, c.instr), f.a.load(e)} {
		f.a.mentioned[v] = true
		if _, ok := f.keyReads[v.Strip()]; !ok {
			f.keyReads[v.Strip()] = keyRead{name, f.place(c.instr.Pos())}
		}
	}
}

// KeyRead returns where this function reads a key from what came with a request, if it does.
func (f Function) KeyRead(key *Value) token.Pos {
	for _, p := range f.f.parts(key) {
		if r, ok := f.f.keyReads[p.Strip()]; ok && cameIn(root(p)) {
			return r.Pos
		}
	}
	return token.NoPos
}

// describeLoad names what is read from somewhere by the name of its carrier: the client's
// key, if it came with a request. It returns "" for all else.
func (f *frame) describeLoad(v *Value, depth int) string {
	addr := v.Args[0]
	if addr.Kind != Entry || addr.Name != keyEntry {
		return ""
	}
	where := ""
	if r, ok := f.keyReads[v]; ok {
		where = fmt.Sprintf(" (%s, %s)", r.name, r.Posn)
	}
	if cameIn(root(addr)) {
		return "the client's key" + where
	}
	return "the key in " + f.describe(addr.Args[0], depth+1) + where
}

// describeEntry names an entry of a map or of headers.
func (f *frame) describeEntry(v *Value, depth int) string {
	of := f.describe(v.Args[0], depth+1)
	switch v.Name {
	case keyEntry:
		return "the key in " + of
	case tenantEntry:
		return "the tenant in " + of
	}
	return of + "[" + strconv.Quote(v.Name) + "]"
}

// KeptIn names the map that a use hands a key to, as "answers.m", and tells where it is
// declared, if in this package; "" if it has no name.
func (f Function) KeptIn(u *Use) (name string, declared token.Pos) {
	s := u.Store.Strip()
	if s == nil || s.Kind != Load {
		return "", token.NoPos
	}
	var o types.Object
	switch addr := s.Args[0]; addr.Kind {
	case Field:
		if addr.Field == nil {
			return addr.Name, token.NoPos
		}
		o, name = addr.Field, localName(string(contract.RefOf(addr.Field)))
		if name == "" {
			name = addr.Name
		}
	case Global:
		name = localName(addr.Name)
		o = f.f.a.pkg.Scope().Lookup(addr.Name[strings.LastIndexByte(addr.Name, '.')+1:])
		if o != nil && localName(string(contract.RefOf(o))) != name {
			o = nil
		}
	}
	if o == nil || o.Pkg() != f.f.a.pkg {
		return name, token.NoPos
	}
	return strings.TrimPrefix(name, o.Pkg().Name()+"."), o.Pos()
}

// CallerKnown returns where it is said who is calling, before a key is used: what tells it,
// or the parameter.
func (f Function) CallerKnown(u *Use) token.Pos {
	if u.at == nil {
		return token.NoPos
	}
	c := f.f.caller()
	for _, s := range c.sources {
		if before(f.f, s, u.at) {
			return s.Pos()
		}
	}
	for _, p := range f.f.fn.Params {
		if c.made[ssa.Value(p)] {
			return p.Pos()
		}
	}
	return token.NoPos
}

// Posn is a position as messages show it.
func (f Function) Posn(p token.Pos) string { return f.f.a.posn(p) }
