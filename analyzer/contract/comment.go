// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"go/ast"
	"slices"
	"strings"
	"unicode"
)

// Tool is the name with which directives begin.
const Tool = "idemscope"

// A comment is one of three things to us.
type form int

const (
	prose    form = iota
	nearMiss      // it was meant as a directive, and is none
	proper
)

// recognise tells which of the three c is. A near miss comes with what is
// wrong with it, a directive with its verb and the text of its arguments.
func recognise(c *ast.Comment) (f form, verb, args string) {
	if d, ok := ast.ParseDirective(c.Slash, c.Text); ok && d.Tool == Tool {
		return proper, d.Name, d.Args
	}
	if block, ok := strings.CutPrefix(c.Text, "/*"); ok {
		for line := range strings.Lines(strings.TrimSuffix(block, "*/")) {
			if meant(strings.TrimLeft(line, " \t*")) {
				return nearMiss, "", "a block comment is no directive: expected //" + Tool + ":VERB on a line of its own"
			}
		}
		return prose, "", ""
	}
	text := strings.TrimPrefix(c.Text, "//")
	if !meant(strings.TrimLeftFunc(text, unicode.IsSpace)) {
		return prose, "", ""
	}
	return nearMiss, "", "this reads like a directive and is none: expected //" + Tool + ":VERB, in lower case and without spaces before the verb"
}

// meant reports whether a line of text was meant as a directive. One that
// begins with the tool's name and a colon was. In any other spelling it takes
// a verb right behind the colon, since a sentence may begin with the name.
func meant(text string) bool {
	if strings.HasPrefix(text, Tool+":") {
		return true
	}
	name, rest, ok := strings.Cut(text, ":")
	if !ok || !strings.EqualFold(strings.TrimRightFunc(name, unicode.IsSpace), Tool) {
		return false
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(rest)
	}
	return slices.Contains(verbNames(), strings.ToLower(rest[:end]))
}
