// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// TestDeterminism runs the analysis again and again: neither findings nor facts
// may depend on the order in which Go walks a map, or on which package was first.
func TestDeterminism(t *testing.T) {
	var pkgs []*packages.Package
	for _, p := range corpusPackages(t) {
		switch strings.TrimPrefix(p.PkgPath, "example.test/corpus/") {
		case "construct/closures", "construct/generics", "construct/wiring/pay", "construct/wiring/app", "construct/helpers/use", "rule/scope", "rule/unstable":
			pkgs = append(pkgs, p)
		}
	}
	runs := 20
	if testing.Short() {
		runs = 3
	}
	var findings0, facts0 []string
	for i := range runs {
		g := analyze(t, New(Settings{}), pkgs, &checker.Options{Sequential: i%2 == 0})
		fi, fa := texts(findings(t, corpus, g)), facts(t, g)
		if i == 0 {
			findings0, facts0 = fi, fa
			if len(fi) == 0 || len(fa) == 0 {
				t.Fatalf("%d findings and %d facts", len(fi), len(fa))
			}
			continue
		}
		if !slices.Equal(fi, findings0) {
			t.Fatalf("run %d reports something else:\n%s", i, difference(findings0, fi))
		}
		if !slices.Equal(fa, facts0) {
			t.Fatalf("run %d leaves other facts:\n%s", i, difference(facts0, fa))
		}
	}
	t.Logf("%d findings and %d facts in each of %d runs", len(findings0), len(facts0), runs)
}
