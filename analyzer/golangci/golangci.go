// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package golangci makes idemscope a linter of golangci-lint, through golangci-lint's
// module plugin system. A golangci-lint in which this package is linked knows a linter
// idemscope once the configuration names it:
//
//	version: "2"
//	linters:
//	  enable: [idemscope]
//	  settings:
//	    custom:
//	      idemscope:
//	        type: module
//	        description: idempotency keys that leave their store's scope
//	        settings:
//	          strict: true
//
// There are two ways to such a binary: "golangci-lint custom" with the file
// .custom-gcl.yml of this repository, which is the official one and clones golangci-lint,
// and cmd/golangci-lint-idemscope, which is built from its released module.
//
// # Settings
//
// They are those of the analyzer (see [Settings]). An unknown one, or one with a bad
// value, ends the run with exit code 3 and a line that names it. Models are given as
// text and not as the names of files: golangci-lint caches findings by its configuration
// and by the checked packages, and would not notice that a file has changed.
//
// # What differs from other drivers
//
// The related positions of a finding are left out: golangci-lint would make an issue of
// each, at its own place, which counts and which no nolint comment at the finding covers.
// What they say is also in the message. Of the same reason messages name the rule first.
package golangci

import (
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/idemscope/idemscope/analyzer"
)

func init() { register.Plugin(analyzer.Analyzer.Name, New) }

// Settings is what stands under settings in the configuration.
type Settings struct {
	Rules   []string `json:"rules"`   // report these alone
	Headers []string `json:"headers"` // further headers that carry a key
	Strict  bool     `json:"strict"`  // report also what is wrong only if a call is repeated, or the program runs twice
	Models  string   `json:"models"`  // further models of libraries: YAML documents
}

// New returns the plugin for settings as golangci-lint has decoded them. The error names
// what cannot be read.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](conf)
	if err != nil {
		return nil, err
	}
	a := analyzer.New(analyzer.Settings{Strict: s.Strict})
	for _, flag := range []struct{ name, value string }{
		{"rules", strings.Join(s.Rules, ",")},
		{"headers", strings.Join(s.Headers, ",")},
		{"models", s.Models},
	} {
		if flag.value == "" {
			continue
		}
		if err := a.Flags.Set(flag.name, flag.value); err != nil {
			return nil, settingError{flag.name, err}
		}
	}
	a.Run = withoutRelated(a.Run)
	return plugin{a}, nil
}

// settingError says which setting is wrong.
type settingError struct {
	name string
	err  error
}

func (e settingError) Error() string { return "settings: " + e.name + ": " + e.err.Error() }
func (e settingError) Unwrap() error { return e.err }

type plugin struct{ analyzer *analysis.Analyzer }

// BuildAnalyzers implements [register.LinterPlugin].
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{p.analyzer}, nil
}

// GetLoadMode implements [register.LinterPlugin].
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// withoutRelated leaves the related positions of findings out.
func withoutRelated(run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		quiet := *pass
		quiet.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return run(&quiet)
	}
}
