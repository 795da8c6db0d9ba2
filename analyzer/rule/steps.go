// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

// steps are what findings say of places that the key comes by, and when it does. Other
// places, such as those of declarations, explain a finding and are none of its steps.
var steps = map[string]int{
	"the key is made here":                    0,
	"the key comes in here":                   0,
	"the key is handed to the store here":     1,
	"the earlier attempt":                     2,
	"the attempt that may have been executed": 2,
	"the attempt that follows":                3,
	"the send that carries the key":           HereStep + 1,
	"the send":                                HereStep + 1,
}

// explanations are what they say of the other places.
var explanations = []string{
	"the store is made here",
	"the store's scope is declared here",
	"the endpoint is declared here",
	"who is calling is known here",
	"it is kept in this",
}

// HereStep is when the key comes by the finding's own place: it is where it all leads to,
// but for a finding about the making of a key that is sent later.
const HereStep = 4

// Step returns when the key comes by a place of which a finding says so, as a number that
// is greater for what is later; ok is false if that is no step of the key.
func Step(message string) (when int, ok bool) {
	when, ok = steps[message]
	return when, ok
}
