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
	"path"
	"path/filepath"
	"slices"
)

// A baseline lists findings that are known: a check with -baseline reports what is not
// among them. It is a file that is committed and read in reviews, so it is sorted, holds
// nothing of the machine or the day, and names each finding by its function. Files are
// named from the directory of the baseline, wherever the command is run.
type baseline struct {
	Version  int     `json:"version"` // of this format
	Findings []known `json:"findings"`
}

// baselineVersion is the one version that there is.
const baselineVersion = 1

// known is one finding of a baseline. Lines move, so it has none.
type known struct {
	File     string `json:"file"`
	Rule     string `json:"rule"`
	Function string `json:"function,omitempty"`
	Print    string `json:"fingerprint"`
}

// knownIn returns the findings of a report as a baseline in dir lists them, in the order
// of the report.
func (r *report) knownIn(dir string) []known {
	out := make([]known, len(r.Findings))
	src := r.source()
	for i, m := range r.marks(src) {
		f := r.Findings[i]
		out[i] = known{File: filepath.ToSlash(relative(dir, src.path(f.File))), Rule: f.Rule, Function: m.Function, Print: m.Print}
	}
	return out
}

// subtract takes the findings of a baseline out of the report, and counts them.
func (r *report) subtract(name string, b baseline) error {
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return err
	}
	old := map[known]bool{}
	for _, k := range b.Findings {
		old[k] = true
	}
	var rest []finding
	for i, k := range r.knownIn(dir) {
		if old[k] {
			delete(old, k)
			r.Known++
			continue
		}
		rest = append(rest, r.Findings[i])
	}
	r.Findings = rest
	for k := range old {
		if r.dirs[filepath.Join(dir, filepath.FromSlash(path.Dir(k.File)))] { // else it was not looked for
			r.Gone++
		}
	}
	return nil
}

// readBaseline reads a baseline. The error names the file, and the line if there is one.
func readBaseline(name string) (baseline, error) {
	var b baseline
	data, err := os.ReadFile(name)
	if err != nil {
		return b, err
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
	if b.Version != baselineVersion {
		return b, fmt.Errorf("%s: version %d: expected %d, as -write-baseline writes it", name, b.Version, baselineVersion)
	}
	return b, nil
}

// writeBaseline writes the findings of a report as a baseline, all or nothing.
func (r *report) writeBaseline(name string) error {
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return err
	}
	b := baseline{Version: baselineVersion, Findings: r.knownIn(dir)}
	slices.SortFunc(b.Findings, func(x, y known) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Function, y.Function), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Print, y.Print))
	})
	var out bytes.Buffer
	if err := printJSON(&out, b); err != nil {
		return err
	}
	return replaceFile(name, out.Bytes())
}

// replaceFile writes a file beside the one that it replaces, and renames it.
func replaceFile(name string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err = cmp.Or(err, tmp.Chmod(0o644), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
