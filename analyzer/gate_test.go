// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// module writes files into a module of their own and returns its directory.
func module(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.test/m\n\ngo 1.26.0\n")
	for name, text := range files {
		write(name, text)
	}
	return dir
}

// watched returns the analyzer and a record of the packages for which it built SSA.
// It counts on the packages being analysed one after the other.
func watched() (*analysis.Analyzer, map[string]bool) {
	a := New(Settings{})
	built := map[string]bool{}
	inner := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		before := ssaBuilt.Load()
		result, err := inner(pass)
		if ssaBuilt.Load() != before {
			built[pass.Pkg.Path()] = true
		}
		return result, err
	}
	return a, built
}

func TestGate(t *testing.T) {
	tests := []struct {
		name string
		open bool
		text string // less the package clause
	}{
		// What must be analysed.
		{"contract", true, "//idemscope:store scope=region\ntype Seen map[string]bool"},
		{"localcontract", true, "//idemscope:store scope=region\ntype seen map[string]bool"},
		{"ignored", true, "func F() {\n\t_ = 1 //idemscope:ignore scope reason=\"r\"\n}"},
		{"header", true, "import \"net/http\"\n\nfunc F(h http.Header, k string) { h.Set(\"Idempotency-Key\", k) }"},
		{"headerconst", true, "const Name = \"X-Idempotency-Key\""},
		{"vendorheader", true, "const Name = \"PayPal-Idempotency-Token\""},
		{"mapentry", true, "func F(m map[string]string, k string) { m[\"ClientToken\"] = k }"},
		{"tag", true, "func F(k string) map[string]any { return map[string]any{\"idempotency_key\": k} }"},
		{"field", true, "type Request struct{ IdempotencyKey string }"},
		{"param", true, "func F(idempotencyKey string) {}"},
		{"fieldofother", true, "import \"example.test/m/field\"\n\nfunc F(r *field.Request) bool { return r.IdempotencyKey == \"\" }"},
		{"send", true, "import \"net/http\"\n\nfunc Do(c *http.Client, r *http.Request) (*http.Response, error) { return c.Do(r) }"},
		{"transport", true, "import \"net/http\"\n\ntype T struct{ next http.RoundTripper }\n\nfunc (t T) RoundTrip(r *http.Request) (*http.Response, error) { return t.next.RoundTrip(r) }"},
		{"generator", true, "import \"crypto/rand\"\n\nfunc NewID() string { return \"id-\" + rand.Text() }"},
		{"helper", true, "func Retry(f func() error) error {\n\tfor range 3 {\n\t\tif f() == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n\treturn f()\n}"},
		{"twice", true, "func Twice(f func() error) error {\n\tif f() == nil {\n\t\treturn nil\n\t}\n\treturn f()\n}"},
		{"again", true, "func Again(n int, f func() error) error {\n\tif err := f(); err == nil || n == 0 {\n\t\treturn err\n\t}\n\treturn Again(n-1, f)\n}"},
		{"generic", true, "func Retry[T any](f func() (T, error)) (v T, err error) {\n\tfor range 3 {\n\t\tif v, err = f(); err == nil {\n\t\t\treturn\n\t\t}\n\t}\n\treturn\n}"},
		{"fieldhelper", true, "type Job struct{ Run func() error }\n\nfunc (j *Job) Do() error {\n\tfor range 3 {\n\t\tif j.Run() == nil {\n\t\t\tbreak\n\t\t}\n\t}\n\treturn nil\n}"},
		{"endpoints", true, "func First(eps []string, f func(string) error) (err error) {\n\tfor _, ep := range eps {\n\t\tif err = f(ep); err == nil {\n\t\t\tbreak\n\t\t}\n\t}\n\treturn\n}"},
		{"selective", true, "func Retry(f func() error, temporary func(error) bool) error {\n\tfor {\n\t\tif err := f(); err != nil {\n\t\t\tif temporary(err) {\n\t\t\t\tcontinue\n\t\t\t}\n\t\t\treturn err\n\t\t}\n\t\treturn nil\n\t}\n}"},
		{"switchbreak", true, "func Retry(n int, f func() error) error {\n\tfor {\n\t\tswitch n {\n\t\tdefault:\n\t\t\tif err := f(); err != nil {\n\t\t\t\tbreak\n\t\t\t}\n\t\t\treturn nil\n\t\t}\n\t}\n}"},
		{"poll", true, "func Poll(f func() (bool, error)) error {\n\tfor {\n\t\tok, err := f()\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tif ok {\n\t\t\treturn nil\n\t\t}\n\t}\n}"},
		{"picker", true, "type Ring struct {\n\tall []string\n\tat  int\n}\n\nfunc (r *Ring) Next() string { r.at++; return r.all[r.at%len(r.all)] }"},
		{"option", true, "type C struct{ url string }\n\nfunc WithURL(u string) func(*C) { return func(c *C) { c.url = u } }"},
		{"useshelper", true, "import \"example.test/m/helper\"\n\nfunc F() error { return helper.Retry(func() error { return nil }) }"},
		{"usescontract", true, "import \"example.test/m/contract\"\n\nfunc F(s contract.Seen) bool { return s[\"\"] }"},

		// What must not, or every program would be analysed as a whole.
		{"empty", false, ""},
		{"arithmetic", false, "func Add(a, b int) int { return a + b }"},
		{"prose", false, "// A comment that says idemscope:store is no contract.\nfunc F() {}"},
		{"otherheader", false, "import \"net/http\"\n\nfunc F(h http.Header) { h.Set(\"Content-Type\", \"text/plain\") }"},
		{"requestid", false, "type Request struct{ RequestID, CorrelationID, TraceID, NextToken string }"},
		{"secret", false, "type Login struct{ Token, APIKey, PublicKey string }"},
		{"handler", false, "import \"net/http\"\n\nfunc F(w http.ResponseWriter, r *http.Request) { http.Error(w, r.URL.Path, 404) }"},
		{"callsonce", false, "func Once(f func() error) error { return f() }"},
		{"walk", false, "func Each(xs []int, f func(int)) {\n\tfor _, x := range xs {\n\t\tf(x)\n\t}\n}"},
		{"iterator", false, "func Each(xs []int, f func(int) error) error {\n\tfor _, x := range xs {\n\t\tif err := f(x); err != nil {\n\t\t\treturn err\n\t\t}\n\t}\n\treturn nil\n}"},
		{"visitor", false, "type Node struct{ Next []*Node }\n\nfunc Walk(n *Node, f func(*Node) error) error {\n\terr := f(n)\n\tif err != nil {\n\t\treturn err\n\t}\n\tfor _, m := range n.Next {\n\t\tif err := Walk(m, f); err != nil {\n\t\t\treturn err\n\t\t}\n\t}\n\treturn nil\n}"},
		{"yield", false, "func Each(xs []int, f func(int) bool) {\n\tfor _, x := range xs {\n\t\tif !f(x) {\n\t\t\tbreak\n\t\t}\n\t}\n}"},
		{"find", false, "func Find(xs []int, is func(int) bool) int {\n\tfor i, x := range xs {\n\t\tif is(x) {\n\t\t\treturn i\n\t\t}\n\t}\n\treturn -1\n}"},
		{"decoder", false, "type Msg struct{ ids []int64 }\n\nfunc (m *Msg) Unmarshal(b []byte) error { m.ids = append(m.ids, 1); m.ids[0]++; return nil }"},
		{"compare", false, "func Max(xs []int, less func(a, b int) int) (m int) {\n\tfor _, x := range xs {\n\t\tif less(m, x) < 0 {\n\t\t\tm = x\n\t\t}\n\t}\n\treturn\n}"},
		{"counter", false, "type Counter struct{ n int }\n\nfunc (c *Counter) Next() int { c.n++; return c.n }"},
		{"getter", false, "type List struct{ all []string }\n\nfunc (l *List) At(i int) string { return l.all[i] }"},
		{"randint", false, "import \"math/rand/v2\"\n\nfunc Roll() int { return rand.IntN(6) }"},
		{"clock", false, "import \"time\"\n\nfunc Since(t time.Time) time.Duration { return time.Since(t) }"},
		{"usesplain", false, "import \"example.test/m/arithmetic\"\n\nfunc F() int { return arithmetic.Add(1, 2) }"},
		{"usesgetter", false, "import \"example.test/m/getter\"\n\nfunc F(l *getter.List) string { return l.At(0) }"},
		{"importsonly", false, "import _ \"example.test/m/helper\""},
	}
	files := map[string]string{}
	for _, test := range tests {
		files[test.name+"/"+test.name+".go"] = "package " + test.name + "\n\n" + test.text + "\n"
	}
	dir := module(t, files)
	pkgs, err := load(dir, "./...")
	if err != nil {
		t.Fatal(err)
	}
	a, built := watched()
	analyze(t, a, pkgs, &checker.Options{Sequential: true})
	for _, test := range tests {
		if got := built["example.test/m/"+test.name]; got != test.open {
			t.Errorf("SSA of package %s: built %v, want %v\n%s", test.name, got, test.open, test.text)
		}
	}
	for path := range built {
		if !strings.HasPrefix(path, "example.test/m/") {
			t.Errorf("SSA of %s was built", path)
		}
	}
}

