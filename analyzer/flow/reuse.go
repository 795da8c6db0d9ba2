// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Reuse is one key in two operations: B is reached after A has succeeded, with the
// same key, at the same endpoint, and does something else. Only what is declared to
// send counts: a call that takes something named like a key may as well be one of the
// store itself, which reserves the key first and completes it later.
//
// A key that an SDK writes into the object that it was given is one the caller does not
// know of: whoever hands the object over again for the same operation wants it done again.
type Reuse struct{ A, B *Send }

// Reuses finds the keys of this function that go into a second operation.
func (f Function) Reuses() []Reuse {
	defer func() { f.f.walks = nil }()
	var found []reuse
	for _, sa := range f.f.found {
		from, ok := sa.instr.(*ssa.Call)
		if !ok || len(sa.sends) == 0 || len(sa.sends) > 4 || !f.leadsToOther(from, sa) {
			continue
		}
		success, _ := f.f.outcomesOf(from)
		trips, ok := f.f.trips(from, success, func(*terms) {})
		if !ok {
			break
		}
		reached := merged(trips)
		for _, sb := range f.f.found {
			p := reached[sb.instr]
			if p == nil || len(sb.sends) > 4 {
				continue
			}
			for _, a := range sa.sends {
				for _, b := range sb.sends {
					if (sa != sb || a.Key.BySDK()) && f.reused(a, b, p) {
						found = append(found, reuse{Reuse{a, b}, from})
					}
				}
			}
		}
	}
	return f.f.firstReuses(found)
}

// reuse is a Reuse, and the call that sends A.
type reuse struct {
	Reuse
	from *ssa.Call
}

// firstReuses leaves out where a key goes back to the operation that had it in the first place: it
// is taken for a repetition of that one, which it is.
func (f *frame) firstReuses(found []reuse) []Reuse {
	var out []Reuse
	for _, r := range found {
		goesBack := slices.ContainsFunc(found, func(q reuse) bool {
			return q.B == r.A && q.A.Op == r.B.Op && !otherOperation(q.A, r.B) && before(f, q.from, r.from)
		})
		if !goesBack {
			out = append(out, r.Reuse)
		}
	}
	return out
}

func (f Function) leadsToOther(from *ssa.Call, sa *site) bool {
	for _, sb := range f.f.found {
		if (sb != sa || sa.sends[0].Key.BySDK()) && len(sb.sends) > 0 && f.f.leadsTo(from, sb.instr) {
			return true
		}
	}
	return false
}

func (f Function) reused(a, b *Send, p *paths) bool {
	if !a.Declared || !b.Declared || a.Reads() || b.Reads() || a.Deletes() || b.Deletes() || !f.Evident(a) || !f.Evident(b) {
		return false
	}
	if k := a.Key.Strip(); k.Kind == Const || k.Kind == Join || k.Kind == Phi || !otherOperation(a, b) && !k.BySDK() {
		return false
	}
	fr := f.f
	for made := range fr.makings(b.Key, p) {
		if p.remakes(made) {
			return false
		}
	}
	r := newResolver(p)
	if r.resolve(b.Key).Strip() != a.Key.Strip() {
		return false
	}
	return fr.a.relate(a.Endpoint, r.resolve(b.Endpoint)) == Same
}

// otherOperation reports whether two sends are known to do different things: other
// callees, or other methods or constant paths of HTTP requests.
func otherOperation(a, b *Send) bool {
	if a.Op != b.Op {
		return a.Op != httpRequest && b.Op != httpRequest && a.Method == nil && b.Method == nil
	}
	if a.Op != httpRequest || len(a.Payload) < 2 || len(b.Payload) < 2 {
		return false
	}
	pa, oka := a.Payload[1].text1()
	pb, okb := b.Payload[1].text1()
	if !oka || !okb {
		return false
	}
	ma, oka := a.method()
	mb, okb := b.method()
	return oka && okb && (pa != pb || ma != mb)
}

// Operation returns the method and the constant path of an HTTP request, "" for
// another send or a path that is not known.
func (s *Send) Operation() (method, path string) {
	if s.Op != httpRequest || len(s.Payload) < 2 {
		return "", ""
	}
	path, _ = s.Payload[1].text1()
	method, _ = s.method()
	return method, path
}

// Callee returns the name of the function that sends, with its package's.
func (s *Send) Callee() string { return shortName(s.Op) }
