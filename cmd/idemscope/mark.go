// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// A mark tells one finding from the others of its file even after lines have moved: the
// rule, the function, the text of the line, and which of those that are alike in all of
// that. It changes when the line is edited or the function has another name, since then
// somebody has looked at it.
type mark struct {
	Function string // as in (*Client).Charge, "" outside functions
	Text     string // of the line, with one space where there is white space
	Print    string // the fingerprint, of rule, function and text: 16 digits
}

// marks returns the mark of each finding, in the order of the report.
func (r *report) marks(src *source) []mark {
	functions := map[string][]span{}
	seen := map[string]int{}
	out := make([]mark, len(r.Findings))
	for i, f := range r.Findings {
		spans, ok := functions[f.File]
		if !ok {
			spans = spansOf(src.read(f.File).all)
			functions[f.File] = spans
		}
		m := &out[i]
		for _, s := range spans {
			if s.first <= f.Line && f.Line <= s.last {
				m.Function = s.name
			}
		}
		line := src.read(f.File).line(f.Line)
		line = line[:min(len(line), maxMarked)]
		m.Text = strings.Join(strings.Fields(line), " ")
		like := strings.Join([]string{f.Rule, m.Function, m.Text}, "\x00")
		seen[f.File+"\x00"+like]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", like, seen[f.File+"\x00"+like]))
		m.Print = hex.EncodeToString(sum[:8])
	}
	return out
}

// span is where a function stands in its file.
type span struct {
	name        string
	first, last int
}

// maxMarked is how much of a line counts, in bytes: of a longer one, many findings may be in it.
const maxMarked = 4 << 10

// spansOf returns the functions that a file declares, as far as it can be parsed.
func spansOf(text string) []span {
	fset := token.NewFileSet()
	syntax, _ := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if syntax == nil {
		return nil
	}
	line := func(p token.Pos) int { return fset.PositionFor(p, false).Line }
	var out []span
	for _, d := range syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			out = append(out, span{functionName(fn), line(fn.Pos()), line(fn.End())})
		}
	}
	return out
}

// functionName is the name of a function, with its receiver's type if it has one.
func functionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t, star := fn.Recv.List[0].Type, ""
	for {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			t, star = x.X, "*"
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return "(" + star + x.Name + ")." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}
