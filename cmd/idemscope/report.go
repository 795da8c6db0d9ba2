// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/idemscope/idemscope/internal/visible"
)

// report is the outcome of a check. Its JSON form is the output of -json.
type report struct {
	Findings []finding              `json:"findings"`
	Errors   []goError              `json:"errors"`
	Warnings []string               `json:"-"` // what the go command says though all went well
	Known    int                    `json:"-"` // findings that a baseline has, and that are left out
	Gone     []known                `json:"-"` // entries of it that no longer occur in what was checked
	Whole    bool                   `json:"-"` // all others of its entries would have been found, with the settings that it has
	outlines map[string]outline     // of the files that have fixes, by path
	root     string                 // the directory that relative file names start from
	dirs     map[string]bool        // of the packages that were checked
	quotable func(path string) bool // whether a file may be opened for its lines; nil: none
}

// position is a place in a file. The go command hands positions in another package
// over without their column; they have column 1.
type position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type finding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity,omitempty"`    // set when the report is written as JSON, as are
	Function string `json:"function,omitempty"`    // this, "" outside of functions,
	Print    string `json:"fingerprint,omitempty"` // and this: the same as in a baseline and in SARIF
	position
	Claimed *position `json:"lineDirective,omitempty"` // where a //line directive says that it stands
	End     *end      `json:"end,omitempty"`
	Message string    `json:"message"`
	URL     string    `json:"url"`
	Related []related `json:"related"`
	Fixes   []fix     `json:"fix,omitempty"`
}

// end is where the code that the finding is about ends, in the same file.
type end struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type related struct {
	position
	Claimed *position `json:"lineDirective,omitempty"`
	Message string    `json:"message"`
}

// fix is a change that removes the finding, applied as a whole or not at all.
type fix struct {
	Message string `json:"message"`
	Edits   []edit `json:"edits"`
}

// edit replaces the bytes from Start up to End of a file.
type edit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// goError is something that kept a package, or all of them, from being checked.
type goError struct {
	Package string `json:"package,omitempty"`
	*position
	Heading string `json:"heading,omitempty"` // the line above it, of this error and perhaps of those after it
	Message string `json:"message"`
}

func (r *report) exitCode() int {
	switch {
	case len(r.Errors) > 0:
		return exitError
	case len(r.Findings) > 0:
		return exitFindings
	}
	return exitClean
}

// dropTests removes the findings that stand in test files.
func (r *report) dropTests() {
	r.Findings = slices.DeleteFunc(r.Findings, func(f finding) bool {
		return strings.HasSuffix(f.File, "_test.go")
	})
}

// finish brings the report into the form that is printed: names relative to the working
// directory where they are below it, a fixed order, and each thing once. A package
// with tests is analysed more than once, and then says everything again.
func (r *report) finish(cwd string) {
	r.root = cwd
	for i := range r.Findings {
		f := &r.Findings[i]
		f.File = relative(cwd, f.File)
		f.Claimed.below(cwd)
		for j := range f.Related {
			x := &f.Related[j]
			x.File = relative(cwd, x.File)
			x.Claimed.below(cwd)
		}
		for _, x := range f.Fixes {
			for j := range x.Edits {
				x.Edits[j].File = relative(cwd, x.Edits[j].File)
			}
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b finding) int {
		return cmp.Or(a.position.compare(b.position), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	r.Findings = slices.CompactFunc(r.Findings, func(a, b finding) bool {
		return a.position == b.position && a.Rule == b.Rule
	})

	for _, e := range r.Errors {
		if e.position != nil {
			e.File = relative(cwd, e.File)
		}
	}
	r.groupErrors()
}

// groupErrors brings the errors of each package together, in the order in which packages
// and errors have come, and drops exact repeats. Errors of no package come first. They are
// not sorted by place: the first one is often the cause of others.
func (r *report) groupErrors() {
	type id struct {
		pkg, heading, message string
		position
	}
	seen, order := map[id]bool{}, map[string]int{"": 0}
	var once []goError
	for _, e := range r.Errors {
		what := id{pkg: e.Package, heading: e.Heading, message: e.Message}
		if e.position != nil {
			what.position = *e.position
		}
		if seen[what] {
			continue
		}
		seen[what] = true
		if _, ok := order[e.Package]; !ok {
			order[e.Package] = len(order)
		}
		once = append(once, e)
	}
	slices.SortStableFunc(once, func(a, b goError) int { return cmp.Compare(order[a.Package], order[b.Package]) })
	r.Errors = once
}

// below names the file of a position from a directory, if it is below that.
func (p *position) below(dir string) {
	if p != nil {
		p.File = relative(dir, p.File)
	}
}

func (p position) compare(q position) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// relative shortens the name of a file below dir.
func relative(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return file
}

func (r *report) writeJSON(w io.Writer) error {
	doc := *r
	if doc.Findings == nil {
		doc.Findings = []finding{}
	}
	doc.Findings = slices.Clone(doc.Findings)
	for i, m := range r.marks(r.source()) {
		f := &doc.Findings[i]
		f.Severity, f.Function, f.Print = level(f.Rule), m.Function, m.Print
	}
	for i := range doc.Findings {
		if doc.Findings[i].Related == nil {
			doc.Findings[i].Related = []related{}
		}
	}
	if doc.Errors == nil {
		doc.Errors = []goError{}
	}
	return printJSON(w, doc)
}

// printJSON writes a document as all of the command's are written.
func printJSON(w io.Writer, document any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	if err := enc.Encode(document); err != nil {
		return err
	}
	_, err := w.Write(shownJSON(b.Bytes()))
	return err
}

// shownJSON is a document that says the same, in which characters that are not shown, and
// some that change what is shown around them, are escaped: it may go to a terminal or a log.
func shownJSON(doc []byte) []byte {
	var out []byte
	done := 0
	var size int
	for i := 0; i < len(doc); i += size {
		if size = 1; ' ' <= doc[i] && doc[i] <= '~' || doc[i] == '\n' || doc[i] == '\t' {
			continue
		}
		var r rune
		if r, size = utf8.DecodeRune(doc[i:]); visible.Shown(r) {
			continue
		}
		out = append(out, doc[done:i]...)
		for _, u := range utf16.Encode([]rune{r}) {
			out = fmt.Appendf(out, `\u%04x`, u)
		}
		done = i + size
	}
	return append(out, doc[done:]...)
}
