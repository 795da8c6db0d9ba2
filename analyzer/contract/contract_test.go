// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/idemscope/idemscope/analyzer/scope"
)

// Each case is a package without problems, and the contracts in it.
func TestContracts(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{"stores", `
//idemscope:store scope=region,tenant window=24h implements=T
func f() (int, error)
//idemscope:store scope=region,tenant
type T interface{}
//idemscope:store scope=global // a note
var v int
type S struct {
	//idemscope:store covers=a,b
	f, g int
}
//idemscope:endpoint
const a, b = "http://a", "http://b"
//idemscope:store scope=zone
func (S) m() int
`, []string{
			"p.S.f: store covers=p.a,p.b", "p.S.g: store covers=p.a,p.b", "p.S.m: store scope=zone",
			"p.T: store scope=region,tenant", "p.a: endpoint", "p.b: endpoint",
			"p.f: store scope=region,tenant window=24h0m0s implements=p.T", "p.v: store scope=global",
		}},
		{"endpoints", `
//idemscope:endpoint region="us east" server=* store=S
const c = 1
//idemscope:endpoint pinned
type T int
type C struct {
	//idemscope:endpoint zone=1
	T
	in []struct {
		//idemscope:endpoint region=*
		URL string
	}
}
//idemscope:endpoint server=*
func pick() (T, error)
//idemscope:store scope=global
type S int
`, []string{
			"p.C.T: endpoint zone=1", "p.C.in.URL: endpoint region=*", "p.S: store scope=global",
			"p.T: endpoint pinned", "p.c: endpoint region=us east server=* store=p.S", "p.pick: endpoint server=*",
		}},
		{"covers a field", `
//idemscope:store covers=C.URL
type S int
type C struct {
	//idemscope:endpoint
	URL string
}
`, []string{"p.C.URL: endpoint", "p.S: store covers=p.C.URL"}},
		{"groups", `
//idemscope:endpoint region=a
const (
	a = 1
	b, c = 2, 3
)
//idemscope:tenant
var (
	//idemscope:endpoint pinned
	v, w = 1, x+0
	x = 3
)
type (
	//idemscope:store scope=zone
	S int
	N int
)
`, []string{
			"p.S: store scope=zone", "p.a: endpoint region=a", "p.b: endpoint region=a", "p.c: endpoint region=a",
			"p.v: endpoint pinned; tenant", "p.w: endpoint pinned; tenant", "p.x: tenant",
		}},
		{"sends", `
type Request struct {
	common
	Args map[string]any
}
type common struct{ Token string }
type Header map[string][]string
type Client struct{ host string }
//idemscope:send key=req.Token to=c.host tenant=tenant
func (c *Client) Send(req *Request, tenant string) error
//idemscope:send key=req.Args["Client]Token"] to=Client
func (Client) Unnamed(n int, req Request) error
//idemscope:send key=h["Key"] to=url
//idemscope:downstream reason="it // counts once" // a note
func put(url string, h Header)
type API interface {
	//idemscope:send key=API to=API
	Param(API string)
	//idemscope:send key=key to=API
	Recv(key string)
}
`, []string{
			"p.API.Param: send key=#0 to=#0", "p.API.Recv: send key=#0 to=#recv",
			"p.Client.Send: send key=#0.Token to=#recv.host tenant=#1",
			`p.Client.Unnamed: send key=#1.Args["Client]Token"] to=#recv`,
			`p.put: send key=#1["Key"] to=#0; downstream reason="it // counts once"`,
		}},
		{"the rest", `
//idemscope:key unique=process
func newKey() (string, error)
type R struct {
	//idemscope:key
	K string
	//idemscope:tenant
	T string
}
type I interface {
	//idemscope:tenant
	Tenant() string
}
//idemscope:retry fn=op
func again[F ~func() error](n int, op F) error { return nil }
//idemscope:retry fn=op
func (R) again(op func() error) error
`, []string{
			"p.I.Tenant: tenant", "p.R.K: key", "p.R.T: tenant", "p.R.again: retry fn=#0",
			"p.again: retry fn=#1", "p.newKey: key unique=process",
		}},
		{"generics", `
type G[T any] struct {
	//idemscope:key
	K T
}
//idemscope:send key=k.K to=g
func (g *G[T]) Do(k *G[T])
type I[T any] interface {
	//idemscope:send key=k to=I
	Do(k T)
}
`, []string{"p.G.Do: send key=#0.K to=#recv", "p.G.K: key", "p.I.Do: send key=#0 to=#recv"}},
		{"equal values agree", `
//idemscope:endpoint region=a
const c = "http://c"
//idemscope:endpoint region=a zone=1
const d = "http://c"
`, []string{"p.c: endpoint region=a", "p.d: endpoint region=a zone=1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			s := w.add(t, "p", body(test.src))
			same(t, "problems", w.problems(s))
			same(t, "contracts", contracts(s.Contracts), test.want...)
			same(t, "described", contracts(s.Described))
			checkGob(t, s)
		})
	}
}

