// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/idemscope/idemscope/analyzer/scope"
)

func (r *reader) readStore(d *directive, a *arguments) {
	switch {
	case a.has("scope") && a.has("covers"):
		r.fail(d, "scope and covers exclude each other: expected one of them")
	case a.has("covers"):
		d.covers = a.named["covers"].list()
	case a.has("scope"):
		d.store.Dims = r.dims(d, a.named["scope"].list())
	default:
		r.fail(d, "its scope is missing: expected %s or %s", usage(d.verb, "scope"), usage(d.verb, "covers"))
	}
	if a.has("window") {
		w, err := time.ParseDuration(a.text("window"))
		switch {
		case err != nil:
			r.fail(d, "window=%s is no duration: expected one such as 90s, 24h or 168h", a.text("window"))
		case w <= 0:
			r.fail(d, "window=%s is not positive: expected a duration such as 90s, 24h or 168h", a.text("window"))
		}
		d.store.Window = w
	}
	d.other = a.text("implements")
}

func (r *reader) dims(d *directive, names []string) []scope.Dim {
	if slices.Equal(names, []string{"global"}) {
		return nil
	}
	var dims []scope.Dim
	for _, name := range names {
		dim, err := scope.ParseDim(name)
		switch {
		case name == "global":
			r.fail(d, "scope=global stands alone: expected no dimension beside it")
		case err != nil:
			r.fail(d, "%v, or global", err)
		case slices.Contains(dims, dim):
			r.fail(d, "%s is listed twice: expected it once", dim)
		}
		dims = append(dims, dim)
	}
	return dims
}

func (r *reader) readEndpoint(d *directive, a *arguments) {
	labels := make(map[scope.Dim]string)
	for _, name := range a.order {
		if name != "store" {
			labels[scope.Dim(name)] = a.text(name)
		}
	}
	d.endpoint.Labels = scope.NewLabels(labels)
	d.endpoint.Pinned = len(a.flags) > 0
	d.other = a.text("store")
	if d.endpoint.Pinned && labels[scope.Server] == scope.Any {
		r.fail(d, "pinned and server=* contradict each other: expected one of them")
	}
}

func (r *reader) readSend(d *directive, a *arguments) {
	r.need(d, a, "key", "to")
	d.other = a.text("store")
	for _, c := range d.claims {
		f, ok := c.obj.(*types.Func)
		if !ok || d.broken {
			return
		}
		c.send = new(Send)
		for _, x := range []struct {
			name string
			to   **Path
		}{{"key", &c.send.Key}, {"to", &c.send.To}, {"tenant", &c.send.Tenant}} {
			if !a.has(x.name) {
				continue
			}
			p, err := r.path(f, a.named[x.name])
			if err != nil {
				r.fail(d, "%s=%s: %v", x.name, a.named[x.name], err)
				return
			}
			*x.to = p
		}
	}
}

func (r *reader) readKey(d *directive, a *arguments) {
	d.key.Unique = a.text("unique")
	switch d.key.Unique {
	case "", "process", "tenant", "global":
	default:
		r.fail(d, "unknown uniqueness %q: expected process, tenant or global", d.key.Unique)
	}
}

func (r *reader) readRetry(d *directive, a *arguments) {
	r.need(d, a, "fn")
	name := a.text("fn")
	for _, c := range d.claims {
		f, ok := c.obj.(*types.Func)
		if !ok || d.broken {
			return
		}
		all := params(f)
		i := slices.IndexFunc(all, func(p *types.Var) bool { return p.Name() == name && name != "_" })
		switch {
		case i < 0:
			r.fail(d, "fn=%s: %s", name, noParam(f, name))
		case !isFuncType(all[i].Type()):
			r.fail(d, "fn=%s is of type %s: expected a parameter of function type", name, r.typeString(all[i].Type()))
		}
		c.retry = &Retry{Fn: i}
	}
}

func (r *reader) readDownstream(d *directive, a *arguments) {
	r.need(d, a, "reason")
	d.downstream.Reason = a.text("reason")
	if strings.TrimSpace(d.downstream.Reason) == "" {
		r.fail(d, "the reason is empty: expected %s", usage(d.verb, "reason"))
	}
}

func (r *reader) readIgnore(d *directive, a *arguments) {
	switch {
	case len(a.free) == 0:
		r.fail(d, "the rule is missing: expected one of %s", strings.Join(r.rules, ", "))
	case !slices.Contains(r.rules, a.free[0]):
		r.fail(d, "unknown rule %q: expected one of %s", a.free[0], strings.Join(r.rules, ", "))
	case len(a.free) > 1:
		r.fail(d, "unknown argument %q: expected one rule, and %s", a.free[1], usage(d.verb, "reason"))
	default:
		a.rule = a.free[0]
	}
	r.readDownstream(d, a)
}

func (r *reader) typeString(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == r.pkg {
			return ""
		}
		return p.Name()
	})
}

// noParam says that f has no such parameter.
func noParam(f *types.Func, name string) string {
	var names []string
	if recv := receiver(f); recv != "" {
		names = append(names, recv)
	}
	for _, p := range params(f) {
		if p.Name() != "" && p.Name() != "_" {
			names = append(names, p.Name())
		}
	}
	return fmt.Sprintf("%s has no parameter %q: expected %s", f.Name(), name, orNothing(names))
}
