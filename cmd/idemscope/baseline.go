// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/idemscope/idemscope/internal/regular"
	"github.com/idemscope/idemscope/internal/visible"
)

// A baseline lists findings that are known: a check with -baseline reports what is not
// among them. It is a file that is committed and read in reviews, so it is sorted, holds
// nothing of the machine or the day, and shows of each finding its function and the text of
// its line. Files are named from the directory of the baseline, wherever the command is run.
type baseline struct {
	Version  int       `json:"version"`            // of this format
	Settings *settings `json:"settings,omitempty"` // those that it was written with; version 1 has none
	Findings []known   `json:"findings"`
}

// Versions of the format. The first one has neither settings nor the text of lines.
const (
	firstBaseline   = 1
	baselineVersion = 2
)

// maxBaseline is how large a baseline may be, in bytes: that of a hundred thousand findings
// is not.
const maxBaseline = 16 << 20

// maxCommas bounds what a baseline is decoded into. An entry takes a hundred bytes of memory
// even if it is written in two, as "0,"; those that -write-baseline writes have five commas
// and those of their text.
const maxCommas = 1 << 20

// known is one finding of a baseline. Lines move, so it has no number of one.
type known struct {
	File     string `json:"file"`
	Rule     string `json:"rule"`
	Function string `json:"function,omitempty"`
	Text     string `json:"text,omitempty"` // of the line, for whoever reads the file
	Print    string `json:"fingerprint"`
}

// maxKnownText is how much of a line's text stands in a baseline, in characters.
const maxKnownText = 120

// matched is what an entry and a finding have in common if the one is the other. The
// fingerprint has the text of the line in it, which the entry shows perhaps in part.
func (k known) matched() known {
	k.Text = ""
	return k
}

// String is an entry as a note names it, in one line.
func (k known) String() string {
	s := k.File + ": " + k.Rule
	if k.Function != "" {
		s += " in " + k.Function
	}
	if k.Text != "" {
		s += ": " + visible.Cut(k.Text, maxKnownText)
	}
	return visible.Text(s)
}

// knownIn returns the findings of a report as a baseline in dir lists them, in the order
// of the report.
func (r *report) knownIn(dir string) []known {
	out := make([]known, len(r.Findings))
	src := r.source()
	for i, m := range r.marks(src) {
		f := r.Findings[i]
		out[i] = known{
			File: filepath.ToSlash(relative(dir, src.path(f.File))), Rule: f.Rule, Function: m.Function,
			Text: visible.Cut(m.Text, maxKnownText), Print: m.Print,
		}
	}
	return out
}

// subtract takes the findings of a baseline out of the report, and counts them. It notes
// which entries no longer occur; the settings are those of this check.
func (r *report) subtract(name string, b baseline, now settings) error {
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return err
	}
	old := map[known]bool{}
	for _, k := range b.Findings {
		old[k.matched()] = true
	}
	var rest []finding
	for i, k := range r.knownIn(dir) {
		if k = k.matched(); old[k] {
			delete(old, k)
			r.Known++
			continue
		}
		rest = append(rest, r.Findings[i])
	}
	r.Findings = rest
	r.Whole = b.Settings != nil && now.equal(*b.Settings)
	for _, k := range b.Findings {
		switch {
		case !old[k.matched()]:
			continue
		case r.lookedFor(filepath.Join(dir, filepath.FromSlash(k.File)), k, b.Settings, now):
			r.Gone = append(r.Gone, k)
		default:
			r.Whole = false
		}
		delete(old, k.matched()) // it may be listed twice
	}
	return nil
}

// lookedFor reports whether this check would have found an entry that it has not found, if
// it were still there. Then nobody is told that a finding is gone which is only not looked for.
func (r *report) lookedFor(file string, k known, then *settings, now settings) bool {
	if len(r.Errors) > 0 || !r.dirs[filepath.Dir(file)] || !now.has(k.Rule) {
		return false // what has errors, and what imports it, was not checked
	}
	if _, err := os.Lstat(file); errors.Is(err, os.ErrNotExist) {
		return true
	}
	// That a file is not read may be due to build constraints.
	return then != nil && now.coverAllOf(*then) && r.quotable != nil && r.quotable(file)
}

