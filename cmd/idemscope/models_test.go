// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemscope/idemscope/analyzer/model"
)

func TestModels(t *testing.T) {
	known, err := model.All()
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := command("models")
	if code != exitClean || errs != "" {
		t.Errorf("exit %d, stderr %q", code, errs)
	}
	for _, f := range known {
		row := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(f.Library) + ` +\d+ [a-z]`)
		if !row.MatchString(out) {
			t.Errorf("no %s in the list:\n%s", f.Library, out)
		}
		if all, found := claims(f), matching(f, strings.ToUpper(f.Library)); len(all) == 0 || len(found) != len(all) {
			t.Errorf("%s: %d of %d entries found", f.Library, len(found), len(all))
		}
	}
}

// rows takes a table apart: two spaces or more stand between cells.
func rows(table string) [][]string {
	var out [][]string
	for line := range strings.Lines(table) {
		out = append(out, regexp.MustCompile(` {2,}`).Split(strings.TrimRight(line, "\n"), -1))
	}
	return out
}

func TestModelsQuery(t *testing.T) {
	const std = "analyzer/model/data/std.yaml:"
	for _, test := range []struct {
		query string
		want  []string // the functions
	}{
		{"rand.text", []string{"crypto/rand.Text"}},
		{"Rand.Rand.Read", []string{"math/rand.Rand.Read"}},
		{"github.com/oklog/ulid.Make", []string{".Make"}},
		{"github.com/oklog/ulid/v2.Make", []string{".Make"}},
		{"utf8", []string{"unicode/utf8.*"}},
	} {
		code, out, errs := command("models", test.query)
		var got []string
		for _, row := range rows(out)[1:] {
			got = append(got, row[1])
			if row[0] == "std" && !strings.HasPrefix(row[4], std) {
				t.Errorf("%s: %q", test.query, row)
			}
		}
		if code != exitClean || errs != "" || !slices.Equal(got, test.want) {
			t.Errorf("%s: exit %d, %q\n%s%s", test.query, code, got, out, errs)
		}
	}
	code, out, errs := command("models", "no such thing")
	if code != exitUnknown || out != "" || errs != "idemscope: no library and no function that is known contains \"no such thing\"; idemscope models lists the libraries\n" {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
}

// everything has an entry of each kind.
const everything = `library: example.test/lib
about: All that a model can say.
packages:
  - {path: pure, does: derive}
  - {path: "", does: pointer}
functions:
  - {func: .New, does: generate, unique: random}
  - {func: .Now, does: generate, unique: clock}
  - {func: .PID, does: generate, unique: process}
  - {func: .Same, does: identity, arg: 1}
  - {func: .T.Same, does: identity, arg: 1}
  - {func: .Hash, does: derive}
  - {func: .Read, does: fill}
  - {func: sub.T.Read, does: fill, arg: 1}
  - {func: .T.Write, does: append}
  - {func: .T.Text, does: content}
  - {func: .Sort, does: sort}
  - {func: .Err, does: nonnil}
  - {func: .Is, does: test}
  - {func: .WithKey, does: option}
  - {func: .WithHeader, does: header}
  - {func: .Code, does: code}
  - {func: .P.SetKey, does: set, arg: 1, field: Key}
  - {func: .Pairs, does: pairs, arg: 1}
  - {func: .Context, does: carry, arg: 1}
  - {func: .Request, does: request, arg: 2}
  - {func: .Last, does: final}
  - {func: .R.SetHeader, does: put, arg: 1, field: Header}
  - {func: .R.SetHeaders, does: putall, arg: 1, field: Header}
  - {func: .C.R, does: wrap, field: client}
  - {func: .R.Header, does: partof, field: header}
  - {func: .WithChain, does: chain, arg: 5}
  - {func: .Metadata, does: incoming}
  - {func: .Entry, does: incoming, arg: 1}
stores:
  - {name: regional, scope: "account,region", window: 5m, source: https://example.test/a}
  - {name: all, scope: global, source: https://example.test/b}
  - {name: shared, scope: shared, source: https://example.test/c}
sends:
  - {func: .C.Run, key: arg1.ClientToken, to: recv, tenant: arg1.Account, queue: arg1.Queue, store: regional, source: run.go, retries: true, through: recv.HTTP, auto: written}
  - {func: .R.Post, key: 'recv.Header["K"]', url: arg0, base: recv.client, method: POST, source: r.go}
  - {func: .P.Produce, source: send.go, auto: call}
  - {func: "*.*.*", key: carrier, to: service, store: all, source: "two  words", auto: call}
makers:
  - func: .Dial
    parts: {Target: [arg0], Region: [options, arg1.Region]}
    varies:
      - {dim: region, part: Target, says: "dns:"}
    again: [{part: Target, says: retryPolicy}]
  - {func: .Interceptor, retries: true}
retries:
  - {func: .Retry, fn: arg1, longest: 15m, longest-part: MaxElapsed, source: retry.go}
  - {func: .E.Get, fn: arg0, if: recv, source: retry.go}
  - {func: .Poll, fn: arg0, again: done, source: retry.go}
envelopes:
  - {type: .Request, key: 'arg0.header["K"]', source: e.go}
requests:
  - {type: .Context, source: c.go}
handlers:
  - {func: .Register, fn: arg0, kind: an activity, stable: its ID, source: h.go}
  - {takes: .Task, method: Process, kind: a task's handler, stable: the task's ID, source: h.go}
  - {takes: .Event, partial: .Failure, kind: a function, stable: its ID, source: h.go}
  - {gives: .Result, kind: a reconciler, stable: the object's UID, source: h.go}
  - {as: .HandlerFunc, kind: a handler, stable: its ID, source: h.go}
  - {inside: .Info, kind: an activity, stable: its ID, source: h.go}
uses:
  - {func: .C.SetNX, key: arg1, store: shared, source: u.go}
  - {func: .C.Exec, statement: arg0, key: arg1, store: shared, source: u.go}
  - {func: .C.Put, key: arg0.Item, condition: arg0.Condition, store: shared, source: u.go}
  - {func: .New, unless: [arg0.Storage, arg0.Lock], store: shared, source: u.go}
  - {func: .P.Send, unless: [recv.Name], key: arg1.ID, store: shared, source: u.go}
variables:
  - {var: .ErrSkip, does: final}
`

func TestModelsOfAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "m.yaml", everything+"---\nlibrary: example.test/more\n")
	code, out, errs := command("models", "-models", "m.yaml", "example.test")
	if code != exitClean || errs != "" {
		t.Fatalf("exit %d\n%s", code, errs)
	}
	var got []string
	for _, row := range rows(out)[1:] {
		got = append(got, strings.Join(row[1:], " | "))
	}
	want := []string{
		"pure.* | derive from their arguments alone | - | m.yaml:4",
		".* | hand on arg0: they turn a value into a pointer and back | - | m.yaml:5",
		".New | generates random | - | m.yaml:7",
		".Now | generates from the clock | - | m.yaml:8",
		".PID | generates what is unique in one process | - | m.yaml:9",
		".Same | hands on arg1 | - | m.yaml:10",
		".T.Same | hands on arg0 | - | m.yaml:11",
		".Hash | derives from its arguments alone | - | m.yaml:12",
		".Read | fills arg0 with random bytes | - | m.yaml:13",
		"sub.T.Read | fills arg0 with random bytes | - | m.yaml:14",
		".T.Write | appends arg0 and those behind it to recv | - | m.yaml:15",
		".T.Text | returns the content of recv | - | m.yaml:16",
		".Sort | sorts arg0 | - | m.yaml:17",
		".Err | returns an error that is never nil | - | m.yaml:18",
		".Is | tests an error: false for nil | - | m.yaml:19",
		".WithKey | returns an option that carries key arg0 | - | m.yaml:20",
		".WithHeader | returns an option that carries key arg1 if arg0 is a carrier's name | - | m.yaml:21",
		".Code | tells an error's number: 0 for nil | - | m.yaml:22",
		".P.SetKey | puts arg0 into recv.Key | - | m.yaml:23",
		".Pairs | returns names and values in turn, from arg1 on | - | m.yaml:24",
		".Context | returns context arg0 with the entries of arg1 | - | m.yaml:25",
		".Request | makes an HTTP request to the URL arg2 | - | m.yaml:26",
		".Last | returns an error after which nobody tries again | - | m.yaml:27",
		".R.SetHeader | puts arg1 under the name arg0 into recv.Header, and returns recv | - | m.yaml:28",
		".R.SetHeaders | puts the entries of arg0 into recv.Header, and returns recv | - | m.yaml:29",
		".C.R | returns a new object with recv in its field client | - | m.yaml:30",
		".R.Header | returns recv.header | - | m.yaml:31",
		".WithChain | puts interceptors into a chain, the first the outermost | - | m.yaml:32",
		".Metadata | returns what came with an incoming request | - | m.yaml:33",
		".Entry | returns the entry arg1 of what came with an incoming request | - | m.yaml:34",
		"store regional | remembers keys: scope account,region, window 5m | https://example.test/a | m.yaml:36",
		"store all | remembers keys: scope global | https://example.test/b | m.yaml:37",
		"store shared | remembers keys: scope shared | https://example.test/c | m.yaml:38",
		".C.Run | sends key arg1.ClientToken to recv, tenant arg1.Account, queue arg1.Queue, guarded by store regional (scope account,region, window 5m), retries by itself through recv.HTTP, writes a key into the argument if none is given | run.go | m.yaml:40",
		".R.Post | sends key recv.Header[\"K\"] by POST to the URL arg0 | r.go | m.yaml:41",
		".P.Produce | sends, makes a key for each call | send.go | m.yaml:42",
		"*.*.* | sends the key that has a carrier's name to the service, guarded by store all (scope global), makes a key for each call if none is given | two words | m.yaml:43",
		".Dial | makes what its parts tell apart: Region (options, else arg1.Region), Target (arg0); it repeats calls by itself if Target says \"retryPolicy\"; the region may vary if Target says \"dns:\" | - | m.yaml:45",
		".Interceptor | makes what its parts tell apart; what it makes calls again | - | m.yaml:50",
		".Retry | retries arg1 on error up to 15m, or as MaxElapsed says | retry.go | m.yaml:52",
		".E.Get | retries arg0 on error if recv is made of what retries | retry.go | m.yaml:53",
		".Poll | retries arg0 until it is done | retry.go | m.yaml:54",
		".Request | carries key arg0.header[\"K\"]: a function that takes one, and can fail, sends it | e.go | m.yaml:56",
		".Context | brings an incoming request to its handler | c.go | m.yaml:58",
		".Register | is given an activity in arg0, called again when it fails with its ID as before | h.go | m.yaml:60",
		".Task | a function Process that takes one is a task's handler, called again when it fails with the task's ID as before | h.go | m.yaml:61",
		".Event | a function that takes one is a function, called again when it fails with its ID as before, also for the part that it names by .Failure | h.go | m.yaml:62",
		".Result | a function that returns one is a reconciler, called again when it fails with the object's UID as before | h.go | m.yaml:63",
		".HandlerFunc | a function that becomes one is a handler, called again when it fails with its ID as before | h.go | m.yaml:64",
		".Info | a function that calls it is an activity, called again when it fails with its ID as before | h.go | m.yaml:65",
		".C.SetNX | hands key arg1 to store shared (scope shared) | u.go | m.yaml:67",
		".C.Exec | hands a key among arg1 to store shared (scope shared) if arg0 names a column like one | u.go | m.yaml:68",
		".C.Put | hands the attribute of arg0.Item that arg0.Condition names to store shared (scope shared) | u.go | m.yaml:69",
		".New | keeps clients' keys in store shared (scope shared) unless it is given arg0.Storage and arg0.Lock | u.go | m.yaml:70",
		".P.Send | hands key arg1.ID to store shared (scope shared), which is lost with the process unless it has recv.Name | u.go | m.yaml:71",
		".ErrSkip | is an error after which nobody tries again | - | m.yaml:73",
	}
	missing, unexpected := difference(want, got)
	if len(missing)+len(unexpected) > 0 || len(got) != len(want) {
		t.Errorf("missing:\n%s\nunexpected:\n%s", strings.Join(missing, "\n"), strings.Join(unexpected, "\n"))
	}
	if _, again, _ := command("models", "-models", "m.yaml", "example.test"); again != out {
		t.Error("a second run prints something else")
	}

	_, out, _ = command("models", "-models", "m.yaml")
	list := rows(out)
	if got := strings.Join(list[0], " | "); got != "example.test/lib | 2 packages, 28 functions, 3 stores, 4 sends, 2 makers, 3 retry helpers, 6 handlers, 1 envelope, 1 request, 5 uses, 1 variable | All that a model can say." {
		t.Errorf("got %s", got)
	}
	if got := strings.Join(list[1], " | "); got != "example.test/more | - | -" {
		t.Errorf("got %s", got)
	}
}

