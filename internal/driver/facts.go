// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"cmp"
	"fmt"
	"go/types"
	"math/bits"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// facts are what the analysis of packages has left for others, by the objects of the
// packages' export data.
type facts struct {
	mu sync.Mutex
	m  map[factKey]analysis.Fact
}

type factKey struct {
	obj types.Object
	typ reflect.Type
}

// left lists the units below that have left facts.
func (r *run) left(u *unit) []*unit {
	var out []*unit
	for i, w := range u.below {
		for ; w != 0; w &= w - 1 {
			if d := r.units[i*64+bits.TrailingZeros64(w)]; d != u && len(d.facts) > 0 {
				out = append(out, d)
			}
		}
	}
	return out
}

func newFacts() *facts { return &facts{m: map[factKey]analysis.Fact{}} }

// encode lists facts in the order of their objects' paths. A fact of an object that no
// importer can get at is lost, as it is in the files of x/tools' drivers.
func encode(own map[factKey]analysis.Fact) []leftFact {
	var enc objectpath.Encoder
	var out []leftFact
	for k, f := range own {
		if path, err := enc.For(k.obj); err == nil {
			out = append(out, leftFact{string(path), f})
		}
	}
	slices.SortFunc(out, func(a, b leftFact) int {
		return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(fmt.Sprintf("%T", a.Fact), fmt.Sprintf("%T", b.Fact)))
	})
	return out
}

// objectFacts are facts as a list, in no order.
func objectFacts(own map[factKey]analysis.Fact) []analysis.ObjectFact {
	var out []analysis.ObjectFact
	for k, f := range own {
		out = append(out, analysis.ObjectFact{Object: k.obj, Fact: f})
	}
	return out
}

// resolve moves facts to the objects that importers know.
func resolve(left []leftFact, to *types.Package) []analysis.ObjectFact {
	var out []analysis.ObjectFact
	for _, l := range left {
		if obj, err := objectpath.Object(to, objectpath.Path(l.Object)); err == nil {
			out = append(out, analysis.ObjectFact{Object: obj, Fact: l.Fact})
		}
	}
	return out
}

// leaves notes what a unit leaves for importers.
func (s *facts) leaves(u *unit, left []analysis.ObjectFact) {
	u.facts = left
	for _, of := range left {
		if passed(of.Object) {
			u.passed = append(u.passed, of)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, of := range left {
		s.m[factKey{of.Object, reflect.TypeOf(of.Fact)}] = of.Fact
	}
}

func (s *facts) get(k factKey) analysis.Fact {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m[k]
}

// passed reports whether a fact goes beyond the direct importers of its package: as in
// the files of go vet, those of types, fields and methods do, since values bring them along.
func passed(o types.Object) bool {
	_, isType := o.(*types.TypeName)
	return isType || o.Parent() != o.Pkg().Scope()
}

// pass fills in the functions of a pass that deal with facts.
func (s *facts) pass(left []*unit, p *analysis.Pass, own map[factKey]analysis.Fact) {
	known := map[*types.Package]bool{}
	for _, d := range left {
		known[d.types.Load()] = true
	}
	direct := map[*types.Package]bool{}
	for _, imp := range p.Pkg.Imports() {
		direct[imp] = true
	}
	visible := func(o types.Object) bool { return known[o.Pkg()] && (direct[o.Pkg()] || passed(o)) }
	p.ImportObjectFact = func(obj types.Object, ptr analysis.Fact) bool {
		k := factKey{obj, reflect.TypeOf(ptr)}
		var f analysis.Fact
		switch {
		case obj.Pkg() == p.Pkg:
			f = own[k]
		case visible(obj):
			f = s.get(k)
		}
		if f == nil {
			return false
		}
		reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(f).Elem())
		return true
	}
	p.ExportObjectFact = func(obj types.Object, f analysis.Fact) {
		if obj.Pkg() != p.Pkg {
			panic(fmt.Sprintf("package %s leaves a fact of %s", p.Pkg.Path(), obj))
		}
		own[factKey{obj, reflect.TypeOf(f)}] = f
	}
	p.AllObjectFacts = func() []analysis.ObjectFact {
		out := objectFacts(own)
		for _, d := range left {
			if direct[d.types.Load()] {
				out = append(out, d.facts...)
			} else {
				out = append(out, d.passed...)
			}
		}
		return out
	}
	p.ImportPackageFact = func(*types.Package, analysis.Fact) bool { return false }
	p.ExportPackageFact = func(analysis.Fact) { panic("facts of packages are not kept") }
	p.AllPackageFacts = func() []analysis.PackageFact { return nil }
}
