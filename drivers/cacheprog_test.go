// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package drivers

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestCacheProg shares results of go vet between machines through a program for
// GOCACHEPROG. A machine is here a directory for each of the go command's cache and the
// program's, and a tool of its own: go vet knows a tool by its bytes, so machines that
// build it must build the same one.
func TestCacheProg(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command twice")
	}
	module := filepath.Join("..", "testdata", "cacheprog")
	cacher := build(t, module, "github.com/bradfitz/go-tool-cache/cmd/go-cacher")
	server := serve(t, build(t, module, "github.com/bradfitz/go-tool-cache/cmd/go-cacher-server"))

	first, second := trimmed(t, ".."), trimmed(t, repository(t))
	if a, b := contents(t, first), contents(t, second); !bytes.Equal(a, b) {
		t.Fatal("built in two directories, the command is not the same")
	}

	// Nothing is imported of the standard library, which each machine would compile.
	program := t.TempDir()
	write(t, filepath.Join(program, "go.mod"), "module example.test/shared\n\ngo 1.26\n")
	write(t, filepath.Join(program, "ids", "ids.go"), `package ids

var source func() string

//idemscope:key unique=global
func New() string { return source() }
`)
	write(t, filepath.Join(program, "pay", "pay.go"), `package pay

import "example.test/shared/ids"

type API interface {
	//idemscope:send key=key to=API
	Charge(key string) error
}

func Pay(api API) error {
	var err error
	for range 3 {
		if err = api.Charge(ids.New()); err == nil {
			break
		}
	}
	return err
}
`)

	puts := regexp.MustCompile(`cacher: closing; \d+ gets .* (\d+) puts`)
	vet := func(tool string) (out, made string) {
		home := t.TempDir()
		env := []string{
			"GOCACHE=" + filepath.Join(home, "go"),
			"GOCACHEPROG=" + cacher + " -verbose -cache-dir " + filepath.Join(home, "prog") + " -cache-server " + server,
		}
		// With -json, go vet succeeds and keeps also what it reports.
		out, errs, code := run(t, program, env, "go", "vet", "-vettool="+tool, "-json", "./...")
		m := puts.FindStringSubmatch(errs)
		if code != 0 || m == nil {
			t.Fatalf("go vet: exit %d\n%s%s", code, out, errs)
		}
		return out, m[1]
	}
	want, made := vet(first)
	if made == "0" || !strings.Contains(want, "fresh-key: ") {
		t.Fatalf("the first machine makes %s results\n%s", made, want)
	}
	if got, made := vet(second); made != "0" || got != want {
		t.Errorf("the second machine makes %s results\n%s", made, got)
	}
}

// trimmed builds the command so that its bytes hang on its sources alone.
func trimmed(t *testing.T, dir string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "idemscope")
	if out, errs, code := run(t, dir, []string{"CGO_ENABLED=0"}, "go", "build", "-trimpath", "-buildvcs=false", "-o", bin, "./cmd/idemscope"); code != 0 {
		t.Fatalf("go build: exit %d\n%s%s", code, out, errs)
	}
	return bin
}

func contents(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// serve runs the server of the cache on this machine, and returns its address.
func serve(t *testing.T, bin string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	cmd := exec.CommandContext(t.Context(), bin, "-cache-dir", t.TempDir(), "-listen", addr)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	for range 100 {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return "http://" + addr
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server of the cache does not answer")
	return ""
}
