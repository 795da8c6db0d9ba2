// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

// concernsKeys decides, before any SSA is built, whether the package can concern keys.
func (u *unit) concernsKeys() bool { return true }
