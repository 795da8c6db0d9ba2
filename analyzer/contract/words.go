// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A word is one argument as it is written, quotes and all.
type word string

// split cuts the text after a directive's verb into words. Spaces separate
// them, but not within quotes, which may open anywhere in a word: "…" as in Go
// or `…`. A "//" at the start of a word begins a note, which is dropped.
func split(text string) ([]word, error) {
	var words []word
	for {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		if text == "" || strings.HasPrefix(text, "//") {
			return words, nil
		}
		n, err := wordLen(text)
		if err != nil {
			return nil, err
		}
		words = append(words, word(text[:n]))
		text = text[n:]
	}
}

func wordLen(text string) (int, error) {
	i := 0
	for i < len(text) {
		if isQuote(text[i]) {
			n, err := quoteLen(text[i:])
			if err != nil {
				return 0, err
			}
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			break
		}
		i += n
	}
	return i, nil
}

func isQuote(c byte) bool { return c == '"' || c == '`' }

// quoteLen returns the length of the quoted string that text starts with.
func quoteLen(text string) (int, error) {
	quote := text[0]
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == quote:
			if _, err := strconv.Unquote(text[:i+1]); err != nil {
				return 0, fmt.Errorf("%s is not a Go string: expected one that strconv.Unquote can read", text[:i+1])
			}
			return i + 1, nil
		case text[i] == '\\' && quote == '"':
			i++
		}
	}
	return 0, errors.New("a quote is not closed: expected another " + string(quote))
}

// text returns the word without its quotes.
func (w word) text() string {
	var b strings.Builder
	for s := string(w); s != ""; {
		if isQuote(s[0]) {
			if n, err := quoteLen(s); err == nil {
				t, _ := strconv.Unquote(s[:n])
				b.WriteString(t)
				s = s[n:]
				continue
			}
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String()
}

// cut returns the word's name and value if it has the form name=value.
func (w word) cut() (name string, value word, ok bool) {
	i := strings.IndexAny(string(w), "=\"`")
	if i < 0 || w[i] != '=' {
		return string(w), "", false
	}
	return string(w[:i]), w[i+1:], true
}

// list returns the elements of a value such as a,b.
func (w word) list() []string {
	elems := strings.Split(w.text(), ",")
	for i := range elems {
		elems[i] = strings.TrimSpace(elems[i])
	}
	return elems
}
