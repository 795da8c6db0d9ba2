// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import "testing"

func TestLookup(t *testing.T) {
	for _, c := range []struct {
		name string
		want Func
		ok   bool
	}{
		{"crypto/rand.Text", Func{Action: Generate, Unique: Random}, true},
		{"math/rand/v2.IntN", Func{Action: Generate, Unique: Random}, true},
		{"time.Now", Func{Action: Generate, Unique: Clock}, true},
		{"(time.Time).Unix", Func{Action: Derive}, true},
		{"github.com/oklog/ulid/v2.Make", Func{Action: Generate, Unique: Random}, true},
		{"github.com/oklog/ulid/v9.Make", Func{Action: Generate, Unique: Random}, true},
		{"(github.com/google/uuid.UUID).String", Func{Action: Derive}, true},
		{"(*strings.Builder).WriteString", Func{Action: Append}, true},
		{"github.com/aws/aws-sdk-go-v2/aws.String", Func{Action: Identity}, true},
		{"github.com/aws/aws-sdk-go-v2/aws.NewConfig", Func{}, false},
		{"github.com/stripe/stripe-go/v86.String", Func{Action: Identity}, true},
		{"example.com/acme.String", Func{}, false},
		{"", Func{}, false},
		{"(", Func{}, false},
	} {
		if got, ok := Lookup(c.name); got != c.want || ok != c.ok {
			t.Errorf("Lookup(%q) = %+v, %v; want %+v, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		"github.com/stripe/stripe-go/v82.String": "github.com/stripe/stripe-go.String",
		"github.com/a/v2/b.F":                    "github.com/a/b.F",
		"(*github.com/a/v3.T).M":                 "(*github.com/a.T).M",
		"github.com/vault/vx.F":                  "github.com/vault/vx.F",
		"github.com/oklog/ulid/v2":               "github.com/oklog/ulid",
		"example.com/v2ray/core.F":               "example.com/v2ray/core.F",
	} {
		if got := Canonical(in); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", in, got, want)
		}
	}
}
