// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package app puts the parts together.
package app

import (
	"crypto/rand"

	"example.test/libs/variants/wiring/dedup"
	"example.test/libs/variants/wiring/pay"
)

func Config() *pay.Client {
	return pay.NewClient(pay.Config{Primary: pay.US, Secondary: pay.EU, Store: dedup.Regional()}) // want "scope: "
}

func ConfigSame() *pay.Client {
	return pay.NewClient(pay.Config{Primary: pay.US, Secondary: pay.US2, Store: dedup.Regional()})
}

func ConfigVar() *pay.Client {
	var cfg pay.Config
	cfg.Primary = pay.US
	cfg.Secondary = pay.EU
	cfg.Store = dedup.Regional()
	return pay.NewClient(cfg) // want "scope: "
}

func ConfigGlobal() *pay.Client {
	cfg := pay.Config{Primary: pay.US, Secondary: pay.EU}
	cfg.Store = dedup.Global()
	return pay.NewClient(cfg)
}

func Literal() *pay.Router {
	return &pay.Router{ // want "scope: "
		Endpoints: []string{pay.US, pay.EU},
		Store:     dedup.Regional(),
	}
}

func LiteralSame() *pay.Router {
	return &pay.Router{
		Endpoints: []string{pay.US, pay.US2},
		Store:     dedup.Regional(),
	}
}

func LiteralType() *pay.Router {
	return &pay.Router{Endpoints: []string{pay.US, pay.EU}, Store: &dedup.Table{Name: "t"}} // want "scope: "
}

func LiteralCluster() (*pay.Router, error) {
	st, err := dedup.Cluster()
	if err != nil {
		return nil, err
	}
	return &pay.Router{Endpoints: []string{pay.US, pay.EU}, Store: st}, nil // want "scope: "
}

func LiteralClusterSame() (*pay.Router, error) {
	st, err := dedup.Cluster()
	if err != nil {
		return nil, err
	}
	return &pay.Router{Endpoints: []string{pay.US, pay.US2}, Store: st}, nil
}

func Setters() *pay.Setter {
	s := pay.NewSetter() // want "scope: "
	s.SetEndpoints(pay.US, pay.EU)
	s.SetStore(dedup.Regional())
	return s
}

func SettersSame() *pay.Setter {
	s := pay.NewSetter()
	s.SetEndpoints(pay.US, pay.US2)
	s.SetStore(dedup.Regional())
	return s
}

func Params() error {
	return pay.Pay(dedup.Regional(), rand.Text(), pay.US, pay.EU) // want "scope: "
}

func ParamsSame() error {
	return pay.Pay(dedup.Regional(), rand.Text(), pay.US, pay.US2)
}

func Guarded() error {
	key := rand.Text()
	st := dedup.Regional()
	if err := st.Admit(key); err != nil {
		return err
	}
	return pay.Try(key, []string{pay.US, pay.EU}) // want "scope: "
}

func GuardedSame() error {
	key := rand.Text()
	st := dedup.Regional()
	if err := st.Admit(key); err != nil {
		return err
	}
	return pay.Try(key, []string{pay.US, pay.US2})
}

// Through wires in a helper of this package's own.
func Through() *pay.Router { return wire(dedup.Regional(), pay.US, pay.EU) } // want "scope: "

func ThroughSame() *pay.Router { return wire(dedup.Regional(), pay.US, pay.US2) }

func wire(st dedup.Store, urls ...string) *pay.Router {
	return &pay.Router{Endpoints: urls, Store: st}
}
