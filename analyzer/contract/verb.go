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

// A verb is a kind of directive: where it may stand, and what it takes.
type verb struct {
	name  string
	on    string // where it may stand, for messages
	named []string
	flags []string
	free  bool // takes words that are neither

	unfit func(types.Object) string // says why the object cannot carry it, "" if it can
	read  func(*reader, *directive, *arguments)
}

const (
	onStore      = "a constructor, a type, a variable or a field"
	onEndpoint   = "a constant, a variable, a field, a type or a function with a result"
	onSend       = "a function, a method or an interface method"
	onKey        = "a function with a result or a field"
	onTenant     = "a function with a result, a field or a variable"
	onRetry      = "a function with a parameter of function type"
	onDownstream = "a function that sends, or the line of a send"
)

// verbs holds them in the order of the documentation. It is made anew each
// time because the entries refer to functions that look into it.
func verbs() []verb {
	return []verb{
		{name: "store", on: onStore, named: []string{"scope", "covers", "window", "implements"}, unfit: unfit(resultFunc | typeName | variable | field), read: (*reader).readStore},
		{name: "endpoint", on: onEndpoint, named: append(dimNames(), "store"), flags: []string{"pinned"}, unfit: unfit(constantDecl | variable | field | typeName | resultFunc), read: (*reader).readEndpoint},
		{name: "send", on: onSend, named: []string{"key", "to", "tenant", "store"}, unfit: unfit(anyFunc), read: (*reader).readSend},
		{name: "key", on: onKey, named: []string{"unique"}, unfit: unfit(resultFunc | field), read: (*reader).readKey},
		{name: "tenant", on: onTenant, unfit: unfit(resultFunc | field | variable), read: func(*reader, *directive, *arguments) {}},
		{name: "retry", on: onRetry, named: []string{"fn"}, unfit: unfit(retryFunc), read: (*reader).readRetry},
		{name: "downstream", on: onDownstream, named: []string{"reason"}, unfit: unfit(anyFunc), read: (*reader).readDownstream},
		{name: "ignore", on: "a line", named: []string{"reason"}, free: true, read: (*reader).readIgnore},
	}
}

