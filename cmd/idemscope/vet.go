// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/idemscope/idemscope/analyzer/rule"
)

// vet runs go vet in dir with this executable as the tool and reads its output.
// The error says why there is no report at all; what is wrong with single packages
// stands in the report.
func vet(ctx context.Context, dir string, opts options) (*report, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if _, err := exec.LookPath("go"); err != nil {
		return nil, fmt.Errorf("no go command: %w", err)
	}
	args := append([]string{"vet", "-vettool=" + self, "-json", "-" + dependenciesFlag}, buildFlags(opts)...)
	args = append(args, opts.settings...)
	asked := inWorkspace(ctx, dir, opts)

	listed := make(chan named, 1)
	go func() { listed <- list(ctx, dir, opts, asked) }()
	out, text, runErr := goCommand(ctx, dir, append(args, asked...))
	roots := <-listed
	rep, err := readVet(out, roots)
	if err != nil {
		return nil, err
	}
	rep.dirs = roots.dirs
	if runErr == nil {
		rep.Warnings = warnings(text)
		return rep, nil
	}
	rep.Errors = append(rep.Errors, readErrors(dir, text)...)
	if len(rep.Errors) == 0 {
		return nil, fmt.Errorf("go vet: %w", runErr)
	}
	if len(bytes.TrimSpace(out)) > 0 {
		return rep, nil
	}

	// A file that cannot be parsed, or an import that cannot be found, stops go vet
	// before it looks at any package. Ask again for those that can be loaded.
	if len(roots.sound) == 0 || len(roots.sound) == len(roots.all) {
		return rep, nil
	}
	out, text, runErr = goCommand(ctx, dir, append(args, roots.sound...))
	rest, err := readVet(out, roots)
	if err != nil {
		return nil, err
	}
	rep.Findings = append(rep.Findings, rest.Findings...)
	rep.Errors = append(rep.Errors, rest.Errors...)
	if runErr != nil {
		rep.Errors = append(rep.Errors, readErrors(dir, text)...)
	}
	return rep, nil
}

func buildFlags(opts options) []string {
	// GOFLAGS may ask for it: then the go command takes a package for the same in another
	// checkout, and answers with the names of that one's files.
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

// named are the packages that patterns name.
type named struct {
	all   map[string]bool
	dirs  map[string]bool // where they are
	sound []string        // of them those that go vet does not refuse to load
}

// list asks the go command for the packages that patterns name.
func list(ctx context.Context, dir string, opts options, patterns []string) named {
	args := append([]string{"list", "-e"}, buildFlags(opts)...)
	args = append(args, "-f", "{{.ImportPath}}\t{{if or .Error .DepsErrors}}refused{{end}}\t{{.Dir}}")
	out, _, _ := goCommand(ctx, dir, append(args, patterns...)) // go vet says what is wrong
	n := named{all: map[string]bool{}, dirs: map[string]bool{}}
	for line := range strings.Lines(string(out)) {
		path, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		refused, dir, _ := strings.Cut(rest, "\t")
		n.all[path], n.dirs[dir] = true, true
		if refused == "" {
			n.sound = append(n.sound, path)
		}
	}
	return n
}

// has reports whether a package's ID is that of one of them, or of its tests.
func (n named) has(id string) bool {
	path, variant, _ := strings.Cut(id, " [")
	under := strings.TrimSuffix(variant, ".test]")
	return n.all[path] || under != "" && path == under+"_test" && n.all[under]
}

func goCommand(ctx context.Context, dir string, args []string) (stdout []byte, stderr string, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	var out, text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &text
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		text.WriteString(err.Error() + "\n")
	}
	return out.Bytes(), text.String(), err
}

// vetDiagnostic is a finding in the output of go vet -json.
type vetDiagnostic struct {
	Category string `json:"category"`
	Posn     string `json:"posn"`
	End      string `json:"end"`
	Message  string `json:"message"`
	Fixes    []struct {
		Message string `json:"message"`
		Edits   []struct {
			Filename string `json:"filename"`
			Start    int    `json:"start"`
			End      int    `json:"end"`
			New      string `json:"new"`
		} `json:"edits"`
	} `json:"suggested_fixes"`
	Related []struct {
		Posn    string `json:"posn"`
		Message string `json:"message"`
	} `json:"related"`
}

// readVet reads the output of go vet -json: one JSON object a package, from its ID
// and the analyzer's name to the findings or an error. Some releases of Go print a
// line "# package" before each.
// What is found in packages that nobody has named is left out.
func readVet(out []byte, roots named) (*report, error) {
	var body bytes.Buffer
	for line := range bytes.Lines(out) {
		if !bytes.HasPrefix(line, []byte("#")) {
			body.Write(line)
		}
	}
	rep := new(report)
	dec := json.NewDecoder(&body)
	for {
		var packages map[string]map[string]json.RawMessage
		if err := dec.Decode(&packages); err == io.EOF {
			return rep, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading the output of go vet: %w", err)
		}
		for id, analyzers := range packages {
			if !roots.has(id) {
				continue
			}
			for _, raw := range analyzers {
				if err := rep.add(packagePath(id), raw); err != nil {
					return nil, fmt.Errorf("reading the output of go vet: %s: %w", id, err)
				}
			}
		}
	}
}

func (r *report) add(pkg string, raw json.RawMessage) error {
	var failure struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(raw, &failure) == nil && failure.Error != "" {
		r.Errors = append(r.Errors, goError{Package: pkg, Message: failure.Error})
		return nil
	}
	var diagnostics []vetDiagnostic
	if err := json.Unmarshal(raw, &diagnostics); err != nil {
		return err
	}
	for _, d := range diagnostics {
		r.Findings = append(r.Findings, d.finding())
	}
	return nil
}

func (d vetDiagnostic) finding() finding {
	f := finding{
		Rule:     d.Category,
		position: parsePosition(d.Posn),
		Message:  strings.TrimPrefix(d.Message, d.Category+": "),
		URL:      rule.URL(d.Category),
	}
	if e := parsePosition(d.End); e.Line > 0 && e != f.position {
		f.End = &end{e.Line, e.Column}
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, related{parsePosition(r.Posn), r.Message})
	}
	for _, s := range d.Fixes {
		x := fix{Message: s.Message}
		for _, e := range s.Edits {
			x.Edits = append(x.Edits, edit{e.Filename, e.Start, e.End, e.New})
		}
		f.Fixes = append(f.Fixes, x)
	}
	return f
}

// parsePosition reads file:line:column, where the file's name may hold colons too.
func parsePosition(s string) position {
	file, column, ok := cutNumber(s)
	if !ok {
		return position{File: s}
	}
	if name, line, ok := cutNumber(file); ok {
		return position{name, line, column}
	}
	return position{file, column, 1}
}

func cutNumber(s string) (before string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}

// packagePath takes the test variant off a package's ID: "p [p.test]" is p.
func packagePath(id string) string {
	path, _, _ := strings.Cut(id, " [")
	return path
}
