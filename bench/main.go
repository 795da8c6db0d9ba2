// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	runs := flag.Int("n", 5, "`runs` of each contender")
	most := flag.Int("sends", 64_000, "`number` of sends in the largest module of keys")
	patterns := flag.String("packages", "./...", "`pattern` of the packages of a repository")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: bench [-n runs] [-packages pattern] [-sends number] repo DIR... | warm DIR | keys | worst")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := bench(*runs, *most, *patterns, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(runs, most int, pattern string, args []string) error {
	if len(args) == 0 {
		flag.Usage()
		return fmt.Errorf("expected what to measure")
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &suite{dir: dir, runs: runs, pattern: pattern}
	for _, tool := range []struct {
		path *string
		pkg  string
	}{{&b.idemscope, "./cmd/idemscope"}, {&b.floor, "./bench/floor"}} {
		*tool.path = filepath.Join(dir, filepath.Base(tool.pkg))
		cmd := exec.Command("go", "build", "-o", *tool.path, tool.pkg)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s (run it in the root of the repository): %w\n%s", cmd, err, out)
		}
	}
	fmt.Println(machine())
	switch args[0] {
	case "repo":
		for _, dir := range args[1:] {
			if err := b.repo(dir); err != nil {
				return err
			}
		}
		return nil
	case "warm":
		if len(args) != 2 {
			return fmt.Errorf("warm: expected a directory")
		}
		return b.warm(args[1])
	case "keys":
		return b.keys(most)
	case "worst":
		return b.worst()
	}
	return fmt.Errorf("%s: expected repo, warm, keys or worst", args[0])
}
