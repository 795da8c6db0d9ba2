// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build unix

package drivers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// The tests in this file run the drivers over repositories whose author means harm. What
// they promise stands in SECURITY.md.

const (
	secret     = "correct-horse-battery"
	hostileEnd = 2 * time.Minute // that nothing hangs; some 1 s is usual
	hostileMax = 2 << 30         // bytes, of the largest process; the compiler is one of them
)

// hostile writes a repository that compiles, beside a file that is none of its business.
func hostile(t *testing.T) (dir string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(top, "repo")
	put(t, filepath.Join(top, "private.txt"), strings.Repeat(secret+"\n", 100))
	put(t, filepath.Join(top, "private.go"), sends("linked", "", "// "+secret, ""))
	pipe := filepath.Join(top, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod":           "module example.test/hostile\n\ngo 1.26.0\n",
		"lineabs/a.go":     sends("lineabs", "\n//line "+filepath.Join(top, "private.txt")+":1\n", "", ""),
		"linerel/a.go":     sends("linerel", "\n//line ../../private.txt:1\n", "", ""),
		"linepipe/a.go":    sends("linepipe", "\n//line "+pipe+":1\n", "", ""),
		"linedevice/a.go":  sends("linedevice", "\n//line /dev/zero:1\n", "", ""),
		"lineself/a.go":    sends("lineself", "/*line a.go:1:1*/", "", ""),
		"lineescape/a.go":  sends("lineescape", "\n//line \x1b[2J\x1b]0;t\x07\u202e.go:7\n", "", ""),
		"linecommand/a.go": sends("linecommand", "\n//line ::error::x.go:7\n", "", ""),
		"escape/a.go":      sends("escape", "", "// \x1b[2J\x1b]0;title\x07\u009b31m\u202e\u2066\u200b ##vso[task.setvariable]x ##[error]y", ""),
		"command/a.go":     sends("command", "_ = `\n::error file=x::y\n`;", "", "") + "\nvar _ = `\n::set-output name=x::y\n`\n",
		"constant/a.go":    sends("constant", "", "", `\x1b[2J\u202e\n::error::x`),
		"directive/a.go":   "package directive\n\n//idemscope:sto\x1b[31mre scope=\u202eregion\nvar A = 1\n\n//idemscope:ignore scope reason=\"\x1b[2J\"\nvar B = 1\n\n//idemscope:send key=\u202e to=x\nfunc F(x string) error { return nil }\n",
		"long/a.go":        "//idemscope:x\n" + strings.ReplaceAll(sends("long", "var _ = \""+strings.Repeat("l", 10<<20)+"\";", "", ""), "\n\t\t", ";"),
		"longmessage/a.go": sends("longmessage", "", "", strings.Repeat("m", 1<<20)) + "\n//idemscope:" + strings.Repeat("x", 1<<20) + "\nvar A = 1\n",
		"deep/a.go":        sends("deep", "_ = "+strings.Repeat("(", 5000)+"key"+strings.Repeat(")", 5000)+"\n", "", ""),
		"sum/a.go":         sends("sum", "_ = key"+strings.Repeat("+key", 5000)+"\n", "", ""),
		"cycle/a.go":       sends("cycle", "", "", "") + "\ntype L[T any] struct { next *L[T]; IdempotencyKey T }\ntype Q func(Q) Q\ntype M map[string]M\ntype I interface{ M() I }\n\nfunc F(l *L[string], q Q, m M, i I) string { return l.next.next.IdempotencyKey }\n",
		"models.yaml":      "library: x.test/a\nfunctions: " + strings.Repeat("[", 16_000) + strings.Repeat("]", 16_000) + "\n",
		"linked/b.go":      "package linked\n",
	} {
		put(t, filepath.Join(dir, name), text)
	}
	link(t, filepath.Join(top, "private.go"), filepath.Join(dir, "linked", "a.go"))
	return dir
}

// sends is a package with a finding of fresh-key, and others to which its place is related:
// something stands before the making of the key, behind it, and at the end of the URL.
func sends(name, before, behind, url string) string {
	return `package ` + name + `

import (
	"crypto/rand"
	"net/http"
)

func Charge(c *http.Client, key string) error {
	var err error
	for range 3 {
		req, _ := http.NewRequest("POST", "https://a.test/` + url + `", nil)
		` + before + `req.Header.Set("Idempotency-Key", rand.Text()) ` + behind + `
		if _, err = c.Do(req); err == nil {
			return nil
		}
	}
	return err
}
`
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Fatal(err)
	}
}

