// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package flow follows idempotency keys through a package in SSA form.
//
// # Values
//
// Each function has a frame, which evaluates SSA values to symbolic ones (type
// Value): a parameter, what a field held when the function was entered, a constant,
// a concatenation of these, the result of a generator. Equal values are one pointer.
// Memory is put into SSA form on demand, so that a key put into a struct, a header
// or a map, and read again or sent in it, is the value that was put there
// (memory.go). Contracts stand around the values that they describe, as tags.
//
// # Attempts
//
// A site is a call at which something is sent, a key is handed to a store, or a
// function that the caller handed over is called (site.go). Whether site B is reached
// because site A failed is found by walking from A under the assumption that it
// failed, and again that it succeeded: what the assumption tells about err != nil, a
// status code or a predicate decides which way the walk goes (explore.go,
// outcome.go). If failure leads to B and success does not, B retries A. A loop that
// leaves on success is a retry; one that leaves on failure is not. A walk is made once, and
// narrowed and put together for all that is asked of it (trail.go, trip.go, paths.go).
//
// Whether the second attempt has the key and the endpoint of the first is asked of
// the ways between the two: what is made again on some way is another value, what
// was there before is the same (relate.go, pair.go); a count of the attempts that goes
// into a key makes another one of it (counted.go). A making that is done only where no key is
// given is one if none is: what is given is kept beside it, and looked at where it is known
// (default.go). Nor is another key another request after an error that proves that nothing was
// executed (definitive.go), also where a helper is given the predicate (predicate.go).
//
// Attempts of an HTTP request count if a POST can come that way (method.go): where a
// condition asks for the method, what is repeated for reads alone needs no key.
//
// # Endpoints
//
// An attempt may go to one of several endpoints: the alternatives of a phi, the elements of
// a list, wherever that is made (elements.go). Each combination of two is judged by itself
// (ends.go), by the stores to which the key was handed and those that both of the endpoints name:
// a store that an endpoint names guards what goes to the endpoints that name it, and a retry
// to a known one that does not leaves it. A contract on a collection holds for each element, one
// on the whole for a part that is embedded in it (promoted.go). What has been chosen once, an
// implementation, one of two lists, both endpoints in one branch, is the same in both
// attempts unless it is chosen again between them (chosen.go).
//
// A key that is made only where none was given is a default (default.go): whether it is made
// anew for each attempt depends on what the caller gives.
//
// # Summaries
//
// What a caller needs to know of a function is its Summary: values over parameters,
// captured variables and globals. A call instantiates its callee's summary with the
// arguments (call.go, site.go), so that wrappers any number of levels deep are seen
// through. A function literal handed to a helper is instantiated where the helper
// calls it; if the helper calls it again on failure, the retries that the literal
// would show are those of the function around it. Retry helpers are thus inferred
// and not listed. Summaries are computed callees first, and again until nothing is
// added where functions call each other in a circle.
//
// What a function leaves open, for its key, its endpoints or its store are
// parameters, is judged where they are known: at its callers, or, for fields that
// constructors and options set, where the object is put together (wire.go), and there alone:
// not once more where its methods are called or handed on.
//
// Two calls of one value reach one function, be it a method of an interface or a function
// value: sends remember through what they were reached (chosen.go). What is declared of an
// endpoint or a store holds for its embedded parts, on which promoted methods are called
// (promoted.go); what all constructors of a type say of a store, in its methods (maker.go).
//
// Summaries of what importers can reach are facts (fact.go): of them what tells
// importers something, since everyone above reads them. They stay packed until somebody
// asks for one (row.go, pack.go).
//
// # Libraries
//
// Of a library that a model describes nothing is summarised: its calls are sends to a
// store, its constructors make values of their parts (the Region of a configuration, a
// connection's target), so that two clients are the same if their parts are, wherever
// they were made; its options are parts as well (modelled.go).
//
// # Handlers
//
// A function that a framework calls again when it fails (handler.go) repeats what it
// sends, whatever in it has failed: its retries are those of a function that is called
// again with the same arguments. What is known to others before it is sent (a key that
// was saved, a claim that turns later attempts away) is no such retry.
//
// # Layers
//
// Interceptors of one connection and round trippers of one client each call the next one.
// A key that one of them makes is made anew whenever one above it calls again: the order
// in which they were put together decides (chain.go, layer.go).
//
// # Servers
//
// A use hands a key to a store (use.go): one that a contract declares, or a map, a cache
// or a database that the program keeps. Of the latter it is asked who is calling, and
// whether that has a part in the key, beside it, or in the choice of the store
// (caller.go); that is followed on SSA values, since where it comes from matters and not
// what it is.
//
// # Time and order
//
// How long a retry lasts is the sum of the constant pauses that no way between two
// attempts avoids, as often as the loop turns (wait.go). A key that goes into another
// operation after the first one has succeeded is found by the same walk under the
// other assumption (reuse.go).
//
// # Edits
//
// Where a package is analysed again after an edit, the bodies of most functions may be
// absent. Which functions were looked at for which others, and what each does for the
// package as a whole, is noted while it is analysed (profile.go), so that it is known which
// may be; so is what a function has answered to those who looked into its body, so that it can
// be asked again (question.go). Places in messages and facts are marked, since they move
// (placed.go).
//
// # Limits
//
// Two pointers are taken to point to different objects unless they are the same
// symbolic value, and an unknown callee to write nothing but variables whose address it
// is given and that are empty otherwise (escape.go). Both lose findings and do not make
// up any. Channels, reflection and goroutines are not followed. In which order the elements of
// a list are taken is not known, but that two attempts take different ones. The
// walks, summaries and facts are bounded; what was cut is recorded in
// Analysis.Cuts.
package flow
