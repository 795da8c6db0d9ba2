// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"

	"github.com/idemscope/idemscope/internal/visible"
)

// writeText prints the findings. Under each stands its line of source with a caret, then
// its path, a step a line:
//
//	pay/refund.go:31:14: scope: the retry leaves region us-east-1 …
//		err = c.post(ctx, fallback, key)
//		            ^
//		pay/refund.go:25: the key is made here
//			key := rand.Text()
//
// Where a //line directive claims another place, that is said too.
func (r *report) writeText(out io.Writer, paint palette) error {
	w := bufio.NewWriter(out)
	src := r.source()
	for _, f := range r.Findings {
		fmt.Fprintf(w, "%s: %s: %s\n", paint.bold(f.position.String()), paint.red(visible.Text(f.Rule)), visible.Text(f.Message))
		if f.Claimed != nil {
			fmt.Fprintf(w, "\t%s\n", f.Claimed.directive())
		}
		if line, indent, ok := src.line(f.position); ok {
			fmt.Fprintf(w, "\t%s\n\t%s%s\n", line, indent, paint.green("^"))
		}
		for _, s := range f.Related {
			fmt.Fprintf(w, "\t%s %s", paint.bold(s.lineOnly()+":"), visible.Text(s.Message))
			if s.Claimed != nil {
				fmt.Fprintf(w, " (%s)", s.Claimed.directive())
			}
			fmt.Fprintln(w)
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
	return fmt.Sprintf("%s:%d:%d", visible.Text(p.File), p.Line, p.Column)
}

// lineOnly is the position without its column.
func (p position) lineOnly() string { return fmt.Sprintf("%s:%d", visible.Text(p.File), p.Line) }

// directive is the //line directive that claims a position.
func (p position) directive() string { return "//line " + p.lineOnly() }

// summary counts the findings, and the packages (that is, directories) they are in.
func (r *report) summary() string {
	dirs := map[string]bool{}
	for _, f := range r.Findings {
		dirs[filepath.Dir(f.File)] = true
	}
	switch known := r.Known > 0; {
	case len(dirs) == 0 && known:
		return fmt.Sprintf("no new findings (%d in the baseline)", r.Known)
	case len(dirs) == 0:
		return "no findings"
	case known:
		return count(len(r.Findings), "new finding") + " in " + count(len(dirs), "package") + fmt.Sprintf(" (%d in the baseline)", r.Known)
	}
	return count(len(r.Findings), "finding") + " in " + count(len(dirs), "package")
}

// writeErrors prints errors as the go command does, under the name of their package.
func (r *report) writeErrors(w io.Writer, paint palette) {
	pkg := ""
	for _, e := range r.Errors {
		if e.Package != pkg {
			pkg = e.Package
			fmt.Fprintln(w, "#", visible.Text(pkg))
		}
		if e.Heading != "" && pkg != "" {
			fmt.Fprintln(w, visible.Lines(e.Heading))
		} else if e.Heading != "" {
			fmt.Fprintln(w, "idemscope:", visible.Lines(e.Heading))
		}
		switch {
		case e.position != nil && e.Column > 0:
			fmt.Fprintf(w, "%s: %s\n", paint.bold(e.position.String()), visible.Lines(e.Message))
		case e.position != nil:
			fmt.Fprintf(w, "%s: %s\n", paint.bold(e.lineOnly()), visible.Lines(e.Message))
		case pkg != "":
			fmt.Fprintln(w, visible.Lines(e.Message))
		default:
			fmt.Fprintln(w, "idemscope:", visible.Lines(e.Message))
		}
	}
	if pkg != "" {
		fmt.Fprintln(w, "idemscope: packages with errors and their importers were not checked")
	}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
