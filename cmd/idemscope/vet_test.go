// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/idemscope/idemscope/analyzer/rule"
)

// readVet reads the output of go vet -json: one JSON object a package, from its ID
// and the analyzer's name to the findings or an error. Some releases of Go print a
// line "# package" before each.
func readVet(out []byte) (*report, error) {
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
		f.Related = append(f.Related, related{position: parsePosition(r.Posn), Message: r.Message})
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
