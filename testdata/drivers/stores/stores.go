// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package stores declares one.
package stores

//idemscope:store scope=region
type Dedup struct{}
