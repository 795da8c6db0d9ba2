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

	shown := showProgress(stderr)
	notes, wrong := holdModels(ctx, dir, opts)
	if len(wrong) > 0 {
		shown.done()
		for _, problem := range wrong {
			fail(stderr, "%s", problem)
		}
		return exitError
	}
	rep, err := look(ctx, cwd, dir, opts, func() { shown.say(checking) })
	var chosen *fixes
	if err == nil && (opts.fix || opts.diff) {
		chosen = rep.fixes(rep.changeable(ctx, dir))
	}
	if chosen != nil && !opts.diff && len(chosen.files) > 0 && ctx.Err() == nil {
		// What is left stands elsewhere now, and of what was fixed there may be nothing left.
		if err = chosen.write(); err == nil {
			rep, err = look(ctx, cwd, dir, opts, func() {})
		}
	}
	shown.done()
	if ctx.Err() != nil {
		return fail(stderr, "interrupted")
	}
	if err != nil {
		return fail(stderr, "%v", err)
	}

	for _, line := range notes {
		fmt.Fprintf(stderr, "idemscope: %s\n", visible.Text(line))
	}
	for _, line := range rep.Warnings {
		fmt.Fprintln(stderr, visible.Source(line))
	}
	if chosen != nil {
		for _, line := range chosen.left {
			fmt.Fprintf(stderr, "idemscope: %s\n", visible.Text(line))
		}
	}
	if opts.baseline != "" {
		if err := rep.subtract(opts.baseline, base, now); err != nil {
			return fail(stderr, "-baseline: %v", err)
		}
		rep.writeGone(stderr, opts.baseline)
	}
	switch {
	case opts.diff:
		return rep.showDiff(chosen, stdout, stderr)
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

// look analyses the packages, and brings the report into the form that is printed.
func look(ctx context.Context, cwd, dir string, opts options, listed func()) (*report, error) {
	rep, err := analyse(ctx, dir, opts, listed)
	if err != nil {
		return nil, err
	}
	if !opts.test {
		rep.dropTests()
	}
	rep.finish(cwd)
	return rep, nil
}

// showDiff prints what -fix would change, and returns the exit code.
func (r *report) showDiff(chosen *fixes, stdout, stderr io.Writer) int {
	r.writeErrors(stderr, newPalette(stderr))
	if err := chosen.writeDiff(stdout); err != nil {
		return fail(stderr, "%v", err)
	}
	if name := chosen.outside(); name != "" {
		fmt.Fprintf(stderr, "idemscope: %s is not below this directory: run -diff from one above it for a patch that can be applied\n", visible.Text(name))
	}
	switch {
	case len(r.Errors) > 0:
		return exitError
	case len(chosen.files) > 0:
		return exitFindings
	}
	fmt.Fprintln(stderr, "idemscope: nothing that -fix could fix")
	return exitClean
}
