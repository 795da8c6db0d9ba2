// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package app puts the parts together: only here are both scopes known.
package app

import (
	"example.test/corpus/construct/wiring/dedup"
	"example.test/corpus/construct/wiring/pay"
)

func Mismatched() *pay.Gateway {
	return pay.New(dedup.PerRegion(), pay.InEast, pay.InWest) // want "scope: "
}

func Variables() *pay.Gateway {
	s := dedup.PerRegion()
	second := pay.InWest
	return pay.New(s, pay.InEast, second) // want "scope: "
}

func Options() *pay.Gateway {
	return pay.NewWith( // want "scope: "
		pay.WithStore(dedup.PerRegion()),
		pay.WithBackends(pay.InEast, pay.InWest),
	)
}

func OneRegion() *pay.Gateway { return pay.New(dedup.PerRegion(), pay.InEast, pay.AlsoEast) }

func Global() *pay.Gateway { return pay.New(dedup.Everywhere(), pay.InEast, pay.InWest) }

func OptionsGlobal() *pay.Gateway {
	return pay.NewWith(pay.WithStore(dedup.Everywhere()), pay.WithBackends(pay.InEast, pay.InWest))
}

// Default leaves the store as the constructor sets it.
func Default() *pay.Gateway { return pay.NewWith(pay.WithBackends(pay.InEast, pay.InWest)) }
