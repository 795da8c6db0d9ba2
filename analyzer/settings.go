// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/idemscope/idemscope/analyzer/model"
	"github.com/idemscope/idemscope/analyzer/rule"
)

// Settings change what is reported. They reach the analyzer as flags alone, so
// that every driver's cache knows of them.
type Settings struct {
	Rules   []string // the rules that report; none: all
	Headers []string // further names of headers and fields that carry a key
	Models  string   // further models of libraries: YAML documents, as package model has them
	Strict  bool     // report also what is wrong only if the program runs more than once, or an SDK's call is repeated

	ungated bool // analyse every package, for the tests of the gate
}

func (s *Settings) register(fs *flag.FlagSet) {
	fs.Var(&listFlag{&s.Rules, checkRule}, "rules", "comma-separated `list` of the rules that report (default all: "+strings.Join(rule.Names(), ",")+")")
	fs.Var(&modelsFlag{&s.Models}, "models", "further models of libraries, as `YAML` text (the command idemscope takes a file)")
	fs.BoolVar(&s.Strict, "strict", s.Strict, "report also keys that an SDK makes for each call that is repeated, and keys of clients that are kept in one process")
	fs.Var(&listFlag{&s.Headers, checkHeader}, "headers", "comma-separated `list` of further header names that carry a key")
}

// on reports whether a rule reports. A fault of the analyzer is always reported.
func (s *Settings) on(name string) bool {
	return len(s.Rules) == 0 || name == "internal" || slices.Contains(s.Rules, name)
}

func (s *Settings) headers() []string { return s.Headers }

// modelsFlag holds models. It is their text, not a file's name: drivers key their
// caches by flags alone.
type modelsFlag struct{ text *string }

func (m *modelsFlag) String() string {
	if m == nil || m.text == nil {
		return ""
	}
	return *m.text
}

func (m *modelsFlag) Set(s string) error {
	if _, err := model.ParseAll("models", s); err != nil {
		return err
	}
	*m.text = s
	return nil
}

// listFlag is a list of words, checked when it is set.
type listFlag struct {
	list  *[]string
	check func(string) error
}

func (l *listFlag) String() string {
	if l == nil || l.list == nil {
		return ""
	}
	return strings.Join(*l.list, ",")
}

// maxList is how long a list may be, in bytes. A code base has a handful of headers, each of
// which every name in it is held against.
const maxList = 8 << 10

func (l *listFlag) Set(s string) error {
	if len(s) > maxList {
		return fmt.Errorf("a list of %d bytes: expected at most %d", len(s), maxList)
	}
	var out []string
	for _, w := range strings.Split(s, ",") {
		w = strings.TrimSpace(w)
		if w == "" {
			continue
		}
		if err := l.check(w); err != nil {
			return err
		}
		out = append(out, w)
	}
	*l.list = out
	return nil
}

func checkRule(name string) error {
	if !slices.Contains(rule.Names(), name) {
		return fmt.Errorf("unknown rule %q; the rules are %s", name, strings.Join(rule.Names(), ", "))
	}
	return nil
}

func checkHeader(name string) error {
	for _, r := range name {
		if r <= ' ' || r > '~' || strings.ContainsRune("()<>@,;:\\\"/[]?={}", r) {
			return fmt.Errorf("%q is no header name", name)
		}
	}
	return nil
}

// ssaBuilt counts the packages for which SSA was built, for the tests of the gate.
var ssaBuilt atomic.Int64
