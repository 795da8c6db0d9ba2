// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestStepsAreAll finds all that this package says of related places, and that each is
// known to be a step or an explanation.
func TestStepsAreAll(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, message := range relatedMessages(t, file) {
			said[message] = true
			if _, step := Step(message); step == slices.Contains(explanations, message) {
				t.Errorf("%s: %q is to be in one of steps and explanations", name, message)
			}
		}
	}
	for message := range steps {
		if !said[message] {
			t.Errorf("nothing says %q any more", message)
		}
	}
	for _, message := range explanations {
		if !said[message] {
			t.Errorf("nothing says %q any more", message)
		}
	}
}

// relatedMessages are the messages of the literals Related{…} and []Related{{…}} of a file.
func relatedMessages(t *testing.T, file *ast.File) []string {
	var out []string
	isRelated := func(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Name == "Related" }
	read := func(lit *ast.CompositeLit) {
		for _, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok || kv.Key.(*ast.Ident).Name != "Message" {
				continue
			}
			text, ok := kv.Value.(*ast.BasicLit)
			if !ok {
				t.Errorf("a related place has no constant message")
				continue
			}
			message, err := strconv.Unquote(text.Value)
			if err != nil {
				t.Error(err)
			}
			out = append(out, message)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if isRelated(lit.Type) {
			read(lit)
		}
		if list, ok := lit.Type.(*ast.ArrayType); ok && isRelated(list.Elt) {
			for _, e := range lit.Elts {
				if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
					read(inner)
				}
			}
		}
		return true
	})
	return out
}
