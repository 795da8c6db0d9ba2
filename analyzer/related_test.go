// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestRelated holds that no related place repeats the finding's own line, and that a
// collision shows where the key comes in, what keeps it, and who is calling.
func TestRelated(t *testing.T) {
	const want = "rule/collision/kept"
	shown := 0
	for _, act := range analyze(t, New(Settings{}), corpusPackages(t), nil).Roots {
		fset := act.Package.Fset
		for _, d := range act.Diagnostics {
			own := fset.Position(d.Pos)
			var messages []string
			for _, r := range d.Related {
				if p := fset.Position(r.Pos); p.Filename == own.Filename && p.Line == own.Line {
					t.Errorf("%s: %s: %q repeats the finding's line", own, d.Category, r.Message)
				}
				messages = append(messages, r.Message)
			}
			if dir := filepath.ToSlash(filepath.Dir(below(t, corpus, own.Filename))); dir == want && d.Category == "collision" {
				shown++
				for _, m := range []string{"the key comes in here", "it is kept in this", "who is calling is known here"} {
					if !slices.Contains(messages, m) {
						t.Errorf("%s: collision: no related place says %q", own, m)
					}
				}
			}
		}
	}
	if shown == 0 {
		t.Errorf("%s has no collision", want)
	}
}
