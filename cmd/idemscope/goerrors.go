// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// errorLine is a line of the go command, or of a compiler that it runs, that names a place.
var errorLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:vet: )?(\S.*?\.(?:go|mod|sum|work|[chsSm]|cc|cpp|cxx|hh|hpp|hxx)):(\d+)(?::(\d+))?: (.*)$`)
})

// readErrors reads what the go command prints on stderr when it fails: lines
// "# package", each followed by the errors in it, which may run over several
// lines. File names are relative to dir.
func readErrors(dir, text string) []goError {
	r := errorReader{dir: dir}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "" || isProgress(line):
		case strings.HasPrefix(line, "# ["):
			// Go vet repeats the package's name so.
		case strings.HasPrefix(line, "# "):
			r.flush()
			r.pkg, r.open = packagePath(line[2:]), false
		default:
			r.read(line)
		}
	}
	r.flush()
	return r.errs
}

// errorReader makes errors of lines. The order of the lines is that of the errors.
type errorReader struct {
	dir     string
	pkg     string // of which the lines are, "" before the first
	errs    []goError
	open    bool   // the last error may go on
	heading string // of the next one
}

func (r *errorReader) read(line string) {
	place := errorLine().FindStringSubmatch(line)
	indented := strings.TrimLeft(line, " \t") != line
	switch {
	case indented && strings.HasPrefix(r.heading, includedFrom):
		r.heading += "\n" + line
	case indented && r.heading != "":
		r.flush() // it was the error itself: "…; to add it:"
		r.goOn(line)
	case indented && r.open, place != nil && r.open && r.heading == "" && strings.HasPrefix(place[4], "note: "):
		r.goOn(line)
	case place != nil:
		p := position{File: place[1]}
		if !filepath.IsAbs(p.File) {
			p.File = filepath.Join(r.dir, p.File)
		}
		p.Line, _ = strconv.Atoi(place[2])
		p.Column, _ = strconv.Atoi(place[3])
		r.begin(goError{position: &p, Message: place[4]})
	case strings.HasSuffix(line, ":") || strings.HasPrefix(line, includedFrom):
		r.flush()
		r.heading = line
	case r.pkg != "" && r.open && r.heading == "" && !ofTheGoCommand(line):
		r.goOn(line) // compilers end with how many errors there were, or that they gave up
	default:
		r.begin(goError{Message: line})
	}
}

// ofTheGoCommand reports whether the go command says a line itself, and no compiler.
func ofTheGoCommand(line string) bool {
	return strings.HasPrefix(line, "go: ") || strings.HasPrefix(line, "package ")
}

// includedFrom begins lines of C compilers on how they have come to the file that the error
// is in. Further ones are indented.
const includedFrom = "In file included from "

// begin adds an error, under the heading if there is one.
func (r *errorReader) begin(e goError) {
	e.Package, e.Heading = r.pkg, r.heading
	r.errs = append(r.errs, e)
	r.open, r.heading = true, ""
}

// goOn adds a line to the last error.
func (r *errorReader) goOn(line string) { r.errs[len(r.errs)-1].Message += "\n" + line }

// flush makes an error of a heading under which there is none.
func (r *errorReader) flush() {
	if line := r.heading; line != "" {
		r.heading = ""
		r.begin(goError{Message: line})
	}
}

// isProgress tells lines that only say what the go command is doing.
func isProgress(line string) bool {
	return strings.HasPrefix(line, "go: downloading ")
}

// warnings are the lines that the go command prints though it succeeds, and the patterns
// of which it says that they match no packages.
func warnings(text string) (lines, unmatched []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if quoted, ok := strings.CutSuffix(line, " matched no packages"); ok {
			if pattern, err := strconv.Unquote(strings.TrimPrefix(quoted, "go: warning: ")); err == nil {
				unmatched = append(unmatched, pattern)
				continue
			}
		}
		if line != "" && !strings.HasPrefix(line, "# ") && !isProgress(line) {
			lines = append(lines, line)
		}
	}
	return lines, unmatched
}

// noPackages are the errors of patterns that match nothing: those that the user has given.
// Of one that was spelled out for a workspace, only some of the modules may have no package;
// it matches nothing if nothing at all was named.
func noPackages(given, unmatched []string, named int) []goError {
	var errs []goError
	for _, p := range unmatched {
		if slices.Contains(given, p) {
			errs = append(errs, goError{Message: fmt.Sprintf("pattern %s: matches no packages", p)})
		}
	}
	if named == 0 && len(errs) == 0 && len(unmatched) > 0 {
		errs = append(errs, goError{Message: fmt.Sprintf("pattern %s: matches no packages", strings.Join(given, " "))})
	}
	return errs
}
