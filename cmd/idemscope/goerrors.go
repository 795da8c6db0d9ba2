// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// errorLine is a line of the go command that names a place.
var errorLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:vet: )?(\S.*?\.go):(\d+)(?::(\d+))?: (.*)$`)
})

// readErrors reads what the go command prints on stderr when it fails: lines
// "# package", each followed by the errors in it, which may run over several
// lines. File names are relative to dir.
func readErrors(dir, text string) []goError {
	var errs []goError
	pkg := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "" || isProgress(line):
		case strings.HasPrefix(line, "# ["):
			// Go vet repeats the package's name so.
		case strings.HasPrefix(line, "# "):
			pkg = packagePath(line[2:])
		case strings.HasPrefix(line, "\t") && len(errs) > 0:
			errs[len(errs)-1].Message += "\n" + line
		default:
			errs = append(errs, readError(dir, pkg, line))
		}
	}
	return errs
}

func readError(dir, pkg, line string) goError {
	m := errorLine().FindStringSubmatch(line)
	if m == nil {
		return goError{Package: pkg, Message: line}
	}
	p := position{File: m[1]}
	if !filepath.IsAbs(p.File) {
		p.File = filepath.Join(dir, p.File)
	}
	p.Line, _ = strconv.Atoi(m[2])
	p.Column, _ = strconv.Atoi(m[3])
	return goError{Package: pkg, position: &p, Message: m[4]}
}

// isProgress tells lines that only say what the go command is doing.
func isProgress(line string) bool {
	return strings.HasPrefix(line, "go: downloading ")
}

// warnings are the lines that the go command prints though it succeeds.
func warnings(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line != "" && !strings.HasPrefix(line, "# ") && !isProgress(line) {
			lines = append(lines, line)
		}
	}
	return lines
}
