// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package driver runs the analyzer over a whole program in one process.
//
// Go vet starts a process for each package and has it parse and type-check the package,
// to find for nearly all of them that nothing in it concerns keys. One process that sees
// the whole program can know that beforehand, and then reads little of it from source.
//
// # How it decides
//
// One go list gives the packages, what they import, and their export data: the types of
// what they declare, as the compiler left them. Then:
//
//  1. The bytes of all files that are not of the standard library, and not of a library that
//     a model describes, are searched for the names of carriers, for contracts, and for
//     imports of libraries whose functions take keys by other names. A package that has
//     one is a seed. No finding comes from where no seed is below.
//  2. The program's own packages at and above a seed, and those below them, are parsed and
//     type-checked. Their imports come from export data, so that the order does not matter,
//     and no package is read from source only because another one imports it.
//  3. A package of another module is read if a function that is reached hands it something:
//     a function that it may call again, what a request is made of, or a wish for an
//     identifier or an endpoint; or if a seed, or a store, is below it and it is called at
//     all. Of it are reached the functions that are handed something, and those that make or
//     set up what these work with. A function that can send nothing counts for none, and
//     neither does what a model says all about. That goes on from there, along the functions
//     that are reached, until nothing is added.
//  4. What was read is analysed, each package after those below it. Facts are moved from
//     the objects of the package that was read to those of its export data, which importers
//     know, and are visible as they are under go vet: those of types, fields and methods to
//     all importers, others to direct ones.
//
// To read the types of imports is what takes longest before the analysis, and only one can do
// it at a time: it begins when the first seed is seen, beside all else that is found out.
// What matters is found out before anything is analysed, so that neither the number of
// processors nor chance decides which facts a package sees. [analyzer.Gate] has the
// questions; what they let pass, the analyzer's own gate looks at again with types.
//
// # Under go vet
//
// Go vet calls its tool once for each package, in a process of its own. [Vet] decides the
// same there: a package of another module, or one with no seed at or below it, is not parsed.
// It leaves a card, which says where its source is and its imports' types are; a package that
// is analysed makes of the cards below it what Run makes of go list's answer. Of what was
// analysed in a process of its own, the facts are all there is to know. By then it is also
// known how that is called which sends, or brings a key: the main package of a command that
// has seeds below it, and writes none of these names, is not analysed either.
//
// # What it cannot
//
// It finds what go vet finds with the analyzer as its tool; tests hold the two, and the
// driver with its gate and without, against each other. Three things are looser: a request
// that is sent three modules away, through wrappers that name no carrier, is not followed
// (the gate looks as far as the handed module and what it imports); neither is a function
// value that reaches another module inside a struct whose field nobody names; nor a method
// of another module that is called through reflection alone.
package driver
