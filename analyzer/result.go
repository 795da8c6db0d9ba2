// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/idemscope/idemscope/analyzer/flow"
	"github.com/idemscope/idemscope/analyzer/rule"
)

// result is what was found in a function. Hardly any tells of another function: then all
// that an edit elsewhere can do to it is to move it as a whole, and its positions and places
// are kept as they were when it was found. What is kept is not changed any more.
type result struct {
	findings []rule.Finding // places in their messages are marked, as they are kept
	fact     *flow.FuncFact // the same; nil if it leaves none
	own      bool           // all positions and places are in the function
	start    token.Pos      // of the function, where the positions are

	texts, places []text // what messages, and the fact, tell of its own places

	line     int      // of the function, 0 if nothing was shown yet
	messages []string // as they are shown then
	shown    *flow.FuncFact
}

// text is a text in which lines of the function stand.
type text struct {
	parts []string // one more than lines
	lines []int    // counted from the function's
}

// settle takes a result apart, if all of it is in the function.
func (r *result) settle(l *layout, name string) {
	file, p := l.piece(name)
	if p == nil {
		return
	}
	r.start = file.start + token.Pos(p.start)
	end := file.start + token.Pos(p.end)
	own := true
	inside := func(pos *token.Pos) {
		own = own && (!pos.IsValid() || r.start <= *pos && *pos < end)
	}
	apart := func(marked string) text {
		const gap = "\x01" // which no text has
		var t text
		t.parts = strings.Split(flow.Placed(marked, func(place string) string {
			_, at, unit, line := l.split(place)
			own = own && at == p && unit == ""
			t.lines = append(t.lines, line)
			return gap
		}), gap)
		return t
	}
	for i := range r.findings {
		f := &r.findings[i]
		eachPos(f, inside)
		r.texts = append(r.texts, apart(f.Message))
	}
	if r.fact != nil {
		for _, place := range r.fact.Rows.Places {
			r.places = append(r.places, apart(place))
		}
	}
	r.own = own
}

// in is the text as it reads where the function starts at a line.
func (t text) in(file string, line int) string {
	if len(t.lines) == 0 {
		return t.parts[0]
	}
	b := make([]byte, 0, 256)
	for i, part := range t.parts {
		if i > 0 {
			b = append(append(b, file...), ':')
			b = strconv.AppendInt(b, int64(line+t.lines[i-1]), 10)
		}
		b = append(b, part...)
	}
	return string(b)
}

// show returns the result with what is shown of it.
func (r *result) show(l *layout, name string, place func(string) string) *result {
	n := *r
	if r.own {
		file, p := l.piece(name)
		if p.line == r.line {
			return r
		}
		n.line = p.line
		n.messages = make([]string, len(r.texts))
		for i, t := range r.texts {
			n.messages[i] = t.in(file.base, p.line)
		}
		n.shown = r.fact
		if len(r.places) > 0 {
			shown := *r.fact
			shown.Rows.Places = make([]string, len(r.places))
			for i, t := range r.places {
				shown.Rows.Places[i] = t.in(file.base, p.line)
			}
			n.shown = &shown
		}
		return &n
	}
	n.messages = make([]string, len(r.findings))
	for i, f := range r.findings {
		n.messages[i] = flow.Placed(f.Message, place)
	}
	if r.fact != nil {
		n.shown = r.fact.Placed(place)
	}
	return &n
}

// found are the findings where they are now, as they are shown.
func (r *result) found(l *layout, name string) []rule.Finding {
	out := slices.Clone(r.findings)
	var by token.Pos
	if r.own {
		file, p := l.piece(name)
		by = file.start + token.Pos(p.start) - r.start
	}
	for i := range out {
		out[i].Message = r.messages[i]
		if by != 0 {
			moveFinding(&out[i], func(pos *token.Pos) {
				if pos.IsValid() {
					*pos += by
				}
			})
		}
	}
	return out
}

// moveFinding moves all positions of a finding.
func moveFinding(f *rule.Finding, move func(*token.Pos)) {
	f.Related = slices.Clone(f.Related)
	f.Fixes = slices.Clone(f.Fixes)
	for i := range f.Fixes {
		f.Fixes[i].TextEdits = slices.Clone(f.Fixes[i].TextEdits)
	}
	eachPos(f, move)
}

// eachPos goes through all positions of a finding.
func eachPos(f *rule.Finding, do func(*token.Pos)) {
	do(&f.Pos)
	do(&f.Func)
	do(&f.Start)
	do(&f.End)
	for i := range f.Related {
		r := &f.Related[i]
		do(&r.Pos)
		do(&r.Start)
		do(&r.End)
	}
	for i := range f.Fixes {
		for k := range f.Fixes[i].TextEdits {
			edit := &f.Fixes[i].TextEdits[k]
			do(&edit.Pos)
			do(&edit.End)
		}
	}
}
