// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package regular reads regular files, and no more of them than it is told to. A name in a
// repository of others may be that of a pipe, which nobody writes to, or of a device without
// an end, by itself or through a link.
package regular

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"syscall"
)

// MaxSource is how large a Go file may be, in bytes. The largest that are written by
// programs hold data, and are some 50 MB.
const MaxSource = 100 << 20

// Open opens a regular file, or what a link leads to, if that is one. It returns the size.
func Open(name string) (*os.File, int64, error) {
	// To open a pipe waits for a writer, unless it is said not to.
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &os.PathError{Op: "read", Path: name, Err: fmt.Errorf("it is no regular file, but %s", kind(info.Mode()))}
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// Read returns what is in a regular file. It is an error if that is more than so many bytes.
func Read(name string, most int64) ([]byte, error) {
	var b bytes.Buffer
	if err := ReadInto(&b, name, most); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// ReadNamed returns what is in a file that the user has named, which may be a pipe: the shell
// makes one for the output of a command. It is an error if that is more than so many bytes.
func ReadNamed(name string, most int) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err == nil && len(data) > most {
		err = fmt.Errorf("%s: expected at most %d bytes", name, most)
	}
	return data, err
}

// ReadInto is the same with a buffer that may be used again.
func ReadInto(b *bytes.Buffer, name string, most int64) error {
	f, size, err := Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if size <= most {
		b.Grow(int(size) + bytes.MinRead)
		// Files of /proc say that they are empty, and others grow.
		size, err = b.ReadFrom(io.LimitReader(f, most+1))
	}
	if err == nil && size > most {
		err = &os.PathError{Op: "read", Path: name, Err: fmt.Errorf("it has more than %d MB", most>>20)}
	}
	return err
}

func kind(m os.FileMode) string {
	switch {
	case m.IsDir():
		return "a directory"
	case m&os.ModeNamedPipe != 0:
		return "a named pipe"
	case m&os.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