// TestGateTakesNothing checks that the packages which the gate keeps out would have had no findings.
func TestGateTakesNothing(t *testing.T) {
	pkgs := corpusPackages(t)
	a, built := watched()
	want := texts(findings(t, corpus, analyze(t, a, pkgs, &checker.Options{Sequential: true})))
	closed := 0
	for _, p := range pkgs {
		if !built[p.PkgPath] {
			closed++
		}
	}
	t.Logf("of %d packages, the gate keeps out %d", len(pkgs), closed)

	got := texts(findings(t, corpus, analyze(t, ungated(func(path string) bool { return strings.HasPrefix(path, "example.test/corpus/") }), pkgs, nil)))
	if d := difference(want, got); d != "" {
		t.Errorf("without the gate:\n%s", d)
	}
}

// ungated returns an analyzer that analyses the named packages whatever the gate says.
func ungated(which func(path string) bool) *analysis.Analyzer {
	gated, open := New(Settings{}), New(Settings{ungated: true})
	run := gated.Run
	gated.Run = func(pass *analysis.Pass) (any, error) {
		if which(pass.Pkg.Path()) {
			return open.Run(pass)
		}
		return run(pass)
	}
	return gated
}

// TestStandardLibrary analyses large packages that have nothing to do with keys:
// nothing is found, nothing panics, and it does not take long.
func TestStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses large packages")
	}
	sample := []string{"net/http", "encoding/json", "encoding/xml", "text/template", "database/sql", "math/big", "reflect"}
	if os.Getenv("IDEMSCOPE_STD") != "" {
		sample = []string{"std"} // takes minutes
	}
	pkgs, err := load(corpus, sample...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		t.Run(p.PkgPath, func(t *testing.T) {
			start := time.Now()
			a := ungated(func(path string) bool { return path == p.PkgPath })
			for _, act := range within(t, time.Minute, a, []*packages.Package{p}).Roots {
				if act.Err != nil {
					t.Error(act.Err)
				}
				for _, d := range act.Diagnostics {
					t.Errorf("%s: %s", act.Package.Fset.Position(d.Pos), d.Message)
				}
			}
			t.Log(time.Since(start).Round(time.Millisecond))
		})
	}
}
