// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// names are what AWS calls the tokens of most operations.
var names = []string{
	"CallerReference", "ClientRequestToken", "ClientToken", "CreationToken", "CreatorRequestId", "IdempotencyToken", "RequestToken",
}

// says matches a comment that says of a member what makes it a token: that the same
// request may be sent again.
var says = regexp.MustCompile(`(?i)idempoten|\bretr(y|ied)|\btwice\b|exactly once|more than (once|one time)|\bduplicate\b`)

// token returns the member of an operation that is its token, and whether the SDK fills
// it; or why it has none, if that is not plain.
func (s *service) token(op *operation) (key string, auto bool, left string) {
	if len(op.filled) > 0 {
		return s.filledToken(op)
	}
	var found []string
	for _, m := range op.members {
		switch {
		case !slices.Contains(names, m.name):
		case says.MatchString(m.doc):
			found = append(found, m.name)
		default:
			left = fmt.Sprintf("has %s, and does not say that requests can be sent again", m.name)
		}
	}
	switch len(found) {
	case 0:
		return "", false, left
	case 1:
		return found[0], false, ""
	}
	return "", false, "has " + strings.Join(found, " and ")
}

func (s *service) filledToken(op *operation) (key string, auto bool, left string) {
	if len(op.filled) > 1 {
		return "", false, "fills " + strings.Join(op.filled, " and ")
	}
	key = op.filled[0]
	if strings.HasSuffix(key, "Token") || s.says(key) {
		return key, true, ""
	}
	return "", false, fmt.Sprintf("fills %s, which nothing calls a token", key)
}

// says reports whether the service says of a member of that name, at any operation that
// fills it, that it is a token.
func (s *service) says(name string) bool {
	return slices.ContainsFunc(s.operations, func(op *operation) bool {
		m, ok := op.member(name)
		return ok && slices.Contains(op.filled, name) && says.MatchString(m.doc)
	})
}
