// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"context"
	"strings"
	"testing"

	"github.com/idemscope/idemscope/analyzer"
	"github.com/idemscope/idemscope/internal/driver"
)

func analyse(t *testing.T, dir string) *driver.Result {
	t.Helper()
	a, gate := analyzer.NewGated(analyzer.Settings{})
	res, err := driver.Run(context.Background(), &driver.Config{Dir: dir, Patterns: []string{"./..."}, Analyzer: a, Gate: gate})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range res.Errors {
		t.Fatalf("%+v", e)
	}
	return res
}

// TestKeys finds in each group of a generated module the two mistakes that are in it, and
// reads no package that is not in the module.
func TestKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("generates and analyses a module")
	}
	dir := t.TempDir()
	const sends = 500
	if err := keys(dir, sends); err != nil {
		t.Fatal(err)
	}
	res := analyse(t, dir)
	found := map[string]int{}
	for _, f := range res.Findings {
		found[f.Category]++
	}
	if groups := sends / sendsPerGroup; found["scope"] != groups || found["fresh-key"] != groups || len(found) != 2 {
		t.Errorf("%v, of %d groups", found, groups)
	}
	if res.Stats.Named != 4 || res.Stats.Checked != 4 || res.Stats.Scanned != 4 || len(res.Cuts) > 0 {
		t.Errorf("%+v %v", res.Stats, res.Cuts)
	}
}

// TestWorst analyses small worst cases to the end, and the larger ones up to a bound that
// is on record.
func TestWorst(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses large programs")
	}
	for _, w := range worsts {
		for _, test := range []struct {
			n   int
			cut string // the beginning or end of what is said
		}{{3, ""}, {w.sizes[0], w.cut}} {
			dir := t.TempDir()
			if err := write(dir, w.files(test.n)); err != nil {
				t.Fatal(err)
			}
			cuts := strings.Join(analyse(t, dir).Cuts, "\n")
			if (cuts == "") != (test.cut == "") || !strings.Contains(cuts, test.cut) {
				t.Errorf("%s, %d: %q; expected %q", w.name, test.n, cuts, test.cut)
			}
		}
	}
}
