// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/idemscope/idemscope/internal/visible"
)

// Exit codes.
const (
	exitClean    = 0
	exitFindings = 1
	exitError    = 2
)

// grace is how long a check that is interrupted may take to end by itself: it asks between
// packages whether it is, and a large one is looked at for longer than anybody waits.
const grace = time.Second

func main() {
	if calledByGo(os.Args[1:]) {
		os.Exit(vetTool(os.Args[1:], os.Stdout, os.Stderr))
	}
	tuneHeap(commandHeap)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // another signal ends it at once
		time.Sleep(grace)
		os.Exit(fail(os.Stderr, "interrupted"))
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// calledByGo reports whether the arguments are those of the go command's protocol
// for vet tools: -V=full, -flags, or flags followed by one *.cfg file.
func calledByGo(args []string) bool {
	if len(args) == 0 {
		return false
	}
	if len(args) == 1 {
		switch strings.Replace(args[0], "--", "-", 1) {
		case "-V=full", "-flags":
			return true
		}
	}
	last := args[len(args)-1]
	if !strings.HasSuffix(last, ".cfg") {
		return false
	}
	info, err := os.Stat(last)
	return err == nil && info.Mode().IsRegular()
}

// run is the command behind the protocol: a subcommand, or a check.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		switch args[0] {
		case "explain":
			return explain(args[1:], stdout, stderr)
		case "models":
			return models(args[1:], stdout, stderr)
		case "version", "-version", "--version":
			return version(args[1:], stdout, stderr)
		case "help":
			fmt.Fprint(stdout, usage())
			return exitClean
		}
	}
	return check(ctx, args, stdout, stderr)
}

// fail prints the one line that says why the command cannot go on.
func fail(stderr io.Writer, format string, args ...any) int {
	fmt.Fprintf(stderr, "idemscope: %s\n", visible.Lines(fmt.Sprintf(format, args...)))
	return exitError
}
