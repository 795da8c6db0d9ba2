// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"bytes"
	"fmt"
	"go/types"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// text writes out all that a summary says, as far as importers can know it.
func text(s *Summary) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	send := func(s *Send) string {
		if s == nil {
			return "no send"
		}
		return fmt.Sprintf("%s %s key=%s evidence=%v to=%s tenant=%s queue=%s method=%s payload=%v store=%s downstream=%v", s.Origin, s.Op, s.Key, s.Evidence, s.Endpoint, s.Tenant, s.Queue, s.Method, s.Payload, s.Store, s.Downstream)
	}
	pair := func(what string, p *Pair) {
		line("%s: %s | %s | key=%s fresh=%s self=%v handed=%v shown=%v rel=%d,%d open=%v known=%d at %s", what, send(p.A), send(p.B), p.Key, p.Fresh, p.Self, p.Handed, p.Shown, p.Rel, p.RelTenant, p.Open, len(p.Known), p.Posn)
	}
	line("results %v", s.Results)
	for _, e := range s.Effects {
		line("effect %s := %s", e.Loc, e.Val)
	}
	for _, x := range s.Sends {
		line("send %s", send(x))
	}
	for _, u := range s.Uses {
		line("use %s store=%s key=%s tenant=%v %s", u.Callee, u.Store, u.Key, u.Tenant, u.Posn)
	}
	for _, i := range s.Invokes {
		line("invoke %s %v %v retry=%v %v asked=%v outer=%v %v", i.Fn, i.Args, i.ArgsB, i.Retry, i.Again, i.Asked, i.Outer, i.OuterAgain)
	}
	for _, p := range s.Pairs {
		pair("pair", p)
	}
	for _, p := range s.Again {
		pair("again", p)
	}
	return b.String()
}

// TestRoundTrip sends each fact of the corpus to an importer: what arrives says
// what was sent, and sent on it is the same again, to the byte.
func TestRoundTrip(t *testing.T) {
	total, most := 0, 0
	eachWorld(t, func(t *testing.T, p *packages.Package, a *Analysis) {
		exported(p.Types, func(o *types.Func) {
			f := a.Fact(o)
			if f == nil {
				return
			}
			first := encoded(t, f)
			total++
			most = max(most, len(first))
			got := decoded[FuncFact](t, first)
			if again := encoded(t, got); !bytes.Equal(first, again) {
				t.Errorf("%s: gob changes the fact", o.FullName())
			}
			if got.String() != f.String() || got.Telling() != f.Telling() {
				t.Errorf("%s: %s becomes %s", o.FullName(), f, got)
			}

			in := NewInterner()
			dec := NewDecoder(in)
			s := dec.Summary(got)
			if want, have := text(a.sums[a.prog.FuncValue(o)].abroad(a.carriers)), text(s); want != have {
				t.Errorf("%s: sent\n%s\narrived\n%s", o.FullName(), want, have)
			}
			if s2 := dec.Summary(got); text(s2) != text(s) {
				t.Errorf("%s: decoded twice, it differs", o.FullName())
			}
			e := newEncoder(&Analysis{in: (*interner)(in)}, nil)
			row := e.summary(s)
			on := newFuncFact(e.rows, row)
			e2 := newEncoder(&Analysis{in: (*interner)(in)}, nil)
			row2 := e2.summary(NewDecoder(in).Summary(decoded[FuncFact](t, encoded(t, on))))
			if !bytes.Equal(encoded(t, on), encoded(t, newFuncFact(e2.rows, row2))) {
				t.Errorf("%s: sent on twice, the fact changes", o.FullName())
			}
		})
	})
	if total == 0 {
		t.Error("no facts")
	}
	t.Logf("%d facts, the largest of %d bytes", total, most)
}

