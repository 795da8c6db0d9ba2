// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scope

import "slices"

// A Relation is what is known of one value in two attempts.
type Relation uint8

const (
	Unknown Relation = iota // nothing is shown: silence
	Same                    // the same value in both attempts
	Other                   // not known to be the same, treated as different
)

func (r Relation) String() string {
	switch r {
	case Same:
		return "same"
	case Other:
		return "other"
	}
	return "unknown"
}

// An Attempt is one send of a request.
type Attempt struct {
	Endpoint string // the name that a covers list would hold, "" if unknown
	Labels   Labels // what is declared of the endpoint
	Pinned   bool   // the endpoint is held fast: no balancer behind its name
}

// Named is the relation of the values that two sends name for a dimension
// which does not follow the endpoint.
type Named struct {
	Dim      Dim
	Relation Relation
}

// A Pair is two attempts of one request.
type Pair struct {
	A, B      Attempt
	Endpoints Relation
	Named     []Named // for tenant, account, queue, stream; at most one each
}

// agree reports whether the attempts agree on d, taken by itself: Same if they
// do, Other if they do not. Its steps are those of the package comment.
func (p Pair) agree(d Dim) Relation {
	if r := p.compare(d); r != Unknown {
		return r
	}
	if p.impliedWithin(d) {
		return Same
	}
	if p.varies(d) {
		return Other
	}
	if !d.FollowsEndpoint() {
		for _, n := range p.Named {
			if n.Dim == d {
				return n.Relation
			}
		}
		if d == Tenant || d == Account {
			return Same
		}
	}
	if p.Endpoints == Same && (d == Server || d == Process) && !p.oneServer() {
		return Other
	}
	return p.Endpoints
}

// compare compares the labels for d, if both are declared constants.
func (p Pair) compare(d Dim) Relation {
	a, okA := p.A.Labels.Get(d)
	b, okB := p.B.Labels.Get(d)
	switch {
	case !okA || !okB || a == Any || b == Any:
		return Unknown
	case a == b:
		return Same
	}
	return Other
}

// impliedWithin reports whether the attempts are known to be at the same place
// within d, and so in the same d. A declaration of d itself, even by one of
// them, takes precedence over what can be concluded.
func (p Pair) impliedWithin(d Dim) bool {
	if p.declares(d) {
		return false
	}
	for _, l := range p.A.Labels {
		if p.compare(l.Dim) == Same && slices.Contains(l.Dim.Ancestors(), d) {
			return true
		}
	}
	return false
}

// varies reports whether d, or a dimension around it, may differ from one
// attempt to the next.
func (p Pair) varies(d Dim) bool {
	for _, x := range append(d.Ancestors(), d) {
		a, _ := p.A.Labels.Get(x)
		b, _ := p.B.Labels.Get(x)
		if a == Any || b == Any {
			return true
		}
	}
	return false
}

// declares reports whether one of the attempts has a label for d.
func (p Pair) declares(d Dim) bool {
	_, a := p.A.Labels.Get(d)
	_, b := p.B.Labels.Get(d)
	return a || b
}

// oneServer reports whether the same endpoint is also the same server.
func (p Pair) oneServer() bool {
	return p.A.Pinned && p.B.Pinned || p.compare(Server) == Same
}
