// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// callsAgain: a function-typed variable or field that can fail is called, and its
// failure does not end the matter: it stands in a loop, another call follows, or the
// function calls itself. An iterator, which stops at the first failure, and a
// predicate, which is asked of one element after the other, are none.
func (d declaration) callsAgain() bool {
	w := &repeats{declaration: d}
	ast.PreorderStack(d.fn.Body, nil, w.node)
	return w.again
}

// repeats looks for calls that are made again.
type repeats struct {
	declaration
	calls   int  // of function values that can fail
	survive bool // one of them failed, and the function went on
	again   bool
}

func (w *repeats) node(n ast.Node, stack []ast.Node) bool {
	switch n := n.(type) {
	case *ast.BranchStmt:
		w.again = w.again || n.Tok == token.GOTO && w.survive
	case *ast.CallExpr:
		switch o := w.callee(n).(type) {
		case *types.Var:
			if sig, ok := o.Type().Underlying().(*types.Signature); ok && flow.Fails(sig) {
				w.call(n, sig, stack)
			}
		case *types.Func:
			w.again = w.again || o.Origin() == w.info.Defs[w.fn.Name] && w.survive
		}
	}
	return !w.again
}

func (w *repeats) call(c *ast.CallExpr, sig *types.Signature, stack []ast.Node) {
	w.calls++
	w.again = w.again || w.survive // another one failed before
	loop := innermostLoop(stack)
	if oneStatus(sig) && w.endsIt(c, stack) || loop != nil && predicate(sig) && w.usesVarOf(c, loop) {
		return
	}
	w.survive = true
	w.again = w.again || loop != nil || w.calls > 1
}

// innermostLoop returns the loop around the end of a stack, or nil.
func innermostLoop(stack []ast.Node) ast.Node {
	for i := len(stack) - 1; i >= 0; i-- {
		switch stack[i].(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return stack[i]
		case *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// oneStatus reports whether a function says in one way alone that it failed: one that
// returns (done bool, err error) is called again also if there was no error.
func oneStatus(sig *types.Signature) bool {
	bools := 0
	for i := range sig.Results().Len() {
		if isBool(sig.Results().At(i).Type()) {
			bools++
		}
	}
	return bools == 0 || sig.Results().Len() == 1
}

func predicate(sig *types.Signature) bool {
	return sig.Results().Len() == 1 && isBool(sig.Results().At(0).Type())
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// usesVarOf reports whether a call is given a variable of the loop's own clause.
func (w *repeats) usesVarOf(c *ast.CallExpr, loop ast.Node) bool {
	vars := map[types.Object]bool{}
	define := func(e ast.Node) {
		if id, ok := e.(*ast.Ident); ok && w.info.Defs[id] != nil {
			vars[w.info.Defs[id]] = true
		}
	}
	switch l := loop.(type) {
	case *ast.RangeStmt:
		define(l.Key)
		define(l.Value)
	case *ast.ForStmt:
		if as, ok := l.Init.(*ast.AssignStmt); ok {
			for _, e := range as.Lhs {
				define(e)
			}
		}
	}
	uses := false
	for _, a := range c.Args {
		ast.Inspect(a, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && vars[w.info.Uses[id]] {
				uses = true
			}
			return !uses
		})
	}
	return uses
}

// endsIt reports whether the function is seen to return, or to leave the loop, if
// the call fails, or not to care.
func (w *repeats) endsIt(c *ast.CallExpr, stack []ast.Node) bool {
	var e ast.Node = c
	for i := len(stack) - 1; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.ParenExpr:
			e = p
		case *ast.UnaryExpr, *ast.BinaryExpr:
			e = p
		case *ast.ReturnStmt, *ast.GoStmt, *ast.DeferStmt, *ast.ExprStmt:
			return true
		case *ast.IfStmt:
			return p.Cond == e && failed(p.Cond, nil) && leaves(p.Body, stack[:i])
		case *ast.AssignStmt:
			if i == 0 {
				return false
			}
			next, ok := after(stack[i-1], p).(*ast.IfStmt)
			return ok && failed(next.Cond, p.Lhs) && leaves(next.Body, stack[:i])
		default:
			return false
		}
	}
	return false
}

// after returns the statement that is executed after s.
func after(parent ast.Node, s ast.Stmt) ast.Stmt {
	var list []ast.Stmt
	switch p := parent.(type) {
	case *ast.IfStmt:
		if p.Init == s {
			return p
		}
	case *ast.BlockStmt:
		list = p.List
	case *ast.CaseClause:
		list = p.Body
	case *ast.CommClause:
		list = p.Body
	}
	for i, x := range list {
		if x == s && i+1 < len(list) {
			return list[i+1]
		}
	}
	return nil
}

// failed reports whether a condition says no more than that a call failed: x != nil
// or !x, of the call itself or of one of the variables that hold its results.
func failed(cond ast.Expr, results []ast.Expr) bool {
	of := func(e ast.Expr) bool {
		e = ast.Unparen(e)
		if _, ok := e.(*ast.CallExpr); ok {
			return results == nil
		}
		id, ok := e.(*ast.Ident)
		if !ok {
			return false
		}
		for _, r := range results {
			if x, ok := r.(*ast.Ident); ok && x.Name == id.Name {
				return true
			}
		}
		return false
	}
	switch x := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return x.Op == token.NOT && of(x.X)
	case *ast.BinaryExpr:
		id, ok := ast.Unparen(x.Y).(*ast.Ident)
		return x.Op == token.NEQ && ok && id.Name == "nil" && of(x.X)
	}
	return false
}

// leaves reports whether a block within stack ends with a return, or leaves the loop
// around it, and does not begin the loop anew before.
func leaves(b *ast.BlockStmt, stack []ast.Node) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
	case *ast.BranchStmt:
		if s.Tok != token.BREAK || s.Label == nil && !breaksLoop(stack) {
			return false
		}
	default:
		return false
	}
	stays := false
	ast.Inspect(b, func(n ast.Node) bool {
		if s, ok := n.(*ast.BranchStmt); ok && s.Tok != token.BREAK {
			stays = true
		}
		return !stays
	})
	return !stays
}

// breaksLoop reports whether a break at the end of a stack leaves a loop.
func breaksLoop(stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch stack[i].(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return false
		}
	}
	return false
}
