// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/scope"
)

// collision reports a key that is not unique in the namespace of its store, where
// it is handed to the store.
func (c *checker) collision(f flow.Function, u *flow.Use) {
	s := f.Store(u)
	if s == nil {
		s = u.Maker
	}
	if s == nil || u.Key == nil || u.Key.IsZero() || u.Settled {
		return
	}
	k := flow.ClassOfKey(f, u.Key)
	if s.Unless != "" {
		c.nameless(f, s, u)
		return
	}
	if s.Kept {
		c.collisionKept(f, s, k, u)
		return
	}
	k.Tenant = k.Tenant || u.Scoped
	for _, v := range u.Beside {
		// The tenant may be an argument of its own; and a constant beside a key is a value.
		b := flow.ClassOfKey(f, v)
		k.Tenant = k.Tenant || b.Tenant
		if k.Constant {
			return
		}
	}
	if c.firstAt(f, u) {
		c.collides(s, k, u.Tenant, u.Pos)
	}
}

// collisionKept does the same for a map, a cache or a database in which this program
// keeps keys. Whom it serves is not declared, so that only a key that a client chose
// counts, where it is known who that is.
func (c *checker) collisionKept(f flow.Function, s *contract.Store, k flow.KeyClass, u *flow.Use) {
	if !k.Client || k.Random {
		return
	}
	c.local(f, s, u)
	if k.Tenant || k.Other {
		return
	}
	for _, v := range u.Beside {
		if !flow.ClassOfKey(f, v).Constant {
			return // whose row it is, for all that is known
		}
	}
	known, leftOut, tenant := f.Caller(u)
	if !known {
		c.collisionUnknown(f, s, u)
	}
	if !leftOut {
		return
	}
	if !c.first("collision", f, u) {
		return
	}
	who, where := "callers", "this process"
	if tenant {
		who = "tenants"
	}
	if s.Shared {
		where = "all that use it"
	}
	at := "here"
	related := keptRelated(f, u)
	if pos := f.CallerKnown(u); pos.IsValid() {
		at += " (" + f.Posn(pos) + ")"
		related = append(related, Related{Pos: pos, Message: "who is calling is known here"})
	}
	c.report(Finding{Rule: "collision", Pos: u.Pos, Related: related, Message: fmt.Sprintf(
		"%s goes alone to %s, which is one partition for %s; two %s may choose the same key, and who is calling is known %s but left out: put it into the key",
		clientKey(f, u), keptIn(f, s, u), where, who, at)})
}

// clientKey names a key that a client chose.
func clientKey(f flow.Function, u *flow.Use) string {
	if s := f.Describe(u.Key); strings.HasPrefix(s, "the client's key") && len(s) < 80 {
		return s
	}
	return "a key supplied by the client"
}

// keptIn names what this program keeps keys in, as its author would.
func keptIn(f flow.Function, s *contract.Store, u *flow.Use) string {
	name, declared := f.KeptIn(u)
	switch {
	case u.Callee != s.Name: // a library's: the callee tells which
		return s.Name + " (" + u.Callee + ")"
	case name == "":
		return s.Name
	case !declared.IsValid():
		return "the map " + name
	}
	return "the map " + name + " (" + f.Posn(declared) + ")"
}

// keptRelated gives the places where a key comes in, and where what it is kept in is declared.
func keptRelated(f flow.Function, u *flow.Use) []Related {
	var out []Related
	if read := f.KeyRead(u.Key); read.IsValid() {
		out = append(out, Related{Pos: read, Message: "the key comes in here"})
	}
	if _, declared := f.KeptIn(u); declared.IsValid() {
		out = append(out, Related{Pos: declared, Message: "it is kept in this"})
	}
	return out
}

// collisionUnknown reports, if strict, a key that a client chose where nothing tells one
// client from another: a middleware, say, that stands before or behind the one that asks.
func (c *checker) collisionUnknown(f flow.Function, s *contract.Store, u *flow.Use) {
	if !c.a.Strict || !s.Shared || !c.first("collision", f, u) {
		return
	}
	c.report(Finding{Rule: "collision", Pos: u.Pos, Related: keptRelated(f, u), Message: fmt.Sprintf(
		"%s goes to %s, which is one partition for all that use it, and nothing here tells who is calling; if there is more than one client, two may choose the same key: put the caller's identity into the key",
		clientKey(f, u), keptIn(f, s, u))})
}

// first reports whether a rule has not reported yet that a function hands a key to a
// store that the program keeps: a look-up and the entry that follows are one defect.
func (c *checker) first(rule string, f flow.Function, u *flow.Use) bool {
	key := keptKey{rule, f.SSA(), u.Key}
	if c.kept[key] {
		return false
	}
	c.kept[key] = true
	return true
}

// firstAt reports whether it is the first time that a function reaches a use with a store:
// a method that is handed on several times has it once.
func (c *checker) firstAt(f flow.Function, u *flow.Use) bool {
	key := usedKey{f.SSA(), u.Origin, u.Store.Strip()}
	again := u.Origin != u.Posn && c.used[key]
	c.used[key] = true
	return !again
}

// collisionSend does the same for the stores that a send's contract or its endpoints name.
func (c *checker) collisionSend(f flow.Function, sd *flow.Send) {
	if sd.Settled || sd.Reads() || sd.Downstream || !f.Evident(sd) {
		return
	}
	for _, end := range f.EndsOf(sd) {
		for _, s := range end.Named {
			k := flow.ClassOfKey(f, sd.Key)
			k.Tenant = k.Tenant || sd.Tenant != nil
			c.collides(s, k, false, sd.Pos)
		}
	}
}

func (c *checker) collides(s *contract.Store, k flow.KeyClass, tenantAtHand bool, pos token.Pos) {
	var message string
	switch {
	case k.Random || k.Other:
		return
	case k.Client && !k.Tenant && !partitioned(s, scope.Tenant, scope.Account):
		switch {
		case len(s.Dims) == 0 && len(s.Covers) == 0:
			message = "two tenants may choose the same key, and the store is shared by all: put the tenant into the key"
		case tenantAtHand:
			message = "two tenants may choose the same key, and the tenant is at hand here but left out: put it into the key"
		default:
			return
		}
		message = fmt.Sprintf("a key supplied by the client goes to %s; %s", storeText(s), message)
	case k.Client || k.Tenant:
		return
	case k.Local != "" && wider(s):
		message = fmt.Sprintf("a key that is %s goes to %s, which more than one process uses: another request may have the same key and be taken for a duplicate; make the key with crypto/rand or derive it from the request", k.Local, storeText(s))
	default:
		return
	}
	c.report(Finding{Rule: "collision", Pos: pos, Message: message})
}

func partitioned(s *contract.Store, dims ...scope.Dim) bool {
	for _, d := range s.Dims {
		for _, want := range dims {
			if d == want {
				return true
			}
		}
	}
	return false
}

// wider reports whether a store is shared by more than one process.
func wider(s *contract.Store) bool {
	return !partitioned(s, scope.Process)
}
