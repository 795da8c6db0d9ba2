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

	told told // if it is own: the messages, and then the places of the fact

	line     int      // of the function, 0 if nothing was shown yet
	messages []string // as they are shown then
	shown    *flow.FuncFact
}

// told are texts in which lines of one function stand. They are one text in memory: those of
// all functions are gone through at each edit.
type told struct {
	raw  string
	gaps []gap
	ends []end
}

// gap is where a place stands.
type gap struct {
	at   int // in raw
	line int // counted from the function's
}

// end is where a text ends.
type end struct {
	at   int // in raw
	gaps int // in front of it
}

// add adds a text in which places are marked. It returns false if one is not in the function.
func (t *told) add(l *layout, p *piece, marked string) bool {
	own := true
	for i, part := range flow.Parts(marked) {
		if i%2 == 0 {
			t.raw += part
			continue
		}
		_, at, unit, line := l.split(part)
		own = own && at == p && unit == ""
		t.gaps = append(t.gaps, gap{len(t.raw), line})
	}
	t.ends = append(t.ends, end{len(t.raw), len(t.gaps)})
	return own
}

// in are the texts as they read where the function starts at a line.
func (t *told) in(file string, line int) []string {
	var b strings.Builder
	b.Grow(len(t.raw) + len(t.gaps)*(len(file)+6))
	var number [20]byte
	lengths := make([]int, 0, 16)
	at, k := 0, 0
	for _, end := range t.ends {
		start := b.Len()
		for ; k < end.gaps; k++ {
			b.WriteString(t.raw[at:t.gaps[k].at])
			b.WriteString(file)
			b.WriteByte(':')
			b.Write(strconv.AppendInt(number[:0], int64(line+t.gaps[k].line), 10))
			at = t.gaps[k].at
		}
		b.WriteString(t.raw[at:end.at])
		at = end.at
		lengths = append(lengths, b.Len()-start)
	}
	out, rest := make([]string, len(t.ends)), b.String()
	for i, n := range lengths {
		out[i], rest = rest[:n], rest[n:]
	}
	return out
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
	for i := range r.findings {
		f := &r.findings[i]
		eachPos(f, inside)
		own = r.told.add(l, p, f.Message) && own
	}
	if r.fact != nil {
		for _, place := range r.fact.Rows.Places {
			own = r.told.add(l, p, place) && own
		}
	}
	r.own = own
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
		told := r.told.in(file.base, p.line)
		n.messages = told[:len(r.findings):len(r.findings)]
		n.shown = r.fact
		if places := told[len(r.findings):]; len(places) > 0 {
			shown := *r.fact
			shown.Rows.Places = places
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

// appendTo appends the findings where they are now, as they are shown.
func (r *result) appendTo(out []rule.Finding, l *layout, name string) []rule.Finding {
	first := len(out)
	out = append(out, r.findings...)
	var by token.Pos
	if r.own {
		file, p := l.piece(name)
		by = file.start + token.Pos(p.start) - r.start
	}
	for i, message := range r.messages {
		f := &out[first+i]
		f.Message = message
		if by != 0 {
			moveFinding(f, func(pos *token.Pos) {
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
