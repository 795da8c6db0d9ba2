// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package contracts describes vendorapi for whoever imports it.
package contracts

import "example.test/libs/variants/vendorapi"

//idemscope:send key=r.Ref to=c
var ChargeContract = (*vendorapi.Client).Charge

//idemscope:send key=ref to=c tenant=org
var RefundContract = (*vendorapi.Client).Refund

//idemscope:store scope=region
var CacheContract = vendorapi.NewCache

//idemscope:retry fn=fn
var LoopContract = vendorapi.Loop

//idemscope:key unique=process
var RefContract = vendorapi.NewRef
