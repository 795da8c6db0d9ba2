// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package contracts describes acme.
package contracts

import "example.test/corpus/construct/blankimport/acme"

//idemscope:send key=r.Token to=c
var ChargeContract = (*acme.Client).Charge

//idemscope:send key=r.Token to=host
var PayContract = acme.Pay
