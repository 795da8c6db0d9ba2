// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package drivers

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkGopls edits a package of 2,000 lines that sends keys, again and again, and asks
// each time for its diagnostics. Of the time that gopls spends on its analyzers, as a
// profile tells, it reports what idemscope takes, as a ratio to the others'.
//
//	go test ./drivers -run '^$' -bench Gopls -benchtime 40x
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
	profile := filepath.Join(b.TempDir(), "cpu")
	edits := func(b *testing.B, n int) {
		s := goplsIn(b, root, pulling, "-profile.cpu="+profile, "serve")
		text := s.open(file)
		s.pull(file)
		for i := range n {
			s.edit(file, text+fmt.Sprintf("\nfunc edited%d() int { return %d }\n", i, i))
			s.pull(file)
		}
	}
	// What gopls knows of dependencies is on disk afterwards.
	if !b.Run("first", func(b *testing.B) { edits(b, 1) }) || !b.Run("edits", func(b *testing.B) { edits(b, max(b.N, 20)) }) {
		return
	}
	b.Run("share", func(b *testing.B) { // of the profile, which is written when gopls has ended
		out, errs, code := run(b, root, nil, "go", "tool", "pprof", "-top", "-cum", "-nodecount=100000", "-nodefraction=0", "-unit=ms", gopls(b), profile)
		if code != 0 {
			b.Fatal(errs)
		}
		mine, all := spent(b, out, `idemscope/analyzer\.\(\*runner\)\.run$`), spent(b, out, `gopls/internal/cache\.\(\*action\)\.exec$`)
		for b.Loop() {
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(float64(mine)/float64(all-mine), "of-others")
		b.Logf("idemscope %v, all analyzers %v", mine, all)
	})
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
