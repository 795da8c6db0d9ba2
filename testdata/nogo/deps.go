// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build never

// The sources of nogo come from rules_go, and its main function from the builder: the
// tests of package drivers lay them over this directory. This file says what they import,
// so that go.mod names it.
package main

import (
	_ "github.com/bazelbuild/rules_go/go/tools/builders"
	_ "github.com/idemscope/idemscope/analyzer"
)
