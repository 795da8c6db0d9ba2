// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/model"
)

// A Profile is what one declared function, with the literals in it, has to do with the
// others of its package. Functions go by the names that [Unit] gives them; fields and
// variables by theirs alone, so that two of one name count as one. Lists are sorted.
//
// What is found in a function depends on the functions that it leads to, on those that
// store into the fields that it asks about, and on what all functions of the package do for
// others together: which are called at all, which are handed to frameworks, what is put
// into interfaces.
type Profile struct {
	Leads  []string // functions that were looked at for it
	Opens  []string // those of them of which more was seen than their profiles tell
	Fields []string // fields and variables of which it was asked what is stored into them

	Calls  []string // functions that it calls by name
	Writes []string // fields and variables that it stores into
	Puts   []string // types of this package that it puts into interfaces, in order
	Marks  []string // functions that it hands to frameworks, which call them again, in order
	Runs   []string // literals of other functions that it calls

	Circle bool // it calls itself, maybe by way of others
	Local  bool // a type in Puts is declared in a function
	Face   Face

	Answers map[string]Answer // to those who looked into its body
	Spent   int               // steps
}

// Face is what the summaries of a function and its literals show to others.
type Face struct {
	Text string // all that names no place
	Rows []Packed
	At   []string // places to which findings point
}

// Placed returns what a face is where places have moved.
func (f Face) Placed(move func(posn string) string) Face {
	f.Rows = slices.Clone(f.Rows)
	for i := range f.Rows {
		f.Rows[i] = f.Rows[i].placed(move)
	}
	f.At = placed(f.At, move)
	return f
}

// Equal reports whether two faces are the same.
func (f Face) Equal(g Face) bool { return reflect.DeepEqual(f, g) }

// Initial is the unit of all that happens when the package is initialized.
const Initial = "init"

// Unit names a declared function of a package, the same after each edit.
func Unit(o *types.Func) string {
	o = o.Origin()
	recv := o.Signature().Recv()
	if recv == nil {
		return o.Name() // also init
	}
	t := recv.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name() + "." + o.Name()
	}
	return "?." + o.Name()
}

// Wrapper reports whether a unit is one that SSA makes: a method by way of an interface, an
// embedded field or a bound receiver. It has no text, and is never absent.
func Wrapper(unit string) bool { return strings.HasPrefix(unit, wrapperMark) }

const wrapperMark = "~"

// unit is the declared function that a function belongs to, or Initial, or a wrapper.
func unit(fn *ssa.Function) string {
	if made(fn) {
		return wrapperMark + fn.String()
	}
	if o, ok := enclosing(fn).Object().(*types.Func); ok {
		return Unit(o)
	}
	return Initial
}

// made reports whether SSA has made a function. Methods of packages that are not there, since
// nothing else of them is used, have no package either, and no body.
func made(fn *ssa.Function) bool {
	return fn.Pkg == nil && fn.Origin() == nil && fn.Parent() == nil && len(fn.Blocks) > 0
}

// Unit names the declared function that the function is, or in which it is declared.
func (f Function) Unit() string { return unit(f.f.fn) }

// Elsewhere is what is known of the functions of a package whose bodies are absent, since
// nothing that is asked depends on them.
type Elsewhere struct {
	Asked    map[string]bool              // what is asked for: functions that are present
	Absent   map[string]bool              // the functions themselves
	Calls    map[string]bool              // functions that one of them calls by name
	Runs     map[string]bool              // literals of others that they call
	Writes   map[string][]string          // those that store into a field or variable
	Fields   map[string]bool              // of all functions: of which it was asked what is stored into them
	Puts     map[string][]string          // of all functions: the types in an interface, in order
	Handlers map[string]*model.Handler    // of all functions: those that are called again
	Answers  map[string]map[string]Answer // of those that have changed: what they answered before
}

// noted is what is noted of a unit while its package is analysed.
type noted struct {
	leads, opens, fields, runs map[string]bool
	answers                    map[string]Answer
	circle                     bool
	marks                      []string
}

func (a *Analysis) note(fn *ssa.Function) *noted {
	u := unit(fn)
	n := a.noted[u]
	if n == nil {
		n = &noted{leads: map[string]bool{}, opens: map[string]bool{}, fields: map[string]bool{}, runs: map[string]bool{}, answers: map[string]Answer{}}
		a.noted[u] = n
	}
	return n
}

// looksAt notes that another function of the package is looked at, and returns where more can
// be noted of that; nil if it is not to be noted.
func (f *frame) looksAt(fn *ssa.Function) *noted {
	if !f.a.Mark || enclosing(fn) == enclosing(f.fn) || !f.a.own(fn) {
		return nil
	}
	n := f.a.note(f.fn)
	n.leads[unit(fn)] = true
	return n
}

// asks notes that a summary is asked for.
func (f *frame) asks(fn *ssa.Function) {
	if n := f.looksAt(fn); n != nil && fn.Parent() != nil {
		n.runs[fn.String()] = true // its function need not judge it
	}
}