// A name that leads to a broken directive is no second problem, and what can
// be read of the others stays.
func TestNoFollowUp(t *testing.T) {
	w := newWorld()
	s := w.add(t, "p", body(`
//idemscope:store scope=planet
type S int
//idemscope:endpoint region=a store=S
const c = 1
//idemscope:store scope=process implements=S
type N int
//idemscope:store covers=d
type D int
//idemscope:endpoint region
const d = 1
//idemscope:key unique=x
//idemscope:key unique=tenant
func key() string
`))
	same(t, "problems", w.problems(s),
		`2: store: unknown dimension "planet": expected region, zone, cluster, server, process, account, tenant, queue, stream, or global`,
		"10: endpoint: region has no value: expected region=VALUE or region=*",
		`12: key: unknown uniqueness "x": expected process, tenant or global`)
	same(t, "contracts", contracts(s.Contracts),
		"p.D: store covers=p.d", "p.N: store scope=process implements=p.S",
		"p.c: endpoint region=a store=p.S", "p.key: key unique=tenant")
}

const acme = `
type Client struct{ Host string; secret string }
type Request struct{ Token string; Inner struct{ Key string } }
func (c *Client) Charge(req *Request) error { return nil }
type Charger interface { Charge(key string) error }
type base struct{}
func (b base) Refund(key string) error { return nil }
type Derived struct{ base }
func Do[T any](key T, op func() error) error { return nil }
func NewStore() *Client { return nil }
const URL = "https://acme.example.com"
var Default = new(Client)
`

func TestDescribed(t *testing.T) {
	for _, test := range []struct {
		name, src       string
		own, described_ []string
	}{
		{"method", `
//idemscope:send key=req.Token to=c
//idemscope:downstream reason="x"
var _ = (*acme.Client).Charge
`, nil, []string{`acme.Client.Charge: send key=#0.Token to=#recv; downstream reason="x"`}},
		{"exported", `
//idemscope:send key=req.Token to=c.Host
var Charge = (*acme.Client).Charge
`, []string{"p.Charge: describes acme.Client.Charge; send key=#0.Token to=#recv.Host"}, []string{"acme.Client.Charge: send key=#0.Token to=#recv.Host"}},
		{"unexported", `
//idemscope:send key=req.Token to=c.Host
var charge = acme.Default.Charge
`, nil, []string{"acme.Client.Charge: send key=#0.Token to=#recv.Host"}},
		{"interface", `
//idemscope:send key=key to=Charger
var _ = acme.Charger.Charge
`, nil, []string{"acme.Charger.Charge: send key=#0 to=#recv"}},
		{"promoted", `
//idemscope:send key=key to=b
var _ = acme.Derived.Refund
`, nil, []string{"acme.base.Refund: send key=#0 to=#recv"}},
		{"instance", `
//idemscope:retry fn=op
var _ = (acme.Do[string])
`, nil, []string{"acme.Do: retry fn=#1"}},
		{"field", `
//idemscope:key
var _ = acme.Request{}.Token
//idemscope:key unique=tenant
var Key = (*acme.Request)(nil).Inner.Key
//idemscope:endpoint pinned
var _ = new(acme.Client).Host
`, []string{"p.Key: describes acme.Request.Inner.Key; key unique=tenant"},
			[]string{"acme.Client.Host: endpoint pinned", "acme.Request.Inner.Key: key unique=tenant", "acme.Request.Token: key"}},
		{"field of a variable", `
//idemscope:endpoint region=a
var host = acme.Default.Host
`, []string{"p.host: endpoint region=a"}, nil},
		{"constant", `
//idemscope:endpoint region=a
var _ = acme.URL
//idemscope:store covers=acme.URL
type S int
`, []string{"p.S: store covers=acme.URL"}, []string{"acme.URL: endpoint region=a"}},
		{"both", `
//idemscope:endpoint region=a
var Primary = acme.URL
//idemscope:store covers=Primary
type S int
//idemscope:store scope=zone
var store = acme.Default
`, []string{"p.Primary: describes acme.URL; endpoint region=a", "p.S: store covers=p.Primary,acme.URL", "p.store: store scope=zone"},
			[]string{"acme.Default: store scope=zone", "acme.URL: endpoint region=a"}},
		{"own contract first", `
//idemscope:endpoint region=*
var current = primary
//idemscope:endpoint region=a
const primary = acme.URL
`, []string{"p.current: endpoint region=*", "p.primary: endpoint region=a"}, []string{"acme.URL: endpoint region=a"}},
		{"own function", `
//idemscope:send key=k to=k
var _ = send
func send(k string) {}
`, nil, []string{"p.send: send key=#0 to=#0"}},
		{"group", `
//idemscope:store scope=zone
var (
	_ = acme.NewStore
	New, _ = acme.NewStore, acme.NewStore
)
`, nil, []string{"acme.NewStore: store scope=zone"}},
		{"alias", `
//idemscope:endpoint region=a
type Client = acme.Client
//idemscope:store scope=zone
type store = *acme.Derived
`, []string{"p.Client: describes acme.Client; endpoint region=a"}, []string{"acme.Client: endpoint region=a", "acme.Derived: store scope=zone"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			w.add(t, "acme", "package acme"+acme)
			s := w.add(t, "p", body("import \"acme\"\n"+test.src))
			same(t, "problems", w.problems(s))
			same(t, "contracts", contracts(s.Contracts), test.own...)
			same(t, "described", contracts(s.Described), test.described_...)
			checkGob(t, s)
		})
	}
}

