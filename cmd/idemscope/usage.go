// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	_ "embed"
	"fmt"
	"io"
	"runtime/debug"
)

//go:embed usage.txt
var usageText string

// usage is the text of -h. The package's doc comment carries the same; a test compares them.
func usage() string { return usageText }

// version prints the version that the go command built in.
func version(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		return fail(stderr, "version takes no arguments")
	}
	text := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		text = info.Main.Version + " " + info.GoVersion
	}
	fmt.Fprintln(stdout, "idemscope", text)
	return exitClean
}
