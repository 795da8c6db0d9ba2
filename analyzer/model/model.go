// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package model holds what the analysis knows of functions whose bodies it does
// not read: those of the standard library and of libraries that make identifiers.
//
// Three things are said of a function. It may be a generator: its result is new
// at each call, in a space that its [Uniqueness] names. It may hand on one of its
// arguments unchanged, as pointer helpers and clones do. Or its result may be
// derived from its arguments and from nothing else, so that equal arguments give
// an equal result. Whatever is in none of the tables is unknown, and the analysis
// takes unknown for silence, never for guilt.
//
// Functions are named as [go/types.Func.FullName] names them, without the major
// version in a module's path: github.com/oklog/ulid/v2.Make is known as
// github.com/oklog/ulid.Make, so that a new major version needs no new entry.
package model

import (
	"regexp"
	"strings"
)

// Uniqueness is the space in which a generator's results are unique.
type Uniqueness string

const (
	Random  Uniqueness = "random"  // unguessable or at least 96 random bits
	Clock   Uniqueness = "clock"   // a reading of the clock
	Process Uniqueness = "process" // time, counter and machine: unique in one process
)

// Action is what a known function does.
type Action uint8

const (
	Generate Action = iota + 1 // Unique tells in which space
	Identity                   // the result is argument Arg, the receiver counting as the first
	Derive                     // the result depends on the arguments alone
	Fill                       // argument Arg is filled with random bytes
	Append                     // arguments from Arg+1 on are written to the end of argument Arg's content
	Content                    // the result is the content of argument Arg
	Sort                       // argument Arg is brought into an order of its own
	NonNil                     // the result is an error that is never nil
	Test                       // a test of an error: false for nil
)

// Func is what is known of one function.
type Func struct {
	Action Action
	Arg    int
	Unique Uniqueness
}

var major = regexp.MustCompile(`/v[0-9]+([./)]|$)`)

// Canonical removes major versions from a full name.
func Canonical(fullName string) string {
	if !strings.Contains(fullName, "/v") {
		return fullName
	}
	return major.ReplaceAllString(fullName, "$1")
}

// Lookup returns what is known of the function with the given full name.
func Lookup(fullName string) (Func, bool) {
	name := Canonical(fullName)
	if f, ok := funcs[name]; ok {
		return f, true
	}
	pkg, fn := split(name)
	if pointerHelpers[pkg] && pointerHelperName(fn) {
		return Func{Action: Identity}, true
	}
	if derives[pkg] {
		return Func{Action: Derive}, true
	}
	return Func{}, false
}

// Generates reports whether a package is imported for the identifiers that it makes.
func Generates(pkgPath string) bool {
	return generatorPackages[Canonical(pkgPath)]
}

// split parts a full name into package path and the rest; of a method, the
// receiver's package is taken.
func split(name string) (pkg, fn string) {
	if strings.HasPrefix(name, "(") {
		end := strings.IndexByte(name, ')')
		if end < 0 {
			return "", name
		}
		recv := strings.TrimPrefix(name[1:end], "*")
		pkg, _ = split(recv)
		return pkg, strings.TrimPrefix(name[end+1:], ".")
	}
	slash := strings.LastIndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	if dot < 0 {
		return "", name
	}
	return name[:slash+1+dot], name[slash+1+dot+1:]
}
