// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package analyzer

import (
	"go/ast"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/idemscope/idemscope/analyzer/flow"
)

// An editor asks for the same package again and again, each time with a few other letters
// in one function. What is found in a function depends on that function, on those that were
// looked at for it, and on little else (see [flow.Profile]). So what was found is kept from
// the time before, and after an edit only the functions that have changed are built and
// analysed again, with those to which they lead; and if they now look different to their
// callers, these as well. What a function looks like is its summary, what it stores into fields
// that somebody asks about, and what it answers to those who have looked into its body, who
// are not analysed again for as long as the answers are the same. What was found in the others
// has moved with them (result.go).
//
// Nothing is kept of a package that comes once, as in go vet. When it comes again in the
// same process, it is analysed as always, and the results are kept with its text; from then
// on, edits are what they are called. Whatever is more than a change within functions is
// analysed as a whole: another declaration, signature, method or directive, another import,
// other facts, or a function that now does something for others that they see without
// calling it. So is what turns out, on the way, to depend on more than was known.

// edits are the packages that came again.
type edits struct {
	mu   sync.Mutex
	last []entry // the latest first

	// Of packages of which only what an edit concerns was analysed: how many, and how many
	// of their functions.
	parts, functions atomic.Int64
	faults           atomic.Int64 // of this file's making: the package was analysed as if it were new
}

// maxEdited bounds the packages that are remembered: more than are edited at one time.
const maxEdited = 16

// entry is a package, by its path and files, and what is kept of it.
type entry struct {
	name string
	kept *kept // nil before the second time; what it holds is not changed any more
}

// name identifies the package among those that are edited.
func (u *unit) name() string {
	names := []string{u.pass.Pkg.Path()}
	for _, f := range u.pass.Files {
		names = append(names, u.pass.Fset.File(f.FileStart).Name())
	}
	return strings.Join(names, "\n")
}

// again returns what is kept of a package, and whether it came before.
func (e *edits) again(name string) (*kept, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	i := e.index(name)
	if i < 0 {
		e.last = slices.Insert(e.last, 0, entry{name: name})
		e.last = e.last[:min(len(e.last), maxEdited)]
		return nil, false
	}
	x := e.last[i]
	copy(e.last[1:], e.last[:i])
	e.last[0] = x
	return x.kept, true
}

// keep keeps what was found in a package; nil: nothing.
func (e *edits) keep(name string, k *kept) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if i := e.index(name); i >= 0 {
		e.last[i].kept = k
	}
}

// lastOpener is the function by which the gate has let the package in before.
func (u *unit) lastOpener() *ast.FuncDecl {
	u.edits.mu.Lock()
	defer u.edits.mu.Unlock()
	i := u.edits.index(u.name())
	if i < 0 || u.edits.last[i].kept == nil {
		return nil
	}
	opener := u.edits.last[i].kept.opener
	for _, f := range u.functions() {
		if f.unit == opener {
			return f.decl
		}
	}
	return nil
}

func (e *edits) index(name string) int {
	return slices.IndexFunc(e.last, func(x entry) bool { return x.name == name })
}

// edit analyses a package that came before, and reports whether it did.
func (u *unit) edit() (done bool) {
	name := u.name()
	idle, findings := u.idle, u.findings
	defer func() {
		if recover() != nil { // if the whole analysis fails as well, it will say so
			u.edits.faults.Add(1)
			u.edits.keep(name, nil)
			u.idle, u.findings, done = idle, findings, false
		}
	}()
	old, came := u.edits.again(name)
	if !came {
		return false
	}
	k := u.newKept()
	u.asked = k.asked
	if k.layout == nil {
		u.edits.keep(name, nil)
		return false
	}
	keeps, whole := k, old == nil || !u.analyseEdit(old, k)
	if whole {
		u.idle = idle
		u.flow = u.newFlow(true, nil)
		u.flow.Run()
		if !k.keepAll(u, u.check()) {
			keeps = nil
		}
	} else {
		u.edits.parts.Add(1)
	}
	k.show()
	u.edits.keep(name, keeps)
	u.show(k)
	if whole {
		u.exportWires()
		u.cuts = append(u.cuts, u.flow.Cuts...)
	}
	return true
}

// show takes what is kept as what was found, and leaves the facts.
func (u *unit) show(k *kept) {
	u.findings = append(k.all(), u.findings...) // which are few
	u.exportFlow(func(f function) *flow.FuncFact {
		if r := k.results[f.unit]; r != nil {
			return r.shown
		}
		return nil
	})
}
