// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/idemscope/idemscope/analyzer/model"
)

var update = flag.Bool("update", false, "write the golden file")

// root leads to the root of the repository.
const root = "../../../../"

func readHand(t *testing.T, file string) *model.File {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := model.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestGolden reads services in the SDK's form: a token that is filled, and one that is
// not; one that has another name, and that only another operation calls a token; a
// session that is filled; a password, a filter, a token in a member of a member, two
// tokens; an operation that is said by hand, one without, and a service for all Regions.
func TestGolden(t *testing.T) {
	dirs, err := filepath.Glob("testdata/sdk/service/*")
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(dirs) // the order does not matter
	services, err := readServices(dirs)
	if err != nil {
		t.Fatal(err)
	}
	got := write(services, readHand(t, "testdata/hand.yaml"))
	const golden = "testdata/golden.csv"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWrong checks that a source of another form than is expected is refused, and not
// read as one without tokens.
func TestWrong(t *testing.T) {
	const (
		client = "func (c *Client) Run(ctx context.Context, params *RunInput, optFns ...func(*Options)) {}\n"
		input  = "type RunInput struct { Token *string }\n"
		middle = "func (m *idempotencyToken_initializeOpRun) HandleInitialize() { input, ok := in.Parameters.(*RunInput); input.Token = &t }\n"
		mod    = "module github.com/aws/aws-sdk-go-v2/service/s\n"
		meta   = "package s\n\nconst goModuleVersion = \"1.0.0\"\n"
	)
	for _, c := range []struct {
		what, mod, meta, op, want string
	}{
		{"all is well", mod, meta, client + input + middle, ""},
		{"no operations", mod, meta, "", "expected api_op_*.go"},
		{"no version", mod, "package s\n", client + input, "expected const goModuleVersion"},
		{"a middleware that fills nothing", mod, meta, client + input + strings.Replace(middle, "input.Token", "other.Token", 1), "the middleware of Run fills nothing"},
		{"a middleware that fills what is not there", mod, meta, client + strings.Replace(input, "Token", "Name", 1) + middle, "Run fills Token, and its input has no such member"},
		{"a middleware of no operation", mod, meta, input + middle, "a middleware of Run, and no such operation"},
		{"another library", "module example.com/service/s\n", meta, client + input, "no service is there"},
	} {
		dir := t.TempDir()
		files := map[string]string{"go.mod": c.mod, "go_module_metadata.go": c.meta}
		if c.op != "" {
			files["api_op_Run.go"] = "package s\n\n" + c.op
		}
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, err := readServices([]string{dir})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.what, err, c.want)
		}
		if c.want == "" {
			if _, err := readServices([]string{dir, dir}); err == nil || err.Error() != "service/s is there twice" {
				t.Errorf("the same twice: %v", err)
			}
		}
	}
}

func TestModules(t *testing.T) {
	text, err := os.ReadFile("testdata/golden.csv")
	if err != nil {
		t.Fatal(err)
	}
	got := merge(recorded(string(text)), []string{library + "/service/other@v1.2.3", library + "/service/fake@latest"})
	want := []string{library + "/service/world@v1.0.0", library + "/service/other@v1.2.3", library + "/service/fake@latest"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCommitted makes the entries of those services again that testdata/models requires
// in the same version, and compares them with the committed ones.
func TestCommitted(t *testing.T) {
	if testing.Short() {
		t.Skip("reads real services")
	}
	const models = root + "testdata/models"
	required, err := modDownload(models)
	if err != nil {
		t.Skipf("what %s requires cannot be had: %v", models, err)
	}
	committed, err := os.ReadFile(root + generated)
	if err != nil {
		t.Fatal(err)
	}
	modules := recorded(string(committed))
	if !slices.IsSorted(modules) || len(modules) == 0 {
		t.Errorf("expected modules, in their order: %q", modules)
	}
	var dirs []string
	for _, m := range required {
		if slices.Contains(modules, m.Path+"@"+m.Version) {
			dirs = append(dirs, m.Dir)
		}
	}
	if len(dirs) == 0 {
		t.Skipf("%s requires no service in the version of which %s is made", models, generated)
	}
	services, err := readServices(dirs)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]bool{}
	for _, s := range services {
		of[s.name] = true
	}
	// entries are the lines on operations of those services.
	entries := func(text []byte) string {
		var out strings.Builder
		for line := range strings.Lines(string(text)) {
			if fn, ok := strings.CutPrefix(line, "service/"); ok {
				if name, _, _ := strings.Cut(fn, "."); of[name] {
					out.WriteString(line)
				}
			}
		}
		return out.String()
	}
	again := entries(write(services, readHand(t, root+byHand)))
	if again != entries(committed) {
		t.Errorf("%s is not what is generated now: run analyzer/model/internal/awsmodel again. Now:\n%s", generated, again)
	}
	t.Logf("%d of %d services", len(services), len(modules))
}
