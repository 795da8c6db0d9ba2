// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package drivers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Bazel does not analyse: it runs the builder of rules_go, a program that has the nogo
// program run, once a package. Both are built here from the sources of rules_go, at the
// version in testdata/nogo/go.mod (0.65.0 when this was written), and run as
// go/private/actions/compilepkg.bzl has Bazel run them: with its flags, in its environment,
// from a directory of the declared inputs alone, under names relative to that.
//
// What differs from Bazel: the nogo program is linked by the go command, not by the
// builder; nothing isolates an action from the rest of the machine; packages of assembly
// or C, and coverage, are left out; and the graph of packages comes from go list, not
// from BUILD files.

// bazel is what Bazel has before the first package: the builder and the SDK's parts.
type bazel struct {
	dir     string   // where all lies
	sources string   // go/tools/builders of rules_go
	builder string   // the program
	sdk     string   // GOROOT
	version string   // of Go, without "go"
	env     []string // of an action
}

// newBazel builds the builder, and the standard library with it, as far as packages
// import that directly: an action reads no more.
func newBazel(t *testing.T, std []string) *bazel {
	t.Helper()
	b := &bazel{dir: t.TempDir()}
	out, errs, code := run(t, nogoModule, nil, "go", "mod", "download", "-json", "github.com/bazelbuild/rules_go")
	if code != 0 {
		t.Fatalf("go mod download: exit %d\n%s%s", code, out, errs)
	}
	var rules struct{ Version, Dir string }
	if err := json.Unmarshal([]byte(out), &rules); err != nil {
		t.Fatal(err)
	}
	t.Log("rules_go", rules.Version)
	b.sources = filepath.Join(rules.Dir, "go", "tools", "builders")

	out, _, _ = run(t, nogoModule, nil, "go", "env", "GOROOT", "GOVERSION")
	b.sdk, b.version, _ = strings.Cut(strings.TrimSpace(out), "\n")
	b.version, _, _ = strings.Cut(strings.TrimPrefix(b.version, "go"), " ")
	b.env = []string{
		"GOARCH=" + runtime.GOARCH, "GOOS=" + runtime.GOOS, "GOEXPERIMENT=", "GOROOT_FINAL=GOROOT",
		"CGO_ENABLED=0", "GOPATH=", "GOTOOLCHAIN=local", "GODEBUG=winsymlink=0",
		"PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(),
	}

	srcs := append(b.sourcesOf(t, "builder_srcs"), filepath.Join(b.sources, "path.go"))
	b.builder = filepath.Join(b.dir, "builder")
	// The sources are given as files, and import the standard library alone.
	args := append([]string{"build", "-trimpath", "-ldflags", "-buildid= -X main.rulesGoStdlibPrefix=@rules_go//stdlib:", "-o", b.builder}, srcs...)
	if out, errs, code := run(t, "..", nil, "go", args...); code != 0 {
		t.Fatalf("go build of the builder: exit %d\n%s%s", code, out, errs)
	}

	list, _, code := run(t, "..", nil, "go", "list", "std")
	if code != 0 {
		t.Fatal("go list std")
	}
	if err := os.WriteFile(filepath.Join(b.dir, "packages.txt"), []byte(list), 0o644); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"stdlib"}, b.shared(b.sdk)...)
	args = append(args, "-out", filepath.Join(b.dir, "stdlib"))
	for _, pkg := range std {
		args = append(args, "-package", pkg)
	}
	b.action(t, b.dir, append(args, "-gcflags", "")...)
	return b
}

var nogoModule = filepath.Join("..", "testdata", "nogo")

// sourcesOf reads which files make a target of the builders' BUILD.bazel.
func (b *bazel) sourcesOf(t *testing.T, target string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(b.sources, "BUILD.bazel"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`name = "` + target + `",\s+srcs = \[([^\]]*)\]`).FindSubmatch(text)
	if m == nil {
		t.Fatalf("BUILD.bazel of rules_go has no %s", target)
	}
	var files []string
	for _, name := range regexp.MustCompile(`"([^"]+)"`).FindAllSubmatch(m[1], -1) {
		files = append(files, filepath.Join(b.sources, string(name[1])))
	}
	return files
}

// shared are the flags that the builder takes for each action.
func (b *bazel) shared(goroot string) []string {
	return []string{"-sdk", b.sdk, "-goroot", goroot, "-installsuffix", runtime.GOOS + "_" + runtime.GOARCH}
}

