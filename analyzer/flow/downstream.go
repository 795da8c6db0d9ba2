// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import "go/types"

// downstream records that it is harmless if what is sent here is executed twice.
func (s *site) downstream() {
	for _, sd := range s.sends {
		sd.Downstream = true
	}
	for _, p := range s.pairs {
		p.A.Downstream, p.B.Downstream = true, true
	}
}

// harmless reports whether a contract says that it is harmless to run the function twice,
// or the one around a literal.
func (f *frame) harmless() bool {
	o, ok := enclosing(f.fn).Object().(*types.Func)
	if !ok {
		return false
	}
	c := f.a.contractOf(o.Origin())
	return c != nil && c.Downstream != nil
}
