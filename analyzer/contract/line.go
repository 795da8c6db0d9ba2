// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"go/ast"
	"go/token"
)

// code knows on which lines of a file there is code, which the syntax tree
// tells without the text: every line with a token on it holds the start or the
// end of some node.
type code struct {
	file  *token.File
	first map[int]token.Pos // the first code on a line
	last  int               // the last line with code
	calls map[int]bool      // lines on which the arguments of a call begin, where a call stands
}

func codeOf(fset *token.FileSet, f *ast.File) *code {
	c := &code{file: fset.File(f.Package), first: make(map[int]token.Pos), calls: make(map[int]bool)}
	if c.file == nil {
		return c
	}
	c.mark(f.Package)
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.CommentGroup:
			return false
		case *ast.File:
			return true
		case *ast.ImportSpec, *ast.GenDecl: // their parentheses are ends too
		case *ast.FieldList:
			c.mark(n.Opening)
		case *ast.CallExpr:
			c.calls[c.line(n.Lparen)] = true
		}
		c.mark(n.Pos())
		c.mark(n.End() - 1)
		return true
	})
	return c
}

func (c *code) mark(pos token.Pos) {
	if !pos.IsValid() || int(pos) < c.file.Base() || int(pos) > c.file.Base()+c.file.Size() {
		return
	}
	line := c.file.PositionFor(pos, false).Line
	if old, ok := c.first[line]; !ok || pos < old {
		c.first[line] = pos
	}
	c.last = max(c.last, line)
}

func (c *code) line(pos token.Pos) int { return c.file.PositionFor(pos, false).Line }

// trails reports whether the comment at pos stands behind code.
func (c *code) trails(pos token.Pos) bool {
	if c.file == nil {
		return false
	}
	first, ok := c.first[c.line(pos)]
	return ok && first < pos
}

// meant returns the first code on the line that a comment at pos means: its
// own if it trails, else the next. It is NoPos if nothing follows.
func (c *code) meant(pos token.Pos) token.Pos {
	if c.file == nil {
		return token.NoPos
	}
	if c.trails(pos) {
		return c.first[c.line(pos)]
	}
	for line := c.line(pos) + 1; line <= c.last; line++ {
		if first, ok := c.first[line]; ok {
			return first
		}
	}
	return token.NoPos
}
