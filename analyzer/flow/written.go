// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"bytes"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"
)

// Written reports whether a Go file has an identifier that names a carrier or a function
// that hands one over (SetIdempotencyKey), or a string that is or mentions one. It takes no
// more than a look at the bytes of most files. A string that spells its letters by escapes
// is not read.
func (c *Carriers) Written(src []byte) bool {
	return c.mayBeWritten(src) && c.tokens(src)
}

// Literal reports whether the value of a string literal names a carrier, or is a statement
// that does.
func (c *Carriers) Literal(s string) bool {
	return len(s) < 80 && c.Header(s) || strings.Contains(s, " ") && c.Mentioned(s)
}

// Within reports whether a name is a carrier's, or that of a function that hands one over:
// it begins with a verb and ends with the carrier's name.
func (c *Carriers) Within(name string) bool {
	if !mayCarry(name) {
		return false
	}
	w := words(name)
	if standardKeys[strings.Join(w, "")] {
		return true
	}
	if len(w) < 2 || !verbs[w[0]] {
		return false
	}
	for i := 1; i < len(w); i++ {
		if standardKeys[strings.Join(w[i:], "")] {
			return true
		}
	}
	return false
}

// verbs are what functions of libraries' clients begin with that take a key.
var verbs = map[string]bool{"set": true, "with": true, "add": true, "put": true, "new": true, "use": true, "get": true, "make": true}

func (c *Carriers) tokens(src []byte) bool {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, func(token.Position, string) {}, 0)
	for {
		switch _, tok, text := s.Scan(); tok {
		case token.EOF:
			return false
		case token.IDENT:
			if c.Within(text) {
				return true
			}
		case token.STRING:
			if v, err := strconv.Unquote(text); err == nil && c.Literal(v) {
				return true
			}
		}
	}
}

// mayBeWritten reports whether the bytes of a carrier's name are there, with whatever
// between its words, be it in an identifier, a string or a comment. Where they are not,
// neither Header nor Name nor Mentioned accepts anything.
func (c *Carriers) mayBeWritten(src []byte) bool {
	if standardWritten(src) {
		return true
	}
	if len(c.headers) == 0 {
		return false
	}
	text := squeeze(string(src))
	for name := range c.headers {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// standardWritten looks for the standard names by a letter that is in all of them and in
// few other words: a key and a token have a k, deduplication a p.
func standardWritten(src []byte) bool {
	return at(src, 'k', endsAtK) || at(src, 'K', endsAtK) || at(src, 'p', endsAtP) || at(src, 'P', endsAtP)
}

// at reports whether a letter stands where found says.
func at(src []byte, letter byte, found func(src []byte, i int) bool) bool {
	for i := 0; ; i++ {
		n := bytes.IndexByte(src[i:], letter)
		if n < 0 {
			return false
		}
		if i += n; found(src, i) {
			return true
		}
	}
}

// endsAtK reports whether the k is one of a key or a token, after what these are called.
func endsAtK(src []byte, i int) bool {
	if i+3 > len(src) {
		return false
	}
	if fold(src[i+1:i+3], "ey") {
		return idempotent(src[:i])
	}
	if i >= 2 && fold(src[i-2:i], "to") && fold(src[i+1:i+3], "en") {
		return idempotent(src[:i-2]) || client(src[:i-2])
	}
	return false
}

// endsAtP reports whether the p is that of a message's deduplication; an ID comes after, if
// it is the carrier.
func endsAtP(src []byte, i int) bool {
	return endsIn(src[:i], "dedu") && i+9 <= len(src) && fold(src[i+1:i+9], "lication") && endsIn(trimBreaks(src[:i-4]), "message")
}

// idempotent reports whether a text ends in idempotency, idempotence or idempotent.
func idempotent(src []byte) bool {
	src = trimBreaks(src)
	for _, ending := range []string{"idempotency", "idempotence", "idempotent"} {
		if endsIn(src, ending) {
			return true
		}
	}
	return false
}

// client reports whether a text ends in client, or in client and request.
func client(src []byte) bool {
	src = trimBreaks(src)
	if endsIn(src, "request") {
		src = trimBreaks(src[:len(src)-len("request")])
	}
	return endsIn(src, "client")
}

// trimBreaks cuts off what may stand between two words of a name.
func trimBreaks(src []byte) []byte {
	for len(src) > 0 && !alphanumeric(src[len(src)-1]) {
		src = src[:len(src)-1]
	}
	return src
}

func alphanumeric(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9'
}

func endsIn(src []byte, word string) bool {
	return len(src) >= len(word) && fold(src[len(src)-len(word):], word)
}

// fold reports whether letters are those of a word in lower case.
func fold(src []byte, word string) bool {
	for i := range len(word) {
		if src[i]|0x20 != word[i] {
			return false
		}
	}
	return true
}
