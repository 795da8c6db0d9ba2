// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"cmp"
	"fmt"
)

// indexHandlers resolves what a file says of handlers, uses and variables.
func (f *File) indexHandlers(stores map[string]*Store) error {
	f.types, f.vars = map[typeKey]*Handler{}, map[name]*Var{}
	for i := range f.Handlers {
		h := &f.Handlers[i]
		if err := h.check(); err != nil {
			return f.wrong(h.Claim, "%v", err)
		}
		if way, t := h.way(); way != "" {
			p, err := parsePattern(f.Library, t)
			if err != nil {
				return f.wrong(h.Claim, "%v", err)
			}
			k := typeKey{name(p), way}
			if old := f.types[k]; old != nil {
				return f.wrong(h.Claim, "%s: %s is said already, on line %d", way, t, old.Line)
			}
			f.types[k] = h
			continue
		}
		if err := index(f, h, h.Subject(), nil, "of which handlers it tells", func(e *entry) **Handler { return &e.handler }); err != nil {
			return err
		}
	}
	f.mails = map[name]*Envelope{}
	for i := range f.Envelopes {
		e := &f.Envelopes[i]
		p, err := parsePattern(f.Library, e.Type)
		if err != nil {
			return f.wrong(e.Claim, "type: %v", err)
		}
		if e.KeyPath, err = parsePath(e.Key); err != nil || e.KeyPath.Arg != 0 {
			return f.wrong(e.Claim, "key: %q: expected a path from arg0, the message", e.Key)
		}
		if e.Source == "" {
			return f.wrong(e.Claim, "source: expected where this is documented")
		}
		f.mails[name(p)] = e
	}
	f.comes = map[name]bool{}
	for _, r := range f.Requests {
		p, err := parsePattern(f.Library, r.Type)
		switch {
		case err != nil:
			return f.wrong(r.Claim, "type: %v", err)
		case r.Source == "":
			return f.wrong(r.Claim, "source: expected where this is documented")
		}
		f.comes[name(p)] = true
	}
	for i := range f.Uses {
		u := &f.Uses[i]
		u.Library = f.Library
		if err := index(f, u, u.Func, u.check(stores), "how it uses a store", func(e *entry) **Use { return &e.use }); err != nil {
			return err
		}
	}
	for i := range f.Variables {
		v := &f.Variables[i]
		p, err := parsePattern(f.Library, v.Var)
		switch {
		case err != nil:
			return f.wrong(v.Claim, "var: %v", err)
		case v.Does != Final:
			return f.wrong(v.Claim, "does: %q: expected final", v.Does)
		}
		f.vars[name(p)] = v
	}
	return nil
}

// Subject is what tells that a function is a handler: a function, or a type.
func (h *Handler) Subject() string {
	return cmp.Or(h.Func, h.Takes, h.Gives, h.As, h.Inside)
}

func (h *Handler) check() error {
	told := 0
	for _, way := range []string{h.Func, h.Takes, h.Gives, h.As, h.Inside} {
		if way != "" {
			told++
		}
	}
	if told != 1 {
		return fmt.Errorf("a handler: expected one of func, takes, gives, as, inside, which tells how it is known")
	}
	if h.Kind == "" || h.Stable == "" || h.Source == "" {
		return fmt.Errorf("%s: expected kind (\"an activity\"), stable (\"the task's ID\") and source", h.Subject())
	}
	if (h.Func == "") != (h.Fn == "") {
		return fmt.Errorf("fn: expected the handler's argument where, and only where, a function is given one")
	}
	if h.Func == "" {
		return nil
	}
	var err error
	if h.FnPath, err = parsePath(h.Fn); err != nil || len(h.FnPath.Steps) > 0 || h.FnPath.Arg < 0 {
		return fmt.Errorf("%s: fn: %q: expected the handler's argument, such as arg1", h.Func, h.Fn)
	}
	return nil
}

func (u *Use) check(stores map[string]*Store) error {
	if u.Source == "" {
		return fmt.Errorf("%s: source: expected where this is documented", u.Func)
	}
	var err error
	for _, text := range u.Unless {
		p, err := parsePath(text)
		if err != nil {
			return fmt.Errorf("unless: %w", err)
		}
		u.UnlessPaths = append(u.UnlessPaths, p)
	}
	if len(u.Unless) > 0 && u.Key != "" {
		if p := u.UnlessPaths[0]; len(u.Unless) > 1 || p.Arg != Receiver || len(p.Steps) != 1 {
			return fmt.Errorf("unless: %q: expected beside a key one part of the receiver, such as recv.Name", u.Unless)
		}
	}
	if len(u.Unless) > 0 && u.Key == "" {
		u.KeyPath = nil
	} else if u.KeyPath, err = parsePath(u.Key); err != nil {
		return fmt.Errorf("key: %w", err)
	}
	if u.Statement != "" {
		if u.StatementPath, err = parsePath(u.Statement); err != nil {
			return fmt.Errorf("statement: %w", err)
		}
	}
	if u.Condition != "" {
		if u.ConditionPath, err = parsePath(u.Condition); err != nil {
			return fmt.Errorf("condition: %w", err)
		}
	}
	if u.StoreRef = stores[u.Store]; u.StoreRef == nil {
		return fmt.Errorf("store: %q: expected the name of a store of this file", u.Store)
	}
	return nil
}

// Way is how a type of a library tells that a function is a handler.
type Way string

const (
	Takes Way = "takes" // it is the type of a parameter
	Gives Way = "gives" // it is the type of a result
	As    Way = "as"    // the function is converted to it
)

type typeKey struct {
	name
	way Way
}

// way returns how a type tells of a handler, and which type; "" if none does.
func (h *Handler) way() (Way, string) {
	switch {
	case h.Takes != "":
		return Takes, h.Takes
	case h.Gives != "":
		return Gives, h.Gives
	case h.As != "":
		return As, h.As
	}
	return "", ""
}

// HandlerOf returns what the type with the given import path and name tells of
// functions that it concerns in one of the ways, or nil.
func (s *Models) HandlerOf(pkgPath, typeName string, way Way) *Handler {
	return named(s, pkgPath, typeName, func(f *File, n name) *Handler { return f.types[typeKey{n, way}] })
}

// EnvelopeOf returns what is known of messages of the type with the given import path
// and name, or nil.
func (s *Models) EnvelopeOf(pkgPath, typeName string) *Envelope {
	return named(s, pkgPath, typeName, func(f *File, n name) *Envelope { return f.mails[n] })
}

// Comes reports whether an incoming request is handed to its handler in the type with the
// given import path and name.
func (s *Models) Comes(pkgPath, typeName string) bool {
	return named(s, pkgPath, typeName, func(f *File, n name) bool { return f.comes[n] })
}

// Final reports whether a variable is an error after which nobody tries again.
func (s *Models) Final(pkgPath, varName string) bool {
	return named(s, pkgPath, varName, func(f *File, n name) *Var { return f.vars[n] }) != nil
}

// named returns the first that the models say of what has a name in a package.
func named[T comparable](s *Models, pkgPath, id string, in func(*File, name) T) T {
	var none T
	n := name{pkg: Canonical(pkgPath), fn: id}
	for _, f := range s.about(n.pkg) {
		if got := in(f, n); got != none {
			return got
		}
	}
	return none
}
