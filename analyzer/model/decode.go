// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/idemscope/idemscope/analyzer/scope"
	"github.com/idemscope/idemscope/internal/visible"
)

// Parse reads one model. The file's name is for errors alone, which name it, the line
// and what was expected.
func Parse(file string, data []byte) (f *File, err error) {
	if err := boundDocument(file, string(data)); err != nil {
		return nil, err
	}
	defer func() {
		if fault := recover(); fault != nil { // of the parser of YAML
			f, err = nil, fmt.Errorf("%s: it cannot be parsed: %v", file, fault)
		}
	}()
	return parse(file, data)
}

func parse(file string, data []byte) (*File, error) {
	f := &File{Name: file}
	if err := yaml.UnmarshalWithOptions(data, f, yaml.Strict()); err != nil {
		return nil, located(file, explain(err, f))
	}
	f.Name = file // nothing but comments empties f
	if err := f.check(); err != nil {
		return nil, err
	}
	return f, nil
}

// addGenerated reads the second file of a library, which says how functions send and
// nothing else: what a store is, nobody but people can tell. It may name the stores of
// the first file. What both files say of a function counts as the first has it; what
// either says by a function's name counts before what has asterisks, which the second
// may not have.
//
// Its first line names the columns.
func (f *File) addGenerated(file string, data []byte) error {
	g := &File{Name: file, Library: f.Library, About: "How functions send, as the library's own source tells.", exact: map[name]*entry{}}
	r := csv.NewReader(bytes.NewReader(data))
	r.Comment, r.FieldsPerRecord, r.ReuseRecord = '#', len(columns), true
	for first := true; ; first = false {
		rec, err := r.Read()
		if err == io.EOF {
			break
		}
		if parse := new(csv.ParseError); errors.As(err, &parse) {
			return fmt.Errorf("%s:%d: %w", file, parse.Line, parse.Err)
		} else if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		line, _ := r.FieldPos(0)
		if first {
			if !slices.Equal(rec, columns) {
				return fmt.Errorf("%s:%d: expected the columns %s", file, line, strings.Join(columns, ","))
			}
			continue
		}
		g.Sends = append(g.Sends, Send{Func: rec[0], Key: rec[1], To: rec[2], Store: rec[3], Auto: rec[4], Claim: Claim{Source: rec[5], Line: line}})
	}
	if err := g.indexSends(f.storesByName()); err != nil {
		return err
	}
	if len(g.loose) > 0 {
		s := g.loose[0].send
		return g.wrong(s.Claim, "func: %q: expected a function's name, without asterisks", s.Func)
	}
	for n, e := range g.exact {
		switch there := f.exact[n]; {
		case there == nil:
			f.exact[n] = e
		case there.send == nil:
			there.send = e.send
		}
	}
	f.generated = g
	return nil
}

// columns are the fields of a generated file's lines, as those of a send are called.
var columns = []string{"func", "key", "to", "store", "auto", "source"}

// storesByName returns the stores of a checked file.
func (f *File) storesByName() map[string]*Store {
	out := map[string]*Store{}
	for i := range f.Stores {
		out[f.Stores[i].Name] = &f.Stores[i]
	}
	return out
}

func (f *File) indexSends(stores map[string]*Store) error {
	for i := range f.Sends {
		s := &f.Sends[i]
		s.Library = f.Library
		if err := index(f, s, s.Func, s.check(stores), "how it sends", func(e *entry) **Send { return &e.send }); err != nil {
			return err
		}
	}
	return nil
}

func line(n ast.Node) int {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 0
}

