// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package contract reads contracts out of comments.
//
// # Why comments
//
// How a store is partitioned, and in which region a host stands, is not in
// the code. Someone has to say it, and the place to say it is the declaration
// that it is about: there it travels with the code, through imports, into
// every driver and every cache. A contract is a directive comment, in Go's own
// form ([ast.ParseDirective]):
//
//	//idemscope:store scope=region window=24h
//	func NewStore() *Store
//
// It says what its object is: a store, an endpoint, a send, a key, a tenant, a
// retry helper, or harmless downstream. What is said of a function that makes
// a thing is said of its result.
//
// # Where a directive stands
//
// In the doc comment of a package-level declaration, a spec, a field or an
// interface method. The doc comment of a parenthesised group is about each
// spec in it, and that of a, b T about each name. There are two exceptions.
// An ignore means a line: the one that it trails, else the next with code on
// it. So does a downstream, except in the doc comment of a function. (Findings
// of the rule "directive" stand at comments; an ignore of it that stands
// alone means the next directive if that comes before the next code.)
//
// A declaration that does nothing but name something describes that:
//
//	//idemscope:send key=req.Token to=c
//	var _ = (*acme.Client).Charge
//
// This is a contract for a function of a package that one does not own, and
// its names are checked by the compiler. The value can name a function, a
// method, a field (acme.Request{}.Token), a variable or a constant; an alias
// names a type. Where one variable or constant starts out as another, both
// are meant, since either may be used later; but what has a contract of its
// own keeps it.
//
// # What comes out
//
// [Read] returns a [Set]: contracts by object, lines, and problems. A
// [Contract] is a fact, and crosses into the packages that import this one.
// Objects mean nothing over there, so it names them by [Ref], and it carries
// along what it says of a store that it names, since the importer may not be
// able to reach that one.
//
// # Problems
//
// A contract that is not read protects nothing and looks as if it did. So
// nothing is skipped in silence: a misspelt verb, a name that leads nowhere, a
// wrong place, and also a comment that was clearly meant as a directive but is
// none, such as one with a space before the verb. Each directive has at most
// one problem; it then contributes nothing, and the rest are read all the
// same. A name that leads to a broken directive is no second problem.
//
// Contracts can also contradict each other: a directive twice on one object, a
// constructor narrower than the store that it implements, one constant under
// two labels. Then the later one, or the narrower, has the problem.
//
// # What it cannot decide
//
// Whether a contract is true. Whether the key of a send is what the far end
// takes for one: only that the path exists. Whether an ignore suppresses
// anything: that is known when the findings are. And what a contract in a
// package says whose facts the driver has lost: names that lead there have no
// contract as far as this package can see.
package contract
