// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"time"

	"github.com/idemscope/idemscope/internal/driver"
)

func goCommand(ctx context.Context, dir string, args []string) (stdout []byte, err error) {
	ctx, stop := driver.Watch(ctx, dir)
	defer stop()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second // what it has started may go on
	var out bytes.Buffer
	cmd.Stdout = &out
	err = cmd.Run()
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return out.Bytes(), cause
	}
	return out.Bytes(), err
}

// goFlags are the flags that GOFLAGS has for the go command in a directory, by their names.
// If that cannot be told, there are none, and the go command says what is wrong.
func goFlags(ctx context.Context, dir string) map[string]string {
	text, err := goCommand(ctx, dir, []string{"env", "GOFLAGS"})
	if err != nil {
		return nil
	}
	flags := map[string]string{}
	for rest := strings.TrimSpace(string(text)); rest != ""; rest = strings.TrimSpace(rest) {
		var word string
		if q := rest[:1]; q == "'" || q == `"` { // it may stand around a flag, not in one
			word, rest, _ = strings.Cut(rest[1:], q)
		} else {
			word, rest, _ = strings.Cut(rest, " ")
		}
		name, value, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		flags[name] = value
	}
	return flags
}

// packagePath takes the test variant off a package's ID: "p [p.test]" is p.
func packagePath(id string) string {
	path, _, _ := strings.Cut(id, " [")
	return path
}
