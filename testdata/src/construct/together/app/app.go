// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package app puts servers together.
package app

import (
	"net/http"

	"example.test/corpus/construct/together/pay"
)

// Handed hands a method on, several times.
func Handed() {
	s := &pay.Server{Store: pay.NewStore()} // want "scope"
	http.HandleFunc("/a", s.Redeem)
	http.HandleFunc("/b", s.Redeem)
	f := s.Redeem
	http.HandleFunc("/c", f)
}

// Called calls it.
func Called(w http.ResponseWriter, r *http.Request) {
	s := pay.New(pay.NewStore()) // want "scope"
	s.Redeem(w, r)
}

// Copied makes the value first, and sets a field.
func Copied(w http.ResponseWriter, r *http.Request) {
	var s pay.Server // want "scope"
	s.Store = pay.NewStore()
	s.Redeem(w, r)
}

// Wide has a store that covers both regions.
func Wide(w http.ResponseWriter, r *http.Request) {
	s := pay.New(pay.NewWorld())
	s.Redeem(w, r) // want "collision"
	http.HandleFunc("/wide", s.Redeem)
}

// Two are two.
func Two() {
	s := pay.New(pay.NewStore())            // want "scope"
	t := &pay.Server{Store: pay.NewStore()} // want "scope"
	http.HandleFunc("/s", s.Redeem)
	http.HandleFunc("/t", t.Redeem)
}

func build() *pay.Server {
	return pay.New(pay.NewStore()) // want "scope"
}

// Built gets one in which all is together already.
func Built() {
	s := build()
	http.HandleFunc("/built", s.Redeem)
}

// Theirs does so from another package.
func Theirs() {
	s := pay.Regional()
	http.HandleFunc("/theirs", s.Redeem)
}

func buildWith(st *pay.Store) *pay.Server { return pay.New(st) }

// BuiltWith brings the store.
func BuiltWith() {
	s := buildWith(pay.NewStore()) // want "scope"
	register(s)
}

func register(s *pay.Server) {
	http.HandleFunc("/registered", s.Redeem)
	http.HandleFunc("/again", s.Redeem)
}

type app struct{ pay *pay.Server }

func newApp(st *pay.Store) *app { return &app{pay: pay.New(st)} }

func (a *app) redeem(w http.ResponseWriter, r *http.Request) { a.pay.Redeem(w, r) }

// Nested has a server in an application.
func Nested() {
	a := &app{pay: pay.New(pay.NewStore())} // want "scope"
	http.HandleFunc("/nested", a.redeem)
	http.HandleFunc("/inner", a.pay.Redeem)
}

// NestedWide has one with the wide store.
func NestedWide() {
	a := newApp(pay.NewWorld())
	http.HandleFunc("/nested", a.redeem) // want "collision"
	http.HandleFunc("/again", a.redeem)
}

// Later sets the store of a server that came from elsewhere.
func Later(s *pay.Server) {
	s.Store = pay.NewStore()
	http.HandleFunc("/later", s.Redeem) // want "scope"
}

// Relayed hands on what was judged where it stands.
func Relayed(w http.ResponseWriter, r *http.Request) {
	relay := &pay.Relay{}
	http.HandleFunc("/relay", relay.Forward)
	relay.Forward(w, r)
}

// Passed brings the key.
func Passed(_ http.ResponseWriter, r *http.Request) {
	_ = pay.Pass(r.Header.Get("Idempotency-Key")) // want "collision"
}

// Literal calls it in a literal.
func Literal() {
	s := pay.New(pay.NewStore()) // want "scope"
	http.HandleFunc("/literal", func(w http.ResponseWriter, r *http.Request) { s.Redeem(w, r) })
	http.HandleFunc("/bound", s.Redeem)
}

type api struct{ *pay.Server }

// Embedded hands on a promoted method.
func Embedded() {
	a := api{pay.New(pay.NewStore())} // want "scope"
	http.HandleFunc("/embedded", a.Redeem)
	http.HandleFunc("/again", a.Redeem)
}

// ByValue has a server that is no pointer.
func ByValue(w http.ResponseWriter, r *http.Request) {
	s := pay.ByValue{Store: pay.NewStore()} // want "scope"
	http.HandleFunc("/value", s.Redeem)
	s.Redeem(w, r)
}

var server = &pay.Server{Store: pay.NewStore()} // want "scope"

// Global hands on a method of a variable.
func Global() {
	http.HandleFunc("/global", server.Redeem)
}
