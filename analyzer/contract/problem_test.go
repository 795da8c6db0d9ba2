// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"os"
	"strings"
	"testing"
)

// Each case is a package of one broken directive, and the one problem with it.
func TestProblems(t *testing.T) {
	const dims = "region, zone, cluster, server, process, account, tenant, queue, stream"
	const near = "this reads like a directive and is none: expected //idemscope:VERB, in lower case and without spaces before the verb"
	const declaration = ": expected the doc comment of a package-level declaration, spec, field or interface method"
	for _, test := range []struct{ name, src, want string }{
		// How it is spelt.
		{"verb", "//idemscope:stor scope=region\nfunc f() int { return 0 }", `unknown directive "stor": expected store, endpoint, send, key, tenant, retry, downstream, ignore`},
		{"space", "// idemscope:store scope=region\nfunc f() int { return 0 }", near},
		{"space before the colon", "//idemscope :store scope=region\nfunc f() int { return 0 }", near},
		{"capital tool", "//Idemscope:store scope=region\nfunc f() int { return 0 }", near},
		{"capital verb", "//idemscope:Store scope=region\nfunc f() int { return 0 }", near},
		{"no verb", "//idemscope:\nfunc f() int { return 0 }", near},
		{"block", "/*idemscope:store scope=region*/\nfunc f() int { return 0 }", "a block comment is no directive: expected //idemscope:VERB on a line of its own"},
		{"block of lines", "/*\n * f does.\n * idemscope:store scope=region\n */\nfunc f() int { return 0 }", "a block comment is no directive: expected //idemscope:VERB on a line of its own"},
		{"open quote", "//idemscope:endpoint region=\"a\nconst c = 1", `endpoint: a quote is not closed: expected another "`},
		{"open raw quote", "//idemscope:endpoint region=`a\nconst c = 1", "endpoint: a quote is not closed: expected another `"},
		{"bad quote", "//idemscope:endpoint region=\"\\q\"\nconst c = 1", `endpoint: "\q" is not a Go string: expected one that strconv.Unquote can read`},

		// What it takes.
		{"argument", "//idemscope:store scope=region colour=blue\ntype T int", `store: unknown argument "colour": expected scope, covers, window, implements`},
		{"word", "//idemscope:store region\ntype T int", `store: unknown argument "region": expected scope, covers, window, implements`},
		{"any argument", "//idemscope:tenant of=x\nvar v int", `tenant: unknown argument "of": expected none`},
		{"list with a space", "//idemscope:store covers=a, b\ntype T int", `store: unknown argument "b": expected a list without spaces`},
		{"reason without quotes", "//idemscope:downstream reason=two words\nfunc f() {}", `downstream: unknown argument "words": expected quotes around the reason, as in reason="two words"`},
		{"twice", "//idemscope:store scope=region scope=zone\ntype T int", "store: scope is given twice: expected one scope="},
		{"flag twice", "//idemscope:endpoint pinned pinned\ntype T int", "endpoint: pinned is given twice: expected it once"},
		{"flag with a value", "//idemscope:endpoint pinned=yes\ntype T int", "endpoint: pinned takes no value: expected the word alone"},
		{"no value", "//idemscope:store scope=\ntype T int", "store: scope has no value: expected scope=DIM[,DIM...] or scope=global"},
		{"no equals sign", "//idemscope:store scope=zone window\ntype T int", "store: window has no value: expected window=DURATION"},
		{"no call", "func f(a int) int {\n\t//idemscope:downstream reason=\"x\"\n\ta++\n\treturn a\n}", "downstream: nothing is called on line 4: expected a function that sends, or the line of a send"},
		{"says nothing", "//idemscope:endpoint\nconst c = 1", "endpoint: it says nothing of p.c: expected DIM=VALUE, store=STORE, pinned, or a store whose covers= names it"},
		{"says nothing, with a note", "type t struct {\n//idemscope:endpoint // elsewhere\nurl string\n}", "endpoint: it says nothing of p.t.url: expected DIM=VALUE, store=STORE, pinned, or a store whose covers= names it"},
		{"empty label", "//idemscope:endpoint region=\"\"\ntype T int", "endpoint: region has no value: expected region=VALUE or region=*"},

		// Stores.
		{"no scope", "//idemscope:store // a note\ntype T int", "store: its scope is missing: expected scope=DIM[,DIM...] or scope=global or covers=ENDPOINT[,...]"},
		{"both scopes", "//idemscope:store scope=region covers=a,b\ntype T int", "store: scope and covers exclude each other: expected one of them"},
		{"scope", "//idemscope:store scope=planet\ntype T int", `store: unknown dimension "planet": expected ` + dims + ", or global"},
		{"empty scope", "//idemscope:store scope=zone,\ntype T int", `store: unknown dimension "": expected ` + dims + ", or global"},
		{"scope twice", "//idemscope:store scope=zone,zone\ntype T int", "store: zone is listed twice: expected it once"},
		{"global and more", "//idemscope:store scope=region,global\ntype T int", "store: scope=global stands alone: expected no dimension beside it"},
		{"window", "//idemscope:store scope=region window=soon\ntype T int", "store: window=soon is no duration: expected one such as 90s, 24h or 168h"},
		{"no window", "//idemscope:store scope=region window=0s\ntype T int", "store: window=0s is not positive: expected a duration such as 90s, 24h or 168h"},
		{"store on const", "//idemscope:store scope=region\nconst c = 1", "store: it cannot stand on a constant: expected a constructor, a type, a variable or a field"},
		{"store on func", "//idemscope:store scope=region\nfunc f() error { return nil }", "store: f returns nothing (an error does not count): expected a constructor, a type, a variable or a field"},

		// Names.
		{"covers", "//idemscope:store covers=nowhere\ntype T int", `store: covers=nowhere: "nowhere" is unknown: expected a name of package p, or PACKAGE.NAME`},
		{"covers no endpoint", "//idemscope:store covers=c\ntype T int\nconst c = 1", `store: covers=c: p.c has no //idemscope:endpoint: expected a name that has one`},
		{"covers universe", "//idemscope:store covers=true\ntype T int", `store: covers=true: "true" is unknown: expected a name of package p, or PACKAGE.NAME`},
		{"covers expression", "//idemscope:store covers=f()\ntype T int", `store: covers=f(): "f()" is no name: expected NAME or PACKAGE.NAME`},
		{"covers package", "//idemscope:store covers=dep.URL\ntype T int", `store: covers=dep.URL: "dep" is unknown: expected a package that this file imports`},
		{"covers member", "//idemscope:store covers=T.URL\ntype T struct{}", `store: covers=T.URL: p.T has no field or method "URL"`},
		{"store", "//idemscope:endpoint store=S\nconst c = 1\ntype S int", "endpoint: store=S: p.S has no //idemscope:store: expected a name that has one"},
		{"implements", "//idemscope:store scope=zone implements=S\ntype T int", `store: implements=S: "S" is unknown: expected a name of package p, or PACKAGE.NAME`},
		{"store of a send", "//idemscope:send key=k to=k store=S\nfunc f(k string)", `send: store=S: "S" is unknown: expected a name of package p, or PACKAGE.NAME`},

		// Endpoints.
		{"label", "//idemscope:endpoint planet=earth\nconst c = 1", `endpoint: unknown dimension or argument "planet": expected ` + dims + ", store, pinned"},
		{"pinned anywhere", "//idemscope:endpoint pinned server=*\ntype T int", "endpoint: pinned and server=* contradict each other: expected one of them"},
		{"endpoint on func", "//idemscope:endpoint\nfunc f() {}", "endpoint: f returns nothing (an error does not count): expected a constant, a variable, a field, a type or a function with a result"},

		// Sends.
		{"send on type", "//idemscope:send key=key\ntype T int", "send: it cannot stand on a type: expected a function, a method or an interface method"},
		{"no key", "//idemscope:send to=u\nfunc f(u string)", "send: key is missing: expected key=PATH"},
		{"no to", "//idemscope:send key=u\nfunc f(u string)", "send: to is missing: expected to=PATH"},
		{"parameter", "//idemscope:send key=kee to=url\nfunc f(url, key string)", `send: key=kee: f has no parameter "kee": expected url, key`},
		{"receiver", "//idemscope:send key=key to=c\nfunc (t T) f(key string) {}\ntype T int", `send: to=c: f has no parameter "c": expected t, key`},
		{"blank", "//idemscope:send key=_ to=_\nfunc f(_ string)", `send: key=_: f has no parameter "_": expected none`},
		{"local interface name", "type I interface {\n//idemscope:send key=k to=J\nf(k string) }", `send: to=J: f has no parameter "J": expected I, k`},
		{"field", "//idemscope:send key=r.Kee to=r\nfunc f(r *struct{ Key, Host string })", `send: key=r.Kee: *struct{Key string; Host string} has no field "Kee": expected Key, Host`},
		{"field of a string", "//idemscope:send key=k.x to=k\nfunc f(k string)", `send: key=k.x: string has no field "x": expected a struct with that field`},
		{"method", "//idemscope:send key=r.m to=r\nfunc f(r T)\ntype T int\nfunc (T) m() {}", "send: key=r.m: m is a method of T: expected a field"},
		{"dot", "//idemscope:send key=k. to=k\nfunc f(k string)", "send: key=k.: expected the name of a field after the dot"},
		{"no root", "//idemscope:send key=.k to=k\nfunc f(k string)", `send: key=.k: expected a parameter, and from it .Field or ["entry"]`},
		{"entry", "//idemscope:send key=m[K] to=m\nfunc f(m map[string]int)", `send: key=m[K]: [K] is no map entry: expected ["entry"]`},
		{"open entry", "//idemscope:send key=m[\"K\" to=m\nfunc f(m map[string]int)", `send: key=m["K": ["K" is no map entry: expected ["entry"]`},
		{"after an entry", "//idemscope:send key=m[\"K\"]x to=m\nfunc f(m map[string]int)", `send: key=m["K"]x: ["K"]x is no map entry: expected ["entry"]`},
		{"entry of an int map", "//idemscope:send key=m[\"K\"] to=m\nfunc f(m map[int]int)", `send: key=m["K"]: map[int]int has no entry "K": expected a map with string keys`},
		{"tenant without path", "//idemscope:send key=k to=k tenant\nfunc f(k string)", "send: tenant has no value: expected tenant=PATH"},
		{"tenant path", "//idemscope:send key=k to=k tenant=t\nfunc f(k string)", `send: tenant=t: f has no parameter "t": expected k`},

		// The others.
		{"key", "//idemscope:key unique=often\nfunc f() string", `key: unknown uniqueness "often": expected process, tenant or global`},
		{"key on var", "//idemscope:key\nvar v string", "key: it cannot stand on a variable: expected a function with a result or a field"},
		{"tenant on const", "//idemscope:tenant\nconst c = 1", "tenant: it cannot stand on a constant: expected a function with a result, a field or a variable"},
		{"no fn", "//idemscope:retry\nfunc f(op func())", "retry: fn is missing: expected fn=PARAM"},
		{"fn", "//idemscope:retry fn=up\nfunc f(op func())", `retry: fn=up: f has no parameter "up": expected op`},
		{"fn no function", "//idemscope:retry fn=n\nfunc f(n int, op func())", "retry: fn=n is of type int: expected a parameter of function type"},
		{"retry without functions", "//idemscope:retry fn=n\nfunc f(n int)", "retry: f takes no function: expected a function with a parameter of function type"},
		{"no reason", "//idemscope:downstream\nfunc f()", `downstream: reason is missing: expected reason="..."`},
		{"no reason on a line", "func f() {\n//idemscope:downstream\nf() }", `downstream: reason is missing: expected reason="..."`},
		{"blank reason", "//idemscope:downstream reason=\" \"\nfunc f()", `downstream: the reason is empty: expected reason="..."`},
		{"downstream on type", "//idemscope:downstream reason=\"x\"\ntype T int", "downstream: it cannot stand on a type: expected a function that sends, or the line of a send"},
		{"no rule", "//idemscope:ignore reason=\"x\"\ntype T int", "ignore: the rule is missing: expected one of scope, undeclared, directive"},
		{"rule", "//idemscope:ignore scop reason=\"x\"\ntype T int", `ignore: unknown rule "scop": expected one of scope, undeclared, directive`},
		{"two rules", "//idemscope:ignore scope undeclared reason=\"x\"\ntype T int", `ignore: unknown argument "undeclared": expected one rule, and reason="..."`},
		{"ignore without reason", "//idemscope:ignore scope\ntype T int", `ignore: reason is missing: expected reason="..."`},
		{"nothing follows", "type T int\n//idemscope:ignore scope reason=\"x\"", "ignore: no line follows: expected one that it can speak of"},

		// Where it stands.
		{"local", "func f() {\n//idemscope:store scope=region\nx := 1; _ = x }", "store: it stands inside a function, where nothing takes a contract" + declaration},
		{"local type", "func f() { type T struct {\n//idemscope:key\nK string } }", "key: it stands inside a function, where nothing takes a contract" + declaration},
		{"trailing", "type T struct {\nK string //idemscope:key\n}", "key: it trails a line" + declaration},
		{"detached", "//idemscope:key\n\nfunc f() string", "key: it stands on nothing that takes a contract" + declaration},
		{"embedded interface", "type I interface {\n//idemscope:key\nJ }\ntype J interface{ m() string }", "key: it stands on nothing that takes a contract" + declaration},
		{"blank var", "//idemscope:tenant\nvar _ int", "tenant: _ names nothing: expected a name, or the name of something as the value: var _ = pkg.Name"},
		{"blank with another value", "//idemscope:tenant\nvar _ = 1 + 2", "tenant: _ names nothing: expected a name, or the name of something as the value: var _ = pkg.Name"},
		{"alias", "//idemscope:store scope=zone\ntype T = struct{}", "store: T is an alias of a type that no package declares: expected one that has a declaration"},
		{"described", "//idemscope:store scope=zone\nvar _ = f\nfunc f() {}", "store: f returns nothing (an error does not count): expected a constructor, a type, a variable or a field"},

		// Contradictions.
		{"two", "//idemscope:key unique=tenant\n//idemscope:key\nfunc f() string", "key: p.f already has one at p.go:2: expected one"},
		{"two places", "//idemscope:tenant\nvar v int\n//idemscope:tenant\nvar _ = v", "tenant: p.v already has one at p.go:2: expected one"},
		{"value", "//idemscope:endpoint region=a server=1\nconst c = \"http://x\"\n//idemscope:endpoint region=b\nconst d = \"http://x\"", "endpoint: p.d has the value of p.c (p.go:2), which is region=a server=1: expected the same labels"},
		{"narrower", "//idemscope:store scope=server implements=T\nfunc f() int\n//idemscope:store scope=region\ntype T int", "store: scope=server is not as wide as the scope=region of p.T (p.go:5), which it implements: expected a scope at least as wide"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			s := w.add(t, "p", "package p\n"+test.src)
			if len(s.Problems) != 1 || s.Problems[0].Message != test.want {
				t.Errorf("problems:\n\t%s\nwant:\n\t%s", strings.Join(w.problems(s), "\n\t"), test.want)
			}
			if !s.Any {
				t.Error("Any is false")
			}
			if len(s.Lines) != 0 {
				t.Errorf("Lines: %v", s.Lines)
			}
		})
	}
}

