// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scope

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Dim is a dimension along which a dedup store can be partitioned.
type Dim string

const (
	Process Dim = "process"
	Server  Dim = "server"
	Zone    Dim = "zone"
	Cluster Dim = "cluster"
	Region  Dim = "region"
	Tenant  Dim = "tenant"
	Account Dim = "account"
	Queue   Dim = "queue"
	Stream  Dim = "stream"
)

// ParseDim returns the dimension of that name. The error lists the names.
func ParseDim(s string) (Dim, error) {
	all := Dims()
	if slices.Contains(all, Dim(s)) {
		return Dim(s), nil
	}
	return "", fmt.Errorf("unknown dimension %q: expected %s", s, joinDims(all, ", "))
}

// Dims returns all dimensions, the wider before the narrower, so that text
// reads like an address: region=us-east-1 server=7.
func Dims() []Dim {
	return []Dim{Region, Zone, Cluster, Server, Process, Account, Tenant, Queue, Stream}
}

// Ancestors returns the dimensions that contain d, nearest first.
func (d Dim) Ancestors() []Dim {
	switch d {
	case Process:
		return []Dim{Server, Cluster, Zone, Region}
	case Server:
		return []Dim{Cluster, Zone, Region}
	case Cluster, Zone:
		return []Dim{Region}
	case Tenant:
		return []Dim{Account}
	}
	return nil
}

// FollowsEndpoint reports whether the endpoint alone decides on d: it says
// where a request goes, but not for whom, or to which queue behind it.
func (d Dim) FollowsEndpoint() bool {
	switch d {
	case Tenant, Account, Queue, Stream:
		return false
	}
	return true
}

// compareDims orders as Dims does. What is no dimension comes last rather than
// getting lost: a partition that is overlooked looks like cover.
func compareDims(a, b Dim) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

func rank(d Dim) int {
	all := Dims()
	if i := slices.Index(all, d); i >= 0 {
		return i
	}
	return len(all)
}

// closure returns the dims and all their ancestors, in order, each once.
func closure(dims []Dim) []Dim {
	var all []Dim
	for _, d := range dims {
		all = append(append(all, d), d.Ancestors()...)
	}
	return sortDims(all)
}

func sortDims(dims []Dim) []Dim {
	slices.SortFunc(dims, compareDims)
	return slices.Compact(dims)
}

func joinDims(dims []Dim, sep string) string {
	names := make([]string, len(dims))
	for i, d := range dims {
		names[i] = string(d)
	}
	return strings.Join(names, sep)
}
