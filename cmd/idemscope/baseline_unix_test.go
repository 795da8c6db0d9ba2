// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build unix

package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestBaselinePipe names a pipe, to which nobody writes and from which nobody reads, by
// itself and through a link.
func TestBaselinePipe(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("pipe", "link"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pipe", "link"} {
		for _, flag := range []string{"-baseline", "-write-baseline"} {
			done := make(chan string, 1)
			go func() {
				code, _, errs := command(flag, name)
				if code != exitError {
					errs = "no error"
				}
				done <- errs
			}()
			select {
			case errs := <-done:
				if !strings.Contains(errs, name) || !strings.Contains(errs, "it is no regular file, but a named pipe") {
					t.Errorf("%s %s: %s", flag, name, errs)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%s %s waits for the pipe", flag, name)
			}
		}
	}
	if info, err := os.Lstat("pipe"); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe: %v, %v", info, err)
	}
}