// maxGone is how many entries a note names.
const maxGone = 10

// writeGone says which entries of a baseline no longer occur.
func (r *report) writeGone(w io.Writer, name string) {
	if len(r.Gone) == 0 {
		return
	}
	verb, them := "occur", "them"
	if len(r.Gone) == 1 {
		verb, them = "occurs", "it"
	}
	advice := "run -write-baseline to drop " + them
	if !r.Whole { // else the others would be dropped with it
		advice = "run -write-baseline with the packages and flags that it was written with to drop " + them
	}
	fmt.Fprintf(w, "idemscope: %s in %s no longer %s; %s\n", count(len(r.Gone), "finding"), visible.Text(name), verb, advice)
	for _, k := range r.Gone[:min(len(r.Gone), maxGone)] {
		fmt.Fprintf(w, "\t%s\n", k)
	}
	if more := len(r.Gone) - maxGone; more > 0 {
		fmt.Fprintf(w, "\tand %d more\n", more)
	}
}

// readBaseline reads a baseline. The error names the file, and the line if there is one.
func readBaseline(name string) (baseline, error) {
	var b baseline
	data, err := regular.Read(name, maxBaseline)
	if err != nil {
		return b, err
	}
	if n := bytes.Count(data, []byte(",")); n > maxCommas {
		return b, fmt.Errorf("%s: %d commas: expected a baseline, which has at most %d", name, n, maxCommas)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err = dec.Decode(&b)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("expected the end of the file behind the baseline")
		}
	}
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	at := dec.InputOffset()
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &wrong):
		at = wrong.Offset
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		err, at = errors.New("expected a baseline, as -write-baseline writes it; the file ends too soon"), int64(len(data))
	}
	if err != nil {
		line := 1 + bytes.Count(data[:min(at, int64(len(data)))], []byte("\n"))
		return b, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	switch {
	case b.Version < firstBaseline || b.Version > baselineVersion:
		err = fmt.Errorf("version %d: expected %d, as -write-baseline writes it, or %d", b.Version, baselineVersion, firstBaseline)
	case b.Findings == nil:
		err = errors.New("expected a list of findings, as -write-baseline writes it")
	case b.Version > firstBaseline && b.Settings == nil:
		err = errors.New("expected settings, as -write-baseline writes them")
	}
	if err != nil {
		return b, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// writeBaseline writes the findings of a report as a baseline, all or nothing.
func (r *report) writeBaseline(name string, now settings) error {
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return err
	}
	b := baseline{Version: baselineVersion, Settings: &now, Findings: r.knownIn(dir)}
	slices.SortFunc(b.Findings, func(x, y known) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Function, y.Function), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Print, y.Print))
	})
	var out bytes.Buffer
	if err := printJSON(&out, b); err != nil {
		return err
	}
	file, mode, err := replaceable(name) // a check takes long, and the file may be another one now
	if err != nil {
		return err
	}
	return replaceFile(file, out.Bytes(), mode)
}

// replaceable returns the file that a baseline of a name is written to, and its mode: a new
// one, or a baseline that is replaced. A link stays one, and what it leads to is replaced.
// Nothing is opened but a regular file, so that nothing is waited for.
func replaceable(name string) (file string, mode os.FileMode, err error) {
	if _, err := os.Lstat(name); errors.Is(err, os.ErrNotExist) {
		_, err = os.Stat(filepath.Dir(name))
		return name, 0o644, err
	}
	file, err = filepath.EvalSymlinks(name)
	if err != nil {
		return "", 0, err
	}
	if _, err := readBaseline(file); err != nil {
		return "", 0, fmt.Errorf("%s is no new file, nor a baseline that can be replaced: %w", name, err)
	}
	info, err := os.Stat(file)
	if err != nil {
		return "", 0, err
	}
	return file, info.Mode().Perm(), nil
}

// replaceFile writes a file beside the one that it replaces, and renames it.
func replaceFile(name string, data []byte, mode os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err = cmp.Or(err, tmp.Chmod(mode), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