// action runs the builder, which must succeed.
func (b *bazel) action(t *testing.T, dir string, args ...string) {
	t.Helper()
	if out, code := b.try(t, dir, args...); code != 0 {
		t.Fatalf("builder %s: exit %d\n%s", strings.Join(args, " "), code, out)
	}
}

func (b *bazel) try(t *testing.T, dir string, args ...string) (output string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), b.builder, args...)
	cmd.Dir, cmd.Env = dir, b.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatal(err)
		}
		code = exit.ExitCode()
	}
	return string(out), code
}

// nogo builds a nogo program of analyzers, with a configuration if it is not empty.
func (b *bazel) nogo(t *testing.T, config string, analyzers ...string) string {
	t.Helper()
	dir := t.TempDir()
	main := filepath.Join(dir, "nogo_main.go")
	args := []string{"gennogomain", "-output", main}
	for _, a := range analyzers {
		args = append(args, "-analyzer_importpath", a)
	}
	if config != "" {
		file := filepath.Join(dir, "config.json")
		if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, "-config", file)
	}
	b.action(t, dir, args...)

	// The module that requires what nogo imports has no sources of its own.
	module, err := filepath.Abs(nogoModule)
	if err != nil {
		t.Fatal(err)
	}
	overlay := map[string]map[string]string{"Replace": {filepath.Join(module, "main.go"): main}}
	for _, file := range b.sourcesOf(t, "nogo_srcs") {
		overlay["Replace"][filepath.Join(module, filepath.Base(file))] = file
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "nogo")
	if out, errs, code := run(t, module, nil, "go", "build", "-overlay", file, "-o", bin, "."); code != 0 {
		t.Fatalf("go build of nogo: exit %d\n%s%s", code, out, errs)
	}
	return bin
}

// target is a go_library.
type target struct {
	ImportPath, Dir  string
	GoFiles, Imports []string
	Standard         bool
	Module           *struct {
		Path string
		Main bool
	}

	place string // its directory in the workspace
}

// targets are the packages of a module and of those that it requires, importers last.
func targets(t *testing.T, dir string) (libs []*target, std []string) {
	t.Helper()
	out, errs, code := run(t, dir, []string{"CGO_ENABLED=0"}, "go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,Imports,Standard,Module", "./...")
	if code != 0 {
		t.Fatalf("go list: exit %d\n%s", code, errs)
	}
	own := map[string]bool{}
	imported := map[string]bool{}
	for dec := json.NewDecoder(strings.NewReader(out)); ; {
		p := new(target)
		if err := dec.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Standard {
			continue
		}
		rest := strings.TrimPrefix(p.ImportPath, p.Module.Path)
		p.place = strings.TrimPrefix(rest, "/")
		if !p.Module.Main {
			p.place = path.Join("external", "gazelle++go_deps+"+strings.NewReplacer("/", "_", ".", "_").Replace(p.Module.Path), rest)
		}
		libs = append(libs, p)
		own[p.ImportPath] = true
		for _, imp := range p.Imports {
			imported[imp] = true
		}
	}
	for imp := range imported {
		if !own[imp] && imp != "unsafe" {
			std = append(std, imp)
		}
	}
	slices.Sort(std)
	return libs, std
}

// workspace is a directory in which actions run.
type workspace struct {
	*bazel
	root    string
	nogo    string
	targets []*target
	without string // the target that has the tag no-nogo
}

