// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build unix

package regular

import (
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestPipe reads names behind which nobody ever writes, or which never end.
func TestPipe(t *testing.T) {
	pipe, socket := filepath.Join(t.TempDir(), "p"), filepath.Join(t.TempDir(), "s")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for name, want := range map[string]string{pipe: "a named pipe", socket: "", "/dev/zero": "a device", "/dev/tty": ""} {
		done := make(chan error, 1)
		go func() {
			_, err := Read(name, 1<<20)
			done <- err
		}()
		select {
		case err := <-done:
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: it is waited for", name)
		}
	}
}