// TestRepeated analyses each package twice, and wants the same facts.
func TestRepeated(t *testing.T) {
	eachWorld(t, func(t *testing.T, p *packages.Package, a *Analysis) {
		b := world(t, p)
		exported(p.Types, func(o *types.Func) {
			f, g := a.Fact(o), b.Fact(o)
			if (f == nil) != (g == nil) {
				t.Errorf("%s: there is a fact now and then", o.FullName())
			} else if f != nil && !bytes.Equal(encoded(t, f), encoded(t, g)) {
				t.Errorf("%s: the fact is another one the second time\n%s\n%s", o.FullName(), text(a.sums[a.prog.FuncValue(o)]), text(b.sums[b.prog.FuncValue(o)]))
			}
		})
		var x, y bytes.Buffer
		a.Dump(&x)
		b.Dump(&y)
		if x.String() != y.String() {
			t.Errorf("the summaries differ:\n%s\n%s", x.String(), y.String())
		}
	})
}

// TestSize checks that facts stay small: everyone who imports a package reads them.
func TestSize(t *testing.T) {
	const rows, size = 1000, 64 << 10
	eachWorld(t, func(t *testing.T, p *packages.Package, a *Analysis) {
		exported(p.Types, func(o *types.Func) {
			if f := a.Fact(o); f != nil {
				values, _ := f.rows()
				if n := len(encoded(t, f)); len(values) > rows || n > size {
					t.Errorf("%s: %d values, %d bytes", o.FullName(), len(values), n)
				}
			}
		})
	})
}

// TestRowsReferBack checks that no value of a fact refers to a later one.
func TestRowsReferBack(t *testing.T) {
	eachWorld(t, func(t *testing.T, p *packages.Package, a *Analysis) {
		exported(p.Types, func(o *types.Func) {
			f := a.Fact(o)
			if f == nil {
				return
			}
			values, _ := f.rows()
			if len(values) == 0 && len(f.Rows.Code) > 20 {
				t.Errorf("%s: nothing in %q", o.FullName(), f.Rows.Code)
			}
			for i, r := range values {
				for _, arg := range r.Args {
					if arg < 0 || arg > i {
						t.Errorf("%s: row %d refers to row %d", o.FullName(), i+1, arg)
					}
				}
			}
		})
	})
}

// A source of small numbers for facts that nobody would write.
type source struct {
	b []byte
	n int
}

func (s *source) next(n int) int {
	if n <= 0 || s.n >= len(s.b) {
		return 0
	}
	v := int(s.b[s.n])
	s.n++
	return v % n
}

// num is a row's number, sometimes one that is out of range.
func (s *source) num(rows int) int { return s.next(rows+4) - 1 }

func (s *source) nums(rows int) []int {
	var out []int
	for range s.next(4) {
		out = append(out, s.num(rows))
	}
	return out
}

func (s *source) send(rows int) sendRow {
	return sendRow{
		Key: s.num(rows), Endpoint: s.num(rows), Tenant: s.num(rows), Queue: s.num(rows), Method: s.num(rows), Payload: s.nums(rows),
		Evidence: s.next(2) == 1, Downstream: s.next(2) == 1, Op: "op", Origin: "x.go:1", Posn: "x.go:2",
	}
}

func (s *source) outcomes() []Result2 {
	var out []Result2
	for range s.next(3) {
		r := Result2{}
		for range s.next(3) {
			r.Index = append(r.Index, s.next(5)-1)
		}
		for range s.next(3) {
			r.Kind = append(r.Kind, uint8(s.next(256)))
		}
		for range s.next(3) {
			r.N = append(r.N, int64(s.next(256)))
		}
		out = append(out, r)
	}
	return out
}

