// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"cmp"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/idemscope/idemscope/analyzer/rule"
)

// The types below are the part of SARIF 2.1.0 that a check fills in; their comments cite
// its sections. See https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	Version         string      `json:"version,omitempty"`
	SemanticVersion string      `json:"semanticVersion,omitempty"`
	InformationURI  string      `json:"informationUri"`
	Rules           []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string      `json:"id"`
	ShortDescription sarifText   `json:"shortDescription"`
	FullDescription  sarifText   `json:"fullDescription"`
	Help             sarifText   `json:"help"`
	HelpURI          string      `json:"helpUri"`
	Configuration    sarifLevel  `json:"defaultConfiguration"`
	Properties       sarifLabels `json:"properties"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifLabels struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"` // -1: not among the rules (3.27.6)
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	CodeFlows    []sarifCodeFlow   `json:"codeFlows,omitempty"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`
	Properties   *sarifClaim       `json:"properties,omitempty"`
}

// sarifClaim is a property of ours: the place that a //line directive claims for the finding.
type sarifClaim struct {
	LineDirective *position `json:"lineDirective"`
}

type sarifCodeFlow struct {
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifStep `json:"locations"`
}

type sarifStep struct {
	Location sarifLocation `json:"location"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// printName is the name of our fingerprints. GitHub looks at the other one alone, and
// would otherwise make one of the line's text without the function around it.
const (
	printName       = "idemscope/v1"
	githubPrintName = "primaryLocationLineHash"
)

// writeSARIF prints the report in SARIF 2.1.0. Where a path leads from the making of a key
// to the send, it is the finding's code flow; declarations are related locations. Names of files are relative to the working
// directory, which is taken for the root of the repository.
func (r *report) writeSARIF(w io.Writer) error {
	s := sarif{r.source()}
	run := sarifRun{
		Tool:        sarifTool{Driver: theTool()},
		Invocations: []sarifInvocation{s.invocation(r)},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	marks := r.marks(s.source)
	for i, f := range r.Findings {
		run.Results = append(run.Results, s.result(f, marks[i]))
	}
	return printJSON(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// semantic is a version as semver.org has it, without the v of Go's.
var semantic = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^v(\d+\.\d+\.\d+([-+].*)?)$`)
})

func theTool() sarifDriver {
	d := sarifDriver{Name: "idemscope", InformationURI: "https://github.com/idemscope/idemscope"}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		d.Version = info.Main.Version
		if m := semantic().FindStringSubmatch(d.Version); m != nil {
			d.SemanticVersion = m[1]
		}
	}
	for _, info := range rule.All() {
		page, _ := rule.Page(info.Name)
		d.Rules = append(d.Rules, sarifRule{
			ID:               info.Name,
			ShortDescription: sarifText{Text: info.Title},
			FullDescription:  sarifText{Text: info.Text},
			Help:             sarifText{Text: info.Text + "\n\n" + rule.URL(info.Name), Markdown: page},
			HelpURI:          rule.URL(info.Name),
			Configuration:    sarifLevel{level(info.Name)},
			Properties:       sarifLabels{Tags: []string{"idempotency", "reliability"}, Precision: "high"},
		})
	}
	return d
}

// level is error for what executes an operation twice, or drops one.
func level(name string) string {
	switch name {
	case "unstable", "undeclared", "window", "directive":
		return "warning"
	}
	return "error"
}

// sarif writes with the lines of the sources at hand.
type sarif struct{ *source }

func (s *sarif) invocation(r *report) sarifInvocation {
	inv := sarifInvocation{Successful: len(r.Errors) == 0}
	for _, e := range r.Errors {
		text := e.Message
		if e.Heading != "" {
			text = e.Heading + "\n" + text
		}
		if e.Package != "" {
			text = e.Package + ": " + text
		}
		n := sarifNotification{Level: "error", Message: sarifText{Text: text}}
		if e.position != nil {
			n.Locations = []sarifLocation{s.location(*e.position, nil, "")}
		}
		inv.Notifications = append(inv.Notifications, n)
	}
	return inv
}