// newWorkspace lays down the sources of targets.
func (b *bazel) newWorkspace(t *testing.T, nogo string, libs []*target) *workspace {
	t.Helper()
	w := &workspace{bazel: b, root: t.TempDir(), nogo: nogo, targets: libs}
	for _, lib := range libs {
		for _, name := range lib.GoFiles {
			text, err := os.ReadFile(filepath.Join(lib.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			w.write(t, path.Join(lib.place, name), text)
		}
	}
	return w
}

func (w *workspace) write(t *testing.T, name string, text []byte) {
	t.Helper()
	file := filepath.Join(w.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// out is the name of a file that an action of a target writes.
func (lib *target) out(ext string) string {
	return path.Join("bazel-out", "fastbuild", "bin", lib.place, path.Base(lib.ImportPath)+ext)
}

// args are the flags that the actions of a target share.
func (w *workspace) args(lib *target) []string {
	args := w.shared(filepath.Join(w.dir, "stdlib"))
	for _, name := range lib.GoFiles {
		args = append(args, "-src", path.Join(lib.place, name))
	}
	for _, dep := range w.deps(lib) {
		args = append(args, "-arc", dep.ImportPath+"="+dep.ImportPath+"="+dep.out(".x"))
	}
	return append(args, "-importpath", lib.ImportPath, "-p", lib.ImportPath, "-package_list", filepath.Join(w.dir, "packages.txt"))
}

// deps are the targets that a target imports directly: Bazel hands on no others.
func (w *workspace) deps(lib *target) []*target {
	var deps []*target
	for _, dep := range w.targets {
		if slices.Contains(lib.Imports, dep.ImportPath) {
			deps = append(deps, dep)
		}
	}
	return deps
}

// build runs all actions, and returns what those print that fail at findings. Targets of
// other modules are analysed for their facts alone, as is the default.
func (w *workspace) build(t *testing.T) string {
	t.Helper()
	var logs strings.Builder
	for _, lib := range w.targets {
		if err := os.MkdirAll(filepath.Join(w.root, filepath.FromSlash(lib.out("_nogo"))), 0o755); err != nil {
			t.Fatal(err)
		}
		compile := append([]string{"compilepkg"}, w.args(lib)...)
		w.action(t, w.root, append(compile, "-embedroot", "", "-lo", lib.out(".a"), "-o", lib.out(".x"), "-imports", lib.out(".imports"), "-gcflags", "")...)
		if lib.ImportPath == w.without {
			continue
		}
		if out, code := w.check(t, lib); code != 0 {
			t.Fatalf("nogo of %s: exit %d\n%s", lib.ImportPath, code, out)
		}
		if !lib.Module.Main {
			continue
		}
		out, code := w.try(t, w.root, "nogovalidation", lib.out(".nogo"), lib.out("_nogo"))
		_, err := os.Stat(filepath.Join(w.root, filepath.FromSlash(lib.out("_nogo")), "nogo.log"))
		if (code != 0) != (err == nil) {
			t.Errorf("validation of %s: exit %d\n%s", lib.ImportPath, code, out)
		}
		logs.WriteString(out)
	}
	return logs.String()
}

// check runs nogo on a target.
func (w *workspace) check(t *testing.T, lib *target) (output string, code int) {
	t.Helper()
	args := append([]string{"nogo"}, w.args(lib)...)
	for _, dep := range w.deps(lib) {
		if dep.ImportPath != w.without {
			args = append(args, "-facts", dep.ImportPath+"="+dep.ImportPath+"="+dep.out(".facts"))
		}
	}
	if !lib.Module.Main {
		args = append(args, "-facts_only")
	}
	args = append(args, "-out_facts", lib.out(".facts"), "-out", lib.out("_nogo"), "-go_version", w.version, "-nogo", w.nogo)
	return w.try(t, w.root, args...)
}

// nogoLine is a finding as nogo prints it, with the analyzer's name at the end.
var nogoLine = regexp.MustCompile(`^(\S+\.go):(\d+):\d+: (.*) \((idemscope|printf|nilness)\)$`)

// nogoFindings reads what validations print, where no line may be left over.
func nogoFindings(t *testing.T, logs string) []finding {
	t.Helper()
	var fs []finding
	patch := false
	for line := range strings.Lines(logs) {
		line = strings.TrimSuffix(line, "\n")
		switch m := nogoLine.FindStringSubmatch(line); {
		case m != nil:
			n, err := strconv.Atoi(m[2])
			if err != nil {
				t.Fatal(err)
			}
			if m[4] == "idemscope" {
				fs = append(fs, finding{m[1], n, m[3]})
			}
		case strings.HasPrefix(line, "-------------------Suggested Fix"):
			patch = true
		case strings.HasPrefix(line, "$ patch -p1 <"):
			patch = false
		case patch, line == "", line == "nogo: errors found by nogo during build-time code analysis:":
		default:
			t.Errorf("nogo prints %q", line)
		}
	}
	return sorted(fs)
}

// outputs are the files that the nogo actions wrote, by name.
func (w *workspace) outputs(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, lib := range w.targets {
		for _, name := range []string{lib.out(".facts"), lib.out("_nogo") + "/nogo.log", lib.out("_nogo") + "/nogo.patch"} {
			text, err := os.ReadFile(filepath.Join(w.root, filepath.FromSlash(name)))
			if err == nil {
				files[name] = text
			} else if !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
	}
	return files
}

const idemscope = "github.com/idemscope/idemscope/analyzer"

// TestNogo runs the programs through nogo.
func TestNogo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds nogo and a standard library")
	}
	settings := filepath.Join(nogoModule, "settings")
	smallLibs, std := targets(t, small)
	corpusLibs, more := targets(t, corpus)
	settingsLibs, most := targets(t, settings)
	b := newBazel(t, slices.Compact(slices.Sorted(slices.Values(slices.Concat(std, more, most)))))

	// Beside analyzers of others, of which one has facts too, as it is in practice.
	plain := b.nogo(t, "", idemscope,
		"golang.org/x/tools/go/analysis/passes/printf", "golang.org/x/tools/go/analysis/passes/nilness")

	t.Run("findings", func(t *testing.T) {
		// nogo honours nolint comments, as golangci-lint does.
		vet := vetted(t, small)
		want := slices.DeleteFunc(slices.Clone(vet), func(f finding) bool { return f.File == "quiet/quiet.go" })
		if len(want) == 0 || len(want) != len(vet)-1 {
			t.Fatalf("go vet reports %q", vet)
		}
		w := b.newWorkspace(t, plain, smallLibs)
		compare(t, "nogo", want, nogoFindings(t, w.build(t)))

		// What an action writes hangs on its inputs alone, not on the place or the time:
		// so it may come from a cache that machines share.
		again := b.newWorkspace(t, plain, smallLibs)
		again.build(t)
		first, second := w.outputs(t), again.outputs(t)
		if !maps.EqualFunc(first, second, bytes.Equal) {
			t.Errorf("a second run, in another directory, writes other files: %q, %q", slices.Sorted(maps.Keys(first)), slices.Sorted(maps.Keys(second)))
		}
		for name := range first {
			if bytes.Contains(first[name], []byte(w.root)) {
				t.Errorf("%s names the directory of the action", name)
			}
		}
	})

	t.Run("corpus", func(t *testing.T) {
		w := b.newWorkspace(t, plain, corpusLibs)
		compare(t, "nogo", vetted(t, corpus), nogoFindings(t, w.build(t)))

		// What nogo asks to be run, with git for patch, which is not everywhere.
		if out, errs, code := run(t, w.root, nil, "git", "apply", "-p1", "bazel-out/fastbuild/bin/fix/fix_nogo/nogo.patch"); code != 0 {
			t.Fatalf("git apply: exit %d\n%s%s", code, out, errs)
		}
		got, err := os.ReadFile(filepath.Join(w.root, "fix", "fix.go"))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(corpus, "fix", "fix.go.golden"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the patch makes\n%s", got)
		}
	})

	t.Run("settings", func(t *testing.T) {
		w := b.newWorkspace(t, plain, settingsLibs)
		compare(t, "without", vetted(t, settings), nogoFindings(t, w.build(t)))

		model := "library: example.test/settings/ids\nfunctions:\n  - {func: .New, does: generate, unique: random}\n"
		flags := map[string]string{"strict": "true", "headers": "X-Operation-Nonce", "models": model}
		w = b.newWorkspace(t, b.nogo(t, nogoConfig(t, map[string]any{
			"only_files":     map[string]string{`^settings\.go$`: "", `^generated/`: ""},
			"exclude_files":  map[string]string{`^generated/`: "made by a tool"},
			"analyzer_flags": flags,
		}), idemscope), settingsLibs)
		var args []string
		for name, value := range flags {
			args = append(args, "-idemscope."+name+"="+value)
		}
		want := slices.DeleteFunc(vetted(t, settings, args...), func(f finding) bool { return f.File != "settings.go" })
		if len(want) != len(flags) {
			t.Fatalf("with flags, go vet reports %q", want)
		}
		compare(t, "with", want, nogoFindings(t, w.build(t)))
	})

	// A bad setting ends the action, and the line says which.
	t.Run("bad setting", func(t *testing.T) {
		w := b.newWorkspace(t, b.nogo(t, nogoConfig(t, map[string]any{"analyzer_flags": map[string]string{"rules": "scpoe"}}), idemscope), smallLibs)
		out, code := w.check(t, w.targets[0])
		if code == 0 || !strings.Contains(out, `idemscope: invalid value for flag: rules=scpoe: unknown rule "scpoe"`) {
			t.Errorf("exit %d\n%s", code, out)
		}
	})

	// A target with the tag no-nogo leaves no facts, and what hangs on them is not found; nor
	// is the ignore of such a finding taken for one that suppresses nothing.
	t.Run("no-nogo", func(t *testing.T) {
		w := b.newWorkspace(t, plain, smallLibs)
		w.without = "example.test/dep"
		if got := nogoFindings(t, w.build(t)); len(got) > 0 {
			t.Errorf("without facts of dep: %v", got)
		}
	})
}

// nogoConfig is a configuration of nogo for idemscope.
func nogoConfig(t *testing.T, config map[string]any) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"idemscope": config})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
