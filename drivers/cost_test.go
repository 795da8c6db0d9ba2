// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package drivers

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkGopls edits a package of 2,000 lines that sends keys, one function after the
// other, and asks each time for its diagnostics. Of the time that gopls spends on its
// analyzers, as a profile tells, it reports what idemscope takes, as a ratio to the others'.
// What a session takes that ends after the first edits, when all is analysed for the first
// time, does not count.
//
//	go test ./drivers -run '^$' -bench Gopls -benchtime 100x
//
// In that package each function sends. IDEMSCOPE_EDIT=MODULE/pkg/file.go names another.
func BenchmarkGopls(b *testing.B) {
	root, file := b.TempDir(), "pay.go"
	if name := os.Getenv("IDEMSCOPE_EDIT"); name != "" {
		root, file = moduleOf(b, name)
	} else {
		write(b, filepath.Join(root, "go.mod"), "module example.test/pay\n\ngo 1.26.0\n")
		write(b, filepath.Join(root, file), payments(2000))
	}
	const start = 3 // edits
	edits := func(b *testing.B, profile string, n int) {
		s := goplsIn(b, root, pulling, "-profile.cpu="+profile, "serve")
		text := s.open(file)
		s.pull(file)
		for i := range n {
			text = withLine(b, text, i)
			s.edit(file, text)
			s.pull(file)
		}
	}
	before, after := filepath.Join(b.TempDir(), "before"), filepath.Join(b.TempDir(), "after")
	// What gopls knows of dependencies is on disk after the first session.
	for _, session := range []struct {
		name string
		run  func(b *testing.B)
	}{
		{"first", func(b *testing.B) { edits(b, before, 1) }},
		{"start", func(b *testing.B) { edits(b, before, start) }},
		{"edits", func(b *testing.B) { edits(b, after, start+max(b.N, 20)) }},
	} {
		if !b.Run(session.name, session.run) {
			return
		}
	}
	b.Run("share", func(b *testing.B) { // of the profiles, which are written when gopls has ended
		mine, all := shares(b, after)
		mine0, all0 := shares(b, before)
		mine, all = mine-mine0, all-all0
		for b.Loop() {
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(float64(mine)/float64(all-mine), "of-others")
		b.Logf("idemscope %v, all analyzers %v", mine, all)
	})
}

// shares returns what a profile says that the analyzer took, and all analyzers.
func shares(b *testing.B, profile string) (mine, all time.Duration) {
	b.Helper()
	out, errs, code := run(b, b.TempDir(), nil, "go", "tool", "pprof", "-top", "-cum", "-nodecount=100000", "-nodefraction=0", "-unit=ms", gopls(b), profile)
	if code != 0 {
		b.Fatal(errs)
	}
	return spent(b, out, `idemscope/analyzer\.\(\*runner\)\.run$`), spent(b, out, `gopls/internal/cache\.\(\*action\)\.exec$`)
}

// withLine returns the text of a file with one line more, in the n-th of its functions. It
// is a line that no other run has written, since gopls would know its text from the disk.
func withLine(t testing.TB, text string, n int) string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var bodies []*ast.BlockStmt
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			bodies = append(bodies, fn.Body)
		}
	}
	at := bodies[n%len(bodies)].Lbrace // from 1
	return text[:at] + fmt.Sprintf("\n\t_ = %d", time.Now().UnixNano()) + text[at:]
}

// spent returns what a profile's text says that a function took, with all that it called.
func spent(b *testing.B, text, function string) time.Duration {
	b.Helper()
	m := regexp.MustCompile(`(?m)(\d+)ms +[\d.]+%  *\S*` + function).FindStringSubmatch(text)
	if m == nil {
		b.Fatalf("the profile knows no %s", function)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		b.Fatal(err)
	}
	return time.Duration(n) * time.Millisecond
}

// moduleOf returns the directory of the module that a file is in, and the file's name there.
func moduleOf(b *testing.B, name string) (root, file string) {
	b.Helper()
	for root = filepath.Dir(name); ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			file, err := filepath.Rel(root, name)
			if err != nil {
				b.Fatal(err)
			}
			return root, file
		}
		if root == filepath.Dir(root) {
			b.Fatalf("%s is in no module", name)
		}
	}
}

// payments is a file of some lines in which each function sends a key, and again.
func payments(lines int) string {
	var b strings.Builder
	b.WriteString("package pay\n\nimport (\n\t\"crypto/rand\"\n\t\"fmt\"\n\t\"net/http\"\n\t\"strings\"\n)\n\ntype Client struct {\n\tHTTP  *http.Client\n\tHosts []string\n}\n")
	for i := 0; strings.Count(b.String(), "\n") < lines; i++ {
		fmt.Fprintf(&b, `
// Pay%[1]d charges an order at one of the hosts.
func (c *Client) Pay%[1]d(order string, cents int) (*http.Response, error) {
	key := rand.Text()
	var last error
	for attempt, host := range c.Hosts {
		body := strings.NewReader(fmt.Sprintf("order=%%s&cents=%%d", order, cents))
		req, err := http.NewRequest("POST", host+"/v1/%[1]d", body)
		if err != nil {
			return nil, err
		}
		if attempt == 0 {
			key = "order-" + order
		} else if attempt > 1 {
			key = rand.Text()
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := c.HTTP.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		last = err
	}
	return nil, last
}
`, i)
	}
	return b.String()
}
