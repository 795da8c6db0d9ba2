// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/analyzer/rule"
	"github.com/idemscope/idemscope/internal/driver"
)

// analyse runs the analyzer over packages, in this process. The error says why there is no
// report at all; what is wrong with single packages stands in the report. When the go
// command has listed the packages, listed is called.
func analyse(ctx context.Context, dir string, opts options, listed func()) (*report, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, fmt.Errorf("no go command: %w", err)
	}
	a, gate := analyzer.NewGated(analyzer.Settings{})
	for _, s := range opts.settings {
		name, value, _ := strings.Cut(strings.TrimPrefix(s, "-"+a.Name+"."), "=")
		if err := a.Flags.Set(name, value); err != nil {
			return nil, fmt.Errorf("-%s: %w", name, err)
		}
	}
	res, err := driver.Run(ctx, &driver.Config{
		Dir: dir, BuildFlags: buildFlags(opts), Patterns: inWorkspace(ctx, dir, opts), Tests: opts.test,
		Analyzer: a, Gate: gate, Listed: listed,
	})
	rep := &report{dirs: map[string]bool{}, outlines: map[string]outline{}}
	if res != nil {
		rep.quotable = res.Quotable
	}
	if err != nil {
		if res != nil {
			rep.Errors = readErrors(dir, res.Warnings)
		}
		if len(rep.Errors) == 0 {
			return nil, err
		}
		return rep, nil
	}
	var unmatched []string
	rep.Warnings, unmatched = warnings(res.Warnings)
	rep.Errors = noPackages(patterns(opts), unmatched, res.Stats.Named)
	rep.Warnings = append(rep.Warnings, cuts(res.Cuts, opts.verbose)...)
	if opts.verbose {
		rep.Warnings = append(rep.Warnings, verbose(res.Stats))
	}
	for _, d := range res.Dirs {
		rep.dirs[d] = true
	}
	for _, f := range res.Findings {
		rep.Findings = append(rep.Findings, rep.toFinding(res, f))
	}
	// They come from packages that were analysed at the same time.
	slices.SortStableFunc(res.Errors, func(a, b driver.Error) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Message, b.Message))
	})
	for _, e := range res.Errors {
		if strings.HasPrefix(e.Message, "no Go files in ") && slices.Equal(patterns(opts), []string{"."}) {
			e.Message += " (./... stands for all packages)"
		}
		rep.Errors = append(rep.Errors, toErrors(dir, e)...)
	}
	return rep, nil
}

// maxNamed is how many names stand in one line on what was too much.
const maxNamed = 10

// cuts are lines on what was too much to look at, "NAME: WHY" each: with -v as they are,
// without the names alone, in one line.
func cuts(what []string, all bool) []string {
	var lines, names []string
	for _, c := range what {
		lines = append(lines, "idemscope: "+c)
		name, _, _ := strings.Cut(c, ": ")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if all || len(names) == 0 {
		return lines
	}
	line := "idemscope: too large to be looked at in full: " + strings.Join(names[:min(len(names), maxNamed)], ", ")
	if more := len(names) - maxNamed; more > 0 {
		line += fmt.Sprintf(" and %d more", more)
	}
	return []string{line + " (-v says what was left out)"}
}

// verbose is a line on how much was read.
func verbose(s driver.Stats) string {
	return fmt.Sprintf("idemscope: of %s, %d of them named, the files of %d were looked at, and %d read from source", count(s.Listed, "package"), s.Named, s.Scanned, s.Checked)
}

// buildFlags are those for the go command.
func buildFlags(opts options) []string {
	// GOFLAGS may ask for it: then positions in other packages name no files.
	flags := []string{"-trimpath=false"}
	if opts.tags != "" {
		flags = append(flags, "-tags="+opts.tags)
	}
	if opts.mod != "" {
		flags = append(flags, "-mod="+opts.mod)
	}
	return flags
}

func patterns(opts options) []string {
	if len(opts.patterns) == 0 {
		return []string{"."}
	}
	return opts.patterns
}

// toErrors are the errors of a package. The go command hands on what the compiler prints,
// which may be several; what it says itself is one.
func toErrors(dir string, e driver.Error) []goError {
	text := e.Message
	switch {
	case e.Package == "":
		return []goError{{Message: text}}
	case e.Pos != "":
		text = e.Pos + ": " + text
	}
	if !strings.HasPrefix(text, "# ") {
		text = "# " + e.Package + "\n" + text
	}
	return readErrors(dir, text)
}

func (r *report) toFinding(res *driver.Result, d analysis.Diagnostic) finding {
	at, claimed := toPosition(res, d.Pos)
	f := finding{
		Rule:     d.Category,
		position: at,
		Claimed:  claimed,
		Message:  strings.TrimPrefix(d.Message, d.Category+": "),
		URL:      rule.URL(d.Category),
	}
	if d.End.IsValid() {
		if e, _ := toPosition(res, d.End); e != f.position {
			f.End = &end{e.Line, e.Column}
		}
	}
	for _, x := range d.Related {
		at, claimed := toPosition(res, x.Pos)
		f.Related = append(f.Related, related{at, claimed, x.Message})
	}
	for _, s := range d.SuggestedFixes {
		x := fix{Message: s.Message}
		for _, e := range s.TextEdits {
			file, start := res.Fset.File(e.Pos), e.Pos
			stop := e.End
			if !stop.IsValid() {
				stop = start
			}
			r.outlines[file.Name()] = outlineOf(file)
			x.Edits = append(x.Edits, edit{file.Name(), file.Offset(start), file.Offset(stop), string(e.NewText)})
		}
		f.Fixes = append(f.Fixes, x)
	}
	return f
}

// toPosition is a place as it is printed, and that which a //line directive claims instead,
// nil if there is none. What other packages told of places in them has no column.
func toPosition(res *driver.Result, pos token.Pos) (at position, claimed *position) {
	printed := func(p token.Position) position { return position{p.Filename, p.Line, max(p.Column, 1)} }
	p := res.Place(pos)
	if p.Claimed.Filename != "" {
		c := printed(p.Claimed)
		claimed = &c
	}
	return printed(p.Position), claimed
}
