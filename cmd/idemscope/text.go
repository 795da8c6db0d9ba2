// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// writeText prints the findings. Under each stands its line of source with a caret, then
// its path, a step a line:
//
//	pay/refund.go:31:14: scope: the retry leaves region us-east-1 …
//		err = c.post(ctx, fallback, key)
//		            ^
//		pay/refund.go:25: the key is made here
//			key := rand.Text()
func (r *report) writeText(out io.Writer, paint palette) error {
	w := bufio.NewWriter(out)
	src := r.source()
	for _, f := range r.Findings {
		fmt.Fprintf(w, "%s: %s: %s\n", paint.bold(f.position.String()), paint.red(f.Rule), f.Message)
		if line, indent, ok := src.line(f.position); ok {
			fmt.Fprintf(w, "\t%s\n\t%s%s\n", line, indent, paint.green("^"))
		}
		for _, s := range f.Related {
			fmt.Fprintf(w, "\t%s %s\n", paint.bold(fmt.Sprintf("%s:%d:", s.File, s.Line)), s.Message)
			if line, _, ok := src.line(s.position); ok {
				fmt.Fprintf(w, "\t\t%s\n", line)
			}
		}
		fmt.Fprintln(w)
	}
	if len(r.Findings) > 0 || len(r.Errors) == 0 {
		fmt.Fprintln(w, r.summary())
	}
	return w.Flush()
}

func (p position) String() string {
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// summary counts the findings, and the packages (that is, directories) they are in.
func (r *report) summary() string {
	dirs := map[string]bool{}
	for _, f := range r.Findings {
		dirs[filepath.Dir(f.File)] = true
	}
	text := "no findings"
	if len(dirs) > 0 {
		text = count(len(r.Findings), "finding") + " in " + count(len(dirs), "package")
	}
	if r.Known > 0 {
		text += fmt.Sprintf(" besides %d of the baseline", r.Known)
	}
	return text
}

// writeErrors prints errors as the go command does, under the name of their package.
func (r *report) writeErrors(w io.Writer, paint palette) {
	pkg := ""
	for _, e := range r.Errors {
		if e.Package != pkg {
			pkg = e.Package
			fmt.Fprintln(w, "#", pkg)
		}
		switch {
		case e.position != nil && e.Column > 0:
			fmt.Fprintf(w, "%s: %s\n", paint.bold(e.position.String()), e.Message)
		case e.position != nil:
			fmt.Fprintf(w, "%s: %s\n", paint.bold(fmt.Sprintf("%s:%d", e.File, e.Line)), e.Message)
		case pkg != "":
			fmt.Fprintln(w, e.Message)
		default:
			fmt.Fprintln(w, "idemscope:", e.Message)
		}
	}
	if pkg != "" {
		fmt.Fprintln(w, "idemscope: packages with errors and their importers were not checked")
	}
}

func are(n int) string {
	if n == 1 {
		return "1 finding is"
	}
	return fmt.Sprintf("%d findings are", n)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// source reads lines of files, each file once.
type source struct {
	root  string
	files map[string][]string
}

// source reads the files that a report names.
func (r *report) source() *source { return &source{root: r.root, files: map[string][]string{}} }

// path is where a file of the report is.
func (s *source) path(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(s.root, file)
}

// read returns the lines of a file; none if it cannot be read.
func (s *source) read(file string) []string {
	lines, seen := s.files[file]
	if !seen {
		if data, err := os.ReadFile(s.path(file)); err == nil {
			lines = strings.Split(string(data), "\n")
		}
		s.files[file] = lines
	}
	return lines
}

// line returns a line without the white space around it, and the white space that
// brings a caret under the position's column.
func (s *source) line(p position) (text, indent string, ok bool) {
	lines := s.read(p.File)
	if p.Line < 1 || p.Line > len(lines) {
		return "", "", false
	}
	full := lines[p.Line-1]
	text = strings.TrimLeft(full, " \t")
	before := max(0, min(p.Column-1-(len(full)-len(text)), len(text)))
	indent = strings.Map(func(c rune) rune {
		if c == '\t' {
			return c
		}
		return ' '
	}, text[:before])
	text = strings.TrimRight(text, " \t\r")
	return text, indent, text != ""
}
