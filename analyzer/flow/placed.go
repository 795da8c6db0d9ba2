// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"slices"
	"strings"
)

// Where results are kept between edits, the places of this package are marked in what is
// found, since they move: a message that names pay.go:12 has to name another line when one
// has been inserted above. Those of other packages stay.
const placeMark = "\x01\x02\x01" // which no text has

// Mark marks a place.
func Mark(posn string) string { return placeMark + posn + placeMark }

// Parts takes a text apart in which places are marked: each second one is a place.
func Parts(text string) []string { return strings.Split(text, placeMark) }

// Placed returns a text in which places are marked as it reads where they have moved.
func Placed(text string, move func(posn string) string) string {
	i := strings.Index(text, placeMark)
	if i < 0 {
		return text
	}
	if posn := text[i+len(placeMark):]; i == 0 && strings.Index(posn, placeMark) == len(posn)-len(placeMark) {
		return move(posn[:len(posn)-len(placeMark)])
	}
	parts := Parts(text)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = move(parts[i])
	}
	return strings.Join(parts, "")
}

// Placed is the same for a fact. The fact itself is left alone.
func (f *FuncFact) Placed(move func(posn string) string) *FuncFact {
	moved := *f
	moved.Rows = f.Rows.placed(move)
	return &moved
}

// Placed is the same for the retries of a type.
func (f *WireFact) Placed(move func(posn string) string) *WireFact {
	return &WireFact{f.Rows.placed(move)}
}

func (p Packed) placed(move func(posn string) string) Packed {
	p.Places = placed(p.Places, move)
	return p
}

func placed(texts []string, move func(posn string) string) []string {
	texts = slices.Clone(texts)
	for i, text := range texts {
		texts[i] = Placed(text, move)
	}
	return texts
}