// Contracts of other packages arrive as facts.
func TestImported(t *testing.T) {
	w := newWorld()
	w.add(t, "acme", "package acme"+acme)
	w.add(t, "shared", `package shared; import "acme"
//idemscope:store scope=region
type Regional struct{}
//idemscope:endpoint region=a
const URL = "http://a"
//idemscope:endpoint region=b
var Acme = acme.URL
//idemscope:store scope=zone
var NewStore = acme.NewStore
//idemscope:store scope=zone
var Default = acme.Default
type Plain int
`)
	s := w.add(t, "p", `package p
import "shared"
import other "shared"
//idemscope:endpoint region=a store=shared.Regional
const c = "http://a"
//idemscope:store covers=shared.URL,other.Acme
type S int
//idemscope:endpoint store=shared.NewStore
const d = 1
//idemscope:endpoint store=shared.Default
const e = 1
//idemscope:store scope=server implements=shared.Regional
type Narrow int
//idemscope:endpoint region=b
const f = "http://a"
//idemscope:endpoint store=shared.Plain
const g = 1
//idemscope:endpoint store=shared.Missing
const h = 1
//idemscope:endpoint store=shared
const i = 1
`)
	same(t, "problems", w.problems(s),
		"12: store: scope=server is not as wide as the scope=region of shared.Regional (shared.go:3), which it implements: expected a scope at least as wide",
		"14: endpoint: p.f has the value of p.c (p.go:4), which is region=a: expected the same labels",
		"16: endpoint: store=shared.Plain: shared.Plain has no //idemscope:store: expected a name that has one",
		`18: endpoint: store=shared.Missing: package shared exports no "Missing"`,
		"20: endpoint: store=shared: shared is a package: expected PACKAGE.NAME")
	same(t, "contracts", contracts(s.Contracts),
		"p.S: store covers=shared.URL,shared.Acme,acme.URL",
		"p.c: endpoint region=a store=shared.Regional",
		"p.d: endpoint store=acme.NewStore", "p.e: endpoint store=shared.Default")
	c := s.Contracts[w.pkgs["p"].Scope().Lookup("c")]
	want := &Endpoint{
		Labels: scope.Labels{{Dim: scope.Region, Value: "a"}},
		Store:  "shared.Regional",
		Guard:  &Store{Store: scope.Store{Dims: []scope.Dim{scope.Region}}, Name: "shared.Regional", Posn: "shared.go:3"},
		Name:   "p.c", Posn: "p.go:5", Value: "http://a",
	}
	if !reflect.DeepEqual(c.Endpoint, want) {
		t.Errorf("%+v", c.Endpoint)
	}
	if e := w.sets["shared"].Contracts[w.pkgs["shared"].Scope().Lookup("Acme")]; e.Endpoint.Value != "https://acme.example.com" {
		t.Errorf("the value of what is described is lost: %+v", e.Endpoint)
	}
	checkGob(t, s)
}

