// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/token"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/internal/driver"
	"github.com/idemscope/idemscope/internal/visible"
)

// vetTool serves the go command, which calls the tool once for each package. Package
// driver does the work where it can. Where go vet asks for what it does not do (fixes,
// lines of context), or does not tell it enough, x/tools' own unitchecker does: of one run
// of go vet all packages go the same way, since the two leave different files for importers.
func vetTool(args []string, stdout, stderr io.Writer) int {
	f, ok := parseVetFlags(args)
	if !ok {
		unitchecker.Main(analyzer.Analyzer) // exits
	}
	v, ok := driver.VetConfig(f.config)
	if !ok {
		unitchecker.Main(analyzer.Analyzer) // exits
	}
	out, err := v.Run(f.analyzer, f.gate, func() { tuneHeap(vetToolHeap) })
	if err != nil {
		fmt.Fprintln(stderr, visible.Lines(err.Error()))
		return exitFindings
	}
	if v.VetxOnly {
		return exitClean
	}
	if v.Stdout != "" {
		file, err := os.Create(v.Stdout)
		if err != nil {
			return fail(stderr, "%v", err)
		}
		defer file.Close()
		stdout = file
	}
	if f.json {
		if err := printVetJSON(stdout, v.ID, f.analyzer.Name, out); err != nil {
			return fail(stderr, "%v", err)
		}
		return exitClean
	}
	for _, d := range out.Findings {
		printVet(stderr, out.Fset, d.Pos, d.Message)
		for _, r := range d.Related {
			printVet(stderr, out.Fset, r.Pos, "\t"+r.Message)
		}
	}
	if len(out.Findings) > 0 {
		return exitFindings
	}
	return exitClean
}

// vetFlags are what go vet hands to its tool, in the spelling of x/tools' drivers.
type vetFlags struct {
	json     bool
	config   string
	analyzer *analysis.Analyzer
	gate     *analyzer.Gate
}

// parseVetFlags reads them; ok is false if one asks for what only unitchecker does, or is
// wrong, which it says.
func parseVetFlags(args []string) (f vetFlags, ok bool) {
	fs := flag.NewFlagSet("idemscope", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&f.json, "json", false, "")
	f.analyzer, f.gate = analyzer.NewGated(analyzer.Settings{})
	f.analyzer.Flags.VisitAll(func(x *flag.Flag) { fs.Var(x.Value, f.analyzer.Name+"."+x.Name, "") })
	if err := fs.Parse(args); err != nil || fs.NArg() != 1 {
		return f, false
	}
	f.config = fs.Arg(0)
	return f, true
}

func printVet(w io.Writer, fset *token.FileSet, pos token.Pos, message string) {
	fmt.Fprintf(w, "%s: %s\n", shownPosn(fset, pos), visible.Source(message))
}

// shownPosn is a position as go vet prints it. The go command takes its own directory off
// the name, so that a line may begin with any part of it.
func shownPosn(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	names := strings.Split(p.Filename, "/")
	for i := range names {
		names[i] = visible.Text(names[i])
	}
	p.Filename = strings.Join(names, "/")
	return p.String()
}

// vetDiagnostic is a finding in the JSON of x/tools' drivers.
type vetDiagnostic struct {
	Category string       `json:"category,omitempty"`
	Posn     string       `json:"posn"`
	End      string       `json:"end"`
	Message  string       `json:"message"`
	Fixes    []vetFix     `json:"suggested_fixes,omitempty"`
	Related  []vetRelated `json:"related,omitempty"`
}

type vetFix struct {
	Message string    `json:"message"`
	Edits   []vetEdit `json:"edits"`
}

type vetEdit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	New      string `json:"new"`
}

type vetRelated struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
}

// printVetJSON prints the findings of a package as x/tools' drivers do: by its ID and by
// the analyzer's name.
func printVetJSON(w io.Writer, id, name string, out *driver.Outcome) error {
	at := func(pos, instead token.Pos) string {
		if !pos.IsValid() {
			pos = instead
		}
		return shownPosn(out.Fset, pos)
	}
	var ds []vetDiagnostic
	for _, d := range out.Findings {
		j := vetDiagnostic{Category: d.Category, Posn: at(d.Pos, d.Pos), End: at(d.End, d.Pos), Message: d.Message}
		for _, s := range d.SuggestedFixes {
			x := vetFix{Message: s.Message}
			for _, e := range s.TextEdits {
				p := out.Fset.Position(e.Pos)
				x.Edits = append(x.Edits, vetEdit{p.Filename, p.Offset, out.Fset.Position(e.End).Offset, string(e.NewText)})
			}
			j.Fixes = append(j.Fixes, x)
		}
		for _, r := range d.Related {
			j.Related = append(j.Related, vetRelated{at(r.Pos, r.Pos), at(r.End, r.Pos), r.Message})
		}
		ds = append(ds, j)
	}
	tree := map[string]map[string]any{}
	if len(ds) > 0 {
		tree[id] = map[string]any{name: ds}
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", data)
	return err
}
