// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command idemscope follows idempotency keys through Go programs and reports where a
// retry can reach an endpoint outside the scope of the dedup store that guards
// the key.
//
// Usage:
//
//	idemscope [flags] [packages]      check packages (default: the one in this directory)
//	idemscope explain [RULE]          list the rules, or print the page of one
//	idemscope models [QUERY]          list the libraries that are known, or what is known of
//	                                  those, and of functions, whose names contain QUERY
//	idemscope version                 print the version (also -version)
//	idemscope help                    print this text (also -h)
//
//	go vet -vettool=$(which idemscope) [flags] [packages]
//
// Packages are named as for the go command, which a check needs in PATH: it asks it
// for the packages and what they import, with build tags and go.work as they are. It
// runs in one process and reads from source only what can concern keys, of
// dependencies too, though nothing is reported in them.
//
// Flags of a check:
//
//	-json             print one JSON document instead of text
//	-sarif            print SARIF 2.1.0 instead, for code scanning
//	-fix              make the change that a finding offers, then report what is left
//	-diff             print what -fix would change, and change nothing
//	-baseline file    leave out the findings that the file lists
//	-write-baseline file
//	                  write the findings to the file, a new one or a baseline,
//	                  and report nothing
//	-test=false       leave out _test.go files: they are neither read nor compiled
//	-v                say on stderr how much was read, and what was left out of each
//	                  function that is too large to be looked at in full
//	-C dir            run the go command in dir; packages are named from there
//	-tags list        build tags, as for go build
//	-mod mode         readonly, vendor or mod, as for go build
//
// Flags of the analyzer. Go vet knows them by the long spelling, the command by both:
//
//	-rules list       report these rules only
//	                  (-idemscope.rules)
//	-headers list     headers that carry a key in this code base, besides the
//	                  usual ones (-idemscope.headers)
//	-strict           report also what is wrong only if a call is repeated around an SDK
//	                  that makes its own keys, or if the program runs more than once
//	                  and keeps clients' keys in its memory (-idemscope.strict)
//	-models file      further models of libraries, see below; may be given more than
//	                  once. The long spelling takes their text, since go vet caches
//	                  results by flags (-idemscope.models)
//
// Models say what libraries do whose code shows none of it, or hides it. They are YAML
// documents, with "---" between them; package analyzer/model describes the format.
// A file is named from the working directory. For example:
//
//	library: example.com/acme/ids
//	functions:
//	  - {func: .New, does: generate, unique: random}
//	  - {func: wrap.ID.Unwrap, does: identity}
//
// Idemscope models prints what is known so, with the file and line that says it, and
// takes -models as well. There recv is the receiver and arg0 the first argument.
//
// The JSON document; a question mark means that the member may be missing:
//
//	{"findings": [{rule, severity, function?, fingerprint, file, line, column,
//	   lineDirective?: {file, line, column}, end?: {line, column}, message, url,
//	   related: [{file, line, column, lineDirective?, message}],
//	   fix?: [{message, edits: [{file, start, end, new}]}]}],
//	 "errors": [{package?, file?, line?, column?, heading?, message}]}
//
// Severity is error or warning, and the fingerprint the one of SARIF and of baselines.
// Findings are sorted by file, line, column and rule. Files below the working directory
// have relative names. Edits count bytes. A finding stands where it is in its
// file; where a //line directive claims another place, lineDirective has that. No file is
// opened for it. SECURITY.md in the repository says what a check reads.
//
// A baseline is for a code base that cannot fix everything at once. It names each finding
// by file, rule, function and the text of its line, so that it holds while lines move; a line
// that is edited is looked at anew. Commit it; files are named from where it is. It remembers
// the flags that decide what is found: what no longer occurs is said only where a check would
// have found it. No other file than a baseline is replaced.
//
//	idemscope -write-baseline idemscope.json ./...    once
//	idemscope -baseline idemscope.json ./...          from then on
//
// In the directory of a go.work, ./... stands for all packages of the modules below it.
//
// A fix changes files of the main module, or of those of the workspace, and no others: none in
// a vendor directory, none that a link outside leads to. It keeps how lines end, a byte order
// mark and the mode. Of two that overlap the first is made; what is left is reported. With a
// package that does not compile, the others are fixed. -diff prints a patch for the directory
// in which it runs:
//
//	idemscope -diff ./... | git apply
//
// Exit codes of a check:
//
//	0    nothing found, or a baseline was written
//	1    findings; with -diff, something that -fix would change
//	2    something went wrong: a bad flag, a pattern that matches no packages, a
//	     package that does not compile, no go command. Findings of the packages
//	     that could be read are printed; a baseline is not written.
//
// What the go command says stands on stderr, or among the errors, in its order; heading
// is a line that it prints above an error. GOFLAGS may not have -overlay, except for go vet.
//
// Idemscope models exits with 1 if nothing is known of QUERY.
//
// Examples:
//
//	idemscope ./...
//	idemscope -rules scope,tenant ./internal/payments/...
//	idemscope -json ./... > findings.json
//	idemscope -sarif ./... > idemscope.sarif
//	idemscope -diff ./...
//	idemscope -models models.yaml ./...
//	idemscope explain scope
//	idemscope models uuid
//	idemscope models -models models.yaml acme/ids
//	go vet -vettool=$(which idemscope) -idemscope.rules=scope ./...
//	go vet -vettool=$(which idemscope) -idemscope.models="$(cat models.yaml)" ./...
package main