// bounded runs a command that has to end in time, and in bounds.
func bounded(t *testing.T, dir string, env []string, name string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), hostileEnd)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	cmd.Env = append(append(os.Environ(), "GOPROXY=off", "GOTOOLCHAIN=local"), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	what := filepath.Base(name) + " " + fmt.Sprintf("%.80q", args)
	if ctx.Err() != nil {
		t.Fatalf("%s: it has not come to an end", what)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", what, err)
	}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		most := u.Maxrss
		if runtime.GOOS == "linux" {
			most <<= 10
		}
		if most > hostileMax {
			t.Errorf("%s: %d MB", what, most>>20)
		}
	}
	if strings.Contains(out.String()+errs.String(), "goroutine ") || cmd.ProcessState.ExitCode() < 0 {
		t.Errorf("%s: it has failed\n%.2000s\n%.2000s", what, out.String(), errs.String())
	}
	for _, text := range []string{out.String(), errs.String()} {
		if strings.Contains(text, secret) {
			t.Errorf("%s: it tells the secret\n%.2000s", what, text)
		}
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// harmless fails for a text that a terminal or a runner takes for more than a text, or of
// which a line does not fit a screen and a message.
func harmless(t *testing.T, what, text string) {
	t.Helper()
	shown(t, what, text)
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##vso[") || strings.Contains(line, "##[") {
			t.Errorf("%s: a runner takes this for a command: %.200q", what, line)
		}
		if n := utf8.RuneCountInString(line); n > 3000 {
			t.Errorf("%s: a line of %d characters: %.200q", what, n, line)
		}
	}
}

// shown fails for a text with characters that are not shown, or that change what is.
func shown(t *testing.T, what, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: it is no UTF-8", what)
	}
	hidden := func(r rune) bool {
		return r != '\t' && r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
	}
	if i := strings.IndexFunc(text, hidden); i >= 0 {
		t.Errorf("%s: %.100q", what, text[i:])
	}
}

// TestHostileCommand runs the command over the repository, with each of its outputs.
func TestHostileCommand(t *testing.T) {
	dir := hostile(t)
	tool := build(t, "..", "./cmd/idemscope")
	out, errs, code := bounded(t, dir, nil, tool, "./...")
	harmless(t, "text", out+errs)
	if code != 1 {
		t.Errorf("exit %d\n%s", code, errs)
	}
	for _, want := range []string{
		"lineabs/a.go:14:", "linepipe/a.go:14:", "linedevice/a.go:14:", "lineself/a.go:12:", "//line linecommand/::error::x.go:7", `\x1b[2J\x1b]0;t\x07\u202e.go:7`,
		`rand.Text()) // \x1b[2J\x1b]0;title\x07\x9b31m\u202e\u2066\u200b #\x23vso[task`, "linked/a.go:12:", "long/a.go:", "cycle/a.go:12:", "deep/a.go:", `unknown directive "sto\x1b[31mre"`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the text lacks %q", want)
		}
	}
	for _, flag := range []string{"-json", "-sarif"} {
		out, errs, code := bounded(t, dir, nil, tool, flag, "./...")
		shown(t, flag, out)
		harmless(t, flag, errs)
		if code != 1 || !json.Valid([]byte(out)) {
			t.Errorf("%s: exit %d, %d bytes\n%s", flag, code, len(out), errs)
		}
	}
	list := filepath.Join(t.TempDir(), "list.json")
	if _, errs, code := bounded(t, dir, nil, tool, "-write-baseline", list, "./..."); code != 0 {
		t.Errorf("-write-baseline: exit %d\n%s", code, errs)
	}
	if out, errs, code := bounded(t, dir, nil, tool, "-baseline", list, "./..."); code != 0 {
		t.Errorf("-baseline: exit %d\n%s%s", code, out, errs)
	}
	_, errs, code = bounded(t, dir, nil, tool, "-models", "models.yaml", "./...")
	if harmless(t, "models", errs); code != 2 || !strings.HasPrefix(errs, "idemscope: models.yaml:2: expected at most 16 brackets") {
		t.Errorf("-models: exit %d\n%s", code, errs)
	}
	link(t, "/dev/zero", filepath.Join(dir, "zero.yaml"))
	if _, errs, code := bounded(t, dir, nil, tool, "-models", "zero.yaml", "./..."); code != 2 || !strings.Contains(errs, "expected at most 122880 bytes") {
		t.Errorf("-models of a device: exit %d\n%s", code, errs)
	}
}

