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

// headlines are the first lines of findings, and the summary.
func headlines(out string) []string {
	var lines []string
	for line := range strings.Lines(out) {
		if line != "\n" && !strings.HasPrefix(line, "\t") {
			place, _, _ := strings.Cut(line, ": the")
			lines = append(lines, strings.TrimSpace(place))
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
