// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestProvesNothingDone has a text for each alternative, and texts that are near: what has none
// of the stems is not even matched.
func TestProvesNothingDone(t *testing.T) {
	for _, text := range []string{
		"IdempotentParameterMismatch", "ErrMismatch", "StatusConflict", "alreadyExists", "Already-Processed", "keyReused", "TOKEN_EXPIRED", "key invalid",
		"invalidKey", "stale_token", "InsufficientInstanceCapacity", "InsufficientCapacity", "OutOfHostCapacity", "OutOfStock", "outofresourcestock", "ErrNotEnough",
		"soldOut", "card_declined", "authorization_pending",
	} {
		if want := nothingDone().MatchString(text); provesNothingDone(text) != want {
			t.Errorf("%s: %v, want %v", text, !want, want)
		} else if !want && text != "InsufficientInstanceCapacity" {
			t.Errorf("%s proves nothing", text)
		}
	}
	for _, text := range []string{"", "isTemporary", "keyboard", "tokenize", "StatusBadGateway", "capacity", "in stock"} {
		if provesNothingDone(text) {
			t.Errorf("%s proves that nothing was done", text)
		}
	}
}

func TestBodySays(t *testing.T) {
	const src = `package p

import ("errors"; "strings")

var ErrKeyConflict, errOther = errors.New(""), errors.New("")

func yes(err error) bool { return errors.Is(err, ErrKeyConflict) }
func contains(err error) bool { return err != nil && strings.Contains(err.Error(), "key already used") }
func one(err error) bool { return errors.Is(err, errOther) || errors.Is(err, ErrKeyConflict) }
func branches(err error) bool { if errors.Is(err, ErrKeyConflict) { return true }; return false }
func cases(code string) bool { switch code { case "IdempotentParameterMismatch", "KeyReused": return true }; return false }
func table(code string) bool { m := map[string]bool{"KeyReused": true}; return m[code] }
func no(err error) bool { return !errors.Is(err, ErrKeyConflict) }
func noBranches(err error) bool { if errors.Is(err, ErrKeyConflict) { return false }; return true }
func noBoth(err error) bool { return err != nil && !errors.Is(err, ErrKeyConflict) }
func noCode(code string) bool { return code != "KeyReused" }
func nothing(err error) bool { return errors.Is(err, errOther) }
`
	pkg := built(t, src)
	for name, want := range map[string]sides{
		"yes": {yes: true}, "contains": {yes: true}, "one": {yes: true}, "branches": {yes: true}, "cases": {yes: true}, "table": {yes: true},
		"no": {no: true}, "noBranches": {no: true}, "noBoth": {no: true}, "noCode": {no: true},
		"nothing": {},
	} {
		if got := (&Analysis{ssapkg: pkg}).bodySays(pkg.Func(name)); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// built is a package in SSA form.
func built(t *testing.T, src string) *ssa.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}
