// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/analyzer/rule"
)

// settings are what decides which findings a check can have, besides the packages that it
// is given. A baseline holds those that it was written with.
type settings struct {
	Rules   []string `json:"rules,omitempty"` // none: all
	Strict  bool     `json:"strict"`
	Tests   bool     `json:"tests"` // test files are checked too
	Headers []string `json:"headers,omitempty"`
	Tags    []string `json:"tags,omitempty"`   // of the build
	Models  string   `json:"models,omitempty"` // of further models, a hash of their text
}

// baselineSettings are those of a check with these options, as far as a baseline remembers them.
// The flags are those that GOFLAGS has for the go command.
func (o *options) baselineSettings(goFlags map[string]string) settings {
	given := map[string]string{}
	for _, s := range o.settings {
		name, value, _ := strings.Cut(strings.TrimPrefix(s, "-"+analyzer.Analyzer.Name+"."), "=")
		given[name] = value // of one that is given twice, the last counts
	}
	tags := o.tags
	if tags == "" {
		tags = goFlags["tags"]
	}
	s := settings{
		Rules: words(given["rules"]), Strict: isTrue(given["strict"]), Tests: o.test,
		Headers: words(given["headers"]), Tags: words(tags),
	}
	if len(s.Rules) == len(rule.Names()) {
		s.Rules = nil
	}
	if text := given[modelsFlag]; text != "" {
		sum := sha256.Sum256([]byte(text))
		s.Models = hex.EncodeToString(sum[:8])
	}
	return s
}

// isTrue reads the value of a flag that package flag has taken.
func isTrue(value string) bool {
	yes, _ := strconv.ParseBool(value)
	return yes
}

// words are those of a list, each once and sorted: lists that mean the same are the same.
func words(list string) []string {
	out := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	slices.Sort(out)
	return slices.Compact(out)
}

func (s settings) equal(t settings) bool {
	return slices.Equal(s.Rules, t.Rules) && s.equalButRules(t)
}

func (s settings) equalButRules(t settings) bool {
	return s.Strict == t.Strict && s.Tests == t.Tests && s.Models == t.Models &&
		slices.Equal(s.Headers, t.Headers) && slices.Equal(s.Tags, t.Tags)
}

// has reports whether findings of a rule are reported.
func (s settings) has(rule string) bool {
	return len(s.Rules) == 0 || slices.Contains(s.Rules, rule)
}

// coverAllOf reports whether a check finds what one with other settings would, of the rules
// that it reports. It may have fewer rules than that, but no more: of two rules, one may
// report what is the fault of the other as well.
func (s settings) coverAllOf(t settings) bool {
	rulesToo := len(t.Rules) == 0 || len(s.Rules) > 0 && !slices.ContainsFunc(s.Rules, func(r string) bool { return !t.has(r) })
	return rulesToo && s.equalButRules(t)
}
