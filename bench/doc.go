// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command bench measures idemscope against what is measured in the same run, so that its
// numbers are ratios that mean something on another machine:
//
//	go run ./bench repo DIR...    programs: go vet with a tool that does nothing (the floor),
//	                              the command, go vet with idemscope as its tool, go vet, and
//	                              staticcheck and nilaway if they are in PATH
//	go run ./bench warm DIR       go vet with idemscope, and the floor, when nothing has
//	                              changed, and when one file has: the largest of the packages
//	                              that none imports, and the largest of all
//	go run ./bench keys           generated modules full of keys, each twice the one before,
//	                              against go build
//	go run ./bench worst          programs that are as hard as their size allows
//
// Runs are interleaved, and medians are printed, as Markdown. A cold run is one whose results
// are in no cache, while the export data of all packages is: a flag gets a value that it
// never had. CPU time is that of all processes, and memory that of the largest.
//
// The tests of this package check counts on small programs, not times.
package main
