// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"fmt"
	"go/token"
	"strings"
)

// Canonical removes major versions from a full name: /v2 before a slash, a dot, a
// parenthesis or the end.
func Canonical(fullName string) string {
	at := 0
	for {
		i := strings.Index(fullName[at:], "/v")
		if i < 0 {
			return fullName
		}
		at += i
		rest := strings.TrimLeft(fullName[at+2:], "0123456789")
		digits := len(rest) < len(fullName)-at-2
		if digits && (rest == "" || strings.IndexByte("./)", rest[0]) >= 0) {
			fullName = fullName[:at] + rest
		} else {
			at += 2
		}
	}
}

// name is a function's name in parts.
type name struct {
	pkg  string // import path, without major version
	recv string // the receiver's type, "" for a function
	fn   string
}

func (n name) String() string {
	if n.recv == "" {
		return n.pkg + "." + n.fn
	}
	return n.pkg + "." + n.recv + "." + n.fn
}

// split takes a full name, as [go/types.Func.FullName] spells it, apart.
func split(full string) name {
	full = Canonical(full)
	if strings.HasPrefix(full, "(") {
		end := strings.IndexByte(full, ')')
		if end < 0 {
			return name{fn: full}
		}
		t := split(strings.TrimPrefix(full[1:end], "*"))
		t.recv, _, _ = strings.Cut(t.fn, "[") // a generic type names its parameters
		t.fn = strings.TrimPrefix(full[end+1:], ".")
		return t
	}
	generic, _, _ := strings.Cut(full, "[")
	slash := strings.LastIndexByte(generic, '/')
	dot := strings.LastIndexByte(generic[slash+1:], '.') // the package may be nats.go or yaml.v3
	if dot < 0 {
		return name{fn: full}
	}
	return name{pkg: full[:slash+1+dot], fn: full[slash+1+dot+1:]}
}

// pattern is a name in which an element of the path, the type or the function may be "*".
type pattern name

// parsePattern reads a name of a model: relative to a library unless that is "".
func parsePattern(library, s string) (pattern, error) {
	slash := strings.LastIndexByte(s, '/')
	var path, rest string
	if dot := strings.IndexByte(s[slash+1:], '.'); dot >= 0 {
		path, rest = s[:slash+1+dot], s[slash+1+dot+1:]
	} else {
		return pattern{}, fmt.Errorf("%q is no name of a function: expected PACKAGE.Function or PACKAGE.Type.Method, the package below the library (.Function in the library itself)", s)
	}
	p := pattern{pkg: join(library, path)}
	switch parts := strings.Split(rest, "."); {
	case len(parts) == 1 && ident(parts[0]):
		p.fn = parts[0]
	case len(parts) == 2 && ident(parts[0]) && ident(parts[1]):
		p.recv, p.fn = parts[0], parts[1]
	default:
		return pattern{}, fmt.Errorf("%q is no name of a function: expected Function or Type.Method behind the package, found %q", s, rest)
	}
	return p, nil
}

func join(library, path string) string {
	switch {
	case library == "" || library == std:
		return path
	case path == "":
		return library
	}
	return library + "/" + path
}

func ident(s string) bool { return s == "*" || token.IsIdentifier(s) }

// exact reports whether the pattern has no asterisk.
func (p pattern) exact() bool { return !strings.Contains(name(p).String(), "*") }

func (p pattern) matches(n name) bool {
	if p.fn != "*" && p.fn != n.fn || (p.recv != "*" || n.recv == "") && p.recv != n.recv {
		return false
	}
	return matchPath(p.pkg, n.pkg)
}

// matchPath matches an import path whose elements may be asterisks; two stand for
// any number of elements.
func matchPath(pat, path string) bool {
	if !strings.Contains(pat, "*") {
		return pat == path
	}
	ps, xs := strings.Split(pat, "/"), strings.Split(path, "/")
	for i, p := range ps {
		if p == "**" {
			return i == len(ps)-1
		}
		if i >= len(xs) || p != "*" && p != xs[i] {
			return false
		}
	}
	return len(ps) == len(xs)
}
