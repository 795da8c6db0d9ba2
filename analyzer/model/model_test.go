// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestFiles decodes every file, and checks that it stands at its library's path, and a
// generated file beside one by hand.
func TestFiles(t *testing.T) {
	fs.WalkDir(data, "data", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			t.Fatal(err)
		}
		if d.IsDir() {
			return nil
		}
		path, second := strings.CutSuffix(p, generated)
		f, err := read(data, strings.TrimSuffix(path, byHand))
		if err != nil {
			t.Errorf("%s: %v", p, err)
			return nil
		}
		if second {
			f = f.generated
		}
		if want := "data/" + f.Library; strings.TrimSuffix(path, byHand) != want {
			t.Errorf("%s is about %s: expected it at %s", p, f.Library, want)
		}
		if f.About == "" {
			t.Errorf("%s: expected about: a sentence on the library", p)
		}
		return nil
	})
}

// TestGenerated reads a library of two files: which of them says what counts.
func TestGenerated(t *testing.T) {
	const hand = `library: a.b/c
stores:
  - {name: near, scope: region, source: x}
  - {name: far, scope: account, source: x}
functions:
  - {func: .Client.Make, does: generate, unique: random}
sends:
  - {func: .Client.*, key: carrier, store: near, source: x}
  - {func: .Client.Run, key: arg0.Name, store: far, source: x}
`
	const more = `# made
func,key,to,store,auto,source
.Client.Run,arg0.Token,,near,,y
.Client.Stop,arg0.Token,,far,written,y
.Client.Make,arg0.Token,,,,y
`
	fsys := fstest.MapFS{
		"c.yaml":          {Data: []byte(hand)},
		"c.generated.csv": {Data: []byte(more)},
		"d.yaml":          {Data: []byte("library: a.b/d\n")},
		"e.generated.csv": {Data: []byte(strings.Join(columns, ","))},
	}
	f, err := read(fsys, "c")
	if err != nil {
		t.Fatal(err)
	}
	m := New(f)
	for fn, want := range map[string]string{
		"Run":   "arg0.Name far x",  // by its name in both: as people say
		"Stop":  "arg0.Token far y", // by its name in one: before asterisks
		"Make":  "arg0.Token  y",    // each file says something else
		"Other": "carrier near x",   // what has asterisks
	} {
		k := m.Of("(*a.b/c.Client)." + fn)
		if got := k.Send.Key + " " + k.Send.Store + " " + k.Send.Source; got != want {
			t.Errorf("%s: got %s, want %s", fn, got, want)
		}
		if (k.Func != nil) != (fn == "Make") {
			t.Errorf("%s: what it does: %v", fn, k.Func)
		}
		if k.Send.Store != "" && k.Send.StoreRef != m.Store("a.b/c", k.Send.Store) {
			t.Errorf("%s: its store is not the library's", fn)
		}
		if k.Send.Library != "a.b/c" {
			t.Errorf("%s: of library %q", fn, k.Send.Library)
		}
	}
	if len(f.Sends) != 2 || len(f.generated.Sends) != 3 || f.generated.Name != "c.generated.csv" || f.generated.Sends[0].Line != 3 {
		t.Errorf("the files are not told apart: %+v", f.generated)
	}
	if f, err := read(fsys, "d"); err != nil || f.generated != nil {
		t.Errorf("a library of one file: %v, %v", f, err)
	}
	if _, err := read(fsys, "e"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a generated file alone: %v", err)
	}

	const head = "func,key,to,store,auto,source\n"
	for _, c := range []struct{ text, want string }{
		{"func,key\n", "g.csv:1: wrong number of fields"},
		{"fn,key,to,store,auto,source\n", "g.csv:1: expected the columns func,key,to,store,auto,source"},
		{head + ".F,arg0,,s,,x\n", `g.csv:2: store: "s": expected the name of a store of this library`},
		{head + ".F,arg0,,,,\n", "g.csv:2: .F: source: expected"},
		{head + ".F,arg0,,,,x\n.F,arg0,,,,x\n", "g.csv:3: .F: how it sends is said already, on line 2"},
		{head + ".*,carrier,,,,x\n", `g.csv:2: func: ".*": expected a function's name, without asterisks`},
		{head + ".F,\"arg0,,,,x\n", "g.csv:2: extraneous or missing"},
	} {
		f, err := Parse("c.yaml", []byte(hand))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.addGenerated("g.csv", []byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q:\ngot  %v\nwant %s…", c.text, err, c.want)
		}
	}
}

