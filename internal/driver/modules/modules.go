// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package modules reads the modules in the driver's testdata, with which all that drives the
// analyzer over whole programs is tested. Each is an archive with the module's files, and
// other modules in its vendor directory. A comment "found: RULE" ends each line with a
// finding; what the archive's own comment says is for the tests of the driver.
package modules

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// Module is one that was unpacked.
type Module struct {
	Dir     string
	Comment string   // of the archive
	Want    []string // its findings, as file:line rule, in order
}

// Unpack writes an archive into a directory of the test's own.
func Unpack(t *testing.T, archive string) Module {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	m := Module{Dir: t.TempDir(), Comment: string(a.Comment)}
	if fsys, err := txtar.FS(a); err != nil {
		t.Fatal(err)
	} else if err := os.CopyFS(m.Dir, fsys); err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		for i, l := range strings.Split(string(f.Data), "\n") {
			if _, rule, ok := strings.Cut(l, "// found: "); ok {
				m.Want = append(m.Want, fmt.Sprintf("%s:%d %s", f.Name, i+1, rule))
			}
		}
	}
	slices.Sort(m.Want)
	return m
}
