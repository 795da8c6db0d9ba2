// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package mutual has two closures that call each other. The analysis must come to an end.
package mutual

type node struct {
	deps []*node
	n    int
}

//idemscope:store scope=region
type store struct{}

func Walk(roots []*node) {
	seen := map[*node]bool{}
	var visit, other func(n *node)
	visit = func(n *node) {
		seen[n] = true
		for _, d := range n.deps {
			visit(d)
			other(d)
		}
	}
	other = func(n *node) {
		n.n++
		for _, d := range n.deps {
			visit(d)
			other(d)
		}
	}
	for _, r := range roots {
		visit(r)
	}
}
