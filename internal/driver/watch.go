// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// The go command opens whatever goes by the name of a Go file or a go.mod. If that is a
// named pipe, it waits for somebody who writes to it, for ever; a go.mod that is a device
// without an end it reads until the memory is full. So what is at hand is looked at before
// it is started, and while it takes long, files are searched for one that it may wait for.
const (
	watchAfter = 500 * time.Millisecond // a module that is built already is listed by then
	deviceWait = 10 * time.Second       // then what cannot be asked is taken for what is waited for
	maxWalked  = 1 << 20                // names in directories
)

// Watch returns a context for a go command that is run in a directory. It ends with the
// reason as its cause if the command cannot come to an end.
func Watch(ctx context.Context, dir string) (watched context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	root, err := moduleRoot(dir)
	if err != nil {
		cancel(err)
	}
	go func() {
		if err := blocked(ctx, root); err != nil {
			cancel(err)
		}
	}()
	return ctx, func() { cancel(nil) }
}

// moduleRoot returns the directory of the module, or workspace, around a directory. It is an
// error if what says so is no file.
func moduleRoot(dir string) (string, error) {
	root := ""
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	for at := dir; ; at = filepath.Dir(at) {
		for _, name := range []string{"go.mod", "go.sum", "go.work", "go.work.sum", filepath.Join("vendor", "modules.txt")} {
			file := filepath.Join(at, name)
			info, err := os.Stat(file)
			if err != nil || info.IsDir() {
				continue
			}
			if !info.Mode().IsRegular() {
				return at, fmt.Errorf("%s is no regular file: expected one, since the go command would read it without end", file)
			}
			// What is wrong with such a file, the go command quotes.
			if to, err := filepath.EvalSymlinks(file); err == nil && !sameKind(to, file) {
				return at, fmt.Errorf("%s is a link to a file of another name: expected a file, or a link to one of its kind", file)
			}
			if name == "go.work" || name == "go.mod" && root == "" {
				root = at
			}
		}
		if filepath.Dir(at) == at {
			break
		}
	}
	if root == "" {
		root = dir
	}
	return root, nil
}

// sameKind reports whether a file may be what another name says, by its own name.
func sameKind(to, name string) bool {
	ext := filepath.Ext(name)
	return filepath.Base(to) == filepath.Base(name) || ext != ".txt" && filepath.Ext(to) == ext
}

// blocked waits until the go command is seen to wait for what never comes, and says for what.
func blocked(ctx context.Context, root string) error {
	if !sleep(ctx, watchAfter) {
		return nil
	}
	pipes, devices := irregular(ctx, root)
	for start := time.Now(); len(pipes)+len(devices) > 0; {
		long := time.Since(start) > deviceWait
		for _, file := range pipes {
			if waits, err := read(file); waits || err != nil && long {
				return fmt.Errorf("%s is a named pipe, or a link to one: the go command waits for ever to read it", file)
			}
		}
		if len(devices) > 0 && long {
			return fmt.Errorf("%s is a device, or a link to one: the go command waits to read it", devices[0])
		}
		if !sleep(ctx, watchAfter) {
			break
		}
	}
	return nil
}

// irregular lists what has the name of a file that the go command reads, and is none.
func irregular(ctx context.Context, root string) (pipes, devices []string) {
	left := maxWalked
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if left--; left < 0 || ctx.Err() != nil {
			return filepath.SkipAll
		}
		if err != nil || d.IsDir() || d.Type().IsRegular() || !readByGo(d.Name()) {
			return nil
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case info.Mode()&os.ModeNamedPipe != 0:
			pipes = append(pipes, path)
		case info.Mode()&os.ModeDevice != 0:
			devices = append(devices, path)
		}
		return nil
	})
	return pipes, devices
}

// readByGo reports whether the go command may read a file for its name: for imports and
// build constraints.
func readByGo(name string) bool {
	switch filepath.Ext(name) {
	case ".go", ".mod", ".sum", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90", ".s", ".S", ".sx", ".swig", ".swigcxx", ".syso":
		return !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, ".")
	}
	return false
}

// read reports whether somebody waits to read from a pipe: else it cannot be opened for
// writing without waiting. Who waits reads that there is nothing. The error says that it
// cannot be told.
func read(pipe string) (waits bool, err error) {
	f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err == nil {
		return true, f.Close()
	}
	if errors.Is(err, fs.ErrPermission) {
		return false, err
	}
	return false, nil
}

// sleep reports whether the time has passed.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
