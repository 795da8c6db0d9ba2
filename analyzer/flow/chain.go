// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

// In a chain of interceptors each calls the next one. One that makes a key makes it anew
// whenever one above it calls again: the order decides whether a retry has the key of
// the first attempt.

// chain looks at a call that puts interceptors into a chain, the first the outermost.
func (f *frame) chain(s *site, c *call) {
	if len(c.args) == 0 {
		return
	}
	es, all := f.elementsOf(c.args[len(c.args)-1], c.instr)
	if !all {
		return
	}
	retried := false
	for _, e := range es {
		if made := f.keyOfInterceptor(e, c); made != nil && retried {
			sd := &Send{Op: c.name, Key: made, Evidence: true, Declared: true, Place: f.place(c.instr.Pos()), Origin: f.a.posn(c.instr.Pos())}
			s.pairs = append(s.pairs, &Pair{A: sd, B: sd, Key: made, Fresh: made, Self: true, Chained: Interceptor, Closed: true, Place: sd.Place})
		}
		retried = retried || f.retriesNext(e, c)
	}
}

// retriesNext reports whether an interceptor calls the next one again.
func (f *frame) retriesNext(e *Value, c *call) bool {
	s := e.Strip()
	if isMade(s) {
		_, m := f.a.makerOf(s)
		return m != nil && m.Retries
	}
	for _, fv := range f.functions(s, c.instr) {
		if sum := f.summaryOf(fv); sum != nil {
			for _, inv := range sum.Invokes {
				if inv.Retry && nextOf(inv.Fn, c.known.Arg) {
					return true
				}
			}
		}
	}
	return false
}

// nextOf reports whether a function is the parameter that calls the next interceptor.
func nextOf(fn *Value, param int) bool {
	s := fn.Strip()
	return s.Kind == Param && s.Index == param
}

// keyOfInterceptor is the key that an interceptor makes for each call of it, nil if it
// makes none, or only where there is none yet.
func (f *frame) keyOfInterceptor(e *Value, c *call) *Value {
	for _, fv := range f.functions(e.Strip(), c.instr) {
		sum := f.summaryOf(fv)
		if sum == nil {
			continue
		}
		calls := false
		for _, inv := range sum.Invokes {
			calls = calls || nextOf(inv.Fn, c.known.Arg)
		}
		if v := sum.keyPut(); calls && v != nil {
			n := *v
			n.At = c.instr
			if !sum.Literal {
				n.Pos = c.instr.Pos()
			}
			return f.a.in.of(n)
		}
	}
	return nil
}

// keyPut is the key that a function makes in each call and puts under a carrier's name
// into what it was given; nil if it puts none.
func (s *Summary) keyPut() *Value {
	for _, eff := range s.Effects {
		if eff.Loc.Kind == Entry && eff.Loc.Name == keyEntry && eff.Val != nil && eff.Val.Strip().madeEachTime() {
			return eff.Val.Strip()
		}
	}
	return nil
}

// madeEachTime reports whether a value is a key that is made anew in each call.
func (v *Value) madeEachTime() bool { return v.makesAnew() && v.Class != Client }
