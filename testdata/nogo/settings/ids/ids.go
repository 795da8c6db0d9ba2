// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ids makes keys.
package ids

import "crypto/rand"

// Source is set by the program.
var Source func() string

// New hides what it does.
func New() string { return Source() }

// Random does not.
func Random() string { return rand.Text() }
