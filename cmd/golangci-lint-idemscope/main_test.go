// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"runtime/debug"
	"testing"
)

// TestDescribe names golangci-lint, idemscope and the day, as far as the build knows them.
func TestDescribe(t *testing.T) {
	build := &debug.BuildInfo{Deps: []*debug.Module{
		{Path: "github.com/golangci/golangci-lint/v2", Version: "v2.15.0"},
		{Path: "github.com/idemscope/idemscope", Version: "v0.0.0", Replace: &debug.Module{Path: "../.."}},
	}}
	got := describe(build)
	if got.Version != "(devel)" || got.Commit != "golangci-lint v2.15.0 and idemscope (devel)" || got.Date != "a date that the build does not record" {
		t.Errorf("%+v", got)
	}
	build.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-11-30T10:00:00Z"}}
	if got = describe(build); got.Commit != "golangci-lint v2.15.0 and idemscope 0123456789ab" || got.Date != "2026-11-30T10:00:00Z" {
		t.Errorf("%+v", got)
	}
	build.Deps[1].Replace, build.Deps[1].Version = nil, "v1.2.3"
	if got = describe(build); got.Commit != "golangci-lint v2.15.0 and idemscope v1.2.3" {
		t.Errorf("%+v", got)
	}
}
