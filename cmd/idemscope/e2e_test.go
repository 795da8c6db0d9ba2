// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemscope/idemscope/analyzer/rule"
)

// The tests in this file run go vet over modules of their own, with the test binary
// as its tool.

// module writes files into a new module and returns its directory.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("runs go vet")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	files["go.mod"] = "module example.test/m\n\ngo 1.26.0\n"
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// faulty is a package with one finding, in line 13.
const faulty = `package NAME

import "crypto/rand"

type API interface {
	//idemscope:send key=key to=API
	Charge(key string) error
}

func Pay(api API) error {
	var err error
	for range 3 {
		key := rand.Text()
		if err = api.Charge(key); err == nil {
			break
		}
	}
	return err
}
`

func faultyPackage(name string) string { return strings.Replace(faulty, "NAME", name, 1) }

// headline is the place and the rule of a finding, without its message, or a summary.
var headline = regexp.MustCompile(`^\S+:\d+:\d+: [a-z-]+|^\S+ (?:new )?findings?.*`)

// headlines are the first lines of findings, and the summary.
func headlines(out string) []string {
	var lines []string
	for line := range strings.Lines(out) {
		if line != "\n" && !strings.HasPrefix(line, "\t") {
			lines = append(lines, strings.TrimSpace(headline.FindString(line)))
		}
	}
	return lines
}

