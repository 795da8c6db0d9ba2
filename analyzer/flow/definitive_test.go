// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import "testing"

// TestProvesNothingDone has a text for each alternative, and texts that are near: what has none
// of the stems is not even matched.
func TestProvesNothingDone(t *testing.T) {
	for _, text := range []string{
		"IdempotentParameterMismatch", "ErrMismatch", "StatusConflict", "alreadyExists", "Already-Processed", "keyReused", "TOKEN_EXPIRED", "key invalid",
		"invalidKey", "stale_token", "InsufficientInstanceCapacity", "InsufficientCapacity", "OutOfHostCapacity", "OutOfStock", "outofresourcestock", "ErrNotEnough",
		"soldOut", "card_declined", "authorization_pending",
	} {
		if want := nothingDone().MatchString(text); provesNothingDone(text) != want {
			t.Errorf("%s: %v, want %v", text, !want, want)
		} else if !want && text != "InsufficientInstanceCapacity" {
			t.Errorf("%s proves nothing", text)
		}
	}
	for _, text := range []string{"", "isTemporary", "keyboard", "tokenize", "StatusBadGateway", "capacity", "in stock"} {
		if provesNothingDone(text) {
			t.Errorf("%s proves that nothing was done", text)
		}
	}
}