func TestFunc(t *testing.T) {
	for _, c := range []struct {
		name   string
		does   Action
		unique Uniqueness
	}{
		{"crypto/rand.Text", Generate, Random},
		{"math/rand/v2.IntN", Generate, Random},
		{"time.Now", Generate, Clock},
		{"(time.Time).Unix", Derive, ""},
		{"github.com/oklog/ulid/v2.Make", Generate, Random},
		{"github.com/oklog/ulid/v9.Make", Generate, Random},
		{"(github.com/google/uuid.UUID).String", Derive, ""},
		{"(*strings.Builder).WriteString", Append, ""},
		{"github.com/aws/aws-sdk-go-v2/aws.String", Identity, ""},
		{"github.com/aws/aws-sdk-go-v2/aws.NewConfig", "", ""},
		{"github.com/stripe/stripe-go/v86.String", Identity, ""},
		{"github.com/samber/lo.ToPtr", Identity, ""},
		{"example.com/acme.String", "", ""},
		{"", "", ""},
		{"(", "", ""},
	} {
		got, ok := Func{}, false
		if x := new(Models).Of(c.name).Func; x != nil {
			got, ok = *x, true
		}
		if got.Does != c.does || got.Unique != c.unique || ok != (c.does != "") {
			t.Errorf("Func(%q) = %+v, %v; want %s %s", c.name, got, ok, c.does, c.unique)
		}
	}
}

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		"github.com/stripe/stripe-go/v82.String": "github.com/stripe/stripe-go.String",
		"github.com/a/v2/b.F":                    "github.com/a/b.F",
		"(*github.com/a/v3.T).M":                 "(*github.com/a.T).M",
		"github.com/vault/vx.F":                  "github.com/vault/vx.F",
		"github.com/oklog/ulid/v2":               "github.com/oklog/ulid",
		"example.com/v2ray/core.F":               "example.com/v2ray/core.F",
	} {
		if got := Canonical(in); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestWrong checks that what cannot be read is refused with file, line and what was expected.
func TestWrong(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"about: x\n", "m.yaml:1: expected library: IMPORT-PATH"},
		{"library: a.b/c\nsenders: []\n", "m.yaml:2: unknown field \"senders\""},
		{"library: a.b/c\nfunctions:\n  - func: .F\n    dose: generate\n", "m.yaml:4: unknown field \"dose\""},
		{"library: a.b/c\nfunctions:\n  - {func: .F, does: invent}\n", "m.yaml:3: does: \"invent\": expected one of generate, identity"},
		{"library: a.b/c\nfunctions:\n  - {func: .F, does: generate}\n", "m.yaml:3: unique: expected random, clock or process"},
		{"library: a.b/c\nfunctions:\n  - {func: .F, does: identity, arg: x}\n", "m.yaml:3: "},
		{"library: a.b/c\nfunctions:\n  - {func: F, does: derive}\n", "m.yaml:3: func: \"F\" is no name of a function: expected PACKAGE.Function"},
		{"library: a.b/c\nfunctions:\n  - {func: .F, does: derive}\n  - {func: .F, does: derive}\n", "m.yaml:4: .F: what it does is said already, on line 3"},
		{"library: a.b/c\nstores:\n  - {name: s, scope: planet, source: x}\n", "m.yaml:3: store s: scope: "},
		{"library: a.b/c\nstores:\n  - {name: s, scope: region}\n", "m.yaml:3: store s: source: expected where its scope is documented"},
		{"library: a.b/c\nstores:\n  - {name: s, scope: region, source: x, window: soon}\n", "m.yaml:3: store s: window: \"soon\": expected a duration"},
		{"library: a.b/c\nsends:\n  - {func: .F, key: id, source: x}\n", "m.yaml:3: key: \"id\": expected recv, argN or carrier"},
		{"library: a.b/c\nsends:\n  - {func: .F, key: arg0.ID, source: x, store: s}\n", "m.yaml:3: store: \"s\": expected the name of a store"},
		{"library: a.b/c\nsends:\n  - {func: .C.Do, key: carrier, source: x, through: recv.T}\n", "m.yaml:3: through: \"recv.T\": expected a path from recv, of a send that retries"},
		{"library: a.b/c\nretries:\n  - {func: .F, fn: 1, source: x}\n", "m.yaml:3: .F: fn: \"1\": expected the function's argument"},
		{"library: a.b/c\nuses:\n  - {func: .P.Send, key: arg0, unless: [arg1.Name], store: s, source: x}\n", "m.yaml:3: unless: [\"arg1.Name\"]: expected beside a key one part of the receiver, such as recv.Name"},
		{"library: a.b/c\nmakers:\n  - func: .F\n    parts: {Region: [cfg]}\n", "m.yaml:3: parts: Region: \"cfg\": expected recv, argN or carrier"},
		{"library: [\n", "m.yaml:1: "},
		{"library: [a]\n", "m.yaml:1: library: expected text such as \"region,tenant\", found a list"},
		{"library: a.b/c\nstores:\n  - name: s\n    scope: [region, tenant]\n    source: x\n", "m.yaml:4: scope: expected text such as \"region,tenant\", found a list"},
		{"library: a.b/c\nstores:\n  - name: s\n    scope:\n      - region\n      - tenant\n    source: x\n", "m.yaml:5: scope: expected text such as \"region,tenant\", found a list"},
		{"library: a.b/c\nstores:\n  - {name: s, scope: {a: b}, source: x}\n", "m.yaml:3: scope: expected text such as \"region,tenant\", found fields"},
		{"library: a.b/c\nstores:\n  - {name: s, scope: region,tenant, source: x}\n", "m.yaml:3: unknown field \"tenant\": expected one of name, scope, window, source; within braces, text with a comma stands in quotes: \"region,tenant\""},
		{"library: a.b/c\nstores:\n  - {name: s, scop: region, source: x}\n", "m.yaml:3: unknown field \"scop\": expected one of name, scope, window"},
		{"library: a.b/c\nfunctions: 1\n", "m.yaml:2: functions: expected a list, with - before each entry, or in brackets, found 1"},
		{"library: a.b/c\nfunctions:\n  - {func: .F, does: identity, arg: one}\n", "m.yaml:3: arg: expected a whole number, found one"},
		{"library: a.b/c\nsends:\n  - {func: .F, key: arg0, source: x, retries: maybe}\n", "m.yaml:3: retries: expected true or false, found maybe"},
		{"library: a.b/c\nsends:\n  - .F\n", "m.yaml:3: expected fields, such as {func: .New, does: derive}, found .F"},
		{"library: a.b/c\nsends:\n  {func: .F, key: arg0}\n", "m.yaml:3: sends: expected a list, with - before each entry, or in brackets, found fields"},
		{"library: a.b/c\nmakers:\n  - {func: .F, parts: {url: arg0}}\n", "m.yaml:3: url: expected a list, with - before each entry, or in brackets, found arg0"},
	} {
		_, err := Parse("m.yaml", []byte(c.text))
		if err == nil {
			t.Errorf("%q: no error, want %q", c.text, c.want)
		} else if !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q:\ngot  %v\nwant %s…", c.text, err, c.want)
		}
	}
}

