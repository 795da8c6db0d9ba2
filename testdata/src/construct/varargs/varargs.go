// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package varargs calls closures from a closure, one with the result of the other in a
// list of arguments. The analysis must come to an end.
package varargs

//idemscope:store scope=region
type store struct{}

func Text(names []string) {
	send := func(s string) string { return s }
	line := func(args ...any) { println(len(args)) }
	pair := func(p string) { line(send(p), send(p)) }
	for _, p := range names {
		pair(p)
	}
}
