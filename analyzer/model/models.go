// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
)

//go:embed data
var data embed.FS

// std is the name of the file on the standard library.
const std = "std"

// A library has one file, and may have a second, which a generator has written: what
// people know of a library and what can be read off its source are kept apart, so that
// the latter can be made again. Their names end in these.
const (
	byHand    = ".yaml"
	generated = ".generated.csv"
)

// Models are what is known: users' own models, and before them none but those of this
// package. The zero Models hold the latter alone. Its methods may be called concurrently.
type Models struct {
	own []*File

	mu    sync.Mutex
	known map[string]Known // what Of has answered, by full name
}

// New returns models among which the given models come before those of this package.
func New(own ...*File) *Models { return &Models{own: own} }

// ParseAll reads the documents of one text, which "---" separates. What holds nothing
// but comments is no document. A text that no model needs is refused before it is parsed:
// see [MaxText].
func ParseAll(file, text string) ([]*File, error) {
	if err := boundText(file, text); err != nil {
		return nil, err
	}
	var out []*File
	at := 0 // the line that separates a document from the one before
	for _, doc := range strings.Split("\n"+text, "\n---") {
		begins := at
		at += strings.Count(doc, "\n") + 1
		if blank(doc) {
			continue
		}
		if begins == 0 {
			doc = doc[1:]
		} else {
			doc = strings.Repeat("\n", begins-1) + doc // so that errors name the line in the whole text
		}
		f, err := Parse(file, []byte(doc))
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func blank(doc string) bool {
	for l := range strings.Lines(doc) {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "#") {
			return false
		}
	}
	return true
}

// Known is what is known of one function; what is not is nil.
type Known struct {
	Func  *Func
	Send  *Send
	Maker *Maker
	Retry *Retry

	Handler *Handler
	Use     *Use
}

// Telling reports whether a call of the function may by itself concern keys: it sends, uses
// a store, or is given a handler.
func (k Known) Telling() bool {
	return k.Send != nil || k.Use != nil && k.Use.Statement == "" || k.Handler != nil && k.Handler.Func != ""
}

// Of returns what is known of the function with the given full name.
func (s *Models) Of(fullName string) Known {
	s.mu.Lock()
	k, ok := s.known[fullName]
	s.mu.Unlock()
	if ok {
		return k
	}
	n := split(fullName)
	files := s.about(n.pkg)
	for _, f := range files {
		f.add(n, &k)
	}
	for _, f := range files {
		if k.Func == nil {
			k.Func = f.ofPackage(n)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[string]Known{}
	}
	s.known[fullName] = k
	return k
}

// about returns the models that may say something of a package.
func (s *Models) about(pkg string) []*File {
	if pkg == "" {
		return nil
	}
	if f := library(pkg); f != nil {
		return append(s.own[:len(s.own):len(s.own)], f)
	}
	return s.own
}

// add adds what a file says of a function to what is known of it already.
func (f *File) add(n name, k *Known) {
	take := func(e *entry) {
		k.Func, k.Send = cmp.Or(k.Func, e.fn), cmp.Or(k.Send, e.send)
		k.Maker, k.Retry = cmp.Or(k.Maker, e.maker), cmp.Or(k.Retry, e.retry)
		k.Handler, k.Use = cmp.Or(k.Handler, e.handler), cmp.Or(k.Use, e.use)
	}
	if e := f.exact[n]; e != nil {
		take(e)
	}
	for _, e := range f.loose {
		if e.pattern.matches(n) {
			take(e)
		}
	}
}

// ofPackage returns what a function does because all of its package do, or nil.
func (f *File) ofPackage(n name) *Func {
	for _, p := range f.Packages {
		if join(f.Library, p.Path) != n.pkg {
			continue
		}
		switch {
		case p.Does == "derive":
			return &Func{Does: Derive}
		case p.Does == "pointer" && pointerHelper(n.fn):
			return &Func{Does: Identity}
		}
	}
	return nil
}

// Library returns the library to which a function with the given full name belongs, of
// those that have a model; "" if it is of none.
func (s *Models) Library(fullName string) string {
	p := split(fullName).pkg
	for _, f := range s.about(p) {
		if p == f.Library || strings.HasPrefix(p, f.Library+"/") {
			return f.Library
		}
	}
	return ""
}

// Store returns the store of that name in the model of a library, or nil.
func (s *Models) Store(lib, name string) *Store {
	for _, f := range s.about(lib) {
		if f.Library != lib {
			continue
		}
		for i := range f.Stores {
			if f.Stores[i].Name == name {
				return &f.Stores[i]
			}
		}
	}
	return nil
}

// Describes reports whether a package belongs to a library of which it is known how it
// sends, or is one of which all is said in a line: such a package is not analysed.
func (s *Models) Describes(pkgPath string) bool {
	path := Canonical(pkgPath)
	for _, f := range s.own {
		if f.sends() && (path == f.Library || strings.HasPrefix(path, f.Library+"/")) || f.whole(path) {
			return true
		}
	}
	known := sectionsOf(path)
	return known.described || slices.Contains(known.whole, path)
}

// whole reports whether all is said of a package: its functions derive, or do nothing.
func (f *File) whole(path string) bool {
	return slices.ContainsFunc(f.Packages, func(p Package) bool {
		return p.Does != "pointer" && join(f.Library, p.Path) == path
	})
}

func (f *File) sends() bool { return len(f.Sends) > 0 || len(f.Uses) > 0 || f.generated != nil }

func (f *File) tells() bool { return f.sends() || len(f.Handlers) > 0 || len(f.Envelopes) > 0 }

// Telling reports whether a call of a function of that package may by itself concern
// keys: it sends, it uses a store, or it hands over a handler.
func (s *Models) Telling(pkgPath string) bool {
	path := Canonical(pkgPath)
	for _, f := range s.own {
		if f.tells() {
			return true
		}
	}
	return sectionsOf(path).telling
}

// Tellers lists the names of the functions of a library of which a call may by itself
// concern keys, those that users' own models tell of among them. They cannot be listed, and
// ok is false, if a model says it of names with an asterisk.
func (s *Models) Tellers(lib string) (names []string, ok bool) {
	tells := func(e *entry) bool { return Known{Send: e.send, Use: e.use, Handler: e.handler}.Telling() }
	files := s.own
	if lib != "" {
		files = s.about(lib)
	}
	for _, f := range files {
		for n, e := range f.exact {
			if tells(e) {
				names = append(names, n.fn)
			}
		}
		for _, e := range f.loose {
			// Where a generated file lists what has a carrier, nobody gives others a key.
			if tells(e) && !(f.generated != nil && e.send != nil && e.send.Key == Carrier) {
				if strings.Contains(e.pattern.fn, "*") {
					return nil, false
				}
				names = append(names, e.pattern.fn)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), true
}

// TellingLibrary returns the library of a package of which Telling holds, as Tellers has it;
// "" if it is not, or users' own models alone tell of it.
func (s *Models) TellingLibrary(pkgPath string) string {
	if known := sectionsOf(Canonical(pkgPath)); known.telling {
		return known.library
	}
	return ""
}

// sections are what is asked of the model of every package that is met. Most of them are
// asked nothing else, so that their files need not be decoded for it.
type sections struct {
	library   string
	telling   bool     // what Telling says
	described bool     // what Describes says
	given     bool     // something is said of what keys are given to; if not, Alone and Keeps say no
	whole     []string // packages of which all is said
}

// packageLine is a line of the section packages.
var packageLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^  - \{path: "?([^",]*)"?, does: (derive|nothing)\b`)
})

var known struct {
	sync.Mutex
	sections map[string]sections // by library
}

// sectionsOf returns what the model of this package on the library of pkg has, if there is
// one. The standard library is in no model's stead.
func sectionsOf(pkg string) sections {
	first, _, _ := strings.Cut(pkg, "/")
	if !strings.Contains(first, ".") {
		f := library(pkg)
		return sections{telling: f != nil && f.tells(), given: f != nil} // a module's path need not have a dot either
	}
	known.Lock()
	defer known.Unlock()
	for p := pkg; p != "." && p != "/"; p = path.Dir(p) {
		s, ok := known.sections[p]
		if !ok {
			text, err := data.ReadFile("data/" + p + byHand)
			if err != nil {
				continue
			}
			_, err = fs.Stat(data, "data/"+p+generated)
			has := func(name string) bool { return bytes.Contains(text, []byte("\n"+name+":")) }
			does := func(what Action) bool { return bytes.Contains(text, []byte("does: "+string(what))) }
			s.described = has("sends") || has("uses") || err == nil
			s.library = p
			s.telling = s.described || has("handlers") || has("envelopes")
			s.given = s.telling || does(Option) || does(Set)
			if has("packages") {
				s.whole = wholeIn(p, text)
			}
			if known.sections == nil {
				known.sections = map[string]sections{}
			}
			known.sections[p] = s
		}
		return s
	}
	return sections{}
}

// wholeIn are the packages of a library of which its model says all, by the model's text.
func wholeIn(library string, text []byte) []string {
	var out []string
	for _, m := range packageLine().FindAllSubmatch(text, -1) {
		out = append(out, join(library, string(m[1])))
	}
	return out
}

// givenBy returns the models by which keys may be given to functions of a package.
func (s *Models) givenBy(pkg string) []*File {
	if !sectionsOf(pkg).given {
		return s.own
	}
	return s.about(pkg)
}

// Alone reports whether a call of a function of that package may concern keys though no
// carrier's name is written where it is called: the key goes by another name, or, if
// strict, nobody gives one. It is told in which names a carrier's occurs.
func (s *Models) Alone(pkgPath string, strict bool, carrier func(name string) bool) bool {
	alone := func(e *entry) bool {
		switch {
		case e.use != nil && len(e.use.UnlessPaths) > 0:
			return true // it asks for a part that is missing
		case e.fn != nil && (e.fn.Does == Option || e.fn.Does == Set && carrier(e.fn.Field)):
			return !carrier(e.fn.Func[strings.LastIndexByte(e.fn.Func, '.')+1:])
		case e.send != nil:
			return strict && e.send.Auto != "" || e.send.Key != Carrier && !e.send.KeyPath.endsIn(carrier)
		}
		return false
	}
	path := Canonical(pkgPath)
	for _, f := range s.givenBy(path) {
		if len(f.Envelopes) > 0 {
			return true
		}
		for n, e := range f.exact {
			// A library's client may be of another package than the one that is imported; of
			// those that have a package for each service, it is not.
			if (n.pkg == path || f.generated == nil && e.use == nil) && alone(e) {
				return true
			}
		}
		for _, e := range f.loose {
			if alone(e) {
				return true
			}
		}
	}
	return false
}

// Keeps reports whether functions of that package hand what they are given to a store.
func (s *Models) Keeps(pkgPath string) bool {
	path := Canonical(pkgPath)
	return say(s.givenBy(path), path, func(_ name, e *entry) bool { return e.use != nil })
}

// say reports whether models say something of a function of a package, or of whichever.
func say(files []*File, path string, something func(n name, e *entry) bool) bool {
	for _, f := range files {
		for n, e := range f.exact {
			if n.pkg == path && something(n, e) {
				return true
			}
		}
		for _, e := range f.loose {
			if something(name(e.pattern), e) {
				return true
			}
		}
	}
	return false
}

// Generates reports whether a function makes what nobody has had before, or fills
// something with it. It may be nil: nothing is known of the function.
func (f *Func) Generates() bool { return f != nil && (f.Does == Generate || f.Does == Fill) }

// Generates reports whether methods of a package's types may generate something.
func (s *Models) Generates(pkgPath string) bool {
	path := Canonical(pkgPath)
	return say(s.about(path), path, func(n name, e *entry) bool { return n.recv != "" && e.fn.Generates() })
}

// endsIn reports whether the last step of a path is a field or an entry of such a name.
func (p *Path) endsIn(named func(string) bool) bool {
	if p == nil || len(p.Steps) == 0 {
		return false
	}
	last := p.Steps[len(p.Steps)-1]
	return named(last.Field) || named(last.Entry)
}

// files are the models of this package that were asked for.
var files struct {
	sync.Mutex
	of map[string]*File // by import path; nil if there is none
}

// library returns the model of the library to which a package belongs, or nil.
func library(pkg string) *File {
	files.Lock()
	defer files.Unlock()
	if f, ok := files.of[pkg]; ok {
		return f
	}
	if files.of == nil {
		files.of = map[string]*File{}
	}
	var f *File
	first, _, _ := strings.Cut(pkg, "/")
	if !strings.Contains(first, ".") {
		f = load(std)
	} else {
		for p := pkg; p != "." && p != "/" && f == nil; p = path.Dir(p) {
			f = load(p)
		}
	}
	files.of[pkg] = f
	return f
}

// load decodes the files of a library, or returns nil if there is none. What cannot be
// read fails the tests of this package; here it is as if it were not there.
func load(lib string) *File {
	if f, ok := files.of[lib]; ok && f != nil && f.Library == lib {
		return f
	}
	f, err := read(data, "data/"+lib)
	if err != nil {
		return nil
	}
	files.of[lib] = f
	return f
}

// read decodes a library's file and, if there is one, the generated file beside it.
func read(fsys fs.FS, path string) (*File, error) {
	text, err := fs.ReadFile(fsys, path+byHand)
	if err != nil {
		return nil, err
	}
	f, err := parse(path+byHand, text) // which we have written
	if err != nil {
		return nil, err
	}
	text, err = fs.ReadFile(fsys, path+generated)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	return f, f.addGenerated(path+generated, text)
}

// All returns the models of this package, sorted by library. Of a library that has two
// files, both are there.
func All() ([]*File, error) {
	var out []*File
	err := fs.WalkDir(data, "data", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(p, generated) {
			return err
		}
		f, err := read(data, strings.TrimSuffix(p, byHand))
		if err != nil {
			return err
		}
		out = append(out, f)
		if f.generated != nil {
			out = append(out, f.generated)
		}
		return nil
	})
	sort.SliceStable(out, func(i, j int) bool { return out[i].Library < out[j].Library })
	return out, err
}

func pointerHelper(fn string) bool {
	switch fn {
	case "String", "StringValue", "ToString", "To", "Ptr", "ToPtr", "FromPtr", "Of", "From", "Deref", "StringPtr", "Pointer",
		"Int", "Int32", "Int64", "Bool", "ToStringPtr", "Value", "ToInt64", "Int64Value", "BoolValue", "NewString", "PointerValue":
		return true
	}
	return false
}
