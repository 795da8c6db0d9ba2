// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/idemscope/idemscope/analyzer/rule"
)

// mark says what of the code a finding is about, if that is not known yet.
func (u *unit) mark(f *rule.Finding) {
	if f.Start.IsValid() {
		return
	}
	f.Start, f.End = u.span(f.Pos)
	f.Related = slices.Clone(f.Related)
	for i := range f.Related {
		r := &f.Related[i]
		r.Start, r.End = u.span(r.Pos)
	}
}

// span returns the code that a position stands for, so that an editor can mark it: SSA
// has the parenthesis of a call, and the call's name and arguments are what is meant. It
// stays in the position's line, since an ignore, a nolint or a baseline goes by lines. A
// position outside this package's files has no end: of others some drivers know no
// columns.
func (u *unit) span(pos token.Pos) (start, end token.Pos) {
	_, path := rule.Path(u.pass.Files, pos)
	line := func(p token.Pos) int { return u.pass.Fset.PositionFor(p, false).Line }
	for _, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen != pos {
				continue
			}
			if name := lastName(n.Fun); name != nil && line(name.Pos()) == line(pos) {
				start, end = name.Pos(), name.End()
			}
			if line(n.Rparen) == line(pos) {
				end = n.Rparen + 1
			}
			if start == token.NoPos && end != token.NoPos {
				start = pos
			}
			if start != token.NoPos {
				return start, end
			}
			return pos, token.NoPos
		case *ast.CompositeLit:
			if n.Lbrace != pos {
				continue
			}
			if start = n.Lbrace; line(n.Pos()) == line(pos) {
				start = n.Pos()
			}
			if line(n.End()) == line(pos) {
				return start, n.End()
			}
			return start, n.Lbrace + 1
		case *ast.Ident, *ast.BasicLit:
			return pos, n.End()
		case ast.Expr, *ast.AssignStmt:
			if n.Pos() == pos && line(n.End()) == line(pos) {
				return pos, n.End()
			}
		case *ast.BlockStmt:
			return pos, token.NoPos
		}
	}
	return pos, token.NoPos
}

// lastName is the identifier that names a function: Post of client.orders.Post.
func lastName(fun ast.Expr) *ast.Ident {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	case *ast.IndexExpr:
		return lastName(fun.X)
	case *ast.IndexListExpr:
		return lastName(fun.X)
	}
	return nil
}
