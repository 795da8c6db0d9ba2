// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// change is what an edit has done to a package's text.
type change struct {
	old, new *layout
	to       []map[int]moved // for each file: where the old pieces that are left have gone
	changed  map[string]bool // functions whose text is another one, and those that came or went
	added    map[string]bool // of them, those that came
	removed  map[string]bool
}

// moved is a piece that is left, as another one with the same text at its beginning and at
// its end. Of one that has not changed all is its beginning.
type moved struct {
	to             int
	before, behind int // bytes
}

// changeOf compares two layouts. It returns nil if more has changed than what stands in
// functions, or may have: a declaration, a signature, a directive, a method that came.
func changeOf(old, new *layout) *change {
	c := &change{old: old, new: new, changed: map[string]bool{}, added: map[string]bool{}, removed: map[string]bool{}}
	if len(old.files) != len(new.files) {
		return nil
	}
	for i := range new.files {
		if !c.file(&old.files[i], &new.files[i]) {
			return nil
		}
	}
	for name := range c.added {
		if c.removed[name] {
			return nil // it has changed its place
		}
		c.changed[name] = true
	}
	for name := range c.removed {
		c.changed[name] = true
	}
	return c
}

// file compares two files piece by piece. Functions may come and go, but not change places,
// and there is a piece at the beginning and at the end that is none.
func (c *change) file(old, new *fileLayout) bool {
	to := map[int]moved{}
	c.to = append(c.to, to)
	k := 0
	for i := range old.pieces {
		o := &old.pieces[i]
		if _, stays := new.index[o.key]; o.function() && !stays {
			if !freely(o) {
				return false
			}
			c.removed[o.name] = true
			continue
		}
		for ; k < len(new.pieces) && new.pieces[k].key != o.key; k++ { // what came in front of it
			n := &new.pieces[k]
			if _, was := old.index[n.key]; was || !n.function() || !freely(n) {
				return false
			}
			c.added[n.name] = true
		}
		if k == len(new.pieces) {
			return false
		}
		n := &new.pieces[k]
		switch {
		case o.text == n.text && o.line != n.line && o.told():
			return false // contracts name their lines
		case o.text == n.text:
			to[i] = moved{to: k, before: len(o.text)}
		case strings.TrimSpace(o.text+n.text) == "":
		case !o.function() || o.head != n.head || o.told() || n.told():
			return false
		default:
			c.changed[o.name] = true
			before := commonPrefix(o.text, n.text)
			to[i] = moved{k, before, commonSuffix(o.text[before:], n.text[before:])}
		}
		k++
	}
	return true
}

// freely reports whether a function can come or go without a change of what others mean: it
// is no method, and nothing else has its name.
func freely(p *piece) bool {
	return !p.told() && !strings.Contains(p.name, ".") && types.Universe.Lookup(p.name) == nil
}

func commonPrefix(x, y string) int {
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

func commonSuffix(x, y string) int {
	n := 0
	for n < len(x) && n < len(y) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}

// pos is where a position has gone, NoPos if nobody knows.
func (c *change) pos(p token.Pos) token.Pos {
	i, k, at := c.old.find(p)
	if i < 0 {
		return p // in another package
	}
	m, ok := c.to[i][k]
	if !ok {
		return token.NoPos
	}
	was, is := &c.old.files[i].pieces[k], &c.new.files[i].pieces[m.to]
	if at, ok = m.byte(was, is, at-was.start); !ok {
		return token.NoPos
	}
	return c.new.files[i].start + token.Pos(is.start+at)
}

// byte is where a byte of a piece has gone.
func (m moved) byte(was, is *piece, at int) (int, bool) {
	switch {
	case at < m.before:
		return at, true
	case at >= len(was.text)-m.behind:
		return at + len(is.text) - len(was.text), true
	}
	return 0, false
}

// line is where a line of a piece has gone.
func (m moved) line(was, is *piece, line int) (int, bool) {
	end := was.text[:len(was.text)-m.behind]
	ends := strings.Count(end, "\n") // the line on which what they both end with begins
	blank := strings.TrimSpace(end[strings.LastIndexByte(end, '\n')+1:]) == ""
	switch {
	case line < strings.Count(was.text[:m.before], "\n"):
		return line, true
	case line > ends || line == ends && blank:
		return line + (is.last - is.line) - (was.last - was.line), true
	}
	return 0, false
}

// place is where a place has gone that is kept, if its piece is one that has changed; "" if
// nobody knows.
func (c *change) place(place string) string {
	file, was, unit, n := c.old.split(place)
	if was == nil || !c.changed[was.name] {
		return place
	}
	m, ok := c.to[file][c.old.files[file].index[was.key]]
	if !ok {
		return ""
	}
	is := &c.new.files[file].pieces[m.to]
	if unit == "" {
		n, ok = m.line(was, is, n)
	} else {
		n, ok = m.byte(was, is, n)
	}
	if !ok {
		return ""
	}
	return placeIn(file, was.key, unit, n)
}

// marked is the same, marked.
func (c *change) marked(place string) string { return flow.Mark(c.place(place)) }
