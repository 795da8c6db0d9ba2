// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package visible

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Columns is how much of a line of source is shown: what fits a screen.
const Columns = 120

// tabWidth is what a tab counts for. How wide it is on the screen, nobody can tell.
const tabWidth = 4

// ellipsis stands where a line goes on.
const ellipsis = "…"

// Window returns what is shown of a line of source, without the white space around it, and
// the white space that brings a caret under the byte at an offset. A long line is cut around
// that. However long the line is, only what may be shown of it is looked at.
func Window(line string, at int) (text, indent string) {
	text = strings.TrimLeft(line, " \t")
	at = max(0, min(at-(len(line)-len(text)), len(text)))
	text = strings.TrimRight(text, " \t\r")
	at = min(at, len(text))
	from, to := at, at
	// Two thirds of the screen go to what is before the caret, if there is so much; what is
	// not needed there goes to what comes after.
	width := 0
	for from > 0 && width < Columns {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		width += widthIn(text[from-size : from])
		from -= size
	}
	before := width
	width = 0
	for to < len(text) && width < Columns {
		_, size := utf8.DecodeRuneInString(text[to:])
		width += widthIn(text[to : to+size])
		to += size
	}
	after := width
	room := max(Columns-after, Columns*2/3)
	for before > room {
		_, size := utf8.DecodeRuneInString(text[from:])
		before -= widthIn(text[from : from+size])
		from += size
	}
	for room = Columns - before; after > room; {
		_, size := utf8.DecodeLastRuneInString(text[:to])
		after -= widthIn(text[to-size : to])
		to -= size
	}
	shown, rest := characters(text[from:at], "\t"), characters(text[at:to], "\t")
	if from > 0 {
		shown = ellipsis + shown
	}
	if to < len(text) {
		rest += ellipsis
	}
	line, caret := uncommanded(shown+rest, len(shown))
	return line, blank(line[:caret])
}

// widthIn is how many columns a character takes once it is escaped.
func widthIn(char string) int {
	if char == "\t" {
		return tabWidth
	}
	r, size := utf8.DecodeRuneInString(char)
	switch {
	case r == utf8.RuneError && size == 1:
		return len(`\xff`)
	case Shown(r):
		return width(r)
	}
	return len(Escape(r))
}

// blank is white space as wide as a text.
func blank(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '\t' {
			b.WriteRune(r)
			continue
		}
		b.WriteString("  "[:width(r)])
	}
	return b.String()
}

// width is how many columns of a terminal a character takes: none if it goes on top of the
// one before, two if it is of a script, or a picture, that is as wide as it is high.
func width(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// wide are the blocks of wide and full-width characters (Unicode Standard Annex 11).
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1}, {0x2e80, 0x303e, 1}, {0x3041, 0xa4cf, 1}, {0xa960, 0xa97c, 1}, {0xac00, 0xd7a3, 1},
		{0xf900, 0xfaff, 1}, {0xfe30, 0xfe6f, 1}, {0xff00, 0xff60, 1}, {0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{{0x1f300, 0x1f64f, 1}, {0x1f680, 0x1f6ff, 1}, {0x1f900, 0x1f9ff, 1}, {0x20000, 0x3fffd, 1}},
}
