// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package drivers

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// hook is what pre-commit reads of .pre-commit-hooks.yaml, as far as ours says it.
type hook struct {
	ID            string   `yaml:"id"`
	Name          string   `yaml:"name"`
	Description   string   `yaml:"description"`
	Language      string   `yaml:"language"`
	Entry         string   `yaml:"entry"`
	Args          []string `yaml:"args"`
	Types         []string `yaml:"types"`
	PassFilenames *bool    `yaml:"pass_filenames"`
	RequireSerial bool     `yaml:"require_serial"`
}

// TestPreCommitHook does what pre-commit does with the hook, where that is not installed.
func TestPreCommitHook(t *testing.T) {
	if testing.Short() {
		t.Skip("installs the command")
	}
	here := repository(t)
	text, err := os.ReadFile(filepath.Join(here, ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var hooks []hook
	if err := yaml.UnmarshalWithOptions(text, &hooks, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	if len(hooks) != 1 {
		t.Fatalf("%d hooks", len(hooks))
	}
	h := hooks[0]
	// Without pass_filenames: false the names of files would stand behind the packages.
	if h.ID != "idemscope" || h.Language != "golang" || h.PassFilenames == nil || *h.PassFilenames || !slices.Equal(h.Types, []string{"go"}) {
		t.Errorf("%+v", h)
	}

	// Language golang: all commands of the repository are installed.
	bin := t.TempDir()
	if out, errs, code := run(t, here, []string{"GOBIN=" + bin}, "go", "install", "./..."); code != 0 {
		t.Fatalf("go install: exit %d\n%s%s", code, out, errs)
	}
	entry := strings.Fields(h.Entry)
	entry[0] = filepath.Join(bin, entry[0])
	command := append(entry, h.Args...)

	user := userRepository(t)
	out, errs, code := run(t, user, nil, command[0], command[1:]...)
	if code != 1 {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	compare(t, "hook", vetted(t, small), printed(t, out))
	mend(t, user)
	if out, errs, code := run(t, user, nil, command[0], command[1:]...); code != 0 {
		t.Errorf("mended: exit %d\n%s%s", code, out, errs)
	}
}

// TestPreCommit runs pre-commit itself, on a commit.
func TestPreCommit(t *testing.T) {
	if testing.Short() {
		t.Skip("installs the command")
	}
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip(err)
	}
	here := repository(t)
	rev := git(t, here, "rev-parse", "HEAD")
	user := userRepository(t)
	write(t, filepath.Join(user, ".pre-commit-config.yaml"), "repos:\n- repo: "+here+"\n  rev: "+rev+"\n  hooks:\n  - id: idemscope\n")
	modules, _, _ := run(t, ".", nil, "go", "env", "GOMODCACHE")
	env := append(gitEnv(),
		"PRE_COMMIT_HOME="+t.TempDir(),
		// Else pre-commit would fetch what the modules here have fetched already.
		"GOMODCACHE="+strings.TrimSpace(modules))
	if out, errs, code := run(t, user, env, "pre-commit", "install"); code != 0 {
		t.Fatalf("pre-commit install: exit %d\n%s%s", code, out, errs)
	}

	commit := func() (string, int) {
		git(t, user, "add", ".")
		out, errs, code := run(t, user, env, "git", "commit", "-q", "-m", "pay")
		return out + errs, code
	}
	before := git(t, user, "rev-parse", "HEAD")
	out, code := commit()
	if code == 0 || !strings.Contains(out, "- hook id: idemscope\n- exit code: 1\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
	compare(t, "pre-commit", vetted(t, small), printed(t, out))
	if git(t, user, "rev-parse", "HEAD") != before {
		t.Error("what has findings is committed")
	}

	mend(t, user)
	if out, code := commit(); code != 0 || !regexp.MustCompile(`(?m)^idemscope\.+Passed$`).MatchString(out) {
		t.Errorf("mended: exit %d\n%s", code, out)
	}
	if git(t, user, "rev-parse", "HEAD") == before {
		t.Error("what is mended is not committed")
	}
}

// printed reads the findings that the command prints, where pre-commit adds lines.
func printed(t *testing.T, out string) []finding {
	t.Helper()
	line := regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: (.*)$`)
	var fs []finding
	for _, m := range line.FindAllStringSubmatch(out, -1) {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		fs = append(fs, finding{m[1], n, m[3]})
	}
	return sorted(fs)
}

// repository returns a git repository with the files that are here, committed or not:
// pre-commit clones the repository of a hook.
func repository(t *testing.T) string {
	t.Helper()
	out, _, code := run(t, "..", nil, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if code != 0 {
		t.Skip("the sources are in no git repository")
	}
	dir := t.TempDir()
	for _, name := range strings.Split(strings.TrimSuffix(out, "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
		if os.IsNotExist(err) {
			continue // deleted, and not committed
		} else if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, filepath.FromSlash(name)), string(text))
	}
	commitAll(t, dir)
	return dir
}

// userRepository returns a git repository with the program, one finding of which is
// changed since the last commit.
func userRepository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(small)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "pay", "pay.go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, "package pay\n")
	commitAll(t, dir)
	write(t, file, string(text))
	return dir
}

// mend makes each key once, and stays in one region.
func mend(t *testing.T, dir string) {
	t.Helper()
	for file, mending := range map[string]*strings.Replacer{
		"pay/pay.go": strings.NewReplacer(
			"return dep.Post(client, api.Fallback, key)", "return dep.Post(client, api.Primary, key)",
			"\treturn dep.Again(func() error {\n\t\tkey := rand.Text()\n", "\tkey := rand.Text()\n\treturn dep.Again(func() error {\n",
			"\tvar err error\n", "\tkey := rand.Text()\n\tvar err error\n",
			"api.Primary, rand.Text())", "api.Primary, key)"),
		"far/far.go": strings.NewReplacer("conf.West", "conf.East"),
		"quiet/quiet.go": strings.NewReplacer(
			"\treturn dep.Again(func() error {\n\t\tkey := rand.Text() //nolint", "\tkey := rand.Text()\n\treturn dep.Again(func() error { //nolint"),
	} {
		file = filepath.Join(dir, filepath.FromSlash(file))
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		mended := mending.Replace(string(text))
		if mended == string(text) {
			t.Fatalf("%s: nothing to mend", file)
		}
		write(t, file, mended)
	}
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// gitEnv keeps away what the user has set for git: names, signatures and hooks.
func gitEnv() []string {
	return []string{
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com",
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, errs, code := run(t, dir, gitEnv(), "git", args...)
	if code != 0 {
		t.Fatalf("git %s: exit %d\n%s%s", strings.Join(args, " "), code, out, errs)
	}
	return string(bytes.TrimSpace([]byte(out)))
}

func commitAll(t *testing.T, dir string) {
	t.Helper()
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "add", "--all", "--force")
	git(t, dir, "commit", "-q", "-m", "all")
}
