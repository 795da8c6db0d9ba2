// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scope

import (
	"slices"
	"strings"
)

// Any is the value of a label that may differ from one attempt to the next.
const Any = "*"

// A Label says where along a dimension an endpoint stands.
type Label struct {
	Dim   Dim
	Value string
}

// Labels are what is declared of one endpoint, in the order of Dims, at most
// one a dimension. They are a slice, not a map, because they travel in facts,
// and equal labels must encode to equal bytes.
type Labels []Label

// NewLabels returns the labels of m. An empty value declares nothing.
func NewLabels(m map[Dim]string) Labels {
	var l Labels
	for d, v := range m {
		if v != "" {
			l = append(l, Label{d, v})
		}
	}
	slices.SortFunc(l, func(a, b Label) int { return compareDims(a.Dim, b.Dim) })
	return l
}

// Get returns the value declared for d, and whether there is one.
func (l Labels) Get(d Dim) (string, bool) {
	for _, x := range l {
		if x.Dim == d {
			return x.Value, true
		}
	}
	return "", false
}

// String returns the labels as a contract spells them.
func (l Labels) String() string {
	words := make([]string, len(l))
	for i, x := range l {
		words[i] = string(x.Dim) + "=" + x.Value
	}
	return strings.Join(words, " ")
}
