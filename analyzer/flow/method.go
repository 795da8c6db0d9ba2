// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Many clients send again only what reads, or what HTTP calls idempotent. A walk
// therefore takes the method of a request for POST: where a condition asks for it, the
// way goes on as for a POST, and attempts to which no such way leads need no key.

const post = "POST"

// isMethod reports whether a value is the method of an HTTP request: that field of a
// request, or a text from which the function makes one. What a function makes from a text is not
// asked where it is only looked into: that is known only once it has a summary.
func (w *walk) isMethod(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		fa, ok := v.X.(*ssa.FieldAddr)
		if !ok || v.Op != token.MUL {
			return false
		}
		fv := fieldVar(fa.X.Type(), fa.Field)
		return fv != nil && fv.Name() == "Method" && typeName(fa.X.Type()) == "net/http.Request"
	case *ssa.Parameter, *ssa.FreeVar:
		return w.depth == 0 && isString(v.Type()) && w.f.methods()[w.f.eval(v).Strip()]
	}
	return false
}

// methods lists the methods of the requests that the function sends.
func (f *frame) methods() map[*Value]bool {
	if f.sentBy == nil && f.found != nil { // asked of each parameter at each step of a walk
		f.sentBy = map[*Value]bool{}
		for _, s := range f.found {
			for _, sd := range s.sends {
				if sd.Method != nil {
					f.sentBy[sd.Method.Strip()] = true
				}
			}
		}
	}
	return f.sentBy
}

// comparesMethod decides a comparison of a method with a constant.
func (w *walk) comparesMethod(b *ssa.BinOp, e *env) fact {
	if b.Op != token.EQL && b.Op != token.NEQ {
		return fact{}
	}
	x, y := b.X, b.Y
	if _, ok := x.(*ssa.Const); ok {
		x, y = y, x
	}
	c, ok := y.(*ssa.Const)
	if !ok || w.value(x, e).kind != posted {
		return fact{}
	}
	text, ok := constText(c)
	if !ok {
		return fact{}
	}
	return truth((text == post) == (b.Op == token.EQL))
}

// asksMethod reports whether a function of these arguments may look at a method.
func (w *walk) asksMethod(args []ssa.Value, e *env) bool {
	for _, a := range args {
		if fa, _ := e.of(a); typeName(a.Type()) == "net/http.Request" || w.isMethod(a) || fa.kind == posted {
			return true
		}
	}
	return false
}

// forPosts reports whether a site at which requests are sent is reached by those that
// are a POST.
func (f *frame) forPosts(s *site) bool {
	asked := false
	for _, sd := range s.sends {
		if sd.overHTTP() && sd.Method != nil {
			method, known := sd.method()
			asked = asked || !known || method != post
		}
	}
	if !asked {
		return true
	}
	if f.posts == nil {
		f.posts = map[ssa.Instruction]bool{}
		w := newWalk(f, nil)
		w.run()
		f.postsAll = w.cut
		for _, st := range w.order {
			for _, h := range st.hits {
				f.posts[h] = true
			}
		}
	}
	return f.postsAll || f.posts[s.instr]
}
