// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/idemscope/idemscope/analyzer/model"
)

// TestParagraphs prints all models as on a terminal: nothing is wider than 80 columns but
// single words, and nothing is lost.
func TestParagraphs(t *testing.T) {
	files, err := model.All()
	if err != nil {
		t.Fatal(err)
	}
	var out, plain strings.Builder
	for _, f := range files {
		writeClaims(paragraphs{&out}, claims(f))
		writeClaims(newTable(&plain), claims(f))
	}
	writeLibraries(paragraphs{&out}, files)
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > 80 && strings.Contains(strings.TrimSpace(line), " ") {
			t.Errorf("too wide: %q", line)
		}
	}
	words := strings.Join(strings.Fields(out.String()), " ")
	for _, f := range files {
		for _, c := range claims(f) {
			if text := strings.Join(strings.Fields(c.text), " "); !strings.Contains(words, text) {
				t.Errorf("%s: lost %q", c.subject, text)
			}
		}
	}
	if !strings.HasPrefix(plain.String(), "LIBRARY ") {
		t.Errorf("a pipe has no columns: %.80q", plain.String())
	}

	var one strings.Builder
	paragraphs{&one}.row([]string{"lib", ".F"}, strings.Repeat("word ", 20), "", "a\x1bb")
	want := "lib .F\n    " + strings.Repeat("word ", 14) + "word\n    word word word word word\n    a\\x1bb\n"
	if one.String() != want {
		t.Errorf("got %q, want %q", one.String(), want)
	}
}
