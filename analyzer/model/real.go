// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// real is what a library is in fact: its packages and functions, under the names that
// models know them by.
type real struct {
	pkgs  map[string]bool
	funcs []realFunc
	types map[name]types.Type
	vars  map[name]bool
}

type realFunc struct {
	name
	sig *types.Signature
	pkg *types.Package
}

// add adds a package's functions, and the methods of the types that it declares: those
// of an interface, too, and those of an unexported type that is a field of another.
func (r *real) add(pkg *types.Package) {
	seen := map[*types.TypeName]bool{}
	var addType func(types.Type)
	addType = func(t types.Type) {
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		n, ok := types.Unalias(t).(*types.Named)
		if !ok || n.Obj().Pkg() != pkg || seen[n.Obj()] {
			return
		}
		seen[n.Obj()] = true
		for m := range n.Methods() {
			r.addFunc(m)
		}
		switch u := n.Underlying().(type) {
		case *types.Interface:
			for m := range u.ExplicitMethods() {
				r.addFunc(m)
			}
		case *types.Struct:
			for f := range u.Fields() {
				addType(f.Type())
			}
		}
	}
	for _, id := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(id).(type) {
		case *types.Func:
			r.addFunc(o)
		case *types.TypeName:
			r.types[name{pkg: Canonical(pkg.Path()), fn: id}] = o.Type()
			addType(o.Type())
		case *types.Var:
			r.vars[name{pkg: Canonical(pkg.Path()), fn: id}] = true
		}
	}
}

func (r *real) addFunc(f *types.Func) {
	r.funcs = append(r.funcs, realFunc{split(f.FullName()), f.Signature(), f.Pkg()})
}

// newReal returns a library of the given packages.
func newReal(pkgs []*types.Package) *real {
	r := &real{pkgs: map[string]bool{}, types: map[name]types.Type{}, vars: map[name]bool{}}
	for _, p := range pkgs {
		r.pkgs[Canonical(p.Path())] = true
		r.add(p)
	}
	return r
}

// Names reports whether a model says something of the package with the given import path.
func (f *File) Names(pkgPath string) bool {
	path := Canonical(pkgPath)
	if f.types == nil {
		return false
	}
	for n := range f.exact {
		if n.pkg == path {
			return true
		}
	}
	for _, e := range f.loose {
		if matchPath(e.pattern.pkg, path) {
			return true
		}
	}
	for k := range f.types {
		if k.pkg == path {
			return true
		}
	}
	for n := range f.mails {
		if n.pkg == path {
			return true
		}
	}
	for n := range f.comes {
		if n.pkg == path {
			return true
		}
	}
	for _, p := range f.Packages {
		if join(f.Library, p.Path) == path {
			return true
		}
	}
	return false
}

// Check holds what a model says of the given packages against what they are, and returns
// what is wrong, each with file and line. A name may have several bearers, of several
// major versions or by an asterisk: what is said must hold of one of them. What is said of
// other packages is not looked at.
func (f *File) Check(pkgs []*types.Package) []string {
	out, _ := newReal(pkgs).check(f, true)
	return out
}

