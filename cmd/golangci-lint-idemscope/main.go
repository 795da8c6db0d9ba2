// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command golangci-lint-idemscope is golangci-lint with idemscope among its linters. It
// takes the arguments and the configuration of golangci-lint, and answers as it does;
// package analyzer/golangci shows how the configuration names the linter.
//
// It is a module of its own, so that nobody who only wants the analyzer requires what
// golangci-lint requires. Golangci-lint itself is its released module: nothing is cloned.
//
// Golangci-lint keeps its cache by its version, unless that is a development's: then by
// the binary's hash. This program does not set one, since its linters change with
// idemscope as well, so that another build never shows findings of an older one.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/idemscope/idemscope/analyzer/golangci"
)

func main() {
	// "(devel)" makes the cache depend on the binary.
	info := commands.BuildInfo{GoVersion: runtime.Version(), Version: "(devel)", Commit: "golangci-lint " + released() + " and idemscope", Date: "an unknown day"}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintf(os.Stderr, "golangci-lint-idemscope: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}

// released is the version of golangci-lint that this is built from.
func released() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/golangci/golangci-lint/v2" {
				return m.Version
			}
		}
	}
	return "(unknown)"
}
