// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package api names endpoints.
package api

//idemscope:endpoint region=us-east-1
const Primary = "https://pay.us-east-1.example.com"

//idemscope:endpoint region=eu-west-1
const Fallback = "https://pay.eu-west-1.example.com"