// FuzzParse checks that no text makes the decoder fail otherwise than with an error
// that names the file, and that what it accepts can be asked for.
func FuzzParse(f *testing.F) {
	f.Add([]byte("library: a.b/c\nfunctions:\n  - {func: x.T.F, does: set, arg: 1, field: Key}\n"))
	f.Add([]byte("library: a.b/c\nstores:\n  - {name: s, scope: \"account,region\", window: 5m, source: x}\nsends:\n  - {func: \"*.*\", key: carrier, store: s, source: x}\n"))
	f.Add([]byte("library: a.b/c\nmakers:\n  - func: .New\n    parts: {Region: [options, arg0.Region]}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Parse("m.yaml", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "m.yaml:") {
				t.Errorf("%q: the error does not name the file: %v", text, err)
			}
			return
		}
		New(m).Of("(*a.b/c/x.T).F")
		New(m).Of("a.b/c.F")
	})
}

// TestDocuments checks that errors in later documents name their lines.
func TestDocuments(t *testing.T) {
	text := "# nothing yet\n---\nlibrary: a.b/c\n---\nlibrary: a.b/d\nsenders: []\n"
	_, err := ParseAll("m.yaml", text)
	if want := "m.yaml:6: unknown field \"senders\": expected one of library, about, "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	fs, err := ParseAll("m.yaml", text[:len(text)-len("senders: []\n")])
	if err != nil || len(fs) != 2 {
		t.Errorf("%d documents, %v; want 2", len(fs), err)
	}
}

// TestDescribes: a module's path need not have a dot, and is then not the standard
// library.
func TestDescribes(t *testing.T) {
	m := New()
	for path, want := range map[string]bool{
		"github.com/aws/aws-sdk-go-v2/service/ecs": true,
		"github.com/redis/go-redis/v9":             true,
		"acceptance/freshkey":                      false,
		"payments":                                 false,
		"github.com/google/uuid":                   true, // its functions derive
		"github.com/google/uuid/sub":               false,
		"github.com/gofrs/uuid/v5":                 true,
		"k8s.io/client-go/tools/cache":             true,
		"k8s.io/client-go/util/retry":              false,
		"k8s.io/utils/ptr":                         false,
	} {
		if m.Describes(path) != want {
			t.Errorf("%s: expected %v", path, want)
		}
	}
}

