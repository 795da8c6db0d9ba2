// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/idemscope/idemscope/analyzer/scope"
)

// Contract is what the directives on one object say. It is an object fact:
// nothing in it points into the type checker's data, and equal contracts
// encode to equal bytes.
type Contract struct {
	// Describes is set on a declaration that may be named from other packages
	// and describes another one: var C = (*acme.Client).Charge. The contract
	// is then about that one. Where both are variables or constants, it is
	// about both.
	Describes Ref

	Store      *Store
	Endpoint   *Endpoint
	Send       *Send
	Key        *Key
	Tenant     bool
	Retry      *Retry
	Downstream *Downstream
}

// AFact marks Contract as a fact of go/analysis.
func (*Contract) AFact() {}

// Guards returns the stores that an endpoint or a send names, as far as they can be read.
func (c *Contract) Guards() map[Ref]*Store {
	out := map[Ref]*Store{}
	if e := c.Endpoint; e != nil && e.Guard != nil {
		out[e.Store] = e.Guard
	}
	if s := c.Send; s != nil && s.Guard != nil {
		out[s.Store] = s.Guard
	}
	return out
}

// Store is a dedup store: the object, or what the function returns.
type Store struct {
	scope.Store        // Covers holds the Refs of the endpoints
	Name        string // "payments.NewRegionalStore", for messages
	Modelled    bool   // known from a library's model, not from a contract
	Kept        bool   // a map, a cache or a database that this program keeps keys in; nobody has said for whom
	Shared      bool   // of a kept one: others use it too
	Unless      string // of a kept one: the part of what it belongs to that makes it outlive this process
	Implements  Ref    // the store that it claims to be at least as wide as
	Posn        string // "file.go:12", for messages
}

// Endpoint is a place that requests go to: the object, or what the function
// returns.
type Endpoint struct {
	Labels scope.Labels
	Store  Ref    // the store that guards it, "" if none is named
	Guard  *Store // what is declared of that store; nil if it cannot be read
	Pinned bool
	Name   string // "payments.USEast", for messages
	Posn   string // "file.go:12", for messages
	Value  string // the value of a string constant
}

// Send is a function that makes one attempt.
type Send struct {
	Key, To, Tenant *Path // Tenant may be nil
	Store           Ref   // as in Endpoint
	Guard           *Store
	Posn            string // "file.go:12", for messages
}

// Path leads from a parameter of a function to a value: req.Host, or
// request["ClientToken"]. The steps are those that are written: a field may be
// promoted, and what it is selected from may be a pointer.
type Path struct {
	Root  int // index in the signature's parameters, -1 for the receiver
	Steps []Step
	Text  string // as written
}

// Step is a field, or the entry of a map.
type Step struct {
	Field   string
	Entry   string
	IsEntry bool
}

// Key is an idempotency key: the field, or what the function returns.
type Key struct {
	Unique string // "process", "tenant", "global", or "" if not declared
	Posn   string // "file.go:12", for messages
}

// Retry is a function that calls its parameter again when that fails.
type Retry struct {
	Fn int // index in the signature's parameters
}

// Downstream says that it is harmless to run the function twice.
type Downstream struct {
	Reason string
}

// Line is an ignore or a downstream that speaks of one line.
type Line struct {
	Pos    token.Pos // of its own "//"
	File   string    // the file and the line that it means, whatever
	Line   int       // a //line directive calls them
	Called int       // as what such a directive has the line known
	Rule   string    // what is ignored, "" for downstream
	Reason string
}

// Problem is a directive that cannot be read, or that contradicts another.
type Problem struct {
	Pos     token.Pos // of its "//"
	Message string
}

// Set is what the comments of a package say.
type Set struct {
	// Contracts are about the package's own objects: constants, variables,
	// fields, types, functions, methods and interface methods, as Origin
	// gives them.
	Contracts map[types.Object]*Contract

	// Described are about the objects, of any package, that a declaration
	// under a directive names: var _ = (*acme.Client).Charge.
	Described map[types.Object]*Contract

	Lines    []Line    // in source order
	Problems []Problem // in source order, at most one a directive
	Any      bool      // there is at least one directive, be it broken
}

// Known returns the contract of an object of another package, or nil.
type Known func(types.Object) *Contract

// Heard reports whether anything is known of another package. A driver that has no facts of
// a dependency has not heard of it, and what it may have declared is no problem.
type Heard func(*types.Package) bool

// Read reads the directives in the comments of a package. The rules are those
// that an ignore may name. A nil heard stands for one that has heard of all.
func Read(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info, known Known, heard Heard, rules []string) *Set {
	r := &reader{
		fset:   fset,
		pkg:    pkg,
		info:   info,
		known:  known,
		heard:  heard,
		rules:  rules,
		claims: make(map[claimKey]*claim),
		names:  make(map[types.Object]types.Object),
		set:    &Set{Contracts: make(map[types.Object]*Contract), Described: make(map[types.Object]*Contract)},
	}
	return r.read(files)
}

// String returns the contract on one line, for tests and logs.
func (c *Contract) String() string {
	var parts []string
	add := func(words ...string) {
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
		parts = append(parts, strings.Join(words, " "))
	}
	if c.Describes != "" {
		add("describes", string(c.Describes))
	}
	if s := c.Store; s != nil {
		window := ""
		if s.Window != 0 {
			window = "window=" + s.Window.String()
		}
		add("store", s.Scope(), window, pair("implements", string(s.Implements)))
	}
	if e := c.Endpoint; e != nil {
		pinned := ""
		if e.Pinned {
			pinned = "pinned"
		}
		add("endpoint", e.Labels.String(), pair("store", string(e.Store)), pinned)
	}
	if s := c.Send; s != nil {
		add("send", pair("key", s.Key.String()), pair("to", s.To.String()), pair("tenant", s.Tenant.String()), pair("store", string(s.Store)))
	}
	if c.Key != nil {
		add("key", pair("unique", c.Key.Unique))
	}
	if c.Tenant {
		add("tenant")
	}
	if c.Retry != nil {
		add("retry", fmt.Sprintf("fn=#%d", c.Retry.Fn))
	}
	if c.Downstream != nil {
		add("downstream", "reason="+strconv.Quote(c.Downstream.Reason))
	}
	return strings.Join(parts, "; ")
}

// String returns the path with its root as a number: #0.Host, #recv.
func (p *Path) String() string {
	if p == nil {
		return ""
	}
	var b strings.Builder
	if p.Root < 0 {
		b.WriteString("#recv")
	} else {
		fmt.Fprintf(&b, "#%d", p.Root)
	}
	for _, s := range p.Steps {
		if s.IsEntry {
			fmt.Fprintf(&b, "[%q]", s.Entry)
		} else {
			b.WriteString("." + s.Field)
		}
	}
	return b.String()
}

func pair(name, value string) string {
	if value == "" {
		return ""
	}
	return name + "=" + value
}
