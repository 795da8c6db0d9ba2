// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// prelude is a file of each package in testdata/edits.
const prelude = `package p

import "errors"

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

//idemscope:endpoint region=east
type east struct{ addr string }

//idemscope:send key=key to=e
func (e *east) Pay(key string) error { return errors.New("east") }

//idemscope:endpoint region=west
type west struct{ addr string }

//idemscope:send key=key to=w
func (w *west) Pay(key string) error { return errors.New("west") }
`

// framework is a package that they may import, and frameworkModel what is known of it.
const (
	framework = `package fw

import _ "testing"

func Register(x any) {}

func RegisterFn(f func(string) error) {}

func RegisterJob(f func(string) error) {}

type HandlerFunc func(string) error

func Inside() {}

type Task struct{ ID string }
`
	frameworkModel = `
library: example.test/fw
about: A framework.
handlers:
  - {func: .Register, fn: arg0, kind: an activity, stable: "the ID", source: fw.go}
  - {func: .RegisterFn, fn: arg0, kind: an activity, stable: "the ID", source: fw.go}
  - {func: .RegisterJob, fn: arg0, kind: a job, stable: "the number", source: fw.go}
  - {inside: .Inside, kind: an activity, stable: "the ID", source: fw.go}
  - {takes: .Task, kind: a task, stable: "the ID", source: fw.go}
`
)

// edited is the text of a package and those that it becomes, one after the other.
type edited struct {
	name  string
	saved map[string]string
	texts []map[string]string
}

// readEdits reads an archive. A file "edit 2 a.go" says what becomes of a.go in the second
// edit: it holds the whole text, or blocks of what is replaced and by what.
func readEdits(t *testing.T, archive string) edited {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	e := edited{name: strings.TrimSuffix(filepath.Base(archive), ".txtar"), saved: map[string]string{"pay.go": prelude}}
	last := e.saved
	for _, f := range a.Files {
		words := strings.Fields(f.Name)
		if words[0] != "edit" {
			e.saved[f.Name] = string(f.Data)
			continue
		}
		n, err := strconv.Atoi(words[1])
		if err != nil {
			t.Fatalf("%s: %s: which edit?", archive, f.Name)
		}
		for len(e.texts) < n {
			last = maps.Clone(last)
			e.texts = append(e.texts, last)
		}
		file, text := words[2], string(f.Data)
		if !strings.HasPrefix(text, "<<<\n") {
			last[file] = text
			continue
		}
		for _, block := range strings.Split(text, "<<<\n")[1:] {
			old, new, ok := strings.Cut(strings.TrimSuffix(block, "\n>>>\n"), "\n===\n")
			if !ok || !strings.Contains(last[file], old) {
				t.Fatalf("%s: %s: there is no %q", archive, f.Name, old)
			}
			last[file] = strings.Replace(last[file], old, new, 1)
		}
	}
	return e
}

// TestEditArchives makes edits by which what is found in one function changes since another
// has, in some way or other.
func TestEditArchives(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join("testdata", "edits", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	put := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("go.mod", "module example.test\n\ngo 1.26\n")
	put("fw/fw.go", framework)
	var all []edited
	for _, archive := range archives {
		e := readEdits(t, archive)
		for name, text := range e.saved {
			put(e.name+"/"+name, text)
		}
		all = append(all, e)
	}
	pkgs, err := load(dir, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, ed := range editors(t, pkgs) {
		i := slices.IndexFunc(all, func(e edited) bool { return strings.HasSuffix(ed.pkg.PkgPath, "/"+e.name) })
		if i < 0 {
			continue // the framework
		}
		t.Run(all[i].name, func(t *testing.T) {
			in := func(text map[string]string) map[string]string {
				out := map[string]string{}
				for name, s := range text {
					out[filepath.Join(dir, all[i].name, name)] = s
				}
				return out
			}
			ed.t = t
			ed.names = slices.Sorted(maps.Keys(in(all[i].saved))) // those of tests as well
			ed.saved = in(all[i].saved)
			settings := Settings{Strict: true, Models: frameworkModel}
			a, r := newAnalyzer(settings)
			check := func(what string, text map[string]string) {
				t.Helper()
				got, ok := ed.same(what, a, settings, text)
				if !ok {
					t.Fatalf("%s: it does not compile", what)
				}
				if all := strings.Join(got, ""); strings.Contains(all, "models:") {
					t.Fatalf("the model is not valid: %s", all)
				}
			}
			for range 3 {
				check("as it was saved", ed.saved)
			}
			for n, text := range all[i].texts {
				check("edit "+strconv.Itoa(n+1), in(text))
			}
			if n := r.edits.faults.Load(); n > 0 {
				t.Errorf("%d faults", n)
			}
			t.Logf("%d of %d edits were analysed in part", r.edits.parts.Load(), len(all[i].texts)+1)
		})
	}
}