func TestExample(t *testing.T) {
	if testing.Short() {
		t.Skip("runs go vet")
	}
	example := filepath.Join("..", "..", "testdata", "example")
	code, out, errs := command("-C", example, "-json", "./...")
	if code != exitFindings || errs != "" {
		t.Fatalf("exit %d\n%s\n%s", code, out, errs)
	}
	var rep report
	if err := json.Unmarshal([]byte(out), &rep); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range rep.Findings {
		got = append(got, filepath.Base(f.File)+" "+f.Rule)
		if strings.Contains(f.File, "mended") || len(f.Related) == 0 || f.URL != rule.URL(f.Rule) {
			t.Errorf("%+v", f)
		}
	}
	want := "charge.go scope, payout.go undeclared, refund.go fresh-key, topup.go unstable"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}

	_, again, _ := command("-C", example, "-json", "./...")
	if again != out {
		t.Error("a second run prints something else")
	}
	code, out, _ = command("-C", example, "./...")
	if code != exitFindings || !strings.HasSuffix(out, "\n4 findings in 1 package\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
	code, out, _ = command("-C", example, "./mended")
	if code != exitClean || out != "no findings\n" {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// TestPages checks what the pages of the rules claim: the code under "Before" has the
// finding in the line that is marked, and the code under "After" has none.
func TestPages(t *testing.T) {
	block := regexp.MustCompile("(?ms)^```go\n(.*?)^```$")
	mark := regexp.MustCompile(`// found: (\S+)$`)
	files := map[string]string{}
	var want []string
	for _, r := range rule.All() {
		page, _ := rule.Page(r.Name)
		for i, m := range block.FindAllStringSubmatch(page, -1) {
			name := fmt.Sprintf("%s%d/pay.go", strings.ReplaceAll(r.Name, "-", ""), i)
			files[name] = m[1]
			for j, line := range strings.Split(m[1], "\n") {
				if m := mark.FindStringSubmatch(line); m != nil {
					want = append(want, fmt.Sprintf("%s:%d %s", name, j+1, m[1]))
				}
			}
		}
	}
	dir := module(t, files)
	_, out, errs := command("-C", dir, "-json", "./...")
	var rep report
	if err := json.Unmarshal([]byte(out), &rep); err != nil || len(rep.Errors) > 0 {
		t.Fatalf("%v\n%s\n%s", err, out, errs)
	}
	var got []string
	for _, f := range rep.Findings {
		name, err := filepath.Rel(dir, f.File)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s:%d %s", filepath.ToSlash(name), f.Line, f.Rule))
	}
	missing, unexpected := difference(want, got)
	if len(missing)+len(unexpected) > 0 {
		t.Errorf("missing:\n%s\nunexpected:\n%s", strings.Join(missing, "\n"), strings.Join(unexpected, "\n"))
	}
}

func difference(want, got []string) (missing, unexpected []string) {
	n := map[string]int{}
	for _, g := range got {
		n[g]++
	}
	for _, w := range want {
		if n[w]--; n[w] < 0 {
			missing = append(missing, w)
		}
	}
	for _, g := range got {
		if n[g]--; n[g] >= 0 {
			unexpected = append(unexpected, g)
		}
	}
	return missing, unexpected
}

func TestPackagesWithErrors(t *testing.T) {
	dir := module(t, map[string]string{
		"good/good.go":      faultyPackage("good"),
		"good/good_test.go": "package good\n", // a second variant of the package
		"bad/bad.go":        "package bad\n\nvar x int = y\n",
		"importer/i.go":     "package importer\n\nimport _ \"example.test/m/bad\"\n",
	})
	t.Chdir(dir)
	code, out, errs := command("./...")
	if got := strings.Join(headlines(out), "|"); code != exitError || !strings.HasPrefix(got, "good/good.go:") || !strings.HasSuffix(got, "|1 finding in 1 package") {
		t.Errorf("exit %d\n%s", code, out)
	}
	want := "# example.test/m/bad\nbad/bad.go:3:13: undefined: y\nidemscope: packages with errors and their importers were not checked\n"
	if errs != want {
		t.Errorf("got  %q\nwant %q", errs, want)
	}

	// A file that cannot be parsed stops go vet before the first package.
	write(t, "bad/bad.go", "package bad\n\nfunc {\n")
	code, out, errs = command("./...")
	if code != exitError || !strings.Contains(out, "1 finding in 1 package") || strings.Count(errs, "bad/bad.go:3:6: ") != 1 {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}

	code, out, errs = command("-json", "./bad")
	if code != exitError || errs != "" || !strings.Contains(out, `"file": "bad/bad.go"`) {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFlagsReachTheAnalyzer(t *testing.T) {
	t.Chdir(module(t, map[string]string{
		"doc.go":    "package m\n",
		"m.go":      "//go:build special\n\n" + faultyPackage("m"),
		"m_test.go": strings.NewReplacer("API", "other", "Pay", "pay").Replace(faultyPackage("m")),
	}))
	for _, test := range []struct {
		args string
		want string
		code int
	}{
		{".", "1 finding in 1 package\n", exitFindings},
		{"-tags special .", "2 findings in 1 package\n", exitFindings},
		{"-tags special -test=false .", "1 finding in 1 package\n", exitFindings},
		{"-test=false", "no findings\n", exitClean},
		{"-rules scope .", "no findings\n", exitClean},
		{"-idemscope.rules=fresh-key -test ./...", "1 finding in 1 package\n", exitFindings},
	} {
		code, out, errs := command(strings.Fields(test.args)...)
		if code != test.code || !strings.HasSuffix(out, test.want) || errs != "" {
			t.Errorf("%s: exit %d\n%s\n%s", test.args, code, out, errs)
		}
	}
}

// TestDependencyFirst names a package after another one that imports it, and the other way
// round: Go 1.26 keeps what a vet tool has said of a dependency for the package itself.
func TestDependencyFirst(t *testing.T) {
	files := func() map[string]string {
		return map[string]string{
			"low/low.go":       faultyPackage("low"),
			"low/low_test.go":  "package low_test\n",
			"high/high.go":     "package high\n\nimport \"example.test/m/low\"\n\nfunc Pay(api low.API) error { return low.Pay(api) }\n",
			"high/own/own.go":  faultyPackage("own"),
			"high/own/more.go": "package own\n\nconst unique = `" + t.TempDir() + "`\n",
			"low/more.go":      "package low\n\nconst unique = `" + t.TempDir() + "`\n",
		}
	}
	const one = "1 finding in 1 package\n"
	for _, order := range [][]struct{ pattern, want string }{
		{{"./high", "no findings\n"}, {"./low", one}, {"./high", "no findings\n"}, {"./...", "2 findings in 2 packages\n"}},
		{{"./low", one}, {"./high", "no findings\n"}, {"./high/...", one}, {"./low", one}},
	} {
		t.Chdir(module(t, files()))
		for i, step := range order {
			if _, out, errs := command(step.pattern); !strings.HasSuffix(out, step.want) || errs != "" {
				t.Errorf("step %d of %v:\n%s\n%s", i, order, out, errs)
			}
		}
	}
}

// TestTwoCheckouts has the same package in two directories, and GOFLAGS that leave the
// directory out of what the go command keeps results by.
func TestTwoCheckouts(t *testing.T) {
	unique := "package m\n\nconst unique = `" + t.TempDir() + "`\n"
	t.Setenv("GOFLAGS", "-trimpath")
	for range 2 {
		t.Chdir(module(t, map[string]string{"m.go": faultyPackage("m"), "more.go": unique}))
		_, out, errs := command("./...")
		if got := strings.Join(headlines(out), "|"); got != "m.go:13:15: fresh-key|1 finding in 1 package" || errs != "" {
			t.Errorf("%s\n%s\n%s", got, out, errs)
		}
	}
}

// TestVetTool runs the other way in: go vet itself, with the same flags.
func TestVetTool(t *testing.T) {
	dir := module(t, map[string]string{"m.go": faultyPackage("m")})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		flag string
		want bool
	}{{"-idemscope.rules=fresh-key", true}, {"-idemscope.rules=scope", false}} {
		cmd := exec.Command("go", "vet", "-vettool="+self, test.flag, "./...")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if found := strings.Contains(string(out), "m.go:13:"); found != test.want || (err != nil) != test.want {
			t.Errorf("%s: %v\n%s", test.flag, err, out)
		}
	}
}

// TestFix checks which findings have a fix: the making of a key can move in front of
// the loop unless it uses what the loop declares.
func TestFix(t *testing.T) {
	loop := strings.NewReplacer("for range 3 {", "for i := 0; i < 3; i++ {").Replace
	making := strings.NewReplacer("key := rand.Text()", "const p = \"k-\"\n\t\tkey := p + rand.Text()").Replace
	t.Chdir(module(t, map[string]string{
		"other/pay.go": loop(faultyPackage("other")),
		"uses/pay.go":  making(loop(faultyPackage("uses"))),
	}))
	_, out, _ := command("-json", "./...")
	var rep report
	if err := json.Unmarshal([]byte(out), &rep); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range rep.Findings {
		got = append(got, fmt.Sprint(filepath.ToSlash(f.File), " ", len(f.Fixes)))
	}
	if want := []string{"other/pay.go 1", "uses/pay.go 0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q\n%s", got, want, out)
	}
}

// bank is a library whose code shows nothing of how it sends: a header is an option, and a
// call is a value that is filled in step by step. Programs below use it.
var bank = map[string]string{
	"bank/bank.go": `package bank

type Option func(map[string]string)

var with func(name, value string) Option

func With(name, value string) Option { return with(name, value) }

type Client struct{ Orders *Orders }

type Orders struct{ send func(any) error }

func (o *Orders) New(amount int, opts ...Option) error { return o.send(opts) }

type Request struct {
	amount int
	Key    *string
}

func NewRequest(amount int) *Request { return &Request{amount: amount} }

type Call struct {
	o   *Orders
	req Request
}

func (o *Orders) Transfer() Call { return Call{o: o} }

func (c Call) Request(r Request) Call { c.req = r; return c }

func (c Call) Execute() error { return c.o.send(c.req) }
`,
	"models.yaml": `library: example.test/m/bank
functions:
  - {func: .With, does: header}
  - {func: .NewRequest, does: derive}
  - {func: .Call.Request, does: wrap, arg: 1, field: req}
sends:
  - {func: .Orders.New, key: carrier, to: recv, auto: call, source: bank.go}
  - {func: .Call.Execute, key: recv.req.Key, to: service, source: bank.go}
`,
}

func TestModelsOfOptionsAndBuilders(t *testing.T) {
	files := map[string]string{"pay.go": `package m

import (
	"crypto/rand"

	"example.test/m/bank"
)

const trace = "X-Trace-Id"

func fresh(c *bank.Client) (err error) {
	for range 3 {
		if err = c.Orders.New(7, bank.With("Idempotency-Key", rand.Text())); err == nil { // found: fresh-key
			break
		}
	}
	return err
}

func once(c *bank.Client) (err error) {
	key := bank.With("Idempotency-Key", rand.Text())
	for range 3 {
		if err = c.Orders.New(7, key); err == nil {
			break
		}
	}
	return err
}

func traced(c *bank.Client) (err error) {
	for range 3 {
		if err = c.Orders.New(7, bank.With(trace, rand.Text())); err == nil { // strict: fresh-key
			break
		}
	}
	return err
}

func given(c *bank.Client, opts ...bank.Option) (err error) {
	for range 3 {
		if err = c.Orders.New(7, opts...); err == nil {
			break
		}
	}
	return err
}

func built(o *bank.Orders) (err error) {
	for range 3 {
		key := rand.Text() // found: fresh-key
		req := bank.NewRequest(7)
		req.Key = &key
		if err = o.Transfer().Request(*req).Execute(); err == nil {
			break
		}
	}
	return err
}

func builtOnce(o *bank.Orders) (err error) {
	key := rand.Text()
	req := bank.NewRequest(7)
	req.Key = &key
	for range 3 {
		if err = o.Transfer().Request(*req).Execute(); err == nil {
			break
		}
	}
	return err
}

func another(o *bank.Orders, first, second int) error {
	key, other := rand.Text(), rand.Text()
	req := bank.NewRequest(first)
	req.Key = &key
	if err := o.Transfer().Request(*req).Execute(); err == nil {
		return nil
	}
	req = bank.NewRequest(second)
	req.Key = &other
	return o.Transfer().Request(*req).Execute()
}
`}
	for name, text := range bank {
		files[name] = text
	}
	t.Chdir(module(t, files))
	for _, flags := range []string{"", "-strict"} {
		want := marked(files["pay.go"], "found: ")
		if flags != "" {
			want = append(want, marked(files["pay.go"], "strict: ")...)
		}
		slices.Sort(want)
		_, out, errs := command(append(strings.Fields(flags), "-models", "models.yaml", "-json")...)
		var rep report
		if err := json.Unmarshal([]byte(out), &rep); err != nil || errs != "" {
			t.Fatalf("%v\n%s\n%s", err, out, errs)
		}
		var got []string
		for _, f := range rep.Findings {
			got = append(got, fmt.Sprint(f.Line, " ", f.Rule))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", flags, got, want)
		}
	}
}

// marked lists the lines that end with a mark and a rule.
func marked(text, mark string) []string {
	var out []string
	for i, line := range strings.Split(text, "\n") {
		if _, rule, ok := strings.Cut(line, "// "+mark); ok {
			out = append(out, fmt.Sprint(i+1, " ", rule))
		}
	}
	return out
}

// TestModelsFile hands on what a file says of a generator whose code shows nothing: it
// calls what another part of the program has put into a variable.
func TestModelsFile(t *testing.T) {
	t.Chdir(module(t, map[string]string{
		"ids/ids.go": "package ids\n\n// Source is set by the program.\nvar Source func() string\n\nfunc New() string { return Source() }\n",
		"m.go": strings.NewReplacer("crypto/rand", "example.test/m/ids", "rand.Text", "ids.New").
			Replace(faultyPackage("m")),
		"models.yaml": "# Of this program.\n---\nlibrary: example.test/m/ids\nfunctions:\n  - {func: .New, does: generate, unique: random}\n",
		"other.yaml":  "library: example.test/other\n",
	}))
	text, err := os.ReadFile("models.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, document, _ := strings.Cut(string(text), "---\n")
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "no findings"},
		{[]string{"-models=models.yaml"}, "m.go:13:14: fresh-key|1 finding in 1 package"},
		{[]string{"-models", "models.yaml", "-models", "other.yaml", "./..."}, "m.go:13:14: fresh-key|1 finding in 1 package"},
		{[]string{"-models", "other.yaml"}, "no findings"},
		{[]string{"-idemscope.models=" + document}, "m.go:13:14: fresh-key|1 finding in 1 package"},
		{[]string{"-idemscope.models", document, "-rules", "scope"}, "no findings"},
	} {
		code, out, errs := command(test.args...)
		got := strings.Join(headlines(out), "|")
		if got != test.want || errs != "" || (code == exitClean) != (got == "no findings") {
			t.Errorf("%q: exit %d, %s\n%s\n%s", test.args, code, got, out, errs)
		}
	}

	// A model that names what is not there is wrong, and one of a library that is not
	// there has no effect.
	write(t, "wrong.yaml", "library: example.test/m/ids\nfunctions:\n  - {func: .Knew, does: generate, unique: random}\n")
	if code, _, errs := command("-models", "wrong.yaml"); code != exitError || errs != "idemscope: wrong.yaml:3: .Knew: the library has no such function\n" {
		t.Errorf("exit %d\n%s", code, errs)
	}
	write(t, "far.yaml", "library: example.test/far\nfunctions:\n  - {func: .New, does: generate, unique: random}\n")
	if code, _, errs := command("-models", "far.yaml"); code != exitClean || !strings.Contains(errs, "far.yaml: nothing that is checked imports a package of which the model of example.test/far speaks") {
		t.Errorf("exit %d\n%s", code, errs)
	}

	// What the file says counts, not its name.
	write(t, "models.yaml", "library: example.test/m/ids\n")
	if code, out, errs := command("-models", "models.yaml"); code != exitClean {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
}