// TestHostileGo runs the command where the go command has something to say, or would wait.
func TestHostileGo(t *testing.T) {
	tool := build(t, "..", "./cmd/idemscope")
	fresh := func(t *testing.T, gomod string) string {
		top := t.TempDir()
		put(t, filepath.Join(top, "private.txt"), secret+"\n")
		dir := filepath.Join(top, "repo")
		put(t, filepath.Join(dir, "p.go"), sends("p", "", "", ""))
		if gomod != "" {
			put(t, filepath.Join(dir, "go.mod"), gomod)
		}
		return dir
	}
	const gomod = "module example.test/m\n\ngo 1.26.0\n"
	for name, test := range map[string]struct {
		gomod string
		spoil func(t *testing.T, dir string)
		want  string // on stderr
	}{
		"pipe": {gomod, func(t *testing.T, dir string) {
			if err := syscall.Mkfifo(filepath.Join(dir, "q.go"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "q.go is a named pipe"},
		"device":        {gomod, func(t *testing.T, dir string) { link(t, "/dev/zero", filepath.Join(dir, "q.go")) }, "unexpected NUL"},
		"full":          {gomod, func(t *testing.T, dir string) { link(t, "/dev/full", filepath.Join(dir, "q.go")) }, "unexpected NUL"},
		"text":          {gomod, func(t *testing.T, dir string) { link(t, "../private.txt", filepath.Join(dir, "q.go")) }, "what is wrong with it is not shown"},
		"module device": {"", func(t *testing.T, dir string) { link(t, "/dev/zero", filepath.Join(dir, "go.mod")) }, "go.mod is no regular file"},
		"module text":   {"", func(t *testing.T, dir string) { link(t, "../private.txt", filepath.Join(dir, "go.mod")) }, "go.mod is a link to a file of another name"},
		"sums device":   {gomod, func(t *testing.T, dir string) { link(t, "/dev/zero", filepath.Join(dir, "go.sum")) }, "go.sum is no regular file"},
		"toolchain":     {"module example.test/m\n\ngo 1.999.0\n\ntoolchain go1.999.1\n", nil, "go >= 1.999.0"},
		"replace":       {gomod + "\nrequire a.test/b v1.0.0\n\nreplace a.test/b => /dev\n", nil, ""},
		"nonsense":      {"module \x1b[2J\n::error::x\n", nil, "go.mod"},
		"names": {gomod, func(t *testing.T, dir string) {
			put(t, filepath.Join(dir, "a\x1b[2J.go"), "package p\n\nvar _ = undefined\n")
			put(t, filepath.Join(dir, "a\n::error::x.go"), "package p\n\nvar _ = undefined\n")
			put(t, filepath.Join(dir, "::error::x", "y.go"), "package p\n\nvar _ = undefined\n")
			put(t, filepath.Join(dir, "b\x1b[2J", "y.go"), "package p\n\nvar _ = undefined\n")
			put(t, filepath.Join(dir, "c", "y.go"), "package c\n\nvar _ = undefined // a//line\n//line \x1b[2J::error::\u202e.go:1\nvar _ = undefined2\n")
		}, ""},
	} {
		if name == "full" && runtime.GOOS != "linux" {
			continue // there is no such device
		}
		t.Run(name, func(t *testing.T) {
			dir := fresh(t, test.gomod)
			if test.spoil != nil {
				test.spoil(t, dir)
			}
			for _, flag := range []string{"-v", "-json", "-sarif"} {
				out, errs, code := bounded(t, dir, nil, tool, flag, "./...")
				shown(t, flag, out)
				harmless(t, flag, errs)
				if said := errs + out; code != 2 && test.want != "" || !strings.Contains(said, test.want) {
					t.Errorf("%s: exit %d\n%s\nwant %s", flag, code, said, test.want)
				}
			}
		})
	}
}

// TestSignals ends the command while the go command waits for a pipe.
func TestSignals(t *testing.T) {
	tool := build(t, "..", "./cmd/idemscope")
	pipe := filepath.Join(t.TempDir(), "models")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		cmd := exec.Command(tool, "-models", pipe, ".") // a pipe that the user names is waited for
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
		time.Sleep(500 * time.Millisecond)
		if err := cmd.Process.Signal(sig); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 2 || errs.String() != "idemscope: interrupted\n" {
			t.Errorf("%v: %v, %q", sig, err, errs.String())
		}
		kill.Stop()
	}
}

// TestHostileVet runs go vet over the repository, with the command as its tool.
func TestHostileVet(t *testing.T) {
	dir := hostile(t)
	tool := build(t, "..", "./cmd/idemscope")
	for _, flags := range [][]string{nil, {"-json"}} {
		out, errs, _ := bounded(t, dir, nil, "go", append(append([]string{"vet", "-vettool=" + tool}, flags...), "./...")...)
		text := out + errs
		if flags == nil {
			harmless(t, "go vet", text)
		}
		for _, want := range []string{"private.txt:1", "pipe:1", "/dev/zero:1", "escape/a.go:12", "long/a.go", "cycle/a.go:12"} {
			if !strings.Contains(text, want) {
				t.Errorf("go vet %v lacks %s\n%.500s", flags, want, text)
			}
		}
	}
	models, err := os.ReadFile(filepath.Join(dir, "models.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if _, errs, code := bounded(t, dir, nil, "go", "vet", "-vettool="+tool, "-idemscope.models="+string(models), "./..."); code == 0 || !strings.Contains(errs, "models:2: expected at most 16 brackets") {
		t.Errorf("exit %d\n%.2000s", code, errs)
	}
}

// TestHostileGolangci runs golangci-lint over the repository, which prints findings itself.
func TestHostileGolangci(t *testing.T) {
	l := newLinter(t)
	dir := hostile(t)
	config := filepath.Join(t.TempDir(), "golangci.yml")
	put(t, config, "version: \"2\"\nlinters:\n  default: none\n  enable: [idemscope]\n  settings:\n    custom:\n      idemscope:\n        type: module\n")
	env := []string{"GOLANGCI_LINT_CACHE=" + l.cache}
	out, errs, code := bounded(t, dir, env, l.bin, "run", "--config", config, "--show-stats=false", "--output.json.path", "stdout", "./...")
	if code != 1 || !strings.Contains(out, "fresh-key: a new key") {
		t.Errorf("exit %d\n%.2000s\n%.2000s", code, out, errs)
	}
	var report struct{ Issues []struct{ Text string } }
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	for _, i := range report.Issues {
		harmless(t, "golangci-lint", i.Text)
	}
	put(t, config, "version: \"2\"\nlinters:\n  default: none\n  enable: [idemscope]\n  settings:\n    custom:\n      idemscope:\n        type: module\n        settings:\n          models: \"functions: "+strings.Repeat("[", 16_000)+"\"\n")
	if out, errs, code := bounded(t, dir, env, l.bin, "run", "--config", config, "./..."); code != 3 || !strings.Contains(errs, "expected at most 16 brackets") {
		t.Errorf("models: exit %d\n%.2000s\n%.2000s", code, out, errs)
	}
}

// TestHostileGopls opens files of the repository in gopls.
func TestHostileGopls(t *testing.T) {
	bin := gopls(t)
	dir := hostile(t)
	s := goplsIn(t, dir, pulling)
	found := 0
	for _, name := range []string{"lineabs", "linepipe", "linedevice", "lineescape", "escape", "constant", "directive", "longmessage", "deep", "cycle"} {
		for _, d := range ours(s.pull(name + "/a.go")) {
			found++
			said := d.Message
			for _, r := range d.RelatedInformation {
				said += "\n" + r.Message
			}
			if harmless(t, name, said); strings.Contains(said, secret) {
				t.Errorf("%s: it tells the secret: %.2000s", name, said)
			}
		}
	}
	if found < 9 {
		t.Errorf("%d findings", found)
	}
	if _, errs, code := bounded(t, dir, goplsEnv(t.TempDir()), bin, "-idemscope.models=models.yaml", "version"); code != 2 || !strings.Contains(errs, "models.yaml:2: expected at most 16 brackets") {
		t.Errorf("models: exit %d\n%.2000s", code, errs)
	}
}
