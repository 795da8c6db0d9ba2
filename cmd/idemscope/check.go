// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/idemscope/idemscope/internal/visible"
)

// check runs the analyzer over packages and prints what it reports.
func check(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	opts, err := parseFlags(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage())
		return exitClean
	}
	if err != nil {
		return fail(stderr, "%v (idemscope -h lists the flags)", err)
	}
	if err := opts.handOnModels(); err != nil {
		return fail(stderr, "%v", err)
	}
	cwd, err := os.Getwd()
	if err != nil {
		return fail(stderr, "%v", err)
	}
	dir := cwd
	if opts.dir != "" {
		if dir, err = filepath.Abs(opts.dir); err != nil {
			return fail(stderr, "-C: %v", err)
		}
		if info, err := os.Stat(dir); err != nil {
			return fail(stderr, "-C: %v", err)
		} else if !info.IsDir() {
			return fail(stderr, "-C: %s is not a directory", opts.dir)
		}
	}

	flags := goFlags(ctx, dir)
	if name := flags["overlay"]; name != "" {
		return fail(stderr, "GOFLAGS has -overlay=%s: expected none, since files are read as they are on disk (go vet -vettool=$(which idemscope) takes it)", name)
	}
	now := opts.baselineSettings(flags)

	var base baseline
	if opts.baseline != "" {
		if base, err = readBaseline(opts.baseline); err != nil {
			return fail(stderr, "-baseline: %v", err)
		}
	}
	if opts.write != "" {
		// Here too, since a check takes long.
		if _, _, err := replaceable(opts.write); err != nil {
			return fail(stderr, "-write-baseline: %v", err)
		}
	}
	if opts.fix || opts.diff {
		if code, done := mend(ctx, dir, opts, stdout, stderr); done {
			return code
		}
	}

	shown := showProgress(stderr)
	notes, wrong := holdModels(ctx, dir, opts)
	if len(wrong) > 0 {
		shown.done()
		for _, problem := range wrong {
			fail(stderr, "%s", problem)
		}
		return exitError
	}
	rep, err := analyse(ctx, dir, opts, func() { shown.say(checking) })
	shown.done()
	if ctx.Err() != nil {
		return fail(stderr, "interrupted")
	}
	if err != nil {
		return fail(stderr, "%v", err)
	}
	if !opts.test {
		rep.dropTests()
	}
	rep.finish(cwd)

	for _, line := range notes {
		fmt.Fprintf(stderr, "idemscope: %s\n", visible.Text(line))
	}
	for _, line := range rep.Warnings {
		fmt.Fprintln(stderr, visible.Source(line))
	}
	if opts.baseline != "" {
		if err := rep.subtract(opts.baseline, base, now); err != nil {
			return fail(stderr, "-baseline: %v", err)
		}
		rep.writeGone(stderr, opts.baseline)
	}
	switch {
	case opts.write != "":
		rep.writeErrors(stderr, newPalette(stderr))
		if len(rep.Errors) > 0 {
			return fail(stderr, "-write-baseline: %s is not written, since not all packages could be checked", opts.write)
		}
		if err := rep.writeBaseline(opts.write, now); err != nil {
			return fail(stderr, "-write-baseline: %v", err)
		}
		fmt.Fprintf(stdout, "%s in %s\n", count(len(rep.Findings), "finding"), opts.write)
		return exitClean
	case opts.json:
		err = rep.writeJSON(stdout)
	case opts.sarif:
		err = rep.writeSARIF(stdout)
	default:
		err = rep.writeText(stdout, newPalette(stdout))
		rep.writeErrors(stderr, newPalette(stderr))
	}
	if err != nil {
		return fail(stderr, "%v", err)
	}
	return rep.exitCode()
}
