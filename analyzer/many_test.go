// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"slices"
	"strings"
	"testing"
)

// TestManySends analyses a function that sends again and again, whatever came of it: there
// would be a walk between each two of its sends, over all others. It ends, and says so.
func TestManySends(t *testing.T) {
	e := loopsEditor(t)
	text := "package p\n\nimport (\n\t\"context\"\n\t\"errors\"\n\t\"net/http\"\n\t\"time\"\n)\n\n" +
		"var _ = errors.New\n\nvar _ http.Client\n\nvar _ time.Time\n\n//idemscope:send key=key to=url\nfunc post(ctx context.Context, url, key string) error { return nil }\n\n" +
		"func Run(ctx context.Context, key string) {\n" + strings.Repeat("\t_ = post(ctx, \"https://a.test\", key)\n", 1000) + "}\n"
	a, r := newAnalyzer(Settings{})
	var cuts []string
	r.cut = func(pkg string, what []string) { cuts = append(cuts, what...) }
	if _, err := e.run(a, map[string]string{e.names[0]: text}); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(cuts, func(s string) bool { return strings.Contains(s, "Run: too many paths to follow") }) {
		t.Errorf("nothing was cut: %q", cuts)
	}
}
