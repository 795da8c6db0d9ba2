// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// layout is the text of a package, cut up: each declaration is a piece, with the comments
// in front of it, and all text is in one. What an edit has changed are then the pieces whose
// text is another one, and what was found in the others has moved with them.
type layout struct {
	files []fileLayout
}

// fileLayout is the text of a file.
type fileLayout struct {
	base   string // of its name
	start  token.Pos
	text   string
	pieces []piece
	index  map[string]int // of pieces by their keys
	others int            // pieces that are no functions
}

// piece is a part of a file's text, from one offset to another.
type piece struct {
	name       string // of a function, as flow.Unit has it; "" for all else
	key        string // the same, and a number for all else, as in #3
	text       string
	head       string // of a function: from the word func to its body
	start, end int
	line, last int // from 1; those on which it starts and ends
}

// function reports whether a piece is a function that others can call, and may change.
func (p *piece) function() bool { return p.name != "" && p.name != flow.Initial }

// told reports whether a piece holds a directive.
func (p *piece) told() bool { return strings.Contains(p.text, "idemscope:") }

// layoutOf cuts up a package, or returns nil if its text is not that of its syntax, or is
// said to come from elsewhere.
func (u *unit) layoutOf() *layout {
	if u.pass.ReadFile == nil {
		return nil
	}
	l := new(layout)
	names, bases := map[string]bool{}, map[string]bool{}
	funcs := u.functions() // that are still to come
	for _, f := range u.pass.Files {
		file := u.pass.Fset.File(f.FileStart)
		data, err := u.pass.ReadFile(file.Name())
		if err != nil || len(data) != file.Size() {
			return nil
		}
		fl := fileLayout{base: filepath.Base(file.Name()), start: f.FileStart, text: string(data), index: map[string]int{}}
		if bases[fl.base] || linesElsewhere(f) {
			return nil
		}
		bases[fl.base] = true
		offset := func(p token.Pos) int { return int(p - f.FileStart) }
		// endOfLine is the end of the line that an offset is on, or what comes before.
		endOfLine := func(at, before int) int {
			if i := strings.IndexByte(fl.text[at:], '\n'); i >= 0 {
				at += i + 1
			} else {
				at = len(fl.text)
			}
			return min(at, before)
		}
		next := func(i int) int {
			if i < len(f.Decls) {
				return offset(f.Decls[i].Pos())
			}
			return len(fl.text)
		}
		fl.add(piece{end: endOfLine(offset(f.Name.End()), next(0))})
		for i, d := range f.Decls {
			p := piece{end: endOfLine(offset(d.End()), next(i+1))}
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				if len(funcs) == 0 || funcs[0].decl != fn {
					return nil
				}
				p.name, funcs = funcs[0].unit, funcs[1:]
				p.head = fl.text[offset(fn.Pos()):offset(fn.Body.Pos())]
				if names[p.name] && p.name != flow.Initial {
					return nil // two of the blank name, say
				}
				names[p.name] = true
			}
			fl.add(p)
		}
		fl.add(piece{end: len(fl.text)})
		for _, p := range fl.pieces[1:] {
			if p.start < len(fl.text) && fl.text[p.start-1] != '\n' {
				return nil // two declarations are on one line, and places name lines
			}
		}
		l.files = append(l.files, fl)
	}
	return l
}

// linesElsewhere reports whether a file says that lines of it come from another one.
func linesElsewhere(f *ast.File) bool {
	return slices.ContainsFunc(f.Comments, func(g *ast.CommentGroup) bool {
		return slices.ContainsFunc(g.List, func(c *ast.Comment) bool {
			return strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line ")
		})
	})
}

// find returns in which file a position is, at which byte, and in which piece, if that is not
// the file's end; the file is -1 if it is in none.
func (l *layout) find(pos token.Pos) (file, piece, at int) {
	for i := range l.files {
		f := &l.files[i]
		if at := int(pos - f.start); 0 <= at && at <= len(f.text) {
			return i, sort.Search(len(f.pieces), func(k int) bool { return f.pieces[k].end > at }), at
		}
	}
	return -1, 0, 0
}

