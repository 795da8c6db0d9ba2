// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package visible

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"":       "",
		"pay.go": "pay.go",
		`a\b "q" 'r' é 漢字 👍🏽 a\u00a0b`:               `a\b "q" 'r' é 漢字 👍🏽 a\u00a0b`,
		"\x1b[2J\x1b]0;t\a":                          `\x1b[2J\x1b]0;t\x07`,
		"a\tb\nc\rd\x00\x7f":                         `a\tb\nc\rd\x00\x7f`,
		"\u0085\u009b31m":                            `\x85\x9b31m`,
		"a\xff\x9b31m\xc3":                           `a\xff\x9b31m\xc3`,
		"\u202e\u2066\u2069\u200f\u061c\u200e\u202a": `\u202e\u2066\u2069\u200f\u061c\u200e\u202a`,
		"a\u200bb\u200d\u2060\ufeff\u00ad\u2028":     `a\u200bb\u200d\u2060\ufeff\xad\u2028`,
		"\u3164\u115f\U000e0041\ue000":               `\u3164\u115f\U000e0041\ue000`,
		"::error::x":                                 `\x3a:error::x`,
		" ::error::x":                                ` \x3a:error::x`,
		"\u00a0::error::x":                           "\u00a0" + `\x3a:error::x`,
		"a ::error::x":                               "a ::error::x",
		"std::string":                                "std::string",
		"a ##vso[task.x]##[error]y":                  `a #\x23vso[task.x]#\x23[error]y`,
		"##TeamCity[x] ###[y":                        `#\x23TeamCity[x] ##\x23[y`,
		"## heading #[x]":                            "## heading #[x]",
	} {
		if got := Text(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got, want := Source("a\tb\x1b\n"), `a	b\x1b\n`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Lines("a\r\n\t::b\n\x1b\n"), "a\n\t\\x3a:b\n\\x1b\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzText holds what every text must be after it was made visible: valid, of one line,
// without what is not shown, no command, and the same if it is made so again.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"a", "\x1b[m", "::x", "####[", "##a[##b[", "\xff::", "a\u202e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Text(s)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }) {
			t.Errorf("%q: got %q", s, got)
		}
		low := strings.ToLower(got)
		if strings.HasPrefix(strings.TrimSpace(got), "::") || strings.Contains(low, "##[") || strings.Contains(low, "##vso[") || strings.Contains(low, "##teamcity[") {
			t.Errorf("%q: got %q", s, got)
		}
		if again := Text(got); again != got {
			t.Errorf("%q: got %q, and again %q", s, got, again)
		}
	})
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want string
	}{
		{"short", 5, "short"},
		{"éééééé", 6, "éééééé"},
		{"abcdefghijklmnopqrstuvwxyz", 15, "abcdefgh … wxyz"},
		{strings.Repeat("é", 20) + "z", 10, "ééééé … éz"},
	} {
		if got := Cut(test.text, test.most); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

func TestWindow(t *testing.T) {
	long := strings.Repeat("0123456789", 1_000_000)
	for _, test := range []struct {
		line         string
		at           int
		text, indent string
	}{
		{"\t\tx\t:= é(y)  \r", 2, "x\t:= é(y)", ""},
		{"\t\tx\t:= é(y)  \r", 9, "x\t:= é(y)", " \t    "}, // offsets count bytes, carets count characters
		{"\t\tx\t:= é(y)  \r", 0, "x\t:= é(y)", ""},
		{"last", 98, "last", "    "},
		{"", 0, "", ""},
		{" \t ", 1, "", ""},
		{"a(漢字, \x1b, y)", 13, `a(漢字, \x1b, y)`, "              "},
		{"\t::error::x", 3, `\x3a:error::x`, "     "},
		{"\t::error::x", 1, `\x3a:error::x`, ""},
		{"f(::error)", 2, "f(::error)", "  "},
		{"f(###[x)", 5, `f(##\x23[x)`, "        "},
		{long, 0, long[:120] + "…", ""},
		{long, len(long), "…" + long[len(long)-120:], strings.Repeat(" ", 121)},
		{long, 5_000_000, "…" + long[:120] + "…", strings.Repeat(" ", 81)},
		{long, 50, long[:120] + "…", strings.Repeat(" ", 50)},
		{strings.Repeat("漢", 100), 30, strings.Repeat("漢", 60) + "…", strings.Repeat(" ", 20)},
		{strings.Repeat("\x1b", 100), 50, "…" + strings.Repeat(`\x1b`, 30) + "…", strings.Repeat(" ", 81)},
	} {
		text, indent := Window(test.line, test.at)
		if text != test.text || indent != test.indent {
			t.Errorf("%.40q at %d:\ngot  %q, %q\nwant %q, %q", test.line, test.at, text, indent, test.text, test.indent)
		}
	}
}

// FuzzWindow holds that no line, wherever the caret is, gives more than a screen's width.
func FuzzWindow(f *testing.F) {
	f.Add("\tx := y", 3)
	f.Add(strings.Repeat("漢\x1b\t", 100), 77)
	f.Fuzz(func(t *testing.T, line string, at int) {
		text, indent := Window(line, at)
		n := 0
		for _, r := range text {
			if n += width(r); r == '\t' {
				n += tabWidth - 1
			}
		}
		if n > Columns+10*len(Escape(' ')) || strings.Trim(indent, " \t") != "" || !utf8.ValidString(text) {
			t.Errorf("%q at %d: %q (%d columns), %q", line, at, text, n, indent)
		}
	})
}