// check returns what does not hold of the library. If only some of its packages are here,
// of how many entries nothing is seen is told too.
func (r *real) check(f *File, some bool) (out []string, unseen int) {
	// hold tests a claim about a function on all that bear its name.
	hold := func(c Claim, fn string, test func(realFunc) error) {
		p, err := parsePattern(f.Library, fn)
		if err != nil {
			out = append(out, fmt.Sprintf("%s:%d: %v", f.Name, c.Line, err))
			return
		}
		if some && !strings.Contains(p.pkg, "*") && !r.pkgs[p.pkg] {
			unseen++
			return
		}
		wrong := errors.New("the library has no such function")
		found := false
		for _, x := range r.funcs {
			if !p.matches(x.name) {
				continue
			}
			err := test(x)
			if err == nil {
				return
			}
			if !found {
				found, wrong = true, err
			}
		}
		out = append(out, fmt.Sprintf("%s:%d: %s: %v", f.Name, c.Line, fn, wrong))
	}
	for _, p := range f.Packages {
		if !some && !r.pkgs[join(f.Library, p.Path)] {
			out = append(out, fmt.Sprintf("%s:%d: package %q is not there", f.Name, p.Line, p.Path))
		}
	}
	for _, x := range f.Functions {
		hold(x.Claim, x.Func, func(r realFunc) error { return x.real(r) })
	}
	for _, s := range f.Sends {
		hold(s.Claim, s.Func, func(r realFunc) error { return s.real(r) })
	}
	parts := map[string]bool{}
	for _, m := range f.Makers {
		hold(m.Claim, m.Func, func(r realFunc) error { return m.real(r) })
		for part := range m.Parts {
			parts[part] = true
		}
	}
	for _, x := range f.Retries {
		hold(x.Claim, x.Func, func(r realFunc) error { return x.real(r) })
		if x.LongestPart != "" && !parts[x.LongestPart] {
			out = append(out, fmt.Sprintf("%s:%d: no maker has the part %s", f.Name, x.Line, x.LongestPart))
		}
	}
	for _, h := range f.Handlers {
		if fn := h.Func + h.Inside; fn != "" {
			hold(h.Claim, fn, func(r realFunc) error { return h.FnPath.real(r) })
		}
	}
	for k, h := range f.types {
		if some && !r.pkgs[k.pkg] {
			continue
		}
		if p, err := parsePattern(f.Library, h.Partial); h.Partial != "" && (err != nil || r.types[name(p)] == nil) {
			out = append(out, fmt.Sprintf("%s:%d: partial: %s: the library has no such type", f.Name, h.Line, h.Partial))
		}
		t := r.types[k.name]
		_, isFunc := under(t).(*types.Signature)
		if t == nil || isFunc != (k.way == As) {
			out = append(out, fmt.Sprintf("%s:%d: %s: %s: the library has no such type", f.Name, h.Line, k.way, k.name))
		}
	}
	for n := range f.comes {
		if r.types[n] == nil && (!some || r.pkgs[n.pkg]) {
			out = append(out, fmt.Sprintf("%s: requests: the library has no type %s", f.Name, n))
		}
	}
	for n, e := range f.mails {
		if r.types[n] == nil && (!some || r.pkgs[n.pkg]) {
			out = append(out, fmt.Sprintf("%s:%d: envelope: the library has no type %s", f.Name, e.Line, n))
		}
	}
	for _, u := range f.Uses {
		hold(u.Claim, u.Func, func(r realFunc) error { return u.real(r) })
	}
	for n, v := range f.vars {
		if !r.vars[n] && (!some || r.pkgs[n.pkg]) {
			out = append(out, fmt.Sprintf("%s:%d: the library has no variable %s", f.Name, v.Line, n))
		}
	}
	slices.Sort(out)
	return out, unseen
}

// arg returns the type of an argument, the receiver counting as the first, or nil.
func (x realFunc) arg(i int) types.Type {
	if recv := x.sig.Recv(); recv != nil {
		if i == 0 {
			return recv.Type()
		}
		i--
	}
	if i >= x.sig.Params().Len() {
		return nil
	}
	return x.sig.Params().At(i).Type()
}

func (x *Func) real(r realFunc) error {
	arg := r.arg(x.Arg)
	switch x.Does {
	case Generate, Derive, NonNil, Final, Chain:
		return nil
	}
	if arg == nil {
		return fmt.Errorf("arg: there is no argument %d", x.Arg)
	}
	switch x.Does {
	case Set, PutAll, PartOf:
		return hasField(r, r.arg(0), x.Field)
	case Put:
		if r.arg(x.Arg+1) == nil {
			return fmt.Errorf("arg: there is no argument %d, the value", x.Arg+1)
		}
		return hasField(r, r.arg(0), x.Field)
	case Wrap:
		if r.sig.Results().Len() == 0 {
			return fmt.Errorf("it returns nothing")
		}
		return hasField(r, r.sig.Results().At(0).Type(), x.Field)
	case Header:
		if !isString(arg) || r.arg(x.Arg+1) == nil {
			return fmt.Errorf("arg: expected the name in argument %d and the value in argument %d", x.Arg, x.Arg+1)
		}
	case Pairs:
		if !r.sig.Variadic() || r.arg(x.Arg+1) != nil {
			return fmt.Errorf("arg: argument %d is not the variadic one", x.Arg)
		}
	case Carry:
		if r.arg(0).String() != "context.Context" {
			return fmt.Errorf("the first argument is no context")
		}
	case Request:
		if x.Arg == 0 || !isString(arg) || !isString(r.arg(x.Arg-1)) {
			return fmt.Errorf("arg: expected the method in argument %d and the URL in argument %d", x.Arg-1, x.Arg)
		}
	}
	return nil
}

func (s *Send) real(r realFunc) error {
	if s.Key == Carrier && r.sig.Params().Len() == 0 && r.sig.Recv() == nil {
		return fmt.Errorf("key: it takes no arguments")
	}
	for field, p := range map[string]*Path{"through": s.ThroughPath, "url": s.URLPath, "base": s.BasePath, "method": s.MethodPath, "key": s.KeyPath, "to": s.ToPath, "tenant": s.TenantPath, "queue": s.QueuePath} {
		if err := p.real(r); err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
	}
	return nil
}

