// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// Models may be those of a repository that nobody here has written. What the parser of YAML
// does for a text may grow with the square of its size, or without a bound: with brackets
// in brackets, and with aliases of aliases. So the text is cut into tokens first, for which
// a time in proportion to its size is enough, and is refused if it has what no model needs.
const (
	// MaxText is how long the text of models may be, in bytes. It is what the systems hand
	// over in one argument of a command, as go vet does with it, and a little less.
	MaxText = 120 << 10

	maxDocuments = 500
	maxNested    = 16  // brackets, or entries that begin in one line; models have three
	maxIndented  = 100 // columns
)

// boundText refuses a text that is too long, or has too many documents.
func boundText(file, text string) error {
	if len(text) > MaxText {
		return fmt.Errorf("%s: %d bytes of models: expected at most %d", file, len(text), MaxText)
	}
	if n := strings.Count(text, "\n---"); n >= maxDocuments {
		return fmt.Errorf("%s: %d documents: expected at most %d", file, n+1, maxDocuments)
	}
	return nil
}

// boundDocument refuses a document that takes more to parse than its length explains.
func boundDocument(file, doc string) error {
	brackets, entries, line := 0, 0, 0
	for _, t := range lexer.Tokenize(doc) {
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %s", file, t.Position.Line, fmt.Sprintf(format, args...))
		}
		if t.Position.Line != line {
			line, entries = t.Position.Line, 0
			if t.Position.Column > maxIndented+1 && t.Type != token.CommentType {
				return wrong("expected an indentation of at most %d columns", maxIndented)
			}
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			if brackets++; brackets > maxNested {
				return wrong("expected at most %d brackets in one another", maxNested)
			}
		case token.SequenceEndType, token.MappingEndType:
			brackets = max(0, brackets-1)
		case token.SequenceEntryType, token.MappingKeyType:
			if entries++; entries > maxNested && brackets == 0 {
				return wrong("expected at most %d entries that begin in one line", maxNested)
			}
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			return wrong("%s: expected no anchors and aliases: each entry says what it says", t.Value)
		}
	}
	return nil
}
