// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"context"
	"fmt"
	"io"
	"os"
)

// mend has go vet apply the fixes of findings to the files, or print them as a diff. It
// returns the exit code, and whether there is nothing more to do: after files were mended,
// a check says what is left.
func mend(ctx context.Context, dir string, opts options, stdout, stderr io.Writer) (code int, done bool) {
	self, err := os.Executable()
	if err != nil {
		return fail(stderr, "%v", err), true
	}
	args := []string{"vet", "-vettool=" + self, "-fix"}
	if opts.diff {
		args = append(args, "-diff")
	}
	args = append(args, buildFlags(opts)...)
	args = append(args, opts.settings...)
	out, text, err := goCommand(ctx, dir, append(args, inWorkspace(ctx, dir, opts)...))
	if ctx.Err() != nil {
		return fail(stderr, "interrupted"), true
	}
	rep := &report{}
	if err != nil {
		rep.Errors = readErrors(dir, text) // none if it failed because there is a difference
	}
	if err != nil && len(rep.Errors) == 0 && !opts.diff {
		return fail(stderr, "go vet -fix: %v", err), true
	}
	if cwd, err := os.Getwd(); err == nil {
		rep.finish(cwd)
	}
	if opts.diff {
		if _, err := stdout.Write(out); err != nil {
			return fail(stderr, "%v", err), true
		}
	}
	if len(rep.Errors) > 0 {
		rep.writeErrors(stderr, newPalette(stderr))
		return exitError, true
	}
	if opts.diff {
		if len(out) > 0 {
			return exitFindings, true
		}
		fmt.Fprintln(stderr, "idemscope: nothing that -fix could mend")
		return exitClean, true
	}
	return exitClean, false
}