// file is the name of the file in which a position is, "" if it is in none.
func (l *layout) file(pos token.Pos) string {
	if i, _, _ := l.find(pos); i >= 0 {
		return l.files[i].base
	}
	return ""
}

// piece is that of a function, with its file; nil if there is none.
func (l *layout) piece(name string) (*fileLayout, *piece) {
	for i := range l.files {
		f := &l.files[i]
		if k, ok := f.index[name]; ok {
			return f, &f.pieces[k]
		}
	}
	return nil, nil
}

// function is the name of the function in which a position is, "" if it is in none.
func (l *layout) function(pos token.Pos) string {
	if i, k, _ := l.find(pos); i >= 0 && k < len(l.files[i].pieces) {
		return l.files[i].pieces[k].name
	}
	return ""
}

// add adds a piece that starts where the last one ends.
func (f *fileLayout) add(p piece) {
	p.line = 1
	if n := len(f.pieces); n > 0 {
		p.start, p.line = f.pieces[n-1].end, f.pieces[n-1].last
	}
	p.text = f.text[p.start:p.end]
	p.last = p.line + strings.Count(p.text, "\n")
	if p.key = p.name; !p.function() {
		p.key = "#" + strconv.Itoa(f.others)
		f.others++
	}
	f.index[p.key] = len(f.pieces)
	f.pieces = append(f.pieces, p)
}

// A place is kept as the file, the piece and the line in it, so that it need not move with
// its piece: "0 Client.Pay 3" and not pay.go:12. One that no message shows may be told by
// the byte, "0 Client.Pay @57" for pay.go@312.

// fixed returns a place to be kept.
func (l *layout) fixed(posn string) string {
	base, number, bytes := strings.Cut(posn, "@")
	if !bytes {
		base, number, _ = strings.Cut(posn, ":")
	}
	n, err := strconv.Atoi(number)
	i := slices.IndexFunc(l.files, func(f fileLayout) bool { return f.base == base })
	if i < 0 || err != nil {
		return posn // of no piece, and the same again
	}
	ps := l.files[i].pieces
	var k int
	if bytes {
		k = sort.Search(len(ps), func(k int) bool { return ps[k].end > n })
	} else {
		k = sort.Search(len(ps), func(k int) bool { return ps[k].last >= n })
		for k+1 < len(ps) && ps[k].last == n {
			k++ // a piece ends at the start of the line after it
		}
	}
	switch {
	case k == len(ps):
		return posn
	case bytes:
		return placeIn(i, ps[k].key, "@", n-ps[k].start)
	}
	return placeIn(i, ps[k].key, "", n-ps[k].line)
}

func placeIn(file int, key, unit string, n int) string {
	return strconv.Itoa(file) + " " + key + " " + unit + strconv.Itoa(n)
}

// split takes a place apart. The unit is "@" if n counts bytes; p is nil if it is no such place.
func (l *layout) split(place string) (file int, p *piece, unit string, n int) {
	number, rest, _ := strings.Cut(place, " ")
	key, at, _ := strings.Cut(rest, " ")
	at, bytes := strings.CutPrefix(at, "@")
	if bytes {
		unit = "@"
	}
	file, err := strconv.Atoi(number)
	n, err2 := strconv.Atoi(at)
	if err != nil || err2 != nil || file >= len(l.files) {
		return 0, nil, "", 0
	}
	if k, ok := l.files[file].index[key]; ok {
		p = &l.files[file].pieces[k]
	}
	return file, p, unit, n
}

// shown returns a place as messages have it.
func (l *layout) shown(place string) string {
	file, p, _, line := l.split(place)
	if p == nil {
		return place
	}
	return l.files[file].base + ":" + strconv.Itoa(p.line+line)
}
