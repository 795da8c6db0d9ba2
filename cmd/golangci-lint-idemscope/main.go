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
	build, ok := debug.ReadBuildInfo()
	if !ok {
		build = new(debug.BuildInfo)
	}
	if err := commands.Execute(describe(build)); err != nil {
		fmt.Fprintf(os.Stderr, "golangci-lint-idemscope: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}

// describe is what the command version says. It reads "has version V built with GO from
// COMMIT on DATE", and what it is built from is two things.
func describe(build *debug.BuildInfo) commands.BuildInfo {
	released, commit, date := "(unknown)", "(devel)", "a date that the build does not record"
	for _, m := range build.Deps {
		switch {
		case m.Path == "github.com/golangci/golangci-lint/v2":
			released = m.Version
		case m.Path == "github.com/idemscope/idemscope" && m.Replace == nil:
			commit = m.Version
		}
	}
	for _, s := range build.Settings {
		switch {
		case s.Key == "vcs.revision" && commit == "(devel)": // of the repository that it is built from
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.time":
			date = s.Value
		}
	}
	return commands.BuildInfo{
		GoVersion: runtime.Version(),
		Version:   "(devel)", // makes the cache depend on the binary
		Commit:    "golangci-lint " + released + " and idemscope " + commit,
		Date:      date,
	}
}