func (s *source) summary(rows int) summaryRow {
	r := summaryRow{Name: "f", Literal: s.next(2) == 1, Handler: s.next(2) == 1, Results: s.nums(rows)}
	for range s.next(3) {
		r.Effects = append(r.Effects, effectRow{s.num(rows), s.num(rows)})
	}
	for range s.next(3) {
		r.Sends = append(r.Sends, s.send(rows))
	}
	for range s.next(3) {
		r.Uses = append(r.Uses, useRow{Store: s.num(rows), Key: s.num(rows), Callee: "c"})
	}
	for range s.next(3) {
		r.Invokes = append(r.Invokes, invokeRow{Fn: s.num(rows), Args: s.nums(rows), ArgsB: s.nums(rows), Again: s.outcomes(), Retry: s.next(2) == 1, OuterAgain: s.outcomes()})
	}
	for range s.next(3) {
		p := pairRow{A: s.send(rows), B: s.send(rows), Key: s.num(rows), Fresh: s.num(rows), Open: s.nums(rows), Rel: uint8(s.next(256))}
		if s.next(4) == 0 {
			p.Known = []*contract.Store{{Name: "s"}}
		}
		r.Pairs = append(r.Pairs, p)
		if s.next(2) == 0 {
			r.Again = append(r.Again, p)
		}
	}
	return r
}

func (s *source) fact() (values []valueRow, sum summaryRow) {
	rows := s.next(30)
	for range rows {
		r := valueRow{Kind: uint8(s.next(30)), Name: "v", Index: s.next(5) - 1, Epoch: s.next(3), Args: s.nums(rows), Class: uint8(s.next(9))}
		if s.next(6) == 1 {
			r.Contract = &contract.Contract{}
		}
		if s.next(4) == 1 {
			sum := s.summary(rows)
			r.Summary = &sum
		}
		values = append(values, r)
	}
	return values, s.summary(rows)
}

// hostile decodes facts that no encoder wrote, and looks at all of them: of rows as they
// could be, which arrive as they are, of the same with one byte that is another, and of bytes.
func hostile(t testing.TB, b []byte) {
	t.Helper()
	s := &source{b: b}
	values, sum := s.fact()
	f := newFuncFact(values, sum)
	if v2, s2 := f.rows(); !reflect.DeepEqual(v2, values) || !reflect.DeepEqual(s2, sum) {
		t.Fatalf("packed\n%v\n%v\nunpacked\n%v\n%v", values, sum, v2, s2)
	}
	look(f, sum.Pairs, s.next(3))
	broken := *f
	broken.Rows.Code = slices.Clone(f.Rows.Code)
	broken.Rows.Code[s.next(256)%len(broken.Rows.Code)] ^= 1 << s.next(8)
	look(&broken, sum.Pairs, 0)
	look(&FuncFact{Rows: Packed{Code: b, Places: []string{"x"}}}, nil, 0)
}

func look(f *FuncFact, pairs []pairRow, param int) {
	in := NewInterner()
	sum := NewDecoder(in).Summary(f)
	walk := func(vs ...*Value) {
		for _, v := range vs {
			v.Walk(func(x *Value) bool { return x.Kind != Const || x.IsZero() || x.Name == "v" })
		}
	}
	walk(sum.Results...)
	for _, x := range sum.Sends {
		walk(x.Key, x.Endpoint, x.Tenant, x.Queue, x.Method)
	}
	for _, i := range sum.Invokes {
		walk(i.Fn)
		walk(i.Args...)
		for _, r := range i.Again {
			r.outcome()
		}
	}
	_ = f.String()
	_ = f.Telling()
	values, _ := f.rows()
	NewDecoder(in).Wires(newWireFact(values, []int{param, -1}, append(pairs, pairRow{})))
}

// TestHostileFacts decodes facts that no encoder wrote: that must come to an end, without a panic.
func TestHostileFacts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	deadline := time.Now().Add(5 * time.Second)
	for i := 0; i < 5000 && time.Now().Before(deadline); i++ {
		b := make([]byte, 20+r.IntN(600))
		for j := range b {
			b[j] = byte(r.UintN(256))
		}
		hostile(t, b)
	}
}

func FuzzFact(f *testing.F) {
	f.Add([]byte{3, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add(bytes.Repeat([]byte{7, 1, 4}, 60))
	f.Fuzz(func(t *testing.T, b []byte) { hostile(t, b[:min(len(b), 4096)]) })
}
