// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package dedup knows how stores are partitioned.
package dedup

type Store interface {
	Admit(key string) bool
}

type memory struct{}

func (memory) Admit(string) bool { return true }

//idemscope:store scope=region
func PerRegion() Store { return memory{} }

//idemscope:store scope=global
func Everywhere() Store { return memory{} }
