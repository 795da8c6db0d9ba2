// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"encoding/binary"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// env is what is known at one point of a walk: of SSA values, of parts of tuples, and of
// what locations hold. There are few entries in most, and one is copied at each step.
type env struct {
	a     *Analysis
	known []entry // by id
}

type entry struct {
	key any
	id  int // of the key; the same in one analysis
	fact
}

type tupleKey struct {
	v ssa.Value
	i int
}

// of returns what is known of something.
func (e *env) of(key any) (fact, bool) {
	if e != nil {
		for i := range e.known {
			if e.known[i].key == key {
				return e.known[i].fact, true
			}
		}
	}
	return fact{}, false
}

func (e *env) set(key any, fa fact) {
	for i := range e.known {
		if e.known[i].key == key {
			e.known[i].fact = fa
			return
		}
	}
	id := e.a.id(key)
	at, _ := slices.BinarySearchFunc(e.known, id, func(x entry, id int) int { return x.id - id })
	e.known = slices.Insert(e.known, at, entry{key, id, fa})
}

func (e *env) forget(key any) {
	for i := range e.known {
		if e.known[i].key == key {
			e.known = slices.Delete(e.known, i, i+1)
			return
		}
	}
}

// note sets what is known, or forgets it if that is nothing.
func (e *env) note(key any, fa fact) {
	if fa.kind != 0 {
		e.set(key, fa)
	} else {
		e.forget(key)
	}
}

func (e *env) clone() *env {
	n := &env{a: e.a, known: make([]entry, len(e.known), len(e.known)+4)}
	copy(n.known, e.known)
	return n
}

// appendTo appends what tells one env from another.
func (e *env) appendTo(b []byte) []byte {
	for i := range e.known {
		b = binary.AppendUvarint(b, uint64(e.known[i].id))
		b = append(b, byte(e.known[i].kind))
		b = binary.AppendVarint(b, e.known[i].n)
	}
	return b
}