// asksOf notes that it is asked what is stored into a field or a variable.
func (f *frame) asksOf(v *types.Var) {
	if !f.a.Mark {
		return
	}
	f.a.note(f.fn).fields[v.Name()] = true
	if f.a.Elsewhere != nil {
		for _, u := range f.a.Elsewhere.Writes[v.Name()] {
			f.a.lacks[u] = true
		}
	}
}

// own reports whether a function is declared in this package.
func (a *Analysis) own(fn *ssa.Function) bool {
	if made(enclosing(fn)) {
		return true
	}
	o := enclosing(fn).Object()
	return o == nil && fn.Pkg == a.ssapkg || o != nil && o.Pkg() == a.pkg
}

// hasBody reports whether a function's body can be looked at. If it could be, were it not
// absent, that is noted.
func (a *Analysis) hasBody(fn *ssa.Function) bool {
	if len(fn.Blocks) > 0 {
		return true
	}
	if a.Elsewhere != nil && a.own(fn) {
		a.misses(unit(fn))
	}
	return false
}

// misses notes a function that is wanted, if it is absent.
func (a *Analysis) misses(u string) {
	if a.Elsewhere.Absent[u] {
		a.lacks[u] = true
	}
}

// funcOf is the function that an object stands for, nil if it is not there. If that is since
// nothing that is asked depends on it, it is noted.
func (a *Analysis) funcOf(o *types.Func) *ssa.Function {
	fn := a.prog.FuncValue(o)
	if fn == nil && a.Elsewhere != nil && o.Pkg() == a.pkg {
		a.misses(Unit(o))
	}
	return fn
}

// Entangled reports whether what was found in a function may depend on others in ways that
// no profile tells: there was more to be looked at than may be, so that it depends on what
// was looked at before; a retry is judged where an object is put together; a key is asked
// for in a package-level variable; or a circle of calls was met too late for another round.
func (a *Analysis) Entangled() bool {
	for _, f := range a.frames {
		if f.exhausted || f.tired() {
			return true
		}
	}
	for v := range a.mentioned {
		if !v.Has(func(x *Value) bool { return x.Fn != nil || x.At != nil || x.Block != nil }) {
			return true
		}
	}
	return a.spent > a.most || len(a.Wires()) > 0 || len(a.partial) > a.circles
}

// maxAnswers bounds what a function is asked again after each edit.
const maxAnswers = 200

// Exceeds reports whether more was spent on functions than may be on a package of them: had
// they been analysed together, some would not have been looked at.
func Exceeds(profiles map[string]*Profile) bool {
	n := 0
	for _, p := range profiles {
		n += p.Spent
		if len(p.Answers) > maxAnswers {
			return true // some may be to questions that nobody asks any more
		}
	}
	return n > packageSteps+stepsPerFunction*len(profiles)
}

// Lacks lists the functions that were absent, and should not have been.
func (a *Analysis) Lacks() []string { return slices.Sorted(maps.Keys(a.lacks)) }

// unknownType is noted as lacking where a type has no name by which to find it again.
const unknownType = "?"

// typesNamed are the types of this package of these names.
func (a *Analysis) typesNamed(names []string) []types.Type {
	var out []types.Type
	for _, name := range names {
		base := strings.TrimPrefix(name, "*")
		o, ok := a.pkg.Scope().Lookup(strings.TrimPrefix(base, a.pkg.Path()+".")).(*types.TypeName)
		if !ok || types.TypeString(o.Type(), nil) != base {
			a.lacks[unknownType] = true
			continue
		}
		if t := o.Type(); base == name {
			out = append(out, t)
		} else {
			out = append(out, types.NewPointer(t))
		}
	}
	return out
}

// nameOf is a name by which to find a type of this package again, if it has one.
func (a *Analysis) nameOf(t types.Type) string {
	name := types.TypeString(t, nil)
	if a.inFunction(t) {
		name = unknownType + name
	}
	return name
}

// inFunction reports whether a type is declared in a function: there may be others of its
// name, and nothing but its function's text tells what it is.
func (a *Analysis) inFunction(t types.Type) bool {
	o := named(t)
	return o != nil && o.Pkg() == a.pkg && o.Parent() != a.pkg.Scope()
}

// Puts are the types of this package that its functions put into interfaces, in order.
func (a *Analysis) Puts() map[string][]string {
	out := map[string][]string{}
	for iface, i := range a.impls {
		for _, t := range i.types {
			out[iface] = append(out[iface], a.nameOf(t))
		}
	}
	return out
}

// Handlers are the declared functions that whoever they are handed to calls again.
func (a *Analysis) Handlers() map[string]*model.Handler {
	out := map[string]*model.Handler{}
	for fn, h := range a.handlers {
		if fn.Parent() == nil {
			out[unit(fn)] = h
		}
	}
	return out
}

