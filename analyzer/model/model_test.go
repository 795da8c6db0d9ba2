// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"io/fs"
	"strings"
	"testing"
)

// TestFiles decodes every file, and checks that it stands at its library's path.
func TestFiles(t *testing.T) {
	fs.WalkDir(data, "data", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			t.Fatal(err)
		}
		if d.IsDir() {
			return nil
		}
		text, err := data.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse(p, text)
		if err != nil {
			t.Error(err)
			return nil
		}
		if want := "data/" + f.Library + ".yaml"; p != want {
			t.Errorf("%s is about %s: expected it at %s", p, f.Library, want)
		}
		if f.About == "" {
			t.Errorf("%s: expected about: a sentence on the library", p)
		}
		return nil
	})
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
		{"library: a.b/c\nretries:\n  - {func: .F, fn: 1, source: x}\n", "m.yaml:3: .F: fn: \"1\": expected the function's argument"},
		{"library: a.b/c\nmakers:\n  - func: .F\n    parts: {Region: [cfg]}\n", "m.yaml:3: parts: Region: \"cfg\": expected recv, argN or carrier"},
		{"library: [\n", "m.yaml:1: "},
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
	if want := "m.yaml:6: unknown field \"senders\""; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	fs, err := ParseAll("m.yaml", text[:len(text)-len("senders: []\n")])
	if err != nil || len(fs) != 2 {
		t.Errorf("%d documents, %v; want 2", len(fs), err)
	}
}
