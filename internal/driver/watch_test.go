// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build unix

package driver

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestWatch ends a go command only where it waits: a pipe that nobody reads is no reason.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n", "dir/a.go": "package a\n"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pipe := filepath.Join(dir, "b.go")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := Watch(t.Context(), filepath.Join(dir, "dir"))
	select {
	case <-ctx.Done():
		t.Errorf("nobody waits: %v", context.Cause(ctx))
	case <-time.After(3 * watchAfter):
	}
	go func() { _, _ = os.ReadFile(pipe) }() // as the go command does
	select {
	case <-ctx.Done():
		if err := context.Cause(ctx); !strings.Contains(err.Error(), "b.go is a named pipe") {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("it is waited for the pipe")
	}
	stop()

	for to, ok := range map[string]bool{"sub.mod": true, "notes.txt": false, "go.mod": true} {
		other := t.TempDir()
		if err := os.WriteFile(filepath.Join(other, to), []byte("module m\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		linked := t.TempDir()
		if err := os.Symlink(filepath.Join(other, to), filepath.Join(linked, "go.mod")); err != nil {
			t.Fatal(err)
		}
		if _, err := moduleRoot(linked); (err == nil) != ok {
			t.Errorf("a link to %s: %v", to, err)
		}
	}
}

// TestPlace holds which files may be quoted: those that were named, and lie in a module.
func TestPlace(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "m")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"m/a.go", "m/other.go", "outside.go"} {
		if err := os.WriteFile(filepath.Join(top, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for to, name := range map[string]string{"../outside.go": "out.go", "a.go": "in.go"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	r := newRun(&Config{Dir: dir})
	r.units = []*unit{{needed: true, listed: &listed{ImportPath: "m", Dir: dir, GoFiles: []string{"a.go", "out.go", "in.go"}, Module: &module{Path: "m", Dir: dir}}}}
	res := &Result{sources: newSources(r)}
	for name, want := range map[string]bool{"m/a.go": true, "m/in.go": true, "m/out.go": false, "m/other.go": false, "outside.go": false, "m/nowhere.go": false} {
		if got := res.Quotable(filepath.Join(top, name)); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
	for posn, want := range map[string]bool{"out.go:1:1": true, "a.go:1:1": false, "in.go:1:1": false, "": false, dir + "/out.go:3": true, "nowhere.go:1": false} {
		if got := res.sources.elsewhere(posn); got != want {
			t.Errorf("%q: got %v", posn, got)
		}
	}
}
