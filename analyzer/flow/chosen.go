// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import "strings"

// A method of an interface may be that of several types, and a function value one of several
// functions. Which one it is, the receiver or the value decides: two calls of the same value
// reach the same function, so that a send that is made through one is never retried by one
// that is made through another. A send therefore remembers through what it was reached,
// and of which values it was the choice. These are values as others are: callers put theirs
// in, and facts carry them.

// chosenName is the Name of a Derive that says of its argument which type it has, or which
// function it is.
const chosenName = "is "

// reachedThrough records that sends are made by the method of a type on a receiver, or by a
// function that a value is.
func (f *frame) reachedThrough(sends []*Send, recv *Value, what string) {
	if recv = recv.Strip(); recv == nil || recv.Kind == Const {
		return // empty structs of all types are one constant
	}
	is := f.a.in.of(Value{Kind: Derive, Name: chosenName + what, Args: []*Value{recv}})
	for _, sd := range sends {
		if len(sd.Chosen) < maxChosen {
			sd.Chosen = append(sd.Chosen[:len(sd.Chosen):len(sd.Chosen)], is)
		}
	}
}

// maxChosen bounds how many choices of a send are remembered: each is an interface behind
// an interface.
const maxChosen = 4

// excludes reports whether two sends are never made both, since they are reached through
// different types of the same receiver. The second one's receivers are those of the time
// of the second attempt.
func (s *Send) excludes(b *Send) bool {
	for _, x := range s.Chosen {
		for _, y := range b.Chosen {
			if x.Name != y.Name && x.isChoice() && y.isChoice() && x.Args[0] == y.Args[0] {
				return true
			}
		}
	}
	return false
}

// excluded is excludes for a second attempt that is reached on some ways.
func (f *frame) excluded(a, b *Send, ways *paths) bool {
	if len(a.Chosen) == 0 || len(b.Chosen) == 0 {
		return false
	}
	second := *b
	second.Chosen = f.a.chosenOf(b, newResolver(ways).resolve)
	return a.excludes(&second)
}

// isChoice reports whether a value says which type its argument has, and that argument is
// one of which that can be said: not a constant that a caller has put in.
func (v *Value) isChoice() bool {
	return v.Kind == Derive && strings.HasPrefix(v.Name, chosenName) && len(v.Args) == 1 && v.Args[0].Kind != Const
}

// chosenOf rewrites the receivers of a send's choices.
func (a *Analysis) chosenOf(sd *Send, rewrite func(*Value) *Value) []*Value {
	var out []*Value
	for _, c := range sd.Chosen {
		recv := rewrite(c.Args[0]).Strip()
		out = append(out, a.in.of(Value{Kind: Derive, Name: c.Name, Args: []*Value{recv}}))
	}
	return out
}