// Profiles returns the profiles of the functions that are asked for, and what else was noted:
// of others there is only to whom they have led this time.
func (a *Analysis) Profiles() map[string]*Profile {
	out := map[string]*Profile{}
	asked := map[string]bool{}
	if a.Elsewhere != nil {
		maps.Copy(asked, a.Elsewhere.Fields)
	}
	for _, n := range a.noted {
		maps.Copy(asked, n.fields)
	}
	for _, fn := range a.fns {
		if a.leftOut(fn) {
			continue
		}
		u := unit(fn)
		if out[u] == nil {
			out[u] = new(Profile)
		}
		a.profile(fn, out[u])
		if f := a.frames[fn]; f != nil {
			out[u].Spent += f.spent
		}
		a.show(fn, asked, &out[u].Face)
	}
	// What rests on a circle of calls rests on all of it.
	var circle []string
	for fn := range a.partial {
		circle = append(circle, unit(fn))
	}
	for _, u := range circle {
		if p := out[u]; p != nil {
			p.Leads = append(p.Leads, circle...)
			p.Circle = true
		}
	}
	for u, n := range a.noted { // also while that was shown
		p := out[u]
		if p == nil {
			p = new(Profile)
			out[u] = p
		}
		p.Leads = slices.AppendSeq(p.Leads, maps.Keys(n.leads))
		p.Opens = slices.AppendSeq(p.Opens, maps.Keys(n.opens))
		p.Fields = slices.AppendSeq(p.Fields, maps.Keys(n.fields))
		p.Runs = slices.AppendSeq(p.Runs, maps.Keys(n.runs))
		p.Marks, p.Answers, p.Circle = n.marks, n.answers, p.Circle || n.circle
	}
	for _, p := range out {
		for _, list := range []*[]string{&p.Leads, &p.Opens, &p.Fields, &p.Calls, &p.Writes, &p.Runs} {
			slices.Sort(*list)
			*list = slices.Compact(*list)
		}
	}
	return out
}

// profile adds what a function's instructions tell.
func (a *Analysis) profile(fn *ssa.Function, p *Profile) {
	puts := map[string]bool{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case ssa.CallInstruction:
				if callee := namedCallee(fn, instr); callee != nil && callee.Parent() == nil && a.own(callee) {
					p.Calls = append(p.Calls, unit(callee))
				}
			case *ssa.MakeInterface:
				if a.local(instr.X.Type()) {
					if put := a.nameOf(instr.X.Type()) + " as " + types.TypeString(instr.Type(), nil); !puts[put] {
						puts[put] = true
						p.Puts = append(p.Puts, put)
						p.Local = p.Local || a.inFunction(instr.X.Type()) || a.inFunction(instr.Type())
					}
				}
			case *ssa.Store, *ssa.MapUpdate:
				if into, _ := storedInto(instr); into.v != nil {
					p.Writes = append(p.Writes, into.v.Name())
				}
			}
		}
	}
}

// show adds a function's summary in full: what a fact tells, and what only functions of the
// same package learn, with what it stores into the fields and variables that are asked about.
func (a *Analysis) show(fn *ssa.Function, asked map[string]bool, face *Face) {
	s := a.sums[fn]
	if s == nil {
		return
	}
	e := newEncoder(a, a.frame(fn))
	row := e.summary(s)
	var b strings.Builder
	b.WriteString(face.Text)
	fmt.Fprintln(&b, fn.Name())
	var into []token.Pos
	for to, stored := range written(fn) {
		if !asked[to.v.Name()] {
			continue
		}
		val := a.frame(fn).eval(stored)
		es, all := a.frame(fn).listed(val)
		fmt.Fprintln(&b, to.v.Name(), to.element, e.value(val), e.values(a.alternatives(val)), e.values(es), all)
		into = append(into, to.v.Pos())
	}
	face.Rows = append(face.Rows, newFuncFact(e.rows, row).Rows)
	at := func(places ...token.Pos) { // findings point there
		for _, p := range places {
			if p.IsValid() {
				at := a.fset.Position(p)
				face.At = append(face.At, Mark(filepath.Base(at.Filename)+"@"+strconv.Itoa(at.Offset)))
			}
		}
	}
	at(into...)
	values := make([]*Value, len(e.rows))
	for v, n := range e.at {
		values[n-1] = v
	}
	for _, v := range values {
		if v == nil {
			continue // a closure that is in what it makes is there twice
		}
		if v.Fn != nil { // of others, whoever came first tells the type
			fmt.Fprintln(&b, v.Fn, types.TypeString(v.Type, nil))
		}
		at(v.Pos, v.Orig)
		if v.Field != nil && v.Field.Pkg() == a.pkg { // there may be others of its name
			at(v.Field.Pos())
		}
	}
	for _, x := range s.Sends {
		at(x.Pos)
	}
	for _, x := range s.Uses {
		at(x.Pos)
	}
	for _, x := range s.Invokes {
		at(x.Pos)
	}
	for _, p := range slices.Concat(s.Pairs, s.Again) {
		handler := ""
		if p.Handler != nil {
			handler = fmt.Sprint(*p.Handler)
		}
		fmt.Fprintln(&b, p.Closed, p.Chained, handler)
		at(p.made, p.Pos, p.A.Pos, p.B.Pos)
	}
	face.Text = b.String()
}
