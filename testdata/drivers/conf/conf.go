// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package conf names endpoints, and a store of another package that guards them: its own
// importers may never hear of that package.
package conf

import _ "example.test/drivers/stores"

//idemscope:endpoint region=us-east-1 store=stores.Dedup
const East = "https://orders.us-east-1.example.com"

//idemscope:endpoint region=eu-west-1 store=stores.Dedup
const West = "https://orders.eu-west-1.example.com"

//idemscope:endpoint region=us-east-1 store=stores.Dedup
const Second = "https://orders-2.us-east-1.example.com"
