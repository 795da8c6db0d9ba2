// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package model

import (
	"embed"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"
)

//go:embed data
var data embed.FS

// std is the name of the file on the standard library.
const std = "std"

// Models are what is known: users' own models, and before them none but those of this
// package. The zero Models hold the latter alone. Its methods may be called concurrently.
type Models struct {
	own []*File
}

// New returns models among which the given models come before those of this package.
func New(own ...*File) *Models { return &Models{own: own} }

// ParseAll reads the documents of one text, which "---" separates. What holds nothing
// but comments is no document.
func ParseAll(file, text string) ([]*File, error) {
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

// Func returns what the function with the given full name does with keys.
func (s *Models) Func(fullName string) (Func, bool) {
	n := split(fullName)
	if e := s.find(n, func(e *entry) bool { return e.fn != nil }); e != nil {
		return *e.fn, true
	}
	if s != nil {
		for _, f := range s.own {
			if x, ok := f.ofPackage(n); ok {
				return x, true
			}
		}
	}
	if f := library(n.pkg); f != nil {
		return f.ofPackage(n)
	}
	return Func{}, false
}

// ofPackage returns what a function does because all of its package do.
func (f *File) ofPackage(n name) (Func, bool) {
	for _, p := range f.Packages {
		if join(f.Library, p.Path) != n.pkg {
			continue
		}
		if p.Does == "derive" {
			return Func{Does: Derive}, true
		}
		if pointerHelper(n.fn) {
			return Func{Does: Identity}, true
		}
	}
	return Func{}, false
}

// Send returns how the function with the given full name sends, or nil.
func (s *Models) Send(fullName string) *Send {
	if e := s.find(split(fullName), func(e *entry) bool { return e.send != nil }); e != nil {
		return e.send
	}
	return nil
}

// Maker returns what the function with the given full name makes, or nil.
func (s *Models) Maker(fullName string) *Maker {
	if e := s.find(split(fullName), func(e *entry) bool { return e.maker != nil }); e != nil {
		return e.maker
	}
	return nil
}

// Retry returns how the function with the given full name retries, or nil.
func (s *Models) Retry(fullName string) *Retry {
	if e := s.find(split(fullName), func(e *entry) bool { return e.retry != nil }); e != nil {
		return e.retry
	}
	return nil
}

// Store returns the store of that name in the model of a library, or nil.
func (s *Models) Store(lib, name string) *Store {
	find := func(f *File) *Store {
		for i := range f.Stores {
			if f.Stores[i].Name == name {
				return &f.Stores[i]
			}
		}
		return nil
	}
	if s != nil {
		for _, f := range s.own {
			if f.Library == lib {
				if st := find(f); st != nil {
					return st
				}
			}
		}
	}
	if f := library(lib); f != nil && f.Library == lib {
		return find(f)
	}
	return nil
}

// Describes reports whether a package belongs to a library of which it is known how it
// sends: such a package is not analysed.
func (s *Models) Describes(pkgPath string) bool {
	path := Canonical(pkgPath)
	if s != nil {
		for _, f := range s.own {
			if len(f.Sends) > 0 && (path == f.Library || strings.HasPrefix(path, f.Library+"/")) {
				return true
			}
		}
	}
	f := library(path)
	return f != nil && len(f.Sends) > 0
}

func (s *Models) find(n name, has func(*entry) bool) *entry {
	if n.pkg == "" {
		return nil
	}
	if s != nil {
		for _, f := range s.own {
			if e := f.find(n, has); e != nil {
				return e
			}
		}
	}
	if f := library(n.pkg); f != nil {
		return f.find(n, has)
	}
	return nil
}

func (f *File) find(n name, has func(*entry) bool) *entry {
	if e := f.exact[n]; e != nil && has(e) {
		return e
	}
	for _, e := range f.loose {
		if e.pattern.matches(n) && has(e) {
			return e
		}
	}
	return nil
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

// load decodes a file, or returns nil if there is none. A file that cannot be read
// fails the tests of this package; here it is as if it were not there.
func load(lib string) *File {
	if f, ok := files.of[lib]; ok && f != nil && f.Library == lib {
		return f
	}
	name := "data/" + lib + ".yaml"
	text, err := data.ReadFile(name)
	if err != nil {
		return nil
	}
	f, err := Parse(name, text)
	if err != nil {
		return nil
	}
	files.of[lib] = f
	return f
}

// All returns the models of this package, sorted by library.
func All() ([]*File, error) {
	var out []*File
	err := fs.WalkDir(data, "data", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := data.ReadFile(p)
		if err != nil {
			return err
		}
		f, err := Parse(p, text)
		if err != nil {
			return err
		}
		out = append(out, f)
		return nil
	})
	sort.Slice(out, func(i, j int) bool { return out[i].Library < out[j].Library })
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
