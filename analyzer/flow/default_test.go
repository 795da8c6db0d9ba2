// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import "testing"

func TestOptional(t *testing.T) {
	a := &Analysis{in: newInterner()}
	p := a.in.of(Value{Kind: Param, Index: 1})
	q := a.in.of(Value{Kind: Param, Index: 2})
	made := a.in.of(Value{Kind: Made, Class: Random, Name: "rand.Text", Index: 1})
	over := a.concat(a.in.constant("k-"), a.in.of(Value{Kind: Derive, Name: "%x", Args: []*Value{made}}))
	anew := func(v *Value) bool { return v.Has((*Value).makesAnew) }
	for _, c := range []struct {
		what string
		v    *Value
		want bool
	}{
		{"a making", over, true},
		{"a default of what is given", a.optional(over, p), false},
		{"a default of nothing that is known", a.optional(over, nil), false},
		{"a default of nothing", a.optional(over, a.in.zero()), true},
		{"a default of no text", a.optional(over, a.in.constant("")), true},
		{`a default of the text "nil"`, a.optional(over, a.in.constant("nil")), false},
		{"a default of two of which one is empty", a.optional(a.optional(over, a.in.zero()), p), false},
		{"one whose given value is not known stays it", a.optional(a.optional(over, nil), a.in.zero()), false},
		{"the second of two", a.firstOf([]*Value{p, made}), false},
		{"the first of two", a.firstOf([]*Value{made, p}), true},
		{"the second, after nothing", a.firstOf([]*Value{a.in.constant(""), made}), true},
		{"what is never come to", a.firstOf([]*Value{a.in.constant("fixed"), made}), false},
		{"the third", a.firstOf([]*Value{p, q, made}), false},
	} {
		if got := anew(c.v); got != c.want {
			t.Errorf("%s: made anew is %v, want %v: %s", c.what, got, c.want, c.v)
		}
	}
}

func TestConstants(t *testing.T) {
	in := newInterner()
	zero := in.zero()
	for _, c := range []struct {
		v    *Value
		zero bool
	}{
		{zero, true}, {in.constant(""), true}, {in.constant("nil"), false}, {in.constant("zero"), false}, {in.constant("\x00zero"), false},
		{in.of(Value{Kind: Const, Index: otherConst, Name: "0"}), false}, {in.of(Value{Kind: Param}), false},
	} {
		if c.v.IsZero() != c.zero {
			t.Errorf("%s: zero is %v, want %v", c.v, !c.zero, c.zero)
		}
	}
}
