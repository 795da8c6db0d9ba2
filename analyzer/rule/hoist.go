// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// Source is a package's syntax, for the fixes.
type Source struct {
	Fset  *token.FileSet
	Files []*ast.File
	Info  *types.Info
}

// hoist moves the making of a key in front of the code that is retried, where that
// is certain to be right and to compile: the making is a statement of its own,
//
//	key := newKey()
//
// in the one loop, or directly in the one function literal, that is repeated; it
// uses nothing that is declared or changed in there; and nobody else sets the key.
func (s *Source) hoist(made, send token.Pos) []analysis.SuggestedFix {
	file, path := Path(s.Files, made)
	def, at := definition(path)
	if def == nil {
		return nil
	}
	region, target := s.retried(path[at:])
	if region == nil || send < region.Pos() || send >= region.End() {
		return nil
	}
	next := following(path[at+1], def)
	if next == nil || s.commented(file, def.Pos(), next.Pos()) {
		return nil
	}
	name := def.Lhs[0].(*ast.Ident)
	obj := s.Info.Defs[name]
	if obj == nil || !s.free(name.Name, target, obj) || s.assigned(region, obj, def) || !s.outside(def.Rhs[0], region) {
		return nil
	}
	var text bytes.Buffer
	if printer.Fprint(&text, s.Fset, def) != nil || strings.Contains(text.String(), "\n") {
		return nil
	}
	indent := strings.Repeat("\t", max(0, s.Fset.Position(target.Pos()).Column-1))
	return []analysis.SuggestedFix{{
		Message: "Make the key once, before the first attempt",
		TextEdits: []analysis.TextEdit{
			{Pos: target.Pos(), End: target.Pos(), NewText: []byte(text.String() + "\n" + indent)},
			{Pos: def.Pos(), End: next.Pos()},
		},
	}}
}

// Declaration returns the file in which a position is, and the declaration; nil if it is in none.
func Declaration(files []*ast.File, pos token.Pos) (*ast.File, ast.Decl) {
	for _, f := range files {
		if pos < f.FileStart || f.FileEnd <= pos {
			continue
		}
		for _, d := range f.Decls {
			if d.Pos() <= pos && pos < d.End() {
				return f, d
			}
		}
		return f, nil
	}
	return nil, nil
}

// Path lists the syntax around a position in some files, the innermost first, and returns the file.
func Path(files []*ast.File, pos token.Pos) (*ast.File, []ast.Node) {
	f, d := Declaration(files, pos)
	if d == nil {
		return f, nil
	}
	bare := *f // a file of many declarations is searched for long
	bare.Decls, bare.Comments = []ast.Decl{d}, nil
	path, _ := astutil.PathEnclosingInterval(&bare, pos, pos)
	return f, path
}

// definition finds the statement `key := gen()` around a position, and its place in the path.
func definition(path []ast.Node) (*ast.AssignStmt, int) {
	for i, n := range path {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.BlockStmt:
			return nil, 0
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE || len(n.Lhs) != 1 || len(n.Rhs) != 1 || i+1 >= len(path) {
				return nil, 0
			}
			if _, ok := n.Lhs[0].(*ast.Ident); !ok {
				return nil, 0
			}
			if _, ok := path[i+1].(*ast.BlockStmt); !ok {
				return nil, 0
			}
			return n, i
		}
	}
	return nil, 0
}

// retried finds the one loop or function literal around a statement, and the
// statement in front of which the key is to be made.
func (s *Source) retried(path []ast.Node) (region ast.Node, target ast.Stmt) {
	for i, n := range path {
		switch n := n.(type) {
		case *ast.RangeStmt, *ast.ForStmt:
			if region != nil || !s.counts(n) {
				return nil, nil
			}
			region, target = n, n.(ast.Stmt)
			if i+1 < len(path) {
				if l, ok := path[i+1].(*ast.LabeledStmt); ok {
					target = l
				}
			}
		case *ast.FuncLit:
			if region != nil {
				return region, target // the literal around the loop does not matter
			}
			region = n
		case ast.Stmt:
			if region != nil && target == nil {
				if _, block := n.(*ast.BlockStmt); block {
					return nil, nil
				}
				if i+1 < len(path) && inBlock(path[i+1]) {
					target = n
				}
			}
		case *ast.FuncDecl:
			return region, target
		}
	}
	return nil, nil
}

// counts reports whether each turn of a loop may be about the same thing: it ranges over
// no collection, but a number at most.
func (s *Source) counts(loop ast.Node) bool {
	r, ok := loop.(*ast.RangeStmt)
	if !ok {
		return true
	}
	t := s.Info.TypeOf(r.X)
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func inBlock(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// following returns the statement after one in its block.
func following(block ast.Node, s ast.Stmt) ast.Stmt {
	b, ok := block.(*ast.BlockStmt)
	if !ok {
		return nil
	}
	for i, x := range b.List {
		if x == s && i+1 < len(b.List) {
			return b.List[i+1]
		}
	}
	return nil
}

func (s *Source) commented(f *ast.File, from, to token.Pos) bool {
	for _, g := range f.Comments {
		if g.Pos() >= from && g.Pos() < to {
			return true
		}
	}
	return false
}

// free reports whether a name can be declared in front of a statement without
// hiding or repeating another.
func (s *Source) free(name string, target ast.Stmt, obj types.Object) bool {
	inner := s.Info.Scopes[target]
	var scope *types.Scope
	if inner != nil {
		scope = inner.Parent()
	} else {
		scope = obj.Pkg().Scope().Innermost(target.Pos())
	}
	if scope == nil || scope.Lookup(name) != nil {
		return false
	}
	_, old := scope.LookupParent(name, token.NoPos)
	return old == nil
}

// assigned reports whether the variable is set, or its address taken, beside its definition.
func (s *Source) assigned(region ast.Node, obj types.Object, def *ast.AssignStmt) bool {
	found := false
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && s.Info.ObjectOf(id) == obj
	}
	ast.Inspect(region, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if n != def && is(l) {
					found = true
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && is(n.X) {
				found = true
			}
		case *ast.IncDecStmt:
			found = found || is(n.X)
		}
		return !found
	})
	return found
}

// outside reports whether an expression is a call that uses nothing of the region: only
// packages, constants, types and functions that are declared elsewhere.
func (s *Source) outside(e ast.Expr, region ast.Node) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.Ident:
			o := s.Info.ObjectOf(n)
			if o != nil && region.Pos() <= o.Pos() && o.Pos() < region.End() {
				ok = false
			}
			switch o := o.(type) {
			case *types.Var:
				ok = ok && o.IsField()
			case *types.Func, *types.PkgName, *types.Const, *types.TypeName, *types.Builtin, *types.Nil:
			default:
				ok = false
			}
		}
		return ok
	})
	return ok
}