func (m *Maker) real(r realFunc) error {
	for _, part := range m.Sources {
		for _, from := range part.From {
			if err := from.Path.real(r); err != nil {
				return fmt.Errorf("parts: %s: %w", part.Name, err)
			}
			if !from.Options {
				continue
			}
			if !r.sig.Variadic() {
				return fmt.Errorf("parts: %s: it takes no options", part.Name)
			}
			// An option that is a function is about a struct with a field of that name.
			option := r.sig.Params().At(r.sig.Params().Len() - 1).Type().(*types.Slice).Elem()
			if sig, ok := option.Underlying().(*types.Signature); ok && sig.Params().Len() == 1 {
				if err := hasField(r, sig.Params().At(0).Type(), part.Name); err != nil {
					return fmt.Errorf("parts: %w", err)
				}
			}
		}
	}
	return nil
}

func (x *Retry) real(r realFunc) error {
	if err := x.FnPath.real(r); err != nil {
		return fmt.Errorf("fn: %w", err)
	}
	if err := x.IfPath.real(r); err != nil {
		return fmt.Errorf("if: %w", err)
	}
	fn, ok := r.sig.Params().At(x.FnPath.Arg).Type().Underlying().(*types.Signature)
	if !ok {
		return fmt.Errorf("fn: %s is no function", x.Fn)
	}
	results := fn.Results()
	if results.Len() == 0 {
		return fmt.Errorf("fn: %s answers nothing", x.Fn)
	}
	if x.Again == "done" && (results.Len() != 2 || results.At(0).Type() != types.Typ[types.Bool]) {
		return fmt.Errorf("again: %s does not answer (done bool, err error)", x.Fn)
	}
	return nil
}

func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

func (u *Use) real(r realFunc) error {
	for _, p := range u.UnlessPaths {
		if err := p.real(r); err != nil {
			return fmt.Errorf("unless: %w", err)
		}
	}
	if err := u.StatementPath.real(r); err != nil {
		return fmt.Errorf("statement: %w", err)
	}
	if err := u.ConditionPath.real(r); err != nil {
		return fmt.Errorf("condition: %w", err)
	}
	if u.Statement != "" && !r.sig.Variadic() {
		return fmt.Errorf("key: it takes no list of arguments")
	}
	if err := u.KeyPath.real(r); err != nil {
		return fmt.Errorf("key: %w", err)
	}
	return nil
}

// real reports what there is not on the way of a path.
func (p *Path) real(r realFunc) error {
	if p == nil {
		return nil
	}
	var t types.Type
	switch {
	case p.Arg == CarrierArg:
		// Any argument may be the one, if it is a struct that has the field.
		for a := range r.sig.Params().Variables() {
			if len(p.Steps) > 0 && hasField(r, a.Type(), p.Steps[0].Field) == nil {
				t = a.Type()
			}
		}
		if t == nil {
			return fmt.Errorf("%s: no argument has such a field", p.Text)
		}
	case p.Arg >= 0:
		if p.Arg >= r.sig.Params().Len() {
			return fmt.Errorf("%s: there is no argument %d", p.Text, p.Arg)
		}
		t = r.sig.Params().At(p.Arg).Type()
		if list, ok := t.(*types.Slice); ok && r.sig.Variadic() && p.Arg == r.sig.Params().Len()-1 && len(p.Steps) > 0 {
			t = list.Elem() // the first of them
		}
	case r.sig.Recv() == nil:
		return fmt.Errorf("%s: there is no receiver", p.Text)
	default:
		t = r.sig.Recv().Type()
	}
	for _, s := range p.Steps {
		if s.IsEntry {
			m, ok := t.Underlying().(*types.Map)
			switch {
			case ok:
				t = m.Elem()
			case t.String() == "context.Context": // its outgoing metadata
				return nil
			default:
				return fmt.Errorf("%s: %s has no entries", p.Text, t)
			}
			continue
		}
		if types.IsInterface(t) {
			return nil // whatever is in it
		}
		o, _, _ := types.LookupFieldOrMethod(t, true, r.pkg, s.Field)
		v, ok := o.(*types.Var)
		if !ok {
			return fmt.Errorf("%s: %s has no field %s", p.Text, t, s.Field)
		}
		t = v.Type()
	}
	return nil
}

func hasField(r realFunc, t types.Type, field string) error {
	if n, ok := types.Unalias(deref(t)).(*types.Named); ok && n.Obj().Pkg() != nil {
		r.pkg = n.Obj().Pkg() // of whose fields it is
	}
	if o, _, _ := types.LookupFieldOrMethod(t, true, r.pkg, field); o != nil {
		if _, ok := o.(*types.Var); ok {
			return nil
		}
	}
	return fmt.Errorf("%s has no field %s", t, field)
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func isString(t types.Type) bool { return strings.HasSuffix(t.Underlying().String(), "string") }