// TestSections holds what a look at the text of a file shows against its content.
func TestSections(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if f.Library == std || strings.HasSuffix(f.Name, generated) {
			continue
		}
		s := sectionsOf(f.Library + "/sub/package")
		if s.described != f.sends() || s.telling != f.tells() {
			t.Errorf("%s: %+v", f.Library, s)
		}
		var whole []string
		for _, p := range f.Packages {
			if f.whole(join(f.Library, p.Path)) {
				whole = append(whole, join(f.Library, p.Path))
			}
		}
		if !slices.Equal(s.whole, whole) {
			t.Errorf("%s: all is said of %q, but the text has %q", f.Library, whole, s.whole)
		}
		given := f.tells() || slices.ContainsFunc(f.Functions, func(fn Func) bool { return fn.Does == Option || fn.Does == Set })
		if s.given != given {
			t.Errorf("%s: given %t, but functions and sections say %t", f.Library, s.given, given)
		}
	}
}

// TestBounds gives texts for which the parser would take very long, or very much, in twice
// the size that decides nothing, and some that are near and that it takes.
func TestBounds(t *testing.T) {
	head := "library: a.b/c\n"
	nested := func(open, close string, n int) string {
		return head + "functions: " + strings.Repeat(open, n) + strings.Repeat(close, n)
	}
	bomb := head + "about: &a [x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'z'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.Repeat(fmt.Sprintf("*%c, ", c-1), 8))
	}
	indented := head + "functions:\n"
	for i := range 200 {
		indented += strings.Repeat(" ", i+1) + "a:\n"
	}
	for name, c := range map[string]struct{ text, want string }{
		"brackets":          {nested("[", "]", 16_000), "m.yaml:2: expected at most 16 brackets in one another"},
		"open brackets":     {head + "functions: " + strings.Repeat("[", 60_000), "m.yaml:2: expected at most 16 brackets"},
		"braces":            {nested("{a: ", "}", 8_000), "m.yaml:2: expected at most 16 brackets"},
		"brackets in lines": {head + strings.Repeat("functions:\n [", 3) + strings.Repeat("[\n", 100), "m.yaml:"},
		"aliases":           {bomb, "m.yaml:2: &: expected no anchors and aliases"},
		"an alias":          {head + "about: *a\n", "m.yaml:2: *: expected no anchors and aliases"},
		"entries":           {head + "functions:\n  " + strings.Repeat("- ", 50_000) + "a\n", "m.yaml:3: expected at most 16 entries that begin in one line"},
		"questions":         {head + strings.Repeat("? ", 50_000) + "a\n", "m.yaml:2: expected at most 16 entries"},
		"indentation":       {indented, "m.yaml:103: expected an indentation of at most 100 columns"},
		"size":              {head + "about: " + strings.Repeat("x", MaxText), "m.yaml: 122902 bytes of models: expected at most 122880"},
		"documents":         {strings.Repeat("---\n"+head, 600), "m.yaml: 600 documents: expected at most 500"},
		"a long line":       {head + "abaut: " + strings.Repeat("x", 100_000), "m.yaml:2: unknown field \"abaut\""},
		"a long name":       {head + strings.Repeat("a:", 50_000), "m.yaml:2: unknown field"},

		"brackets in a text":    {head + "about: \"" + strings.Repeat("[", 1000) + "\"\n", ""},
		"brackets in a comment": {"# " + strings.Repeat("[", 1000) + " &a *b\n" + head, ""},
		"a star in a name":      {head + "functions:\n  - {func: \"*.*\", does: derive}\n", ""},
		"many entries":          {head + "functions:\n  - {func: .F, does: derive}\n" + strings.Repeat("# [[[\n", 1000), ""},
		"few brackets":          {head + "makers:\n  - func: .New\n    parts: {Region: [options, arg0.Region]}\n", ""},
		"many documents":        {strings.Repeat("---\n"+head, 400), ""},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ParseAll("m.yaml", c.text)
		runtime.ReadMemStats(&after)
		switch {
		case (err == nil) != (c.want == ""), err != nil && !strings.HasPrefix(err.Error(), c.want):
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		case err != nil && len(err.Error()) > 1000:
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 100<<20 {
			t.Errorf("%s: %d MB", name, took>>20)
		}
	}
}
