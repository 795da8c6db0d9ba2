// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command gopls-idemscope is gopls, the Go language server, with the idemscope analyzer
// in it. An editor that starts it instead of gopls shows the findings while one types:
// with the other places that a finding speaks of, a link to the page of its rule, and
// its fix. Everything else is gopls as it is.
//
// # Why a gopls of our own
//
// gopls takes no plugins, and no setting names a further analyzer: it runs those that
// are linked into it. So this is gopls' own main function with one analyzer more. An
// editor cannot tell the difference, and facts come as gopls makes them: from the
// buffers that are open, saved or not, whichever package or module they are in.
//
// # Why the module has this path
//
// The list of analyzers is in an internal package of gopls. Go lets only packages whose
// path lies below golang.org/x/tools/gopls import it. Nothing but the path counts, so the
// module in this directory has such a path, although it is published nowhere: it is
// built where it stands, from a copy of this repository. gopls itself comes from the
// module cache, unchanged and checked against go.sum.
//
// # What happens at the start
//
// The list holds values of a type whose fields are private, so the analyzer is put into
// one through reflection (link). A gopls in which that type is another one ends here
// with a message and code 2. It must not run without the analyzer: silence would look
// like clean code.
//
// gopls' own main also starts telemetry, which sends crash reports to the Go team if the
// user has agreed to that. They would be about a program that is not theirs, so it is
// left out here.
//
// # Settings
//
// Contracts are read from the source, as everywhere. The setting
//
//	"analyses": {"idemscope": false}
//
// of gopls turns the analyzer off. gopls has no settings for what is in an analyzer, so
// its flags stand on the command line, among those of gopls and in any order:
//
//	-idemscope.strict
//	-idemscope.rules=scope,tenant
//	-idemscope.headers=X-Operation-Nonce
//	-idemscope.models=FILE    may be given more than once; read at the start
//
// gopls keeps results on disk, under a key that knows the names of the analyzers but not
// their flags. So flags other than the usual ones add an analyzer that does nothing, and
// that has their hash in its name (settle): with other flags, nothing is found in the
// cache. A daemon (-remote) serves editors that may have other flags, so that goes with
// none.
//
// # What to change for another gopls
//
// The version of gopls in go.mod, and with it the version in the replacement of x/tools,
// which is the one in the go.mod of that gopls. Its main.go says whether the end of
// main below is still the same.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime/debug"
	"strings"
	"unsafe"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/gopls/internal/cmd"
	"golang.org/x/tools/gopls/internal/filecache"
	"golang.org/x/tools/gopls/internal/settings"
	"golang.org/x/tools/gopls/internal/tool"
	"golang.org/x/tools/gopls/internal/version"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/analyzer/model"
)

func main() {
	args, err := settle(analyzer.Analyzer, os.Args[1:])
	if err == nil {
		err = register(analyzer.Analyzer)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gopls-idemscope:", err)
		os.Exit(2)
	}
	// As in gopls' main: better no start than an error at each request.
	if _, err := filecache.Get("nonesuch", [32]byte{}, filecache.Bytes); err != nil && err != filecache.ErrNotFound {
		fmt.Fprintln(os.Stderr, "gopls-idemscope: gopls cannot use its cache on disk (is the disk full?):", err)
		os.Exit(2)
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		version.VersionOverride = versions(info)
	}
	if asksForHelp(args) {
		fmt.Print(ownHelp(analyzer.Analyzer))
	}
	tool.Main(context.Background(), cmd.New(), args)
}

// versions are those of gopls and of idemscope, in the place where gopls has its own: what
// it would say is the version of this module, which has none.
func versions(info *debug.BuildInfo) string {
	gopls, idemscope := "(unknown)", "(devel)"
	for _, m := range info.Deps {
		switch m.Path {
		case "golang.org/x/tools/gopls":
			gopls = m.Version
		case "github.com/idemscope/idemscope":
			if m.Replace == nil {
				idemscope = m.Version
			}
		}
	}
	for _, s := range info.Settings {
		// A build from a copy of the repository has its commit.
		if s.Key == "vcs.revision" && idemscope == "(devel)" {
			idemscope = s.Value[:min(len(s.Value), 12)]
		}
	}
	return gopls + " with idemscope " + idemscope
}

// asksForHelp reports whether gopls is about to print its general usage.
func asksForHelp(args []string) bool {
	if len(args) != 1 {
		return false
	}
	switch args[0] {
	case "help", "-h", "-help", "--h", "--help":
		return true
	}
	return false
}

