// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package visible makes text that others have written harmless where it is printed: to a
// terminal, to the log of a CI job, into an editor.
//
// A Go file, its name, a //line directive or the text of a model may hold whatever their
// author likes. A terminal takes some of that for commands (ESC, the C1 controls), shows
// other parts in another order than they are read (bidirectional controls), or not at all
// (zero-width characters); a CI job's runner takes some lines for commands of its own. Of
// all these the text shows an escape in Go's spelling. What is left is printed as it is.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns one line of text. Tabs and line breaks are escaped too.
func Text(s string) string { return escaped(s, "") }

// Source returns a line of source, of which the tabs stay.
func Source(s string) string { return escaped(s, "\t") }

// Lines returns text of which the tabs stay, and the ends of lines.
func Lines(s string) string {
	if !strings.Contains(s, "\n") {
		return escaped(s, "\t")
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = escaped(strings.TrimSuffix(l, "\r"), "\t")
	}
	return strings.Join(lines, "\n")
}

// escaped escapes a line but for some characters.
func escaped(s, but string) string {
	if plain(s) {
		return s
	}
	s, _ = uncommanded(characters(s, but), 0)
	return s
}

// characters escapes single characters, but for some.
func characters(s, but string) string {
	var b strings.Builder
	var size int
	for i := 0; i < len(s); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case Shown(r) || strings.ContainsRune(but, r):
			b.WriteRune(r)
		default:
			b.WriteString(Escape(r))
		}
	}
	return b.String()
}

// plain reports whether a text is one that needs no second look: it is printable ASCII, and
// has none of the beginnings of commands. Nearly all are.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || (c == ':' || c == '#') && i+1 < len(s) && s[i+1] == c {
			return false
		}
	}
	return true
}

// Escape is how a character is written that is not shown.
func Escape(r rune) string {
	switch {
	case r == '\t':
		return `\t`
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// Shown reports whether a character has a shape, or is a space, and changes nothing around it.
func Shown(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r <= '~'
	}
	return (unicode.IsPrint(r) || unicode.Is(unicode.Zs, r)) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// uncommanded breaks what runners of CI jobs take for commands: a line that begins with ::
// (GitHub), white space before it or not, and ##[, ##vso[ and ##teamcity[ anywhere in a line
// (GitHub's older form, Azure, TeamCity). It also returns where the byte at an offset has gone.
func uncommanded(s string, at int) (string, int) {
	escape := func(i int) {
		e := Escape(rune(s[i]))
		s = s[:i] + e + s[i+1:]
		if i < at {
			at += len(e) - 1
		}
	}
	if rest := strings.TrimLeftFunc(s, unicode.IsSpace); strings.HasPrefix(rest, "::") {
		escape(len(s) - len(rest))
	}
	for from := 0; ; {
		i := strings.Index(s[from:], "##")
		if i < 0 {
			return s, at
		}
		from += i + 1
		word := strings.TrimLeft(s[from+1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
		if strings.HasPrefix(word, "[") {
			escape(from)
		}
	}
}

// Cut returns at most so many characters of a text, which are those at its beginning and at
// its end if it has more.
func Cut(s string, most int) string {
	if len(s) <= most || utf8.RuneCountInString(s) <= most {
		return s
	}
	const gap = " … "
	keep := most - utf8.RuneCountInString(gap)
	head, tail := 0, len(s)
	for range keep - keep/3 {
		_, size := utf8.DecodeRuneInString(s[head:])
		head += size
	}
	for range keep / 3 {
		_, size := utf8.DecodeLastRuneInString(s[:tail])
		tail -= size
	}
	return s[:head] + gap + s[tail:]
}
