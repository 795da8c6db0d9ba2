// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"go/types"
	"slices"

	"github.com/idemscope/idemscope/analyzer/scope"
)

// A verb is a kind of directive: where it may stand, and what it takes.
type verb struct {
	name  string
	on    string // where it may stand, for messages
	named []string
	flags []string
	free  bool // takes words that are neither

	unfit func(types.Object) string // says why the object cannot carry it, "" if it can
	read  func(*reader, *directive, *arguments)
}

const (
	onStore      = "a constructor, a type, a variable or a field"
	onEndpoint   = "a constant, a variable, a field, a type or a function with a result"
	onSend       = "a function, a method or an interface method"
	onKey        = "a function with a result or a field"
	onTenant     = "a function with a result, a field or a variable"
	onRetry      = "a function with a parameter of function type"
	onDownstream = "a function that sends, or the line of a send"
)

// verbs holds them in the order of the documentation. It is made anew each
// time because the entries refer to functions that look into it.
func verbs() []verb {
	return []verb{
		{name: "store", on: onStore, named: []string{"scope", "covers", "window", "implements"}, unfit: unfit(resultFunc | typeName | variable | field), read: (*reader).readStore},
		{name: "endpoint", on: onEndpoint, named: append(dimNames(), "store"), flags: []string{"pinned"}, unfit: unfit(constantDecl | variable | field | typeName | resultFunc), read: (*reader).readEndpoint},
		{name: "send", on: onSend, named: []string{"key", "to", "tenant", "store"}, unfit: unfit(anyFunc), read: (*reader).readSend},
		{name: "key", on: onKey, named: []string{"unique"}, unfit: unfit(resultFunc | field), read: (*reader).readKey},
		{name: "tenant", on: onTenant, unfit: unfit(resultFunc | field | variable), read: func(*reader, *directive, *arguments) {}},
		{name: "retry", on: onRetry, named: []string{"fn"}, unfit: unfit(retryFunc), read: (*reader).readRetry},
		{name: "downstream", on: onDownstream, named: []string{"reason"}, unfit: unfit(anyFunc), read: (*reader).readDownstream},
		{name: "ignore", on: "a line", named: []string{"reason"}, free: true, read: (*reader).readIgnore},
	}
}

func verbOf(name string) *verb {
	all := verbs()
	if i := slices.IndexFunc(all, func(v verb) bool { return v.name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

func verbNames() []string {
	return []string{"store", "endpoint", "send", "key", "tenant", "retry", "downstream", "ignore"}
}

func dimNames() []string {
	var names []string
	for _, d := range scope.Dims() {
		names = append(names, string(d))
	}
	return names
}
