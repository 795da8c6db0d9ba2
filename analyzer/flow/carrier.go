// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Canonical names of map entries that carry something.
const (
	keyEntry    = "@key"
	tenantEntry = "@tenant"
	content     = "@content" // what was written to a buffer, a builder, a hash
)

// Carriers decides by its name what a header, field, map entry or parameter carries.
type Carriers struct {
	headers map[string]bool // further names, from the flag, squeezed
}

// NewCarriers returns carriers that know the given header names besides the standard ones.
func NewCarriers(headers []string) *Carriers {
	c := &Carriers{headers: map[string]bool{}}
	for _, h := range headers {
		if s := squeeze(h); s != "" {
			c.headers[s] = true
		}
	}
	return c
}

// standardKeys are the names by which specifications and SDKs call the field.
var standardKeys = map[string]bool{
	"idempotencykey": true, "idempotencekey": true, "idempotentkey": true,
	"idempotencytoken": true, "idempotencetoken": true, "idempotenttoken": true,
	"clienttoken": true, "clientrequesttoken": true, "messagededuplicationid": true,
}

// Header reports whether a header (or a query parameter or map entry) of this
// name carries a key. A vendor's prefix of up to two words does not matter.
func (c *Carriers) Header(name string) bool {
	if len(c.headers) > 0 && c.headers[squeeze(name)] {
		return true
	}
	if !mayCarry(name) {
		return false
	}
	w := words(name)
	for drop := 0; drop <= 2 && drop < len(w); drop++ {
		if standardKeys[strings.Join(w[drop:], "")] {
			return true
		}
	}
	return false
}

// Name reports whether a field or a parameter of this name carries a key.
func (c *Carriers) Name(name string) bool {
	return mayCarry(name) && standardKeys[squeeze(name)]
}

// FieldOf reports whether the field carries a key. A ClientToken of a struct that
// is no request is an access token more often than not (Vault's is one).
func (c *Carriers) FieldOf(f *types.Var, owner string) bool {
	if !c.Name(f.Name()) || !textual(f.Type()) {
		return false
	}
	if squeeze(f.Name()) != "clienttoken" {
		return true
	}
	for _, suffix := range []string{"Input", "Request", "Req", "Params", "Args", "Options", "Opts"} {
		if strings.HasSuffix(owner, suffix) || strings.HasSuffix(owner, strings.ToLower(suffix)) {
			return true
		}
	}
	return false
}

// Tenant reports whether something of this name names the tenant.
func Tenant(name string) bool {
	s := squeeze(name)
	if rest, ok := strings.CutPrefix(s, "x"); ok && leading(name) == "x" {
		s = rest
	}
	return s == "tenant" || s == "tenantid"
}

// entry returns the canonical name of a map's entry.
func (c *Carriers) entry(name string) string {
	switch {
	case c.Header(name):
		return keyEntry
	case Tenant(name):
		return tenantEntry
	}
	return strings.ToLower(name)
}

// textual reports whether a key may have type t: a string or bytes, or a pointer to such.
func textual(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Pointer:
		return textual(u.Elem())
	case *types.Array:
		return isByte(u.Elem())
	case *types.Slice:
		return isByte(u.Elem())
	case *types.Struct:
		return strings.Contains(t.String(), "Nullable") || strings.Contains(t.String(), "NullString") || strings.Contains(t.String(), "Optional")
	case *types.Interface:
		_, isTypeParam := t.(*types.TypeParam)
		return u.Empty() && !isTypeParam
	}
	return false
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

// words splits a name at case changes and at all that is neither letter nor digit. The words
// are in lower case.
func words(name string) []string {
	var out []string
	for w := range eachWord(name) {
		out = append(out, w)
	}
	return out
}

func eachWord(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, before := -1, rune(0) // of the word; the letter before
		for i, r := range name {
			ends := !unicode.IsLetter(r) && !unicode.IsDigit(r)
			begins := !ends && start < 0
			if unicode.IsUpper(r) && !begins {
				after, _ := utf8.DecodeRuneInString(name[i+utf8.RuneLen(r):])
				begins = unicode.IsLower(before) || unicode.IsDigit(before) || unicode.IsUpper(before) && unicode.IsLower(after)
			}
			if (ends || begins) && start >= 0 && !yield(strings.ToLower(name[start:i])) {
				return
			}
			if ends {
				start = -1
			} else if begins {
				start = i
			}
			before = r
		}
		if start >= 0 {
			yield(strings.ToLower(name[start:]))
		}
	}
}

// squeeze returns a name without what is neither letter nor digit, in lower case.
func squeeze(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// mayCarry reports whether a name may be one of the standard ones, with whatever before it.
// Nearly all are not, which is seen at the end of the name.
func mayCarry(name string) bool {
	if len(name) < len("clienttoken") {
		return false
	}
	switch c := name[len(name)-1] | 0x20; c {
	case 'y', 'n', 'd': // key, token, id
		return true
	default:
		return c < 'a' || c > 'z' // not a letter, or of several bytes
	}
}

// leading is the first word of a name.
func leading(name string) string {
	for w := range eachWord(name) {
		return w
	}
	return ""
}
