// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package golangci

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/golangci/plugin-module-register/register"
)

// TestSettings gives settings as golangci-lint has decoded them from YAML.
func TestSettings(t *testing.T) {
	for _, test := range []struct {
		conf any
		want string // in the error
	}{
		{nil, ""},
		{map[string]any{}, ""},
		{map[string]any{"rules": []any{"scope"}, "strict": true, "headers": []any{"X-Op"}, "models": "library: a.test/b\n"}, ""},
		{map[string]any{"rule": "scope"}, `unknown field "rule"`},
		{map[string]any{"rules": "scope"}, "rules"},
		{map[string]any{"rules": []any{"scoop"}}, `settings: rules: unknown rule "scoop"; the rules are scope, `},
		{map[string]any{"models": "library: a.test/b\nsends: 3\n"}, "settings: models: models:2: "},
	} {
		p, err := New(test.conf)
		if test.want == "" {
			if err != nil {
				t.Errorf("%v: %v", test.conf, err)
				continue
			}
			as, err := p.BuildAnalyzers()
			if err != nil || len(as) != 1 || as[0].Name != "idemscope" || p.GetLoadMode() != register.LoadModeTypesInfo {
				t.Errorf("%v: %v, %v", test.conf, as, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v, want %s", test.conf, err, test.want)
		}
	}
}

// TestRegistered asks golangci-lint's registry.
func TestRegistered(t *testing.T) {
	if _, err := register.GetPlugin("idemscope"); err != nil {
		t.Error(err)
	}
}

// TestCustom reads the file for golangci-lint's own builder, which cannot be run without
// cloning golangci-lint: what it names must be there, at the version of our own build.
func TestCustom(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, ".custom-gcl.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var custom struct {
		Version string
		Name    string
		Plugins []struct{ Module, Import, Version string }
	}
	if err := yaml.UnmarshalWithOptions(text, &custom, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	here := reflect.TypeFor[Settings]().PkgPath()
	if len(custom.Plugins) != 1 || custom.Plugins[0].Import != here || !strings.HasPrefix(here, custom.Plugins[0].Module+"/") {
		t.Errorf("got %+v, want one plugin that imports %s", custom, here)
	}
	mod, err := os.ReadFile(filepath.Join(root, "cmd", "golangci-lint-idemscope", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(mod), "github.com/golangci/golangci-lint/v2 "+custom.Version+"\n") {
		t.Errorf("cmd/golangci-lint-idemscope requires another version than %s", custom.Version)
	}
}
