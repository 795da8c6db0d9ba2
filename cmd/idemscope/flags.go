// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/analyzer/model"
)

// options is what the command line of a check says.
type options struct {
	json     bool
	sarif    bool
	fix      bool
	diff     bool
	test     bool
	verbose  bool          // -v
	baseline string        // -baseline
	write    string        // -write-baseline
	dir      string        // -C
	tags     string        // -tags
	mod      string        // -mod
	models   fileNames     // -models
	own      []*model.File // what they hold
	settings []string      // the analyzer's flags, in the spelling of go vet: -idemscope.rules=scope
	patterns []string
}

// modelsFlag is the analyzer's flag that the command spells in two ways: the short
// one names a file, and the long one takes the text.
const modelsFlag = "models"

// parseFlags reads the arguments of a check. The error flag.ErrHelp asks for the usage text.
func parseFlags(args []string) (options, error) {
	var o options
	fs := flag.NewFlagSet("idemscope", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&o.json, "json", false, "")
	fs.BoolVar(&o.sarif, "sarif", false, "")
	fs.BoolVar(&o.fix, "fix", false, "")
	fs.BoolVar(&o.diff, "diff", false, "")
	fs.BoolVar(&o.test, "test", true, "")
	fs.BoolVar(&o.verbose, "v", false, "")
	fs.StringVar(&o.baseline, "baseline", "", "")
	fs.StringVar(&o.write, "write-baseline", "", "")
	fs.StringVar(&o.dir, "C", "", "")
	fs.StringVar(&o.tags, "tags", "", "")
	fs.StringVar(&o.mod, "mod", "", "")
	fs.Var(&o.models, modelsFlag, "")
	name := analyzer.Analyzer.Name
	analyzer.Analyzer.Flags.VisitAll(func(f *flag.Flag) {
		s := &setting{Value: f.Value, name: name + "." + f.Name, out: &o.settings}
		fs.Var(s, s.name, "")
		if fs.Lookup(f.Name) == nil {
			fs.Var(s, f.Name, "")
		}
	})
	if err := fs.Parse(args); err != nil {
		return o, flagError(err)
	}
	long, textToo := name+"."+modelsFlag, false
	fs.Visit(func(f *flag.Flag) { textToo = textToo || f.Name == long })
	if textToo && len(o.models) > 0 {
		return o, fmt.Errorf("-%s and -%s stand for one another; give one of them", modelsFlag, long)
	}
	if err := apart(fs); err != nil {
		return o, err
	}
	o.patterns = fs.Args()
	for _, p := range o.patterns {
		if strings.HasPrefix(p, "-") {
			return o, fmt.Errorf("flag %s stands after the packages; flags come first", p)
		}
	}
	return o, nil
}

// apart refuses flags that ask for two different things.
func apart(fs *flag.FlagSet) error {
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) {
		given[f.Name] = f.Value.String() != f.DefValue
	})
	for _, group := range [][]string{
		{"json", "sarif", "diff", "write-baseline"}, // what is printed
		{"baseline", "write-baseline", "fix", "diff"},
	} {
		first := ""
		for _, name := range group {
			switch {
			case !given[name]:
			case first == "":
				first = name
			case first == "fix" && name == "diff":
				// As go fix has it: the difference that the first would make.
			default:
				return fmt.Errorf("-%s and -%s do not go together", first, name)
			}
		}
	}
	return nil
}

// setting is a flag of the analyzer. It takes the value here, so that a bad one is
// refused once and before any work, and keeps its spelling for go vet.
type setting struct {
	flag.Value
	name string
	out  *[]string
}

func (s *setting) Set(text string) error {
	if err := s.Value.Set(text); err != nil {
		return err
	}
	*s.out = append(*s.out, "-"+s.name+"="+text)
	return nil
}

// String serves package flag, which also asks the zero setting.
func (s *setting) String() string {
	if s.Value == nil {
		return ""
	}
	return s.Value.String()
}

func (s *setting) IsBoolFlag() bool {
	b, ok := s.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

var undefinedFlag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^flag provided but not defined: (\S+)$`)
})

func flagError(err error) error {
	if m := undefinedFlag().FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("unknown flag %s", m[1])
	}
	if errors.Is(err, flag.ErrHelp) {
		return flag.ErrHelp
	}
	return err
}
