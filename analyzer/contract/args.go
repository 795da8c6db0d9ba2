// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"slices"
	"strings"
)

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
				r.fail(d, "%s has no value: expected %s", name, usage(d.verb, name))
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
			r.fail(d, "%s has no value: expected %s", name, usage(d.verb, name))
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

// usage returns how an argument of a verb is spelt.
func usage(verb, name string) string {
	if verb == "send" && name != "store" {
		return name + "=PATH"
	}
	switch name {
	case "scope":
		return "scope=DIM[,DIM...] or scope=global"
	case "covers":
		return "covers=ENDPOINT[,...]"
	case "window":
		return "window=DURATION"
	case "store", "implements":
		return name + "=STORE"
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
			r.fail(d, "%s is missing: expected %s", name, usage(d.verb, name))
		}
	}
}
