// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/idemscope/idemscope/internal/visible"
)

// A table is how records are printed.
type table interface {
	head(names ...string)
	row(name []string, cells ...string) // name says what the record is about
	end()
}

// newTable prints a line a record with its cells in columns, as programs read it, and on a
// terminal, where those would be wrapped, a paragraph a record.
func newTable(w io.Writer) table {
	if isTerminal(w) {
		return paragraphs{w}
	}
	return columns{tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
}

// oneLine is a cell of which white space is a blank each and nothing else.
func oneLine(cell string) string { return visible.Text(strings.Join(strings.Fields(cell), " ")) }

type columns struct{ w *tabwriter.Writer }

func (c columns) head(names ...string) { c.row(names) }

// row has a dash in the place of nothing.
func (c columns) row(name []string, cells ...string) {
	var out []string
	for _, cell := range append(name[:len(name):len(name)], cells...) {
		out = append(out, cmp.Or(oneLine(cell), "-"))
	}
	fmt.Fprintln(c.w, strings.Join(out, "\t"))
}

func (c columns) end() { c.w.Flush() }

// paragraphs have what a record is about in their first line, and each cell on lines of
// its own.
type paragraphs struct{ w io.Writer }

func (p paragraphs) head(...string) {}

// maxParagraph is how wide a paragraph is, in characters, unless a word is longer.
const maxParagraph = 78

func (p paragraphs) row(name []string, cells ...string) {
	fmt.Fprintln(p.w, wrapped(strings.Join(name, " "), "", "  "))
	for _, cell := range cells {
		if cell = oneLine(cell); cell != "" {
			fmt.Fprintln(p.w, wrapped(cell, "    ", "    "))
		}
	}
}

func (p paragraphs) end() {}

// wrapped breaks text between words. The first line has one indent, the others another.
func wrapped(text, first, others string) string {
	var b strings.Builder
	b.WriteString(first)
	at := len(first)
	for i, word := range strings.Fields(oneLine(text)) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > maxParagraph:
			b.WriteString("\n" + others)
			at = len(others)
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}