// entryNode decodes an entry and keeps the line on which it begins.
func entryNode(n ast.Node, into any, at *int) error {
	if err := yaml.NodeToValue(n, into, yaml.Strict()); err != nil {
		return explain(err, into)
	}
	*at = line(n)
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 {
		*at = line(m.Values[0].Key)
	}
	return nil
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (p *Package) UnmarshalYAML(n ast.Node) error {
	type plain Package
	return entryNode(n, (*plain)(p), &p.Line)
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (f *Func) UnmarshalYAML(n ast.Node) error {
	type plain Func
	return entryNode(n, (*plain)(f), &f.Line)
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (s *Store) UnmarshalYAML(n ast.Node) error {
	type plain Store
	return entryNode(n, (*plain)(s), &s.Line)
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (s *Send) UnmarshalYAML(n ast.Node) error {
	type plain Send
	return entryNode(n, (*plain)(s), &s.Line)
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (m *Maker) UnmarshalYAML(n ast.Node) error {
	type plain Maker
	return entryNode(n, (*plain)(m), &m.Line)
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (r *Retry) UnmarshalYAML(n ast.Node) error {
	type plain Retry
	return entryNode(n, (*plain)(r), &r.Line)
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (h *Handler) UnmarshalYAML(n ast.Node) error {
	type plain Handler
	return entryNode(n, (*plain)(h), &h.Line)
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (u *Use) UnmarshalYAML(n ast.Node) error {
	type plain Use
	return entryNode(n, (*plain)(u), &u.Line)
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (v *Var) UnmarshalYAML(n ast.Node) error {
	type plain Var
	return entryNode(n, (*plain)(v), &v.Line)
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (e *Envelope) UnmarshalYAML(n ast.Node) error {
	type plain Envelope
	return entryNode(n, (*plain)(e), &e.Line)
}

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (r *Incomer) UnmarshalYAML(n ast.Node) error {
	type plain Incomer
	return entryNode(n, (*plain)(r), &r.Line)
}

// check resolves what a file says, and builds its index.
func (f *File) check() error {
	if f.Library == "" {
		return fmt.Errorf("%s:1: expected library: IMPORT-PATH", f.Name)
	}
	f.exact = map[name]*entry{}
	stores := map[string]*Store{}
	for i := range f.Packages {
		p := &f.Packages[i]
		if p.Does != "derive" && p.Does != "pointer" && p.Does != "nothing" {
			return f.wrong(p.Claim, "does: %q: expected derive, pointer or nothing", p.Does)
		}
	}
	for i := range f.Functions {
		x := &f.Functions[i]
		if err := index(f, x, x.Func, x.check(), "what it does", func(e *entry) **Func { return &e.fn }); err != nil {
			return err
		}
	}
	for i := range f.Stores {
		s := &f.Stores[i]
		if err := s.check(); err != nil {
			return f.wrong(s.Claim, "%v", err)
		}
		if stores[s.Name] != nil {
			return f.wrong(s.Claim, "store %q is there already, on line %d", s.Name, stores[s.Name].Line)
		}
		stores[s.Name] = s
	}
	if err := f.indexSends(stores); err != nil {
		return err
	}
	for i := range f.Makers {
		m := &f.Makers[i]
		if err := index(f, m, m.Func, m.check(), "what it makes", func(e *entry) **Maker { return &e.maker }); err != nil {
			return err
		}
	}
	for i := range f.Retries {
		r := &f.Retries[i]
		if err := index(f, r, r.Func, r.check(), "how it retries", func(e *entry) **Retry { return &e.retry }); err != nil {
			return err
		}
	}
	return f.indexHandlers(stores)
}

// index puts a checked claim on a function into its entry, where there may be one of
// each kind.
func index[T any, P interface {
	*T
	claim() Claim
}](f *File, x P, fn string, wrong error, what string, slot func(*entry) *P) error {
	if wrong != nil {
		return f.wrong(x.claim(), "%v", wrong)
	}
	e, err := f.entry(fn, x.claim())
	if err != nil {
		return err
	}
	at := slot(e)
	if *at != nil {
		return f.wrong(x.claim(), "%s: %s is said already, on line %d", fn, what, (*at).claim().Line)
	}
	*at = x
	return nil
}

func (c Claim) claim() Claim { return c }

func (f *File) wrong(c Claim, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", f.Name, c.Line, visible.Cut(fmt.Sprintf(format, args...), 2*maxWrong))
}

// entry returns the entry of a function, which it adds if it is not there.
func (f *File) entry(fn string, c Claim) (*entry, error) {
	p, err := parsePattern(f.Library, fn)
	if err != nil {
		return nil, f.wrong(c, "func: %v", err)
	}
	if p.exact() {
		if e := f.exact[name(p)]; e != nil {
			return e, nil
		}
		e := &entry{pattern: p}
		f.exact[name(p)] = e
		return e, nil
	}
	for _, e := range f.loose {
		if e.pattern == p {
			return e, nil
		}
	}
	e := &entry{pattern: p}
	f.loose = append(f.loose, e)
	return e, nil
}

var actions = []Action{Generate, Identity, Derive, Fill, Append, Content, Sort, NonNil, Final, Test, Code, Option, Header, Set, Put, PutAll, Wrap, PartOf, Pairs, Carry, Chain, Incoming, Request}

func (x *Func) check() error {
	if !slices.Contains(actions, x.Does) {
		return fmt.Errorf("does: %q: expected one of %s", x.Does, listOf(actions))
	}
	switch x.Unique {
	case Random, Clock, Process:
		if x.Does != Generate {
			return fmt.Errorf("unique: only what generates has it")
		}
	case "":
		if x.Does == Generate {
			return fmt.Errorf("unique: expected random, clock or process")
		}
	default:
		return fmt.Errorf("unique: %q: expected random, clock or process", x.Unique)
	}
	if x.Arg < 0 {
		return fmt.Errorf("arg: %d: expected 0 or more, the receiver counting as the first", x.Arg)
	}
	switch x.Does {
	case Set, Put, PutAll, Wrap, PartOf:
		if x.Field == "" {
			return fmt.Errorf("field: expected the name of the field")
		}
	default:
		if x.Field != "" {
			return fmt.Errorf("field: expected the name of a field where, and only where, the function reads or writes one")
		}
	}
	return nil
}

func listOf[T ~string](words []T) string {
	var out []string
	for _, w := range words {
		out = append(out, string(w))
	}
	return strings.Join(out, ", ")
}

func (s *Store) check() error {
	if s.Name == "" {
		return errors.New("a store needs a name")
	}
	if s.Source == "" {
		return fmt.Errorf("store %s: source: expected where its scope is documented", s.Name)
	}
	switch s.ScopeText {
	case "":
		return fmt.Errorf("store %s: scope: expected dimensions, global, or shared", s.Name)
	case "global":
	case "shared":
		s.Shared = true
	default:
		for _, w := range strings.Split(s.ScopeText, ",") {
			d, err := scope.ParseDim(strings.TrimSpace(w))
			if err != nil {
				return fmt.Errorf("store %s: scope: %w", s.Name, err)
			}
			s.Scope = append(s.Scope, d)
		}
	}
	if s.WindowText != "" {
		d, err := time.ParseDuration(s.WindowText)
		if err != nil || d <= 0 {
			return fmt.Errorf("store %s: window: %q: expected a duration such as 5m or 24h", s.Name, s.WindowText)
		}
		s.Window = d
	}
	return nil
}

func (s *Send) check(stores map[string]*Store) error {
	if s.Source == "" {
		return fmt.Errorf("%s: source: expected where this is documented", s.Func)
	}
	var err error
	parse := func(field, text string, into **Path, words ...string) {
		if err != nil || text == "" || slices.Contains(words, text) {
			return
		}
		if *into, err = parsePath(text); err != nil {
			err = fmt.Errorf("%s: %w", field, err)
		}
	}
	if s.Key == "" && s.Auto != "call" {
		return fmt.Errorf("%s: key: expected a path such as arg1.ClientToken, or carrier", s.Func)
	}
	parse("key", s.Key, &s.KeyPath, Carrier)
	parse("to", s.To, &s.ToPath, Service)
	parse("tenant", s.Tenant, &s.TenantPath)
	parse("queue", s.Queue, &s.QueuePath)
	parse("url", s.URL, &s.URLPath)
	parse("base", s.Base, &s.BasePath)
	parse("through", s.Through, &s.ThroughPath)
	if s.Method != strings.ToUpper(s.Method) {
		parse("method", s.Method, &s.MethodPath)
	}
	if err != nil {
		return err
	}
	if s.ThroughPath != nil && (s.ThroughPath.Arg != Receiver || !s.Retries) {
		return fmt.Errorf("through: %q: expected a path from recv, of a send that retries", s.Through)
	}
	switch s.Auto {
	case "", "call", "written":
	default:
		return fmt.Errorf("auto: %q: expected call or written", s.Auto)
	}
	if s.Store != "" {
		if s.StoreRef = stores[s.Store]; s.StoreRef == nil {
			return fmt.Errorf("store: %q: expected the name of a store of this library", s.Store)
		}
	}
	return nil
}

func (m *Maker) check() error {
	for part, from := range m.Parts {
		p := Part{Name: part}
		for _, text := range from {
			if text == "options" {
				p.From = append(p.From, Source{Options: true})
				continue
			}
			path, err := parsePath(text)
			if err != nil {
				return fmt.Errorf("parts: %s: %w", part, err)
			}
			p.From = append(p.From, Source{Path: path})
		}
		if len(p.From) == 0 {
			return fmt.Errorf("parts: %s: expected a list of paths, or options", part)
		}
		m.Sources = append(m.Sources, p)
	}
	sort.Slice(m.Sources, func(i, j int) bool { return m.Sources[i].Name < m.Sources[j].Name })
	for i := range m.Varies {
		v := &m.Varies[i]
		d, err := scope.ParseDim(v.Name)
		if err != nil {
			return fmt.Errorf("varies: dim: %w", err)
		}
		v.Dim = d
		if m.Parts[v.Part] == nil {
			return fmt.Errorf("varies: part: %q: expected a part of this maker", v.Part)
		}
	}
	for _, a := range m.Again {
		if m.Parts[a.Part] == nil || a.Says == "" {
			return fmt.Errorf("again: part: %q: expected a part of this maker, and what it says", a.Part)
		}
	}
	return nil
}

func (r *Retry) check() error {
	if r.Source == "" {
		return fmt.Errorf("%s: source: expected where this is documented", r.Func)
	}
	var err error
	if r.FnPath, err = parsePath(r.Fn); err != nil || len(r.FnPath.Steps) > 0 || r.FnPath.Arg < 0 {
		return fmt.Errorf("%s: fn: %q: expected the function's argument, such as arg1", r.Func, r.Fn)
	}
	switch r.Again {
	case "", "error", "done":
	default:
		return fmt.Errorf("%s: again: %q: expected error or done", r.Func, r.Again)
	}
	if r.If != "" {
		if r.IfPath, err = parsePath(r.If); err != nil {
			return fmt.Errorf("%s: if: %w", r.Func, err)
		}
	}
	if r.Longest != "" {
		if r.Duration, err = time.ParseDuration(r.Longest); err != nil || r.Duration <= 0 {
			return fmt.Errorf("%s: longest: %q: expected a duration such as 15m", r.Func, r.Longest)
		}
	}
	return nil
}

// parsePath reads recv, argN, and fields and entries behind it.
func parsePath(s string) (*Path, error) {
	p := &Path{Text: s}
	end := strings.IndexAny(s, ".[")
	if end < 0 {
		end = len(s)
	}
	root, rest := s[:end], s[end:]
	switch root {
	case "recv":
		p.Arg = Receiver
	case Carrier:
		p.Arg = CarrierArg
	default:
		n, err := strconv.Atoi(strings.TrimPrefix(root, "arg"))
		if err != nil || !strings.HasPrefix(root, "arg") || n < 0 {
			return nil, fmt.Errorf("%q: expected recv, argN or carrier, and behind it .Field or [\"entry\"]", s)
		}
		p.Arg = n
	}
	for rest != "" {
		var st Step
		switch {
		case strings.HasPrefix(rest, "["):
			end := strings.Index(rest, "\"]")
			if end < 2 || !strings.HasPrefix(rest, "[\"") {
				return nil, fmt.Errorf("%q: expected [\"entry\"]", s)
			}
			st, rest = Step{Entry: rest[2:end], IsEntry: true}, rest[end+2:]
		case strings.HasPrefix(rest, "."):
			rest = rest[1:]
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if st.Field = rest[:end]; !ident(st.Field) || st.Field == "*" {
				return nil, fmt.Errorf("%q: expected the name of a field behind the dot", s)
			}
			rest = rest[end:]
		default:
			return nil, fmt.Errorf("%q: expected .Field or [\"entry\"] before %q", s, rest)
		}
		p.Steps = append(p.Steps, st)
	}
	return p, nil
}