func verbOf(name string) *verb {
	all := verbs()
	if i := slices.IndexFunc(all, func(v verb) bool { return v.name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

func verbNames() []string {
	return []string{"store", "endpoint", "send", "key", "tenant", "retry", "downstream", "ignore"}
}

func dimNames() []string {
	var names []string
	for _, d := range scope.Dims() {
		names = append(names, string(d))
	}
	return names
}

// What an object can be. resultFunc and retryFunc are functions that have what
// is asked for.
const (
	constantDecl = 1 << iota
	variable
	field
	typeName
	anyFunc
	resultFunc
	retryFunc
)

// unfit returns the test for one of the given kinds.
func unfit(kinds int) func(types.Object) string {
	return func(obj types.Object) string {
		ok := false
		switch obj := obj.(type) {
		case *types.Const:
			ok = kinds&constantDecl != 0
		case *types.TypeName:
			ok = kinds&typeName != 0
		case *types.Var:
			ok = obj.IsField() && kinds&field != 0 || !obj.IsField() && kinds&variable != 0
		case *types.Func:
			switch {
			case kinds&anyFunc != 0:
				ok = true
			case kinds&resultFunc != 0:
				if !hasResult(obj) {
					return obj.Name() + " returns nothing (an error does not count)"
				}
				ok = true
			case kinds&retryFunc != 0:
				if !slices.ContainsFunc(params(obj), func(p *types.Var) bool { return isFuncType(p.Type()) }) {
					return obj.Name() + " takes no function"
				}
				ok = true
			}
		}
		if ok {
			return ""
		}
		return "it cannot stand on " + kindOf(obj)
	}
}

func kindOf(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Const:
		return "a constant"
	case *types.TypeName:
		return "a type"
	case *types.Func:
		return "a function"
	case *types.Var:
		if obj.IsField() {
			return "a field"
		}
		return "a variable"
	}
	return "this declaration"
}

func hasResult(f *types.Func) bool {
	for v := range f.Signature().Results().Variables() {
		if !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}

func params(f *types.Func) []*types.Var {
	return slices.Collect(f.Signature().Params().Variables())
}

// isFuncType reports whether t is a function, or a type parameter that only
// functions satisfy.
func isFuncType(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		c, _ := p.Constraint().Underlying().(*types.Interface)
		if c == nil {
			return false
		}
		for e := range c.EmbeddedTypes() {
			if u, ok := e.(*types.Union); ok && u.Len() == 1 {
				e = u.Term(0).Type()
			}
			if _, ok := e.Underlying().(*types.Signature); ok {
				return true
			}
		}
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// arguments are a directive's words, sorted.
type arguments struct {
	named map[string]word
	order []string // of the names
	flags []string
	free  []string
	rule  string // of an ignore
}

func (a *arguments) has(name string) bool { _, ok := a.named[name]; return ok }

func (a *arguments) text(name string) string { return a.named[name].text() }

// sort sorts the words by what the verb takes.
func (r *reader) sort(d *directive, v *verb, words []word) *arguments {
	a := &arguments{named: make(map[string]word)}
	for i, w := range words {
		name, value, ok := w.cut()
		switch {
		case ok && slices.Contains(v.named, name):
			if a.has(name) {
				r.fail(d, "%s is given twice: expected one %s=", name, name)
			}
			if value.text() == "" {
				r.fail(d, "%s has no value: expected %s", name, usage(name))
			}
			a.named[name] = value
			a.order = append(a.order, name)
		case ok && slices.Contains(v.flags, name):
			r.fail(d, "%s takes no value: expected the word alone", name)
		case !ok && slices.Contains(v.flags, name):
			if slices.Contains(a.flags, name) {
				r.fail(d, "%s is given twice: expected it once", name)
			}
			a.flags = append(a.flags, name)
		case !ok && slices.Contains(v.named, name):
			r.fail(d, "%s has no value: expected %s", name, usage(name))
		case !ok && i > 0 && strings.HasSuffix(string(words[i-1]), ","):
			r.fail(d, "unknown argument %q: expected a list without spaces", w)
		case !ok && slices.Contains(a.order, "reason"):
			r.fail(d, "unknown argument %q: expected quotes around the reason, as in reason=\"two words\"", w)
		case !ok && v.free:
			a.free = append(a.free, w.text())
		case d.verb == "endpoint":
			r.fail(d, "unknown dimension or argument %q: expected %s", name, orNothing(append(v.named, v.flags...)))
		default:
			r.fail(d, "unknown argument %q: expected %s", name, orNothing(append(v.named, v.flags...)))
		}
	}
	return a
}

func orNothing(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// usage returns how an argument is spelt.
func usage(name string) string {
	switch name {
	case "scope":
		return "scope=DIM[,DIM...] or scope=global"
	case "covers":
		return "covers=ENDPOINT[,...]"
	case "window":
		return "window=DURATION"
	case "store", "implements":
		return name + "=STORE"
	case "key", "to":
		return name + "=PATH"
	case "unique":
		return "unique=process, unique=tenant or unique=global"
	case "fn":
		return "fn=PARAM"
	case "reason":
		return `reason="..."`
	}
	return name + "=VALUE or " + name + "=*"
}

func (r *reader) need(d *directive, a *arguments, names ...string) {
	for _, name := range names {
		if !a.has(name) {
			r.fail(d, "%s is missing: expected %s", name, usage(name))
		}
	}
}

func (r *reader) readStore(d *directive, a *arguments) {
	switch {
	case a.has("scope") && a.has("covers"):
		r.fail(d, "scope and covers exclude each other: expected one of them")
	case a.has("covers"):
		d.covers = a.named["covers"].list()
	case a.has("scope"):
		d.store.Dims = r.dims(d, a.named["scope"].list())
	default:
		r.fail(d, "its scope is missing: expected %s or %s", usage("scope"), usage("covers"))
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
		r.fail(d, "the reason is empty: expected %s", usage("reason"))
	}
}

func (r *reader) readIgnore(d *directive, a *arguments) {
	switch {
	case len(a.free) == 0:
		r.fail(d, "the rule is missing: expected one of %s", strings.Join(r.rules, ", "))
	case !slices.Contains(r.rules, a.free[0]):
		r.fail(d, "unknown rule %q: expected one of %s", a.free[0], strings.Join(r.rules, ", "))
	case len(a.free) > 1:
		r.fail(d, "unknown argument %q: expected one rule, and %s", a.free[1], usage("reason"))
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