// Without any fact to go by, a contract of an imported constant cannot
// contradict, but a dot import resolves.
func TestDotImport(t *testing.T) {
	w := newWorld()
	w.add(t, "shared", "package shared\n//idemscope:store scope=region\ntype Regional struct{}")
	s := w.add(t, "p", "package p\nimport . \"shared\"\n//idemscope:endpoint store=Regional\nconst c = 1")
	same(t, "problems", w.problems(s))
	same(t, "contracts", contracts(s.Contracts), "p.c: endpoint store=shared.Regional")
}

func TestLines(t *testing.T) {
	w := newWorld()
	s := w.add(t, "p", `package p
func send() error {
	send() //idemscope:downstream reason="trails"
	//idemscope:ignore scope reason="next"
	//idemscope:ignore undeclared reason="next too" // a note
	// A comment.

	send()
	if send() == nil { //idemscope:ignore scope reason="open"
		send()
	} //idemscope:ignore scope reason="close"
	/* block */ //idemscope:ignore scope reason="after a block"
	return send()
}
//idemscope:ignore directive reason="a directive"
//idemscope:ignore directive reason="passes over its like"
//idemscope:store
type T struct {
	//idemscope:ignore directive reason="code"
	f int // f.
	g int //idemscope:ignore directive reason="trails"
}
//idemscope:downstream reason="an initialiser"
var v = send()
//idemscope:downstream reason="two"
var (
	a = send()
)
`)
	same(t, "problems", w.problems(s), "17: store: its scope is missing: expected scope=DIM[,DIM...] or scope=global or covers=ENDPOINT[,...]",
		"25: downstream: nothing is called on line 26: expected a function that sends, or the line of a send") // but on the next one
	var got []string
	for _, l := range s.Lines {
		if l.File != "p.go" {
			t.Errorf("file %q", l.File)
		}
		got = append(got, fmt.Sprintf("%d %s %s", l.Line, l.Rule, l.Reason))
	}
	same(t, "lines", got,
		"3  trails", "8 scope next", "8 undeclared next too", "9 scope open", "11 scope close", "13 scope after a block",
		"17 directive a directive", "17 directive passes over its like", "20 directive code", "21 directive trails",
		"24  an initialiser")
	same(t, "contracts", contracts(s.Contracts))
}

// A line is one of its own file, whatever a //line directive calls it.
func TestLineDirective(t *testing.T) {
	w := newWorld()
	s := w.add(t, "p", "package p\n//idemscope:ignore scope reason=\"x\"\n\n//line other.go:70\nvar v = 1\n")
	if len(s.Lines) != 1 || s.Lines[0].File == "other.go" || s.Lines[0].Line != 5 || s.Lines[0].Called != 70 {
		t.Errorf("%+v", s.Lines)
	}
}

// Code that does not type-check has other problems.
func TestBrokenCode(t *testing.T) {
	w := newWorld()
	for _, src := range []string{
		"//idemscope:send key=req.K to=req\nfunc f(req Missing) {}",
		"//idemscope:store scope=zone\ntype T = Missing",
		"//idemscope:endpoint store=T\nvar a, b = f()\ntype T Missing",
		"//idemscope:key\nfunc f() Missing",
		"//idemscope:send key=k to=k\nvar _ = missing.F",
		"type T struct {\n//idemscope:key\n*Missing }",
		"//idemscope:send key=k to=c\nfunc (c Missing) f(k string)",
		"//idemscope:key\nfunc f() string\n//idemscope:key\nfunc f() string",
	} {
		read(w, "package p\n"+src)
	}
}

