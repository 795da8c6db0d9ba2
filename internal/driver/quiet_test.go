// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/internal/driver/modules"
)

// cards runs the units of a module one after the other, as go vet does, and returns the
// cards that they leave.
func cards(t *testing.T, archive string) map[string]*card {
	t.Helper()
	files := t.TempDir()
	cmd := exec.Command("go", "list", "-deps", "-export", "-json", "./...")
	cmd.Dir = modules.Unpack(t, archive).Dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	an, gate := analyzer.NewGated(analyzer.Settings{})
	std, export, vetx, got := map[string]bool{}, map[string]string{}, map[string]string{}, map[string]*card{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return got
		} else if err != nil {
			t.Fatal(err)
		}
		std[p.ImportPath], export[p.ImportPath] = p.Standard, p.Export
		vetx[p.ImportPath] = filepath.Join(files, strings.ReplaceAll(p.ImportPath, "/", "+"))
		v := &Vet{vetConfig{
			ID: p.ImportPath, ImportPath: p.ImportPath, GoFiles: p.files(), ImportMap: map[string]string{},
			PackageFile: export, Standard: std, PackageVetx: vetx, VetxOnly: p.DepOnly, VetxOutput: vetx[p.ImportPath],
		}}
		if p.Module != nil {
			v.ModulePath, v.ModuleVersion = p.Module.Path, p.Module.Version
		}
		for _, path := range p.Imports {
			v.ImportMap[path] = path
		}
		if _, err := v.Run(an, gate, func() {}); err != nil {
			t.Fatal(p.ImportPath, err)
		}
		c, _, err := readCard(v.VetxOutput)
		if err != nil {
			t.Fatal(err)
		}
		got[p.ImportPath] = c
	}
}

// TestQuiet: a command that names nothing which sends or brings a key is not analysed, though
// a seed is below it.
func TestQuiet(t *testing.T) {
	var analysed []string
	for path, c := range cards(t, "testdata/above.txtar") {
		if name, own := strings.CutPrefix(path, "example.test/m/"); own && c.Analysed {
			analysed = append(analysed, name)
		}
	}
	slices.Sort(analysed)
	// Not cmd/quiet, but all others, which may have importers or name what returns headers.
	if got, want := strings.Join(analysed, " "), "again cmd/builder cmd/envelope cmd/headers cmd/pair cmd/sign far limits mid named number options pay top"; got != want {
		t.Errorf("analysed are\n%s, want\n%s", got, want)
	}
}
