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
//	idemscope version                 print the version
//	idemscope help                    print this text (also -h)
//
//	go vet -vettool=$(which idemscope) [flags] [packages]
//
// Packages are named as for the go command. A check needs the go command in PATH
// and runs on its vet driver: results are cached, build tags and go.work count,
// and dependencies are read as well, though nothing is reported in them.
//
// Flags of a check:
//
//	-json             print one JSON document instead of text
//	-test=false       leave out findings that stand in _test.go files; the files
//	                  are read all the same and have to compile
//	-C dir            run the go command in dir; packages are named from there
//	-tags list        build tags, as for go build
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
//	                  once. The long spelling takes their text, since the go command
//	                  caches results by flags (-idemscope.models)
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
//	{"findings": [{rule, file, line, column, end?: {line, column}, message, url,
//	   related: [{file, line, column, message}],
//	   fix?: [{message, edits: [{file, start, end, new}]}]}],
//	 "errors": [{package?, file?, line?, column?, message}]}
//
// Findings are sorted by file, line, column and rule. Files below the working
// directory have relative names. Edits count bytes.
//
// Exit codes of a check:
//
//	0    nothing found
//	1    findings
//	2    something went wrong: a bad flag, a package that does not compile, no
//	     go command. Findings of the packages that could be read are printed.
//
// Idemscope models exits with 1 if nothing is known of QUERY.
//
// Examples:
//
//	idemscope ./...
//	idemscope -rules scope,tenant ./internal/payments/...
//	idemscope -json ./... > findings.json
//	idemscope -models models.yaml ./...
//	idemscope explain scope
//	idemscope models uuid
//	idemscope models -models models.yaml acme/ids
//	go vet -vettool=$(which idemscope) -idemscope.rules=scope ./...
//	go vet -vettool=$(which idemscope) -idemscope.models="$(cat models.yaml)" ./...
package main
