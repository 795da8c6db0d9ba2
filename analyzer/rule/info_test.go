// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package rule

import (
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var sections = []string{
	"What it finds", "Why it matters", "Before", "After", "How to mend", "How to suppress",
	"Limits", "What silence does not mean",
}

var (
	heading = regexp.MustCompile(`(?m)^## (.*)$`)
	goBlock = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")
	found   = regexp.MustCompile(`(?m)// found: (\S+)$`)
)

func TestPages(t *testing.T) {
	for _, r := range All() {
		t.Run(r.Name, func(t *testing.T) {
			page, ok := Page(r.Name)
			if !ok {
				t.Fatal("no page")
			}
			if want := "# " + r.Name + ": " + r.Title + "\n"; !strings.HasPrefix(page, want) {
				t.Errorf("page does not begin with %q", want)
			}
			var got []string
			for _, m := range heading.FindAllStringSubmatch(page, -1) {
				got = append(got, m[1])
			}
			if !slices.Equal(got, sections) {
				t.Errorf("sections:\ngot  %q\nwant %q", got, sections)
			}
			for _, text := range []string{"//idemscope:ignore " + r.Name + ` reason="`, "suppresses\nnothing is reported", "downstream"} {
				if !strings.Contains(strings.ReplaceAll(page, "suppresses nothing", "suppresses\nnothing"), text) {
					t.Errorf("page lacks %q", text)
				}
			}
			checkBlocks(t, r.Name, "Before", page, []string{r.Name})
			checkBlocks(t, r.Name, "After", page, nil)
		})
	}
}

// checkBlocks checks the one Go block of a section: it is a gofmt-ed file, and marks
// the lines where findings stand.
func checkBlocks(t *testing.T, name, section, page string, marks []string) {
	_, rest, _ := strings.Cut(page, "\n## "+section+"\n")
	text, _, _ := strings.Cut(rest, "\n## ")
	blocks := goBlock.FindAllStringSubmatch(text, -1)
	if len(blocks) != 1 {
		t.Errorf("%s: %d Go blocks, want 1", section, len(blocks))
		return
	}
	code := blocks[0][1]
	if _, err := parser.ParseFile(token.NewFileSet(), name+".go", code, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		t.Errorf("%s: %v", section, err)
	}
	if formatted, err := format.Source([]byte(code)); err == nil && string(formatted) != code {
		t.Errorf("%s: not gofmt-ed", section)
	}
	var got []string
	for _, m := range found.FindAllStringSubmatch(code, -1) {
		got = append(got, m[1])
	}
	if !slices.Equal(got, marks) {
		t.Errorf("%s: marked findings %q, want %q", section, got, marks)
	}
}

func TestAll(t *testing.T) {
	want := []string{"scope", "tenant", "pinning", "fresh-key", "collision", "unstable", "undeclared", "window", "reuse", "directive"}
	if got := Names(); !slices.Equal(got, want) {
		t.Errorf("Names() = %q, want %q", got, want)
	}
	for _, r := range All() {
		if r.Title == "" || strings.HasSuffix(r.Title, ".") || !strings.HasSuffix(r.Text, ".") || strings.Contains(r.Text, "\n") {
			t.Errorf("%s: title is a phrase and text one paragraph: %q, %q", r.Name, r.Title, r.Text)
		}
	}
	All()[0].Name = "changed"
	if Names()[0] != "scope" {
		t.Error("All hands out its own array")
	}
}

// TestNoStrayPage finds pages that no rule leads to.
func TestNoStrayPage(t *testing.T) {
	files, err := fs.Glob(pages, "pages/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(f, "pages/"), ".md")
		if name != "internal" && !slices.Contains(Names(), name) {
			t.Errorf("%s: no such rule", f)
		}
	}
	if _, ok := Page("internal"); !ok {
		t.Error("no page for internal")
	}
	if _, ok := Page("nonsense"); ok {
		t.Error("a page for a rule that is not there")
	}
	if got := URL("scope"); got != "https://github.com/idemscope/idemscope/blob/main/analyzer/rule/pages/scope.md" {
		t.Error(got)
	}
}
