// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package drivers holds what idemscope reports in one driver against what it reports in
// another. It has no code of its own, only tests.
//
// A driver decides what an analyzer is given: which packages, with facts of which
// dependencies, from which cache, and which of a diagnostic's parts are shown. The user
// should not notice: a finding is the same at the same place, wherever it is read. Where a
// driver has no facts of a dependency, findings may be fewer, never other.
//
// The programs of testdata/drivers and testdata/src go through go vet, whose answer is the
// measure, and through each of
//
//   - golangci-lint, built by cmd/golangci-lint-idemscope with the plugin
//     analyzer/golangci in it (golangci_test.go);
//   - gopls, built by cmd/gopls-idemscope, spoken to over stdio as an editor does
//     (gopls_test.go);
//   - Bazel's nogo, by the builder of rules_go itself, without Bazel (nogo_test.go);
//   - the hook of pre-commit, and the recipes for CI (precommit_test.go, recipes_test.go).
//
// That go vet's results can be shared by a cache between machines is shown in
// cacheprog_test.go.
//
// Each is built once by the tests, which takes minutes on a cold machine; go test -short
// leaves them out.
package drivers
