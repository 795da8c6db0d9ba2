// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

func parse(t *testing.T, src string) (*token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return fset, f
}

// TestTells lists what brings a key to those who name it.
func TestTells(t *testing.T) {
	fset, f := parse(t, `package p
type Order struct { ID string; IdempotencyKey string }
type Batch struct { Orders []*Order; Size int }
type Instance struct { ID, ClientToken string }
type hidden struct { idempotencyKey string }
type Plain struct { Name string; In Batch; Self *Plain }
type Sender interface { Send(idempotencyKey string) error; Close() error }
func Pay(order, idempotencyKey string) error { return nil }
func New() (Order, error) { return Order{}, nil }
func Headers() map[string]string { return nil }
func Any() any { return nil }
func With(f func(o *Order) error) error { return nil }
func Map(f func(n int) error) error { return nil }
func Get(id string) (*Instance, error) { return nil, nil }
func Hidden() hidden { return hidden{} }
func Count() int { return 0 }
func (Plain) Body() []byte { return nil }
func (Plain) Len() int { return 0 }
type Setter interface { Set(name, value string) }
type Mover interface { Move(from, to string) error }
func Sign(s Setter) {}
func Use(m Mover, o *Plain) {}
func Fill(h map[string]bool) {}
func Pair() (name, value string) { return }
func Builder() func() (*Order, error) { return nil }
func Head() struct{ H map[string]string } { return struct{ H map[string]string }{} }
func lower() Order { return Order{} }
const Name = "Idempotency-Key"
const Other = "Content-Type"
var Default = "x"
var Sizes []int
`)
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, g := NewGated(Settings{})
	m, wires := g.Tells("p", pkg, nil)
	// What gives an order, of which one is in a batch and in a plain thing, gives its key.
	const want = "Any Body Builder Default Fill Head Headers In Name New Orders Pair Pay Self Send Sign With"
	if got := strings.Join(m.Names, " "); got != want || m.Any || wires {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestQuietFiles(t *testing.T) {
	m := Mentions{Names: []string{"Charge", "Headers"}}
	for src, want := range map[string]bool{
		"package main":                                   true,
		"package p":                                      false, // it may have importers
		"package main; func f() { g(1) }":                true,
		"package main; func f(c C) { c.Charge() }":       false,
		"package main; import q \"m/Charge\"; var x q.T": true,
		"package main; // Charge\nfunc f() {}":           true,
		"package main; func (c *C) m() { Headers() }":    false,
		"package main; func g() { var Charge int }":      false,
	} {
		_, f := parse(t, src)
		if got := Quiet([]*ast.File{f}, m); got != want {
			t.Errorf("%s: quiet %t", src, got)
		}
	}
	_, f := parse(t, "package main")
	if Quiet([]*ast.File{f}, Mentions{Any: true}) {
		t.Error("anything may be named, and the package is quiet")
	}
}

func TestMentions(t *testing.T) {
	var m Mentions
	m.Add([]string{"b", "a", "b"}, false)
	m.Add([]string{"a"}, false)
	if got := strings.Join(m.Names, " "); got != "a b" || m.Any {
		t.Errorf("%+v", m)
	}
	var many []string
	for i := range maxMentions {
		many = append(many, "x"+strings.Repeat("y", i%50)+string(rune('A'+i%26))+strings.Repeat("z", i/50))
	}
	if m.Add(many, false); !m.Any || m.Names != nil {
		t.Errorf("%d names are kept, any %t", len(m.Names), m.Any)
	}
	m = Mentions{}
	if m.Add([]string{"a"}, true); !m.Any || m.Names != nil {
		t.Errorf("%+v", m)
	}
}

func TestDeclared(t *testing.T) {
	_, f := parse(t, "package p; func A() {}; func b() {}; type I interface { C(); d(); E }; type S struct { F int }; func (S) G() {}; var V = func() { type J interface { H() } }")
	if got := strings.Join(Declared([]*ast.File{f}).Names, " "); got != "A C G H" {
		t.Errorf("got %s", got)
	}
}
