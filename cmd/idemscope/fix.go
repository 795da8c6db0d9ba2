// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemscope/idemscope/internal/regular"
)

// An outline tells the text of a file that was analysed from another one: it is how long it
// is, and where its lines begin.
type outline struct {
	size  int
	lines []int
}

func outlineOf(f *token.File) outline { return outline{f.Size(), f.Lines()} }

func (o outline) of(text []byte) bool {
	fset := token.NewFileSet()
	f := fset.AddFile("", -1, len(text))
	f.SetLinesForContent(text)
	return o.size == len(text) && slices.Equal(o.lines, f.Lines())
}

// fixes are the edits of a report that can be made, by file. A fix is among them as a whole
// or not at all.
type fixes struct {
	files map[string]*fixed // by the name in the report
	left  []string          // lines on fixes that are not made, and why
}

// fixed is a file with its edits.
type fixed struct {
	home
	name  string // as in the report
	mode  os.FileMode
	old   []byte
	now   []byte // old with the edits
	edits []edit // in the order of the file
}

// fixes chooses among the fixes of a report. Of two that overlap it takes the first; the
// other one's finding is reported again once the first is made.
func (r *report) fixes(where *ownModules) *fixes {
	fs := &fixes{files: map[string]*fixed{}}
	unusable := map[string]error{}
	for _, f := range r.Findings {
		if len(f.Fixes) == 0 {
			continue
		}
		byFile := map[string][]edit{}
		var err error
		for _, e := range f.Fixes[0].Edits { // others are alternatives
			if fs.files[e.File] == nil && unusable[e.File] == nil {
				if file, err := r.fixable(e.File, where); err != nil {
					unusable[e.File] = err
				} else {
					fs.files[e.File] = file
				}
			}
			err = cmp.Or(err, unusable[e.File])
			byFile[e.File] = append(byFile[e.File], e)
		}
		if err == nil {
			err = fs.add(byFile)
		}
		if err != nil && !errors.Is(err, errOverlap) {
			fs.left = append(fs.left, fmt.Sprintf("%s:%d:%d: the fix is not made: %v", f.File, f.Line, f.Column, err))
		}
	}
	maps.DeleteFunc(fs.files, func(_ string, f *fixed) bool { return len(f.edits) == 0 })
	return fs
}

// names are those of the files, in order.
func (fs *fixes) names() []string { return slices.Sorted(maps.Keys(fs.files)) }

var errOverlap = errors.New("it overlaps another one")

// add makes the edits of one fix, or none of them.
func (fs *fixes) add(byFile map[string][]edit) error {
	next := map[string]*fixed{}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		file := *fs.files[name]
		file.edits = append(slices.Clone(file.edits), byFile[name]...)
		slices.SortStableFunc(file.edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
		if err := file.make(); err != nil {
			return err
		}
		next[name] = &file
	}
	maps.Copy(fs.files, next)
	return nil
}

// fixable reads a file that may be written.
func (r *report) fixable(name string, where *ownModules) (*fixed, error) {
	path := r.source().path(name)
	at, err := where.home(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(at.path())
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o200 == 0 {
		return nil, errors.New("the file is read-only")
	}
	text, err := regular.Read(at.path(), regular.MaxSource)
	if err != nil {
		return nil, err
	}
	if o, ok := r.outlines[path]; !ok || !o.of(text) {
		return nil, errors.New("the file has changed since it was analysed")
	}
	return &fixed{home: at, name: name, mode: info.Mode().Perm(), old: text, now: text}, nil
}

// make applies the edits. The result keeps how the lines end and a byte order mark; it can
// be parsed, and is formatted if the file was.
func (f *fixed) make() error {
	var out []byte
	done := 0
	for i, e := range f.edits {
		if i > 0 && (e.Start < f.edits[i-1].End || e.Start == f.edits[i-1].Start && e.End == f.edits[i-1].End) {
			return errOverlap // also two insertions at one place, of which no order is the right one
		}
		if e.Start < done || e.End < e.Start || e.End > len(f.old) {
			return errors.New("the file has changed since it was analysed")
		}
		out = append(out, f.old[done:e.Start]...)
		out = append(out, strings.ReplaceAll(e.New, "\n", lineEnd(f.old, e.Start))...)
		done = e.End
	}
	out = append(out, f.old[done:]...)
	if formatted(f.old) {
		if tidy, err := gofmt(out); err == nil {
			out = tidy
		}
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", out, parser.SkipObjectResolution); err != nil {
		return fmt.Errorf("the file could not be parsed after it (%w)", err)
	}
	f.now = out
	return nil
}

// lineEnd is how the line of an offset ends; that of the last line is how the one before does.
func lineEnd(text []byte, offset int) string {
	i := bytes.IndexByte(text[offset:], '\n') + offset
	if i < offset {
		i = bytes.LastIndexByte(text, '\n')
	}
	if i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

func formatted(text []byte) bool {
	tidy, err := gofmt(text)
	return err == nil && bytes.Equal(tidy, text)
}

var (
	bom  = []byte("\ufeff")
	crlf = []byte("\r\n")
	lf   = []byte("\n")
)

// gofmt formats a file, and leaves a byte order mark and the ends of lines as they are.
// Gofmt itself takes both away.
func gofmt(text []byte) ([]byte, error) {
	body, marked := bytes.CutPrefix(text, bom)
	windows := bytes.Contains(body, crlf)
	if windows {
		// A file in which lines end in two ways is formatted in none, and stays so.
		body = bytes.ReplaceAll(body, crlf, lf)
	}
	body, err := format.Source(body)
	if err != nil {
		return nil, err
	}
	if windows {
		body = bytes.ReplaceAll(body, lf, crlf)
	}
	if marked {
		body = slices.Concat(bom, body)
	}
	return body, nil
}

// write replaces the files. Each is written beside the old one and renamed, after all of
// them could be written.
func (fs *fixes) write() (err error) {
	var written []func() error // the renaming of each
	for _, name := range fs.names() {
		rename, cleanup, err := fs.files[name].prepare()
		defer cleanup()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		written = append(written, rename)
	}
	for i, rename := range written {
		if err := rename(); err != nil {
			return fmt.Errorf("%s: %w", fs.names()[i], err)
		}
	}
	return nil
}

// prepare writes the new text beside the file. All that it opens is below the module's
// directory, whatever becomes of the directories in between meanwhile.
func (f *fixed) prepare() (rename func() error, cleanup func(), err error) {
	root, err := os.OpenRoot(f.root)
	if err != nil {
		return nil, func() {}, err
	}
	dir, base := filepath.Split(f.rel)
	tmp := dir + "." + base + "-" + rand.Text()
	cleanup = func() { root.Close() }
	w, err := root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, cleanup, err
	}
	cleanup = func() {
		_ = root.Remove(tmp) // unless it has been renamed
		root.Close()
	}
	_, err = w.Write(f.now)
	if err = cmp.Or(err, w.Chmod(f.mode), w.Close()); err != nil {
		return nil, cleanup, err
	}
	return func() error { return root.Rename(tmp, f.rel) }, cleanup, nil
}