// TestModelsActions checks that everything has all that a function can do, and that
// there are words for it.
func TestModelsActions(t *testing.T) {
	f, err := model.Parse("m.yaml", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	_, err = model.Parse("m.yaml", []byte("library: a\nfunctions: [{func: .F, does: nothing}]\n"))
	_, words, ok := strings.Cut(err.Error(), "expected one of ")
	if !ok {
		t.Fatal(err)
	}
	for word := range strings.SplitSeq(words, ", ") {
		i := slices.IndexFunc(f.Functions, func(x model.Func) bool { return string(x.Does) == word })
		if i < 0 || funcText(f.Functions[i]) == word {
			t.Errorf("no words for %s", word)
		}
	}
}

func TestReadModels(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct{ text, want string }{
		{"", "m.yaml:1: expected library: IMPORT-PATH, found no model"},
		{"# nothing\n---\n", "m.yaml:1: expected library: IMPORT-PATH, found no model"},
		{"functions: []\n", "m.yaml:1: expected library: IMPORT-PATH"},
		{"library: a.b/c\nsenders: []\n", `m.yaml:2: unknown field "senders"`},
		{"library: a.b/c\r\nsenders: []\r\n", `m.yaml:2: unknown field "senders"`},
		{"\ufefflibrary: a.b/c\nsenders: []\n", `m.yaml:2: unknown field "senders"`},
		{"# mine\n---\nlibrary: a.b/c\nsenders: []\n", `m.yaml:4: unknown field "senders"`},
		{"---\nlibrary: a.b/c\n---\nlibrary: a.b/d\n\nsenders: []\n", `m.yaml:6: unknown field "senders"`},
		{"library: a.b/c\n--- # more\nlibrary: a.b/d\nfunctions:\n  - {func: .F, does: invent}\n", `m.yaml:5: does: "invent": expected one of generate, `},
		{"library: [\n", "m.yaml:1: "},
		{"library: a.b/c\nabout: \x00\n", "m.yaml:2: expected text in UTF-8"},
		{"library: a.b/c\n\nabout: \xff\n", "m.yaml:3: expected text in UTF-8"},
	} {
		write(t, "m.yaml", test.text)
		_, _, err := readModels([]string{"m.yaml"})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\ngot  %v\nwant %s…", test.text, err, test.want)
		}
	}

	// The analyzer's flag takes the text that comes out.
	write(t, "m.yaml", "\ufeff# mine\n---\nlibrary: a.b/c # one\n---\n# nothing\n---\nlibrary: a.b/d\n...\n")
	write(t, "n.yaml", "library: a.b/e")
	text, files, err := readModels([]string{"m.yaml", "n.yaml"})
	if err != nil || len(files) != 3 {
		t.Fatalf("%d models, %v", len(files), err)
	}
	again, err := model.ParseAll("again", text)
	if err != nil || len(again) != 3 || again[0].Library != "a.b/c" || again[1].Library != "a.b/d" || again[2].Library != "a.b/e" {
		t.Errorf("%q: %d models, %v", text, len(again), err)
	}

	write(t, "m.yaml", "library: a.b/c\nabout: "+strings.Repeat("x", maxModels)+"\n")
	o := options{models: fileNames{"m.yaml"}}
	if err := o.handOnModels(); err == nil || err.Error() != "-models: m.yaml: expected at most 122880 bytes" {
		t.Error(err)
	}
	write(t, "m.yaml", "library: a.b/c\nabout: "+strings.Repeat("x", maxModels/2)+"\n")
	write(t, "n.yaml", "library: a.b/d\nabout: "+strings.Repeat("x", maxModels/2)+"\n")
	o.models = fileNames{"m.yaml", "n.yaml"}
	if err := o.handOnModels(); err == nil || !strings.HasPrefix(err.Error(), "-models: go vet can be handed ") {
		t.Error(err)
	}
}

// TestModelsInUsage reads the example in the usage text.
func TestModelsInUsage(t *testing.T) {
	var example strings.Builder
	_, rest, _ := strings.Cut(usage(), "\n\tlibrary: ")
	rest, _, _ = strings.Cut("\tlibrary: "+rest, "\n\n")
	for line := range strings.Lines(rest) {
		example.WriteString(strings.TrimPrefix(line, "\t"))
	}
	name := filepath.Join(t.TempDir(), "models.yaml")
	if err := os.WriteFile(name, []byte(example.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, files, err := readModels([]string{name}); err != nil || len(files) != 1 || len(files[0].Functions) != 2 {
		t.Errorf("%s\n%v", example.String(), err)
	}
}
