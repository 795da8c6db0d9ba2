// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		text string
		want []word
		err  bool
	}{
		{"", nil, false},
		{"a  b\tc", []word{"a", "b", "c"}, false},
		{`reason="a b"`, []word{`reason="a b"`}, false},
		{`key=request["Client Token"].x`, []word{`key=request["Client Token"].x`}, false},
		{"a `b \\` c", []word{"a", "`b \\`", "c"}, false},
		{`a"b\" c"d`, []word{`a"b\" c"d`}, false},
		{"// note", nil, false},
		{"//note", nil, false},
		{"a // note \"open", []word{"a"}, false},
		{"a //note", []word{"a"}, false},
		{"host=http://x", []word{"host=http://x"}, false},
		{`reason="see http://x // y" // note`, []word{`reason="see http://x // y"`}, false},
		{`a "b // c`, nil, true},
		{"a `b", nil, true},
		{`"\z"`, nil, true},
	} {
		got, err := split(test.text)
		if !slices.Equal(got, test.want) || (err != nil) != test.err {
			t.Errorf("split(%q) = %q, %v, want %q", test.text, got, err, test.want)
		}
	}
}

func TestWord(t *testing.T) {
	for _, test := range []struct {
		w           word
		name, value string
		ok          bool
	}{
		{"a=b", "a", "b", true},
		{"a=", "a", "", true},
		{"a=b=c", "a", "b=c", true},
		{`a="b c"d`, "a", "b cd", true},
		{`a="\t\""`, "a", "\t\"", true},
		{"a=`\\`", "a", `\`, true},
		{"a", "a", "", false},
		{`"a=b"`, `"a=b"`, "", false},
	} {
		name, value, ok := test.w.cut()
		if name != test.name || value.text() != test.value || ok != test.ok {
			t.Errorf("%q.cut() = %q, %q, %t", test.w, name, value.text(), ok)
		}
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"scope=region // note", `reason="a b" x`, "a`b`", `key=m["K"].f`, `"\"`, "a\u00a0b//c", "\xff\"\xff\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, err := split(text)
		if err != nil {
			return
		}
		rest := text
		for _, w := range words {
			_, after, ok := strings.Cut(rest, string(w))
			if w == "" || strings.HasPrefix(string(w), "//") || !ok {
				t.Fatalf("split(%q) = %q", text, words)
			}
			rest = after
			w.text()
			w.list()
			w.cut()
		}
		// What was split once is not split further, nor put together.
		joined := make([]string, len(words))
		for i, w := range words {
			joined[i] = string(w)
		}
		again, err := split(strings.Join(joined, " "))
		if err != nil || !slices.Equal(words, again) {
			t.Fatalf("split(%q) = %q, and again %q, %v", text, words, again, err)
		}
	})
}

// read reads a package of any source whatever.
func read(w *world, src string) *Set {
	f, err := parser.ParseFile(w.fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if f == nil || err != nil && f.Name == nil {
		return nil
	}
	pkg, info := w.check("p", f, func(error) {})
	return Read(w.fset, []*ast.File{f}, pkg, info, w.known, nil, testRules)
}

const fuzzed = `COMMENT
package p
COMMENT
import "acme"
COMMENT
const c, d = "http://c", acme.URL
COMMENT
var ( v = acme.Default
COMMENT
_ = (*acme.Client).Charge )
COMMENT
type T struct {
COMMENT
f, g map[string]int //TRAIL
COMMENT
acme.Client }
COMMENT
type I interface {
COMMENT
m(key string, op func()) error }
COMMENT
type A = acme.Client
COMMENT
func (t *T) f(key string, op func() error) (*T, error) {
COMMENT
t.g["x"] = 1 //TRAIL
return t, op() }
COMMENT`

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"idemscope:store scope=region window=1h implements=T", "idemscope:store covers=c,acme.URL", "idemscope:endpoint region=a store=v pinned",
		`idemscope:send key=key to=t.f["x"] tenant=c.Host`, "idemscope:key unique=tenant", "idemscope:tenant", "idemscope:retry fn=op",
		`idemscope:downstream reason="x"`, `idemscope:ignore scope reason="x"`, " idemscope:store", "idemscope:send key=req.Token to=c\n//idemscope:downstream",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "line ") {
			return // a //line directive may turn the lines around
		}
		w := newWorld()
		w.add(t, "acme", "package acme"+acme)
		src := strings.ReplaceAll(fuzzed, "COMMENT", "//"+text)
		s := read(w, strings.ReplaceAll(src, "TRAIL", text))
		if s == nil {
			return
		}
		seen := make(map[token.Pos]bool)
		for _, p := range s.Problems {
			if seen[p.Pos] || p.Message == "" {
				t.Errorf("a second problem, or an empty one, at %v: %q", w.fset.Position(p.Pos), p.Message)
			}
			seen[p.Pos] = true
		}
		if (len(s.Problems)+len(s.Lines)+len(s.Contracts)+len(s.Described) > 0) && !s.Any {
			t.Error("something comes from nothing")
		}
		checkGob(t, s)
	})
}
