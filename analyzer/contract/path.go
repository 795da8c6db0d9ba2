// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package contract

import (
	"errors"
	"fmt"
	"go/types"
	"strconv"
	"strings"
)

// receiver returns the name by which a path calls the receiver of f, "" if
// there is none. In an interface the methods do not name it, so the interface
// lends its own name; so does a type where a method leaves its receiver out.
func receiver(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := named(recv.Type())
	if t != nil && (types.IsInterface(t.Type()) || recv.Name() == "" || recv.Name() == "_") {
		return t.Name()
	}
	return recv.Name()
}

// path resolves a path such as req.Host from the parameters of f.
func (r *reader) path(f *types.Func, w word) (*Path, error) {
	text := string(w)
	if isQuote(text[0]) {
		text = w.text()
	}
	p := &Path{Text: text}
	root, rest := ident(text)
	t, err := p.start(f, root)
	if err != nil {
		return nil, err
	}
	for rest != "" {
		var s Step
		if s, rest, err = step(rest); err != nil {
			return nil, err
		}
		if t, err = r.follow(t, s); err != nil {
			return nil, err
		}
		p.Steps = append(p.Steps, s)
	}
	return p, nil
}

// start finds the root and returns its type.
func (p *Path) start(f *types.Func, root string) (types.Type, error) {
	if root == "" {
		return nil, errors.New("expected a parameter, and from it .Field or [\"entry\"]")
	}
	if root != "_" {
		for i, v := range params(f) {
			if v.Name() == root {
				p.Root = i
				return v.Type(), nil
			}
		}
		if root == receiver(f) {
			p.Root = -1
			return f.Signature().Recv().Type(), nil
		}
	}
	return nil, errors.New(noParam(f, root))
}

// ident cuts off the identifier that s starts with.
func ident(s string) (name, rest string) {
	end := strings.IndexAny(s, ".[")
	if end < 0 {
		end = len(s)
	}
	return s[:end], s[end:]
}

// step cuts off the step that s starts with.
func step(s string) (Step, string, error) {
	if s[0] == '.' {
		name, rest := ident(s[1:])
		if name == "" {
			return Step{}, "", errors.New("expected the name of a field after the dot")
		}
		return Step{Field: name}, rest, nil
	}
	if len(s) > 1 && isQuote(s[1]) {
		if n, err := quoteLen(s[1:]); err == nil && strings.HasPrefix(s[1+n:], "]") {
			entry, _ := strconv.Unquote(s[1 : 1+n])
			rest := s[n+2:]
			if rest == "" || rest[0] == '.' || rest[0] == '[' {
				return Step{Entry: entry, IsEntry: true}, rest, nil
			}
		}
	}
	return Step{}, "", fmt.Errorf("%s is no map entry: expected [\"entry\"]", s)
}

// follow returns the type that a step leads to from a value of type t.
func (r *reader) follow(t types.Type, s Step) (types.Type, error) {
	if s.IsEntry {
		m, ok := t.Underlying().(*types.Map)
		if ok {
			if b, ok := m.Key().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
				return m.Elem(), nil
			}
		}
		return nil, fmt.Errorf("%s has no entry %q: expected a map with string keys", r.typeString(t), s.Entry)
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, r.pkg, s.Field)
	switch obj := obj.(type) {
	case *types.Var:
		return obj.Type(), nil
	case *types.Func:
		return nil, fmt.Errorf("%s is a method of %s: expected a field", s.Field, r.typeString(t))
	}
	return nil, fmt.Errorf("%s has no field %q%s", r.typeString(t), s.Field, r.fieldsOf(t))
}

// fieldsOf lists what was expected, if that is few.
func (r *reader) fieldsOf(t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	var names []string
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if f.Exported() || f.Pkg() == r.pkg {
				names = append(names, f.Name())
			}
		}
	}
	switch {
	case len(names) == 0:
		return ": expected a struct with that field"
	case len(names) > 8:
		names = append(names[:8], "...")
	}
	return ": expected " + strings.Join(names, ", ")
}