func (s *sarif) result(f finding, m mark) sarifResult {
	res := sarifResult{
		RuleID:       f.Rule,
		RuleIndex:    slices.Index(rule.Names(), f.Rule),
		Level:        level(f.Rule),
		Message:      sarifText{Text: f.Message},
		Locations:    []sarifLocation{s.location(f.position, f.End, "")},
		Fingerprints: map[string]string{printName: m.Print, githubPrintName: m.Print + ":1"},
	}
	path, others := steps(f)
	if len(path) > 1 {
		var flow sarifThreadFlow
		for _, step := range path {
			flow.Locations = append(flow.Locations, sarifStep{s.location(step.position, nil, step.Message)})
		}
		res.CodeFlows = []sarifCodeFlow{{ThreadFlows: []sarifThreadFlow{flow}}}
	}
	for _, x := range others {
		res.Related = append(res.Related, s.location(x.position, nil, x.Message))
	}
	if f.Claimed != nil {
		res.Properties = &sarifClaim{f.Claimed}
	}
	for _, x := range f.Fixes {
		res.Fixes = append(res.Fixes, s.fix(x))
	}
	return res
}

// steps is the way of the key in the order of time, the finding among it, and the places
// that explain the finding and are none of its steps.
func steps(f finding) (path, others []related) {
	when := func(x related) int {
		if n, ok := rule.Step(x.Message); ok {
			return n
		}
		return rule.HereStep
	}
	for _, x := range f.Related {
		if _, ok := rule.Step(x.Message); ok {
			path = append(path, x)
		} else {
			others = append(others, x)
		}
	}
	path = append(path, related{position: f.position, Message: f.Rule + ": " + f.Message})
	slices.SortStableFunc(path, func(a, b related) int { return cmp.Compare(when(a), when(b)) })
	return path, others
}

func (s *sarif) location(p position, e *end, message string) sarifLocation {
	l := sarifLocation{Physical: sarifPhysical{Artifact: s.artifact(p.File)}}
	if p.Line > 0 {
		reg := sarifRegion{StartLine: p.Line}
		if p.Column > 1 { // the first column may stand for one that is not known
			reg.StartColumn = s.units(p.File, p.Line, p.Column)
			if e != nil {
				reg.EndLine, reg.EndColumn = e.Line, s.units(p.File, e.Line, e.Column)
			}
		}
		l.Physical.Region = &reg
	}
	if message != "" {
		l.Message = &sarifText{Text: message}
	}
	return l
}

func (s *sarif) artifact(file string) sarifArtifact {
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
		if !strings.HasPrefix(u.Path, "/") {
			u.Path = "/" + u.Path // a drive
		}
	}
	return sarifArtifact{u.String()}
}

// maxColumn is up to which byte of a line its code units are counted, for each place in it.
const maxColumn = 64 << 10

// units turns a column in bytes into one in UTF-16 code units, both from 1.
func (s *sarif) units(file string, line, column int) int {
	text := s.read(file).line(line)
	// Far out in a line that no person has written, nobody looks for a column.
	if column < 1 || column-1 > len(text) || column > maxColumn {
		return column
	}
	n := 1
	for _, r := range text[:column-1] {
		n += utf16.RuneLen(r)
	}
	return n
}

func (s *sarif) fix(x fix) sarifFix {
	out := sarifFix{Description: sarifText{Text: x.Message}}
	for _, e := range x.Edits {
		first, second := s.at(e.File, e.Start), s.at(e.File, e.End)
		rep := sarifReplacement{
			Deleted:  sarifRegion{StartLine: first.Line, StartColumn: first.Column, EndLine: second.Line, EndColumn: second.Column},
			Inserted: sarifText{Text: e.New},
		}
		artifact := s.artifact(e.File)
		if n := len(out.Changes); n > 0 && out.Changes[n-1].Artifact == artifact {
			out.Changes[n-1].Replacements = append(out.Changes[n-1].Replacements, rep)
			continue
		}
		out.Changes = append(out.Changes, sarifChange{artifact, []sarifReplacement{rep}})
	}
	return out
}

// at is the line of an offset in bytes, and its column in UTF-16 code units.
func (s *sarif) at(file string, offset int) end {
	line, in := s.read(file).at(offset)
	return end{line, s.units(file, line, in+1)}
}
