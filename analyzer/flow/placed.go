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

// Placed returns a text in which places are marked as it reads where they have moved.
func Placed(text string, move func(posn string) string) string {
	if !strings.Contains(text, placeMark) {
		return text
	}
	if posn, ok := strings.CutPrefix(text, placeMark); ok && strings.Index(posn, placeMark) == len(posn)-len(placeMark) {
		return move(posn[:len(posn)-len(placeMark)])
	}
	parts := strings.Split(text, placeMark)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = move(parts[i])
	}
	return strings.Join(parts, "")
}

// Placed is the same for a fact. The fact itself is left alone.
func (f *FuncFact) Placed(move func(posn string) string) *FuncFact {
	return &FuncFact{Values: placedRows(f.Values, move), Summary: f.Summary.placed(move)}
}

// Placed is the same for the retries of a type.
func (f *WireFact) Placed(move func(posn string) string) *WireFact {
	return &WireFact{Values: placedRows(f.Values, move), Params: f.Params, Pairs: placed(f.Pairs, func(r *PairRow) { r.place(move) })}
}

// placed is the same for a list of rows, or of what is made of rows.
func placed[T any](list []T, set func(*T)) []T {
	list = slices.Clone(list)
	for i := range list {
		set(&list[i])
	}
	return list
}

func placedRows(rows []Row, move func(posn string) string) []Row {
	return placed(rows, func(r *Row) {
		r.Posn = Placed(r.Posn, move)
		if r.Summary != nil {
			s := r.Summary.placed(move)
			r.Summary = &s
		}
	})
}

func (s SummaryRow) placed(move func(posn string) string) SummaryRow {
	s.Sends = placed(s.Sends, func(r *SendRow) { r.place(move) })
	s.Uses = placed(s.Uses, func(r *UseRow) { r.Posn = Placed(r.Posn, move) })
	s.Invokes = placed(s.Invokes, func(r *InvokeRow) { r.Posn = Placed(r.Posn, move) })
	s.Pairs = placed(s.Pairs, func(r *PairRow) { r.place(move) })
	s.Again = placed(s.Again, func(r *PairRow) { r.place(move) })
	return s
}

func (r *SendRow) place(move func(posn string) string) {
	r.Origin, r.Posn = Placed(r.Origin, move), Placed(r.Posn, move)
}

func (r *PairRow) place(move func(posn string) string) {
	r.A.place(move)
	r.B.place(move)
	r.Posn = Placed(r.Posn, move)
}
