// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"path/filepath"
	"sort"
	"strings"

	"github.com/idemscope/idemscope/internal/regular"
	"github.com/idemscope/idemscope/internal/visible"
)

// maxQuoted is the size of a file of which lines are shown, in bytes. What is larger was
// written by a program.
const maxQuoted = 10 << 20

// source reads lines of files, each file once. It opens no others than those that may be
// quoted: a name in a report may be one that the author of a checked file has written there.
type source struct {
	root     string
	quotable func(path string) bool
	files    map[string]*text
}

// source reads the files that a report names.
func (r *report) source() *source {
	return &source{root: r.root, quotable: r.quotable, files: map[string]*text{}}
}

// path is where a file of the report is.
func (s *source) path(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(s.root, file)
}

// read returns the text of a file; an empty one if it cannot be read.
func (s *source) read(file string) *text {
	t := s.files[file]
	if t == nil {
		t = new(text)
		if path := s.path(file); s.quotable != nil && s.quotable(path) {
			if data, err := regular.Read(path, maxQuoted); err == nil {
				t = newText(string(data))
			}
		}
		s.files[file] = t
	}
	return t
}

// line returns what is shown of the line of a position, and the white space that brings a
// caret under its column.
func (s *source) line(p position) (text, indent string, ok bool) {
	text, indent = visible.Window(s.read(p.File).line(p.Line), p.Column-1)
	return text, indent, text != ""
}

// text is that of a file.
type text struct {
	all    string
	starts []int // of lines
}

func newText(all string) *text {
	t := &text{all: all, starts: []int{0}}
	for i := range len(all) {
		if all[i] == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// line returns a line, counted from 1, without its end; none if there is no such line.
func (t *text) line(n int) string {
	if n < 1 || n > len(t.starts) {
		return ""
	}
	rest := t.all[t.starts[n-1]:]
	if n < len(t.starts) {
		rest = t.all[t.starts[n-1] : t.starts[n]-1]
	}
	return strings.TrimSuffix(rest, "\n")
}

// at returns the line, counted from 1, of an offset in bytes, and the offset in it.
func (t *text) at(offset int) (line, in int) {
	line = max(1, sort.SearchInts(t.starts, offset+1))
	if len(t.starts) == 0 || offset > len(t.all) {
		return 1, 0
	}
	return line, offset - t.starts[line-1]
}