func TestRefOf(t *testing.T) {
	w := newWorld()
	w.add(t, "a/p", `package p
const C = 1
var V struct { F struct { G int } }
type T[E any] struct { F, _ E; M map[string]*struct{ G []E } }
func (t *T[E]) Method() {}
type I interface { Do() }
type J interface { I }
func F(param int) { type L struct { F int }; var l L; _ = l }
var inst T[int]
`)
	p := w.pkgs["a/p"].Scope()
	typ := func(name string) types.Type { return p.Lookup(name).Type() }
	member := func(t types.Type, name string) types.Object {
		obj, _, _ := types.LookupFieldOrMethod(t, true, w.pkgs["a/p"], name)
		return obj
	}
	elem := func(t types.Type) types.Type { return t.(interface{ Elem() types.Type }).Elem() }
	for want, obj := range map[Ref]types.Object{
		"a/p.C":        p.Lookup("C"),
		"a/p.V":        p.Lookup("V"),
		"a/p.V.F":      member(typ("V"), "F"),
		"a/p.V.F.G":    member(member(typ("V"), "F").Type(), "G"),
		"a/p.T":        p.Lookup("T"),
		"a/p.T.F":      member(typ("inst"), "F"),
		"a/p.T.Method": member(typ("inst"), "Method"),
		"a/p.T.M.G":    member(elem(elem(member(typ("inst"), "M").Type())), "G"),
		"a/p.I.Do":     member(typ("J"), "Do"),
		"a/p.F":        p.Lookup("F"),
	} {
		if got := RefOf(obj); got != want {
			t.Errorf("RefOf(%v) = %q, want %q", obj, got, want)
		}
	}
	for _, obj := range []types.Object{
		nil,
		p.Lookup("F").(*types.Func).Signature().Params().At(0),
		types.Universe.Lookup("nil"),
		types.Universe.Lookup("len"),
		types.Universe.Lookup("error"),
		member(types.Universe.Lookup("error").Type(), "Error"),
	} {
		if got := RefOf(obj); got != "" {
			t.Errorf("RefOf(%v) = %q, want none", obj, got)
		}
	}
}

// Facts must survive, and must be equal bytes for equal contracts.
func TestGob(t *testing.T) {
	gobSame(t, &Contract{})
	gobSame(t, &Contract{Retry: &Retry{}, Key: &Key{}, Downstream: &Downstream{}, Endpoint: &Endpoint{}, Store: &Store{}})
	store := &Store{
		Store: scope.Store{Dims: []scope.Dim{scope.Region, scope.Tenant}, Window: time.Hour},
		Name:  "p.S", Implements: "p.T", Posn: "p.go:1",
	}
	path := &Path{Root: -1, Steps: []Step{{Field: "F"}, {IsEntry: true}, {Entry: "e", IsEntry: true}}, Text: "c.F"}
	gobSame(t, &Contract{
		Describes:  "a.B",
		Store:      store,
		Endpoint:   &Endpoint{Labels: scope.NewLabels(map[scope.Dim]string{scope.Region: "a", scope.Server: "*", scope.Tenant: "t"}), Store: "p.S", Guard: store, Pinned: true, Name: "n", Posn: "p.go:2", Value: "v"},
		Send:       &Send{Key: path, To: &Path{}, Tenant: nil, Store: "p.S", Guard: store, Posn: "p.go:3"},
		Key:        &Key{Unique: "tenant", Posn: "p.go:4"},
		Tenant:     true,
		Retry:      &Retry{Fn: 0},
		Downstream: &Downstream{Reason: "r"},
	})
}

func checkGob(t *testing.T, s *Set) {
	t.Helper()
	for _, m := range []map[types.Object]*Contract{s.Contracts, s.Described} {
		for _, c := range m {
			gobSame(t, c)
		}
	}
}

func gobSame(t *testing.T, c *Contract) {
	t.Helper()
	encode := func(c *Contract) []byte {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(c); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	first := encode(c)
	got := new(Contract)
	if err := gob.NewDecoder(bytes.NewReader(first)).Decode(got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, c) {
		t.Errorf("decoded %s\nwant %s", got, c)
	}
	if !bytes.Equal(first, encode(c)) || !bytes.Equal(first, encode(got)) {
		t.Errorf("%s encodes to different bytes", c)
	}
}

// Two readings of one package give the same, whatever the order of maps.
func TestDeterministic(t *testing.T) {
	src := body(`
//idemscope:store scope=server implements=T
func f() int
//idemscope:store scope=region implements=U
type T int
//idemscope:store scope=global
type U int
//idemscope:send key=a to=b tenant=c store=d
func g()
//idemscope:endpoint region=a zone=b server=c tenant=d
const c = "x"
//idemscope:endpoint region=b
const d = "x"
`)
	var first []string
	for range 20 {
		w := newWorld()
		s := w.add(t, "p", src)
		got := slices.Concat(w.problems(s), contracts(s.Contracts))
		if first == nil {
			first = got
		}
		same(t, "reading", got, first...)
	}
}
