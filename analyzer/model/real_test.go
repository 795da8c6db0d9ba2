// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// realDir is a module that requires the real libraries and imports the packages that
// the models name.
const realDir = "../../testdata/models"

// absent lists the libraries that realDir does not require, each with why.
const absent = realDir + "/absent.txt"

// checkouts names the directory in which, if it is set, those libraries are looked for:
// that of github.com/OWNER/NAME as OWNER/NAME.
const checkouts = "IDEMSCOPE_CHECKOUTS"

// TestReal holds each model against the library that it is about: what it names must be
// there, with as many arguments, and with those fields. A name may have several bearers,
// of several major versions or by an asterisk: what is said must hold of one of them.
// A library that is listed as absent is held against a checkout, where there is one.
func TestReal(t *testing.T) {
	if testing.Short() {
		t.Skip("loads real libraries")
	}
	libs := loadReal(t)
	models, err := All()
	if err != nil {
		t.Fatal(err)
	}
	hold := func(t *testing.T, f *File, r *real) {
		problems, unseen := r.check(f, strings.HasSuffix(f.Name, generated))
		for _, problem := range problems {
			t.Error(problem)
		}
		if unseen > 0 {
			t.Logf("%s: %d of %d entries are about packages that %s does not import", f.Name, unseen, len(f.Sends), realDir)
		}
	}
	why := readAbsent(t)
	for _, f := range models {
		switch r := libs[f.Library]; {
		case r != nil && why[f.Library] != "":
			t.Errorf("%s is in %s, and required by %s", f.Library, absent, realDir)
		case r != nil:
			hold(t, f, r)
		case why[f.Library] == "":
			t.Errorf("%s is neither required by %s nor in %s", f.Library, realDir, absent)
		default:
			t.Run(f.Library, func(t *testing.T) { hold(t, f, checkedOut(t, f, why[f.Library])) })
		}
	}
	for lib := range why {
		if !slices.ContainsFunc(models, func(f *File) bool { return f.Library == lib }) {
			t.Errorf("%s is in %s, and has no model", lib, absent)
		}
	}

	// What a model may have wrong is found.
	const wrong = `library: github.com/hashicorp/go-retryablehttp
packages:
  - {path: sub, does: pointer}
functions:
  - {func: .NewQuest, does: derive}
  - {func: .NewRequest, does: request, arg: 2}
  - {func: .Request.SetBody, does: set, arg: 1, field: Corpus}
sends:
  - {func: .Client.Do, key: arg1, source: x}
  - {func: .Client.*, key: arg0, source: x}
  - {func: .Client.Post, key: arg0.Request, source: x}
makers:
  - {func: .NewClient, parts: {URL: [options]}}
retries:
  - {func: .Get, fn: arg0, source: x}
handlers:
  - {func: .Get, fn: arg7, kind: a, stable: b, source: x}
  - {takes: .Clients, kind: a, stable: b, source: x}
  - {as: .Client, kind: a, stable: b, source: x}
stores:
  - {name: s, scope: process, source: x}
uses:
  - {func: .Client.Get, key: arg1, store: s, source: x}
variables:
  - {var: .ErrNone, does: final}
`
	f, err := Parse("m.yaml", []byte(wrong))
	if err != nil {
		t.Fatal(err)
	}
	problems, _ := libs[f.Library].check(f, false)
	got := strings.Join(problems, "\n")
	for _, want := range []string{
		`m.yaml:3: package "sub" is not there`,
		"m.yaml:5: .NewQuest: the library has no such function",
		"m.yaml:6: .NewRequest: arg: expected the method in argument 1",
		"m.yaml:7: .Request.SetBody: *github.com/hashicorp/go-retryablehttp.Request has no field Corpus",
		"m.yaml:9: .Client.Do: key: arg1: there is no argument 1",
		"m.yaml:11: .Client.Post: key: arg0.Request: string has no field Request",
		"m.yaml:13: .NewClient: parts: URL: it takes no options",
		"m.yaml:15: .Get: fn: arg0 is no function",
		"m.yaml:17: .Get: arg7: there is no argument 7",
		"m.yaml:18: takes: github.com/hashicorp/go-retryablehttp.Clients: the library has no such type",
		"m.yaml:19: as: github.com/hashicorp/go-retryablehttp.Client: the library has no such type",
		"m.yaml:23: .Client.Get: key: arg1: there is no argument 1",
		"m.yaml:25: the library has no variable github.com/hashicorp/go-retryablehttp.ErrNone",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("a wrong model: got\n%s\nwant %s", got, want)
		}
	}
	if strings.Contains(got, ":10:") {
		t.Errorf("a wrong model: what holds of one function is refused of all:\n%s", got)
	}

	// Of a generated file, what is about packages that are not there is counted, and no more.
	const more = `func,key,to,store,auto,source
elsewhere.Client.Do,arg0.Key,,,,x
.Client.Undo,arg0,,,,x
`
	if err := f.addGenerated("m"+generated, []byte(more)); err != nil {
		t.Fatal(err)
	}
	problems, unseen := libs[f.Library].check(f.generated, true)
	if want := "m.generated.csv:3: .Client.Undo: the library has no such function"; len(problems) != 1 || problems[0] != want || unseen != 1 {
		t.Errorf("a wrong generated model: %q, and %d entries unseen; want %q, and 1", problems, unseen, want)
	}
}

