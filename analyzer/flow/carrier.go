// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"strings"
	"unicode"
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
		if s := strings.Join(words(h), ""); s != "" {
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
	w := words(name)
	if c.headers[strings.Join(w, "")] {
		return true
	}
	for drop := 0; drop <= 2 && drop < len(w); drop++ {
		if standardKeys[strings.Join(w[drop:], "")] {
			return true
		}
	}
	return false
}

// Name reports whether a field or a parameter of this name carries a key.
func (c *Carriers) Name(name string) bool {
	return standardKeys[strings.Join(words(name), "")]
}

// FieldOf reports whether the field carries a key. A ClientToken of a struct that
// is no request is an access token more often than not (Vault's is one).
func (c *Carriers) FieldOf(f *types.Var, owner string) bool {
	if !c.Name(f.Name()) || !textual(f.Type()) {
		return false
	}
	if strings.Join(words(f.Name()), "") != "clienttoken" {
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
	w := words(name)
	if len(w) > 1 && w[0] == "x" {
		w = w[1:]
	}
	s := strings.Join(w, "")
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

// words splits a name at case changes and at all that is neither letter nor digit.
func words(name string) []string {
	var out []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			out = append(out, strings.ToLower(string(cur)))
			cur = nil
		}
	}
	rs := []rune(name)
	for i, r := range rs {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0:
			lowerBefore := unicode.IsLower(rs[i-1]) || unicode.IsDigit(rs[i-1])
			lowerAfter := i+1 < len(rs) && unicode.IsLower(rs[i+1])
			if lowerBefore || unicode.IsUpper(rs[i-1]) && lowerAfter {
				flush()
			}
		}
		cur = append(cur, r)
	}
	flush()
	return out
}
