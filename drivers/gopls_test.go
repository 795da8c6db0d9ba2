// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package drivers

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/idemscope/idemscope/analyzer/rule"
)

// goplsIn starts gopls with the analyzer in it, in a folder, with settings of gopls and
// flags. The cache on disk is that of all tests, so that what gopls knows of the standard
// library is found once, and results that should not be found there would be.
func goplsIn(t testing.TB, root string, settings map[string]any, args ...string) *languageServer {
	t.Helper()
	bin := gopls(t)
	return startServer(t, root, goplsEnv(bin+"-cache"), settings, bin, args...)
}

// gopls builds it, which takes a while.
func gopls(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds gopls")
	}
	return build(t, filepath.Join("..", "cmd", "gopls-idemscope"), ".")
}

// goplsEnv keeps gopls away from the user's files.
func goplsEnv(cache string) []string {
	return []string{"GOPLSCACHE=" + cache, "GOPLS_CONFIG_DIR=" + filepath.Join(cache, "config")}
}

// copied returns a copy of a module, named as the go command names it.
func copied(t *testing.T, dir string) string {
	t.Helper()
	to, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	to = filepath.Join(to, filepath.Base(dir))
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// ours are the diagnostics of the analyzer.
func ours(ds []lspDiagnostic) []lspDiagnostic {
	return slices.DeleteFunc(slices.Clone(ds), func(d lspDiagnostic) bool { return d.Source != "idemscope" })
}

func findingsOf(file string, ds []lspDiagnostic) []finding {
	var fs []finding
	for _, d := range ours(ds) {
		fs = append(fs, finding{file, d.Range.Start.Line + 1, d.Message})
	}
	return sorted(fs)
}

// expect waits until the findings that are shown in a file are these, and returns them as
// they came.
func (s *languageServer) expect(what, file string, want []finding) []lspDiagnostic {
	s.t.Helper()
	uri := s.uri(file)
	var last []lspDiagnostic
	if s.wait(func() bool {
		p, ok := s.published[uri]
		last = p.Diagnostics
		return ok && p.Version == s.buffers[uri].Version && slices.Equal(findingsOf(file, last), want)
	}) {
		return ours(last)
	}
	compare(s.t, what, want, findingsOf(file, last))
	s.fatalf("%s: these are not the findings", what)
	return nil
}

// pull asks for the diagnostics of a file, and gets them when they are complete.
func (s *languageServer) pull(file string) []lspDiagnostic {
	s.t.Helper()
	var report struct{ Items []lspDiagnostic } // gopls leaves the kind of the report empty
	s.call("textDocument/diagnostic", map[string]any{"textDocument": lspDocument{URI: s.uri(file)}}, &report)
	return report.Items
}

var pulling = map[string]any{"pullDiagnostics": true}

// in are the findings in a file.
func in(file string, fs []finding) []finding {
	return slices.DeleteFunc(slices.Clone(fs), func(f finding) bool { return f.File != file })
}

// less are the findings without those that begin so.
func less(fs []finding, message string) []finding {
	return slices.DeleteFunc(slices.Clone(fs), func(f finding) bool { return strings.HasPrefix(f.Message, message) })
}

const pay = "pay/pay.go"

// TestGoplsFindings opens a file in a new gopls, and then in another process, which finds
// its results on disk.
func TestGoplsFindings(t *testing.T) {
	bin := gopls(t)
	root := copied(t, small)
	want := in(pay, vetted(t, root))
	cache := t.TempDir()
	for _, start := range []string{"cold", "warm"} {
		t.Run(start, func(t *testing.T) {
			s := startServer(t, root, goplsEnv(cache), nil, bin)
			s.open(pay)
			for _, d := range s.expect("open", pay, want) {
				name, _, _ := strings.Cut(d.Message, ":")
				if d.Code != name || d.CodeDescription == nil || d.CodeDescription.Href != rule.URL(name) {
					t.Errorf("line %d: code %v, page %v; want %s and %s", d.Range.Start.Line+1, d.Code, d.CodeDescription, name, rule.URL(name))
				}
				if d.Severity != 2 {
					t.Errorf("line %d: severity %d, want 2, a warning", d.Range.Start.Line+1, d.Severity)
				}
				s.checkRelated(d)
			}
		})
	}
}

// placeInText is a place as messages name it.
var placeInText = regexp.MustCompile(`\w+\.go:(\d+)`)

// onOneLine reports whether a finding names no place but its own line, which is related to
// nothing: a key that is made in the arguments of the call that is repeated.
func onOneLine(d lspDiagnostic) bool {
	for _, m := range placeInText.FindAllStringSubmatch(d.Message, -1) {
		if m[1] != strconv.Itoa(d.Range.Start.Line+1) {
			return false
		}
	}
	return true
}

// checkRelated holds the related positions of the finding of rule scope against the text.
func (s *languageServer) checkRelated(d lspDiagnostic) {
	s.t.Helper()
	if len(d.RelatedInformation) == 0 && !onOneLine(d) {
		s.t.Errorf("no related positions: %s", d.Message)
	}
	if d.Code != "scope" {
		return
	}
	var got []string
	for _, r := range d.RelatedInformation {
		data, err := os.ReadFile(strings.TrimPrefix(r.Location.URI, "file://"))
		if err != nil {
			s.t.Error(err)
			continue
		}
		line := strings.Split(string(data), "\n")[r.Location.Range.Start.Line]
		got = append(got, r.Message+" | "+strings.TrimSpace(line))
	}
	want := []string{
		"the key is made here | key := rand.Text()",
		"the earlier attempt | if err := dep.Post(client, api.Primary, key); err == nil {",
		"the key is handed to the store here | store.Mark(key)",
	}
	if !slices.Equal(got, want) {
		s.t.Errorf("related positions\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestGoplsFix takes the quick fix of a finding.
func TestGoplsFix(t *testing.T) {
	gopls(t)
	root := copied(t, small)
	want := in(pay, vetted(t, root))
	s := goplsIn(t, root, nil)
	text := s.open(pay)
	ds := s.expect("open", pay, want)
	i := slices.IndexFunc(ds, func(d lspDiagnostic) bool { return d.Code == "fresh-key" })

	type edit struct {
		DocumentChanges []struct {
			TextDocument lspDocument
			Edits        []lspEdit
		}
	}
	var actions []struct {
		Title string          `json:"title"`
		Kind  string          `json:"kind"`
		Edit  *edit           `json:"edit,omitempty"`
		Data  json.RawMessage `json:"data,omitempty"`
	}
	s.call("textDocument/codeAction", map[string]any{
		"textDocument": lspDocument{URI: s.uri(pay)},
		"range":        ds[i].Range,
		"context":      map[string]any{"diagnostics": ds[i : i+1], "only": []string{"quickfix"}},
	}, &actions)
	if len(actions) == 0 {
		s.fatalf("no quick fix for %s", ds[i].Message)
	}
	fix := actions[0]
	if fix.Edit == nil {
		s.call("codeAction/resolve", fix, &fix)
	}
	t.Logf("%s: %+v", fix.Title, fix.Edit)
	if fix.Edit == nil || len(fix.Edit.DocumentChanges) != 1 || fix.Edit.DocumentChanges[0].TextDocument.URI != s.uri(pay) {
		s.fatalf("%s: edits of other files, or of none: %+v", fix.Title, fix.Edit)
	}
	s.edit(pay, apply(text, fix.Edit.DocumentChanges[0].Edits))

	// The others stay, if on other lines: so go vet says what is left, of the saved file.
	fixed := copied(t, small)
	if err := os.WriteFile(filepath.Join(fixed, pay), []byte(s.buffers[s.uri(pay)].Text), 0o666); err != nil {
		t.Fatal(err)
	}
	left := in(pay, vetted(t, fixed))
	if len(left) != len(want)-1 {
		t.Errorf("%d findings were to be left of %d", len(want)-1, len(want))
		compare(t, "after the fix", want, left)
	}
	s.expect("after the fix", pay, left)
}

// TestGoplsContracts edits contracts of other packages, in buffers that are not saved.
func TestGoplsContracts(t *testing.T) {
	gopls(t)
	root := copied(t, small)
	want := in(pay, vetted(t, root))
	s := goplsIn(t, root, nil)
	s.open(pay)
	s.expect("open", pay, want)
	for _, c := range []struct{ file, old, new string }{
		{"api/api.go", "region=eu-west-1", "region=us-east-1"},
		{"dep/dep.go", "scope=region", "scope=global"}, // a package of another module
	} {
		text := s.open(c.file)
		if !strings.Contains(text, c.old) {
			t.Fatalf("%s says nothing of %s", c.file, c.old)
		}
		s.edit(c.file, strings.Replace(text, c.old, c.new, 1))
		s.expect(c.new, pay, less(want, "scope:"))
		s.edit(c.file, text)
		s.expect(c.old, pay, want)
	}
}

// TestGoplsEdits writes into one function after the other, and holds what gopls shows after
// each edit, most of which it has kept, against what go vet finds in the text as it is then.
func TestGoplsEdits(t *testing.T) {
	gopls(t)
	root := copied(t, small)
	saved := copied(t, small)
	s := goplsIn(t, root, pulling)
	text := s.open(pay)
	s.pull(pay)
	for i := range 8 {
		text = withLine(t, text, i)
		if i == 5 { // and what it is about
			const tried = "if err := dep.Post(client, api.Primary, key); err == nil {"
			if !strings.Contains(text, tried) {
				t.Fatalf("%s has no %q", pay, tried)
			}
			text = strings.Replace(text, tried, strings.Replace(tried, "err == nil", "err != nil", 1), 1)
		}
		s.edit(pay, text)
		if err := os.WriteFile(filepath.Join(saved, pay), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		compare(t, fmt.Sprintf("edit %d", i), in(pay, vetted(t, saved)), findingsOf(pay, s.pull(pay)))
	}
}

// TestGoplsPull asks for diagnostics, as some editors do, with the analyzer on and off.
func TestGoplsPull(t *testing.T) {
	gopls(t)
	root := copied(t, small)
	want := in(pay, vetted(t, root))
	s := goplsIn(t, root, pulling)
	s.open(pay)
	compare(t, "pull", want, findingsOf(pay, s.pull(pay)))

	off := goplsIn(t, root, map[string]any{"pullDiagnostics": true, "analyses": map[string]bool{"idemscope": false}})
	// Something to find for another analyzer, of those that run with ours.
	text := off.open(pay)
	text = strings.Replace(text, `"net/http"`, "\"fmt\"\n\t\"net/http\"", 1)
	off.edit(pay, text+"\nfunc init() { fmt.Printf(\"%d\", \"\") }\n")
	ds := off.pull(pay)
	if !slices.ContainsFunc(ds, func(d lspDiagnostic) bool { return d.Source == "printf" }) {
		off.fatalf("analyzer printf does not run: %+v", ds)
	}
	compare(t, "switched off", nil, findingsOf(pay, ds))
}

// TestGoplsFlags starts gopls with flags of the analyzer, in turn, on one cache: what the
// one has found is not what the other reports.
func TestGoplsFlags(t *testing.T) {
	bin := gopls(t)
	root := copied(t, small)
	want := in(pay, vetted(t, root))
	// Another header, in another module, which only a flag makes known.
	const header = "Idempotency-Key"
	dep := filepath.Join(root, "dep", "dep.go")
	data, err := os.ReadFile(dep)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), header) {
		t.Fatalf("%s is not in %s", header, dep)
	}
	if err := os.WriteFile(dep, []byte(strings.Replace(string(data), header, "X-Operation-Nonce", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags []string
		want  []finding
	}{
		{nil, nil},
		{[]string{"-idemscope.headers=X-Operation-Nonce"}, want},
		{[]string{"-idemscope.headers=X-Operation-Nonce", "-mode=stdio", "-idemscope.rules=fresh-key"}, less(want, "scope:")},
		{nil, nil},
	} {
		s := goplsIn(t, root, pulling, c.flags...)
		compare(t, strings.Join(c.flags, " "), c.want, findingsOf(pay, s.pull(pay)))
	}

	for _, c := range []struct{ want, arg string }{
		{"-idemscope.stict", "-idemscope.stict"},
		{`unknown rule "scop"`, "-idemscope.rules=scop"},
	} {
		if _, errs, code := run(t, root, nil, bin, c.arg, "version"); code != 2 || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit %d, want 2; stderr %s", c.arg, code, errs)
		}
	}
}

// TestGoplsCorpus asks for the findings of each file of the corpus.
func TestGoplsCorpus(t *testing.T) {
	gopls(t)
	root := copied(t, corpus)
	s := goplsIn(t, root, pulling)
	var got []finding
	if err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" {
			file := inModule(t, root, path)
			got = append(got, findingsOf(file, s.pull(file))...)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	want := vetted(t, root)
	if len(want) == 0 {
		t.Fatal("nothing to find")
	}
	compare(t, "corpus", want, sorted(got))
	t.Logf("%d findings", len(got))
}
