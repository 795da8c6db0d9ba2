// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"testing"

	"github.com/idemscope/idemscope/analyzer/contract"
)

func TestEndPair(t *testing.T) {
	s, u := &contract.Store{Name: "s"}, &contract.Store{Name: "u"}
	end := func(known bool, stores ...*contract.Store) End { return End{Known: known, Named: stores} }
	for _, test := range []struct {
		name   string
		pair   EndPair
		shared int
		leaves *contract.Store
	}{
		{"one store", EndPair{end(true, s), end(true, s), Different}, 1, nil},
		{"one of two", EndPair{end(true, s, u), end(true, u), Different}, 1, nil},
		{"to none", EndPair{end(true, s), end(true), Different}, 0, s},
		{"from none", EndPair{end(true), end(true, s), Different}, 0, s},
		{"to another", EndPair{end(true, s), end(true, u), Different}, 0, s},
		{"to an unknown one", EndPair{end(true, s), end(false), Different}, 0, nil},
		{"from an unknown one", EndPair{end(false), end(true, s), Different}, 0, nil},
		{"to what may be the same", EndPair{end(true, s), end(true), Other}, 0, nil},
		{"no store", EndPair{end(true), end(true), Different}, 0, nil},
	} {
		if got := len(test.pair.Shared()); got != test.shared {
			t.Errorf("%s: %d stores shared, expected %d", test.name, got, test.shared)
		}
		if got := test.pair.Leaves(); got != test.leaves {
			t.Errorf("%s: leaves %v, expected %v", test.name, got, test.leaves)
		}
	}
}

func TestKnown(t *testing.T) {
	in := newInterner()
	field := in.of(Value{Kind: Field, Name: "host", Args: []*Value{in.of(Value{Kind: Param})}})
	for _, test := range []struct {
		v    *Value
		want bool
	}{
		{in.constant("https://a.example.com"), true},
		{in.of(Value{Kind: Load, Args: []*Value{field}}), true},
		{in.of(Value{Kind: Param}), false},
		{in.of(Value{Kind: Load, Args: []*Value{in.of(Value{Kind: Elem, Args: []*Value{in.of(Value{Kind: Param}), in.constant("i")}})}}), false},
		{in.of(Value{Kind: Load, Args: []*Value{in.of(Value{Kind: Elem, Args: []*Value{in.of(Value{Kind: Load, Args: []*Value{field}}), in.constant("i")}})}}), true},
		{in.of(Value{Kind: Concat, Args: []*Value{in.constant("https://"), in.of(Value{Kind: Param})}}), false},
		{in.of(Value{Kind: Result, Name: "lookup"}), false},
		{in.of(Value{Kind: Concat, Args: []*Value{in.constant("https://"), in.of(Value{Kind: Result})}}), false},
		{in.zero(), false},
		{nil, false},
	} {
		if got := known(test.v); got != test.want {
			t.Errorf("known(%v) = %v, expected %v", test.v, got, test.want)
		}
	}
}

// TestNothing: where ways meet, what cannot be read adds nothing, and is no zero value.
func TestNothing(t *testing.T) {
	a := &Analysis{in: newInterner()}
	x := a.in.constant("x")
	if got := a.join([]*Value{a.in.nothing(), x}); got != x {
		t.Errorf("nothing and x are %v", got)
	}
	if got := a.join([]*Value{a.in.nothing()}); got != a.in.nothing() || got.IsZero() {
		t.Errorf("nothing alone is %v", got)
	}
	if got := a.join(nil); !got.IsZero() {
		t.Errorf("a join of no values that were given is %v", got)
	}
}
