// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package drivers

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestRecipes runs what the recipes of the README have a CI run, on the program and on a
// mended copy. The actions of GitHub and the images of GitLab are not at hand.
func TestRecipes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	text, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var github struct {
		Jobs map[string]struct {
			Steps []struct{ Run string }
		}
	}
	var gitlab struct {
		Idemscope struct {
			Script    []string
			Artifacts struct {
				Reports struct{ CodeQuality string }
			}
		}
	}
	for _, m := range regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$").FindAllSubmatch(text, -1) {
		switch block := string(m[1]); {
		case strings.Contains(block, "upload-sarif@"):
			err = yaml.Unmarshal(m[1], &github)
		case strings.Contains(block, "codequality:"):
			err = yaml.Unmarshal(m[1], &gitlab)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var run1 []string
	for _, step := range github.Jobs["idemscope"].Steps {
		if step.Run != "" {
			run1 = append(run1, step.Run)
		}
	}
	run2 := gitlab.Idemscope.Script
	if len(run1) == 0 || len(run2) == 0 {
		t.Fatal("the README has no such recipe")
	}

	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	user := userRepository(t)
	mod, err := os.ReadFile(filepath.Join(user, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(user, "go.mod"), string(mod)+`
tool github.com/idemscope/idemscope/cmd/idemscope

require github.com/idemscope/idemscope v0.0.0

replace github.com/idemscope/idemscope => `+root+"\n")
	if out, errs, code := run(t, user, nil, "go", "mod", "tidy"); code != 0 {
		t.Fatalf("go mod tidy: exit %d\n%s%s", code, out, errs)
	}
	want := vetted(t, small)

	check := func(t *testing.T, code int, got []finding) {
		t.Helper()
		if code != 1 {
			t.Errorf("exit %d", code)
		}
		compare(t, "recipe", want, got)
	}
	type recipe struct {
		name, needs string
		lines       []string
		findings    func(*testing.T) []finding
	}
	recipes := []recipe{
		{"GitHub", "bash", run1, func(t *testing.T) []finding { return sarifFindings(t, filepath.Join(user, "idemscope.sarif")) }},
		{"GitLab", "jq", run2, func(t *testing.T) []finding {
			return qualityFindings(t, filepath.Join(user, gitlab.Idemscope.Artifacts.Reports.CodeQuality))
		}},
	}
	script := func(t *testing.T, r recipe) int {
		t.Helper()
		if _, err := exec.LookPath(r.needs); err != nil {
			t.Skip(err)
		}
		out, errs, code := run(t, user, nil, "bash", "-eo", "pipefail", "-c", strings.Join(r.lines, "\n"))
		t.Logf("%s%s", out, errs)
		return code
	}
	for _, r := range recipes {
		t.Run(r.name, func(t *testing.T) { check(t, script(t, r), r.findings(t)) })
	}
	mend(t, user)
	for _, r := range recipes {
		t.Run(r.name+" mended", func(t *testing.T) {
			if code, got := script(t, r), r.findings(t); code != 0 || len(got) > 0 {
				t.Errorf("exit %d\n%q", code, got)
			}
		})
	}
}

// sarifFindings reads what a platform shows of a SARIF file.
func sarifFindings(t *testing.T, file string) []finding {
	t.Helper()
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(contents(t, file), &log); err != nil {
		t.Fatal(err)
	}
	var fs []finding
	for _, run := range log.Runs {
		for _, r := range run.Results {
			at := r.Locations[0].PhysicalLocation
			fs = append(fs, finding{at.ArtifactLocation.URI, at.Region.StartLine, r.RuleID + ": " + r.Message.Text})
		}
	}
	return sorted(fs)
}

// qualityFindings reads a Code Quality report of GitLab.
func qualityFindings(t *testing.T, file string) []finding {
	t.Helper()
	var issues []struct {
		Description string `json:"description"`
		CheckName   string `json:"check_name"`
		Fingerprint string `json:"fingerprint"`
		Severity    string `json:"severity"`
		Location    struct {
			Path  string `json:"path"`
			Lines struct {
				Begin int `json:"begin"`
			} `json:"lines"`
		} `json:"location"`
	}
	if err := json.Unmarshal(contents(t, file), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var fs []finding
	for _, i := range issues {
		if i.Severity == "" || i.Fingerprint == "" || seen[i.Fingerprint] {
			t.Errorf("%+v", i)
		}
		seen[i.Fingerprint] = true
		fs = append(fs, finding{i.Location.Path, i.Location.Lines.Begin, i.CheckName + ": " + i.Description})
	}
	return sorted(fs)
}