// ownHelp is about what gopls does not know of.
func ownHelp(a *analysis.Analyzer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "gopls-idemscope is gopls with the analyzer %s. Flags of the analyzer, among those of gopls:\n\n", a.Name)
	a.Flags.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		if f.Name == "models" {
			value, usage = "FILE", "further models of libraries; may be given more than once" // see settle
		}
		if value != "" {
			value = "=" + value
		}
		fmt.Fprintf(&b, "  -%s.%s%s\n    \t%s\n", a.Name, f.Name, value, usage)
	})
	b.WriteString("\nThe setting \"analyses\": {\"" + a.Name + "\": false} turns it off. What follows is gopls' own.\n\n")
	return b.String()
}

// register makes the analyzer one of those that gopls has.
func register(a *analysis.Analyzer) error {
	for _, old := range settings.AllAnalyzers {
		if old.Analyzer().Name == a.Name {
			return fmt.Errorf("gopls has an analyzer %s already", a.Name)
		}
	}
	s := new(settings.Analyzer)
	if err := link(s, a); err != nil {
		return err
	}
	if s.Analyzer() != a {
		return errors.New("gopls does not read the analyzer from where it was put: this version of gopls is not supported")
	}
	settings.AllAnalyzers = append(settings.AllAnalyzers, s)
	return nil
}

// link puts the analyzer into the private field of gopls' type of analyzers.
func link(s any, a *analysis.Analyzer) error {
	v := reflect.ValueOf(s).Elem()
	if v.Kind() == reflect.Struct {
		if f := v.FieldByName("analyzer"); f.IsValid() && f.Type() == reflect.TypeOf(a) {
			reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Set(reflect.ValueOf(a))
			return nil
		}
	}
	return fmt.Errorf("gopls' type %s has no field analyzer of type %T: this version of gopls is not supported", v.Type(), a)
}

// settle takes the flags of the analyzer out of the command line, and makes them a part
// of the key of gopls' cache. It returns what is left for gopls.
func settle(a *analysis.Analyzer, args []string) ([]string, error) {
	var own, rest []string
	remote := false
	for _, arg := range args {
		name := strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
		switch {
		case name != arg && strings.HasPrefix(name, a.Name+"."):
			own = append(own, arg)
			continue
		case name != arg && (name == "remote" || strings.HasPrefix(name, "remote=")):
			remote = true
		}
		rest = append(rest, arg)
	}
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var known []string
	a.Flags.VisitAll(func(f *flag.Flag) {
		if f.Name == "models" {
			f.Value = &files{Value: f.Value}
		}
		fs.Var(f.Value, a.Name+"."+f.Name, "")
		known = append(known, "-"+a.Name+"."+f.Name)
	})
	if err := fs.Parse(own); err != nil {
		return nil, fmt.Errorf("%w (the flags of %s are %s; a value follows after =)", err, a.Name, strings.Join(known, ", "))
	}
	h := sha256.New()
	usual := true
	a.Flags.VisitAll(func(f *flag.Flag) {
		if s := f.Value.String(); s != f.DefValue {
			usual = false
			fmt.Fprintf(h, "%s %q\n", f.Name, s)
		}
	})
	if usual {
		return rest, nil
	}
	if remote {
		return nil, fmt.Errorf("flags of %s do not go with -remote: the daemon may have been started with others", a.Name)
	}
	a.Requires = append(a.Requires, &analysis.Analyzer{
		Name:             fmt.Sprintf("%s_%x", a.Name, h.Sum(nil)),
		Doc:              "make the flags of " + a.Name + " a part of the key of the cache",
		Run:              func(*analysis.Pass) (any, error) { return nil, nil },
		RunDespiteErrors: true,
	})
	return rest, nil
}

// files is the flag of models for editors, which have no shell that could put the text
// of a file into the command line.
type files struct {
	flag.Value // takes text
}

func (f *files) Set(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, model.MaxText+1)) // one more than ParseAll takes
	if err != nil {
		return err
	}
	if _, err := model.ParseAll(name, string(data)); err != nil { // with the file's name, which the text has not
		return err
	}
	if all := f.String(); all != "" {
		return f.Value.Set(all + "\n---\n" + string(data))
	}
	return f.Value.Set(string(data))
}

// String serves package flag, which also asks the zero value.
func (f *files) String() string {
	if f.Value == nil {
		return ""
	}
	return f.Value.String()
}
