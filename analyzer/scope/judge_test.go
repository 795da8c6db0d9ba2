// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scope

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// at makes an attempt: labels as a contract spells them, the flag "pinned",
// and a word without "=" for the endpoint's name.
func at(s string) Attempt {
	var a Attempt
	m := make(map[Dim]string)
	for _, w := range strings.Fields(s) {
		if d, v, ok := strings.Cut(w, "="); ok {
			m[Dim(d)] = v
		} else if w == "pinned" {
			a.Pinned = true
		} else {
			a.Endpoint = w
		}
	}
	a.Labels = NewLabels(m)
	return a
}

// pair makes a pair; named alternates dimensions and relations.
func pair(a, b string, r Relation, named ...any) Pair {
	p := Pair{A: at(a), B: at(b), Endpoints: r}
	for i := 0; i < len(named); i += 2 {
		p.Named = append(p.Named, Named{named[i].(Dim), named[i+1].(Relation)})
	}
	return p
}

func TestJudge(t *testing.T) {
	var (
		server  = dims(Server)
		process = dims(Process)
		region  = dims(Region)
		cluster = dims(Cluster)
		tenant  = dims(Tenant)
		account = dims(Account)
		queue   = dims(Queue)
		list    = covers("a", "b")
	)
	// want is "covered", "silent", or what is missing or missed.
	for _, c := range []struct {
		about string
		s     Store
		p     Pair
		want  string
	}{
		{"a global store covers all", Store{}, pair("region=*", "region=x", Other, Tenant, Other), "covered"},
		{"even what is unknown", Store{}, pair("", "", Unknown), "covered"},

		// Step 1: constants are compared, whatever the endpoints are.
		{"equal", region, pair("region=x", "region=x", Other), "covered"},
		{"equal, unknown endpoints", region, pair("region=x", "region=x", Unknown), "covered"},
		{"different", region, pair("region=x", "region=y", Other), "region"},
		{"different, same endpoint", region, pair("region=x", "region=y", Same), "region"},
		{"different, unknown endpoints", region, pair("region=x", "region=y", Unknown), "region"},

		// Equal labels imply agreement on what lies around them.
		{"server implies region", region, pair("server=1", "server=1", Other), "covered"},
		{"server implies its ancestors", server, pair("server=1", "server=1", Other), "covered"},
		{"process implies server", server, pair("process=1", "process=1", Unknown), "covered"},
		{"zone implies region", region, pair("zone=1", "zone=1", Other), "covered"},
		{"zone does not imply cluster", cluster, pair("zone=1", "zone=1", Other), "cluster"},
		{"region does not imply server", server, pair("region=x", "region=x", Other), "server"},
		{"different servers imply nothing", region, pair("server=1", "server=2", Unknown), "silent"},
		{"unless declared: both", server, pair("server=1 region=x", "server=1 region=y", Other), "region"},
		{"unless declared: one", server, pair("server=1 region=x", "server=1", Other), "region"},
		{"unless declared: one, same endpoint", server, pair("server=1 region=x", "server=1", Same), "covered"},
		{"unless declared: one, unknown endpoints", server, pair("server=1 region=x", "server=1", Unknown), "silent"},
		{"unless declared: any", server, pair("server=1 region=*", "server=1", Same), "region"},
		{"any implies nothing", region, pair("server=*", "server=*", Other), "region"},

		// Step 2: what may differ does not agree, even at the same endpoint.
		{"both any", region, pair("region=*", "region=*", Same), "region"},
		{"one any", region, pair("region=*", "region=x", Same), "region"},
		{"one any, other undeclared", region, pair("region=*", "", Unknown), "region"},
		{"any around it", server, pair("region=*", "", Unknown), "region server"},
		{"any around it, pinned", server, pair("region=* pinned", "pinned", Same), "region server"},
		{"any within it does not matter", region, pair("server=*", "server=*", Same), "covered"},
		{"any beside it does not matter", cluster, pair("zone=*", "zone=*", Same), "covered"},
		{"any around one of two", server, pair("zone=* cluster=k", "cluster=k", Same), "zone server"},

		// Step 4: the same endpoint.
		{"same", region, pair("", "", Same), "covered"},
		{"same, declared once", region, pair("region=x", "", Same), "covered"},
		{"a name may hide a balancer", server, pair("", "", Same), "server"},
		{"and processes", process, pair("", "", Same), "process"},
		{"pinned", server, pair("pinned", "pinned", Same), "covered"},
		{"pinned process", process, pair("pinned", "pinned", Same), "covered"},
		{"pinned once", server, pair("pinned", "", Same), "server"},
		{"pinned but any", server, pair("pinned server=*", "pinned", Same), "server"},
		{"server declared", process, pair("server=1", "server=1", Same), "covered"},
		{"server declared once", server, pair("server=1", "", Same), "server"},
		{"pinned, server declared once", server, pair("pinned server=1", "pinned", Same), "covered"},
		{"same server, other endpoint", process, pair("server=1", "server=1", Other), "process"},
		{"servers differ, same endpoint", process, pair("server=1", "server=2", Same), "server process"},

		// Step 5: other endpoints.
		{"other", region, pair("", "", Other), "region"},
		{"other, declared once", region, pair("region=x", "", Other), "region"},
		{"other, pinned", server, pair("pinned", "pinned", Other), "server"},
		{"other, the rest goes without saying", server, pair("", "", Other), "server"},
		{"other, but declared", server, pair("region=x", "region=y", Other), "region server"},

		// Nothing is known.
		{"unknown", region, pair("", "", Unknown), "silent"},
		{"unknown, declared once", region, pair("region=x", "", Unknown), "silent"},
		{"unknown, pinned", server, pair("pinned", "pinned", Unknown), "silent"},
		{"unknown around", server, pair("region=x", "region=x", Unknown), "silent"},
		{"evidence outweighs silence", server, pair("region=x", "region=y", Unknown), "region"},
		{"also across dimensions", dims(Region, Tenant), pair("", "", Unknown, Tenant, Other), "tenant"},
		{"silence outweighs agreement", dims(Region, Tenant), pair("", "", Unknown, Tenant, Same), "silent"},

		// Step 3: what the sends name.
		{"tenant same, other endpoint", tenant, pair("", "", Other, Tenant, Same), "covered"},
		{"tenant other, same endpoint", tenant, pair("", "", Same, Tenant, Other), "tenant"},
		{"tenant unknown", tenant, pair("", "", Same, Tenant, Unknown), "silent"},
		{"no tenant named", tenant, pair("", "", Other), "covered"},
		{"no tenant named, unknown endpoints", tenant, pair("", "", Unknown), "covered"},
		{"labels first: equal", tenant, pair("tenant=t", "tenant=t", Other, Tenant, Other), "covered"},
		{"labels first: different", tenant, pair("tenant=t", "tenant=u", Same, Tenant, Same), "tenant"},
		{"labels first: any", tenant, pair("tenant=*", "", Same, Tenant, Same), "tenant"},
		{"labels first: account any", tenant, pair("account=*", "", Same, Tenant, Same), "account tenant"},
		{"tenant declared once", tenant, pair("tenant=t", "", Other), "covered"},
		{"account other, tenant same", tenant, pair("", "", Same, Tenant, Same, Account, Other), "account"},
		{"account other, no tenant", tenant, pair("", "", Same, Account, Other), "account"},
		{"account unknown, tenant same", tenant, pair("", "", Same, Tenant, Same, Account, Unknown), "silent"},
		{"accounts declared", tenant, pair("account=1", "account=2", Same), "account"},
		{"tenants within an account", account, pair("", "", Other, Tenant, Other), "covered"},
		{"account other", account, pair("", "", Same, Account, Other), "account"},
		{"queue same, other endpoint", queue, pair("", "", Other, Queue, Same), "covered"},
		{"queue other, same endpoint", queue, pair("", "", Same, Queue, Other), "queue"},
		{"queue unknown, same endpoint", queue, pair("", "", Same, Queue, Unknown), "silent"},
		{"no queue named: same", queue, pair("", "", Same), "covered"},
		{"no queue named: other", queue, pair("", "", Other), "queue"},
		{"no queue named: unknown", queue, pair("", "", Unknown), "silent"},
		{"stream follows too", dims(Stream), pair("", "", Other), "stream"},
		{"a stream is no queue", queue, pair("", "", Same, Stream, Other), "covered"},
		{"only four are named", region, pair("", "", Same, Region, Other), "covered"},

		{"several", dims(Tenant, Queue, Region), pair("region=x", "region=y", Other, Tenant, Other), "region tenant queue"},

		// Lists.
		{"listed", list, pair("a", "b", Other), "covered"},
		{"listed, labels do not matter", list, pair("a region=x", "b region=*", Unknown), "covered"},
		{"one missed", list, pair("a", "c", Other), "c"},
		{"both missed", list, pair("d", "c", Other), "c d"},
		{"the same missed twice", list, pair("c", "c", Same), "c"},
		{"one unknown", list, pair("a", "", Other), "silent"},
		{"both unknown", list, pair("", "", Same), "silent"},
		{"missed outweighs unknown", list, pair("", "c", Unknown), "c"},
	} {
		for _, p := range []Pair{c.p, {A: c.p.B, B: c.p.A, Endpoints: c.p.Endpoints, Named: c.p.Named}} {
			v := c.s.Judge(p)
			got := v.Outcome.String()
			if v.Outcome == Uncovered {
				got = joinDims(v.Missing, " ") + strings.Join(v.Missed, " ")
			} else if v.Missing != nil || v.Missed != nil {
				t.Errorf("%s: %s with reasons: %+v", c.about, got, v)
			}
			if got != c.want {
				t.Errorf("%s: %s, %s: got %q, want %q", c.about, c.s.Scope(), show(p), got, c.want)
			}
		}
	}
}

func show(p Pair) string {
	return fmt.Sprintf("{%s %v %v | %s %v %v} endpoints %s, named %v",
		p.A.Endpoint, p.A.Labels, p.A.Pinned, p.B.Endpoint, p.B.Labels, p.B.Pinned, p.Endpoints, p.Named)
}

func TestStrings(t *testing.T) {
	got := fmt.Sprint(Unknown, Same, Other, Silent, Covered, Uncovered)
	if want := "unknown same other silent covered uncovered"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !reflect.DeepEqual(Verdict{}, Verdict{Outcome: Silent}) {
		t.Error("the zero verdict must be silence")
	}
}
