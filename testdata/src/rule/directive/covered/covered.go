// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package covered has a store that names the endpoints that it covers.
package covered

//idemscope:endpoint
const a = "https://a.example.com"

//idemscope:endpoint
const b = "https://b.example.com"

//idemscope:store covers=a
type store struct{ url string }

var _ = store{a + b}
