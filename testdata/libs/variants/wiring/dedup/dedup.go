// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package dedup has stores behind an interface.
package dedup

type Store interface{ Admit(key string) error }

type mem struct{ m map[string]bool }

func (m *mem) Admit(key string) error { m.m[key] = true; return nil }

//idemscope:store scope=region
func Regional() Store { return &mem{} }

//idemscope:store scope=global
func Global() Store { return &mem{} }

//idemscope:store scope=cluster
func Cluster() (Store, error) { return &mem{}, nil }

// Table is a store by its type.
//
//idemscope:store scope=region
type Table struct{ Name string }

func (t *Table) Admit(key string) error { return nil }
