// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package model holds what is known of libraries whose bodies the analysis does not
// read: the standard library, generators of identifiers, retry helpers, and the SDKs
// of those who deduplicate.
//
// What is known is data: one YAML file a library, under data/, at the library's import
// path without its major version, so that v82 and v86 are one library and a new major
// version needs no new entry. A file makes claims of these kinds:
//
//	functions   what a function does with keys: it generates one, hands it on, derives
//	            from its arguments alone, puts it into an option, a field, a context
//	packages    the same of all functions of a package that has nothing else, or that they
//	            do nothing with keys, and call what they are handed for other reasons than
//	            its failure: such a package is not analysed
//	stores      where the far end remembers keys: its scope and window
//	sends       which calls send a key: where the key is, what the endpoint, the tenant
//	            and the queue are, and which store stands behind
//	makers      which parts tell two clients apart: the Region of a configuration, a
//	            connection's target; and options, which are such parts
//	retries     which helpers call a function again, on which answer, and for how long
//	handlers    which functions a framework calls again when they fail: how they are told,
//	            and what stays the same in all attempts
//	uses        which calls hand a key to a store that the program keeps: a cache, a table
//	envelopes   which types of messages carry a key, whoever is given them
//	requests    in which types an incoming request comes to its handler
//	variables   which errors end all retrying
//
// Each claim about a store, a send or a retry names its source: the vendor's
// documentation or the library's own code. A claim that nobody has confirmed has no
// entry, since whatever has none is unknown, and the analysis takes unknown for
// silence, never for guilt.
//
// A library may have a second file beside the first, PATH.generated.csv: how functions
// send, as a generator has read it off the library's source. It has many lines of the same
// few fields, which are read much faster than YAML. It names the stores of the first, and
// says nothing else. Where both speak of a function by its name, the first
// counts, and either counts before a name with an asterisk. The AWS SDK has such a file,
// made by internal/awsmodel.
//
// Names are import path, dot, and the function's name or the type's and the method's:
// service/ecs.Client.RunTask, relative to the library, and .Params.SetIdempotencyKey for
// its root package. One element of the path, the type or the method may be an asterisk.
//
// Files are decoded strictly: an unknown field, word or argument is an error that names
// file, line and what was expected. A library's file is decoded when a function of that
// library is asked for, not before: most programs use few of them.
//
// Users' own models are the same YAML with full import paths (see [Parse]).
package model