func TestPackageClause(t *testing.T) {
	w := newWorld()
	s := w.add(t, "p", "//idemscope:store scope=region\npackage p")
	same(t, "problems", w.problems(s), "1: store: it stands on the package clause: expected the doc comment of a package-level declaration, spec, field or interface method")
}

func TestImport(t *testing.T) {
	w := newWorld()
	w.add(t, "dep", "package dep")
	s := w.add(t, "p", "package p\n//idemscope:store scope=region\nimport _ \"dep\"")
	same(t, "problems", w.problems(s), "2: store: it stands on nothing that takes a contract: expected the doc comment of a package-level declaration, spec, field or interface method")
}

// Prose stays prose.
func TestProse(t *testing.T) {
	w := newWorld()
	s := w.add(t, "p", `package p
// The word idemscope:store inside a sentence is prose.
// Idemscope: store keys once. Idemscope is a tool.
//idemscopes:store
//go:generate idemscope:store
/* see idemscope:store */
// "idemscope:store"
//
//	//idemscope:store scope=region
func f() {}
`)
	same(t, "problems", w.problems(s))
	if s.Any {
		t.Error("Any is true")
	}
}

// The acceptance package, as it stands in the repository's design.
func TestAcceptance(t *testing.T) {
	src, err := os.ReadFile("testdata/directives.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld()
	w.add(t, "context", "package context\ntype Context interface{}")
	s := w.add(t, "directives", string(src))
	got := make(map[int]bool)
	for _, p := range s.Problems {
		got[w.fset.Position(p.Pos).Line] = true
	}
	for i, line := range strings.Split(string(src), "\n") {
		if want := strings.Contains(line, `// want "directive"`); want != got[i+1] {
			t.Errorf("%s\n\tproblem: %t, want %t", line, got[i+1], want)
		}
	}
	if len(s.Problems) != len(got) {
		t.Errorf("two problems on a line:\n%s", strings.Join(w.problems(s), "\n"))
	}
	same(t, "contracts", contracts(s.Contracts),
		"directives.fine: store scope=region,tenant window=24h0m0s",
		"directives.noReason: send key=#2 to=#1",
		"directives.regional: store scope=region")
}
