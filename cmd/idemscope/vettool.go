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

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/internal/driver"
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
	out, err := v.Run(f.analyzer, f.gate)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitFindings
	}
	if v.VetxOnly {
		return exitClean
	}
	if out.Stdout != "" {
		file, err := os.Create(out.Stdout)
		if err != nil {
			return fail(stderr, "%v", err)
		}
		defer file.Close()
		stdout = file
	}
	if f.json {
		if err := printVetJSON(stdout, f.analyzer.Name, out); err != nil {
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
	fmt.Fprintf(w, "%s: %s\n", fset.Position(pos), message)
}

// printVetJSON prints findings as x/tools' drivers do: by package and by analyzer.
func printVetJSON(w io.Writer, name string, out *driver.Outcome) error {
	type textEdit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"`
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	type suggestedFix struct {
		Message string     `json:"message"`
		Edits   []textEdit `json:"edits"`
	}
	type relatedPlace struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
	type diagnostic struct {
		Category string         `json:"category,omitempty"`
		Posn     string         `json:"posn"`
		End      string         `json:"end"`
		Message  string         `json:"message"`
		Fixes    []suggestedFix `json:"suggested_fixes,omitempty"`
		Related  []relatedPlace `json:"related,omitempty"`
	}
	at := func(pos, instead token.Pos) string {
		if !pos.IsValid() {
			pos = instead
		}
		return out.Fset.Position(pos).String()
	}
	var ds []diagnostic
	for _, d := range out.Findings {
		j := diagnostic{Category: d.Category, Posn: at(d.Pos, d.Pos), End: at(d.End, d.Pos), Message: d.Message}
		for _, s := range d.SuggestedFixes {
			x := suggestedFix{Message: s.Message}
			for _, e := range s.TextEdits {
				p := out.Fset.Position(e.Pos)
				x.Edits = append(x.Edits, textEdit{p.Filename, p.Offset, out.Fset.Position(e.End).Offset, string(e.NewText)})
			}
			j.Fixes = append(j.Fixes, x)
		}
		for _, r := range d.Related {
			j.Related = append(j.Related, relatedPlace{at(r.Pos, r.Pos), at(r.End, r.Pos), r.Message})
		}
		ds = append(ds, j)
	}
	tree := map[string]map[string]any{}
	if len(ds) > 0 {
		tree[out.ID] = map[string]any{name: ds}
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", data)
	return err
}
