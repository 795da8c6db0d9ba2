// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"strings"
	"testing"
)

// TestDeep analyses code that is nested as deeply as the parser allows, or nearly: whatever
// goes down into it must not run out of stack, which ends a process.
func TestDeep(t *testing.T) {
	const head = "package p\n\nimport (\n\t\"context\"\n\t\"errors\"\n\t\"net/http\"\n\t\"time\"\n)\n\nvar _ = errors.New\n\nvar _ http.Client\n\nvar _ time.Time\n\n" +
		"//idemscope:send key=key to=url\nfunc post(ctx context.Context, url, key string) error { return nil }\n\n"
	n := func(text string, times int) string { return strings.Repeat(text, times) }
	for name, code := range map[string]string{
		"parentheses": "func F(ctx context.Context, key string) { _ = post(ctx, \"https://a.test\", " + n("(", 60_000) + "key" + n(")", 60_000) + ") }\n",
		"sum":         "func F(ctx context.Context, key string) { _ = post(ctx, \"https://a.test\", key" + n("+key", 60_000) + ") }\n",
		"not":         "func F(ctx context.Context, ok bool, key string) { if " + n("!", 60_000) + "ok { _ = post(ctx, \"https://a.test\", key) } }\n",
		"blocks":      "func F(ctx context.Context, key string) { " + n("{", 10_000) + "_ = post(ctx, \"https://a.test\", key)" + n("}", 10_000) + " }\n",
		"literals":    "func F(ctx context.Context, key string) { " + n("func() { ", 300) + "_ = post(ctx, \"https://a.test\", key)" + n("}()", 300) + " }\n",
		"calls":       "func id(s string) string { return s }\n\nfunc F(ctx context.Context, key string) { _ = post(ctx, \"https://a.test\", " + n("id(", 5_000) + "key" + n(")", 5_000) + ") }\n",
		"fields":      "type T struct { t *T; Key string }\n\nfunc F(ctx context.Context, x *T) { _ = post(ctx, \"https://a.test\", x" + n(".t", 5_000) + ".Key) }\n",
		"pointers":    "type K " + n("*", 5_000) + "string\n\nfunc F(k K) K { return k }\n",
		"functions":   "func F(ctx context.Context, f " + n("func() ", 2_000) + "error, key string) { for range 3 { _ = f(); _ = post(ctx, \"https://a.test\", key) } }\n",
		"structs":     "type S struct { " + n("T struct { ", 1_000) + "ClientToken string" + n(" }", 1_000) + " }\n\nfunc F(s S) S { return s }\n",
		"slices":      "func F(ctx context.Context, keys " + n("[]", 5_000) + "string) any { return keys }\n",
	} {
		e := loopsEditor(t)
		a, _ := newAnalyzer(Settings{})
		if _, err := e.run(a, map[string]string{e.names[0]: head + code}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
