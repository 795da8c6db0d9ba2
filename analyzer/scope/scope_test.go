// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scope

import (
	"bytes"
	"encoding/gob"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestDims(t *testing.T) {
	for _, d := range Dims() {
		if got, err := ParseDim(string(d)); got != d || err != nil {
			t.Errorf("ParseDim(%q) = %q, %v", d, got, err)
		}
		// What contains an ancestor contains d.
		for _, a := range d.Ancestors() {
			for _, aa := range a.Ancestors() {
				if !slices.Contains(d.Ancestors(), aa) {
					t.Errorf("%s is in %s and that in %s, but %s is not", d, a, aa, d)
				}
			}
		}
	}
	for _, s := range []string{"", "Region", "global", Any} {
		_, err := ParseDim(s)
		if err == nil {
			t.Fatalf("ParseDim(%q) succeeds", s)
		}
		for _, d := range Dims() {
			if !strings.Contains(err.Error(), string(d)) {
				t.Errorf("ParseDim(%q): %v: does not list %s", s, err, d)
			}
		}
	}
	for d, want := range map[Dim][]Dim{
		Process: {Server, Cluster, Zone, Region},
		Server:  {Cluster, Zone, Region},
		Zone:    {Region},
		Cluster: {Region},
		Tenant:  {Account},
		Region:  nil, Account: nil, Queue: nil, Stream: nil,
	} {
		if got := d.Ancestors(); !slices.Equal(got, want) {
			t.Errorf("%s.Ancestors() = %v, want %v", d, got, want)
		}
	}
	var not []Dim
	for _, d := range Dims() {
		if !d.FollowsEndpoint() {
			not = append(not, d)
		}
	}
	if want := []Dim{Account, Tenant, Queue, Stream}; !slices.Equal(not, want) {
		t.Errorf("not following the endpoint: %v, want %v", not, want)
	}
}

func TestLabels(t *testing.T) {
	m := map[Dim]string{Server: Any, Region: "us-east-1", Zone: "", Tenant: "t"}
	l := NewLabels(m)
	if got, want := l.String(), "region=us-east-1 server=* tenant=t"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
	if v, ok := l.Get(Server); v != Any || !ok {
		t.Errorf("Get(server) = %q, %v", v, ok)
	}
	for _, d := range []Dim{Zone, Queue} {
		if v, ok := l.Get(d); v != "" || ok {
			t.Errorf("Get(%s) = %q, %v", d, v, ok)
		}
	}
	if l := NewLabels(nil); l != nil || l.String() != "" {
		t.Errorf("NewLabels(nil) = %#v", l)
	}
	var first []byte
	for range 50 {
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(NewLabels(m)); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = buf.Bytes()
		}
		if !bytes.Equal(first, buf.Bytes()) {
			t.Fatal("equal labels encode to different bytes")
		}
	}
}

func TestStore(t *testing.T) {
	for want, s := range map[string]Store{
		"scope=global":        {},
		"scope=region,tenant": dims(Region, Tenant),
		"covers=a,b":          covers("a", "b"),
	} {
		if got := s.Scope(); got != want {
			t.Errorf("Scope() = %q, want %q", got, want)
		}
	}
	if s := covers("a"); !s.Serves("a") || s.Serves("b") || s.Serves("") {
		t.Error("covers=a serves a alone")
	}
	if !dims(Region).Serves("b") || !(Store{}).Serves("b") {
		t.Error("a store without a list serves every endpoint")
	}
}

func TestNarrowerThan(t *testing.T) {
	global := Store{}
	for _, c := range []struct {
		s, o Store
		want bool
	}{
		{global, global, false},
		{global, dims(Region), false},
		{global, covers("a"), false},
		{dims(Region), global, true},
		{covers("a"), global, true},
		{dims(Region), dims(Region), false},
		{dims(Server), dims(Region), true},
		{dims(Region), dims(Server), false},
		{dims(Zone), dims(Cluster), true},
		{dims(Cluster), dims(Zone), true},
		{dims(Zone, Cluster), dims(Server), false},
		{dims(Server), dims(Zone, Cluster), true},
		{dims(Tenant), dims(Account), true},
		{dims(Account), dims(Tenant), false},
		{dims(Region, Tenant), dims(Region), true},
		{dims(Region), dims(Region, Tenant), false},
		{dims(Region), dims(Tenant), true},
		{dims(Queue), dims(Stream), true},
		{dims(Tenant, Region), dims(Region, Tenant), false},
		{covers("a"), covers("a"), false},
		{covers("a"), covers("b", "a"), true},
		{covers("b", "a"), covers("a"), false},
		{covers("a"), dims(Region), true},
		{dims(Region), covers("a", "b"), true},
	} {
		if got := c.s.NarrowerThan(c.o); got != c.want {
			t.Errorf("%s narrower than %s: %v, want %v", c.s.Scope(), c.o.Scope(), got, c.want)
		}
	}
}

func TestGate(t *testing.T) {
	for _, c := range []struct {
		key, retry string
		uncovered  []string
	}{
		{"", "", nil},
		{"a", "", nil},
		{"a", "a", nil},
		{"b a", "a", nil},
		{"a", "a a", nil},
		{"a", "a b", []string{"b"}},
		{"a", "c b c a", []string{"b", "c"}},
		{"", "a", []string{"a"}},
	} {
		g := Gate{KeyScope: strings.Fields(c.key), RetryScope: strings.Fields(c.retry)}
		err, mode := g.Verify(), g.DedupMode()
		g.DownstreamIdempotent = true
		if g.Verify() != nil || g.DedupMode() != mode {
			t.Errorf("%+v: the flag must allow the retry, and leave the mode alone", g)
		}
		if c.uncovered == nil {
			if err != nil || mode != KeyScoped {
				t.Errorf("%+v: %v, %s", g, err, mode)
			}
			continue
		}
		u, ok := errors.AsType[*UncoveredError](err)
		if !ok || !reflect.DeepEqual(u.Endpoints, c.uncovered) || mode != DownstreamIdempotencyRequired {
			t.Errorf("%+v: %v, %s; want %v", g, err, mode, c.uncovered)
		}
	}
}

func dims(d ...Dim) Store      { return Store{Dims: d} }
func covers(e ...string) Store { return Store{Covers: e} }