// loadReal returns the libraries that realDir requires. It skips the test if they are
// neither in the module cache nor to be had.
func loadReal(t *testing.T) map[string]*real {
	cmd := exec.Command("go", "mod", "download")
	cmd.Dir = realDir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("the libraries of %s cannot be loaded: %v\n%s", realDir, err, out)
	}
	roots, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports, Dir: realDir}, ".")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(roots) > 0 || len(roots) != 1 {
		t.Fatalf("%s cannot be loaded", realDir)
	}
	imports := slices.Sorted(maps.Keys(roots[0].Imports))
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedExportFile,
		Dir:  realDir,
	}, imports...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("the libraries of %s do not compile", realDir)
	}
	out := map[string]*real{}
	for _, p := range pkgs {
		path := Canonical(p.PkgPath)
		f := library(path)
		if f == nil {
			t.Errorf("%s imports %s, of which there is no model", realDir, p.PkgPath)
			continue
		}
		r := out[f.Library]
		if r == nil {
			r = newReal(nil)
			out[f.Library] = r
		}
		r.pkgs[path] = true
		r.add(p.Types)
	}
	return out
}

// readAbsent returns what the list says of each absent library: when its model was last
// held against it, and why it is absent.
func readAbsent(t *testing.T) map[string]string {
	text, err := os.ReadFile(absent)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for l := range strings.Lines(string(text)) {
		if l = strings.TrimSpace(l); l == "" || l[0] == '#' {
			continue
		}
		lib, why, _ := strings.Cut(l, " ")
		if !strings.Contains(why, " ") || out[lib] != "" {
			t.Errorf("%s: %q: expected a library that is not there yet, a commit or -, and why it is absent", absent, l)
		}
		out[lib] = why
	}
	return out
}

// checkedOut returns the packages of an absent library that its model names, as its
// checkout has them. It skips the test if there is none.
func checkedOut(t *testing.T, f *File, why string) *real {
	_, path, _ := strings.Cut(f.Library, "/")
	dir := filepath.Join(os.Getenv(checkouts), path)
	if _, err := os.Stat(dir); os.Getenv(checkouts) == "" || err != nil {
		t.Skipf("%s, and %s has no checkout", why, checkouts)
	}
	load := func(mode packages.LoadMode, patterns ...string) []*packages.Package {
		pkgs, err := packages.Load(&packages.Config{Mode: mode, Dir: dir}, patterns...)
		if err != nil {
			t.Fatal(err)
		}
		return pkgs
	}
	var named []string
	for _, p := range load(packages.NeedName, "./...") {
		if f.Names(p.PkgPath) {
			named = append(named, p.PkgPath)
		}
	}
	if len(named) == 0 {
		t.Fatalf("%s has no package that the model names", dir)
	}
	pkgs := load(packages.NeedName|packages.NeedTypes|packages.NeedExportFile, named...)
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("%s does not compile", dir)
	}
	var out []*types.Package
	for _, p := range pkgs {
		out = append(out, p.Types)
	}
	return newReal(out)
}
