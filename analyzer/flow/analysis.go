// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/model"
)

// Config is what the analysis of a package needs to know of the world around it.
type Config struct {
	Fset     *token.FileSet
	Pkg      *types.Package
	Contract *contract.Set
	Carriers *Carriers
	Models   *model.Models
	Strict   bool // also what is wrong only under conditions that are not in the code

	// What other packages left, nil where they left nothing.
	ContractOf func(types.Object) *contract.Contract
	Tells      func(*types.Package) bool // whether a package left anything; nil: each may have
	SummaryOf  func(*types.Func) *Summary
	WiresOf    func(*types.TypeName) []*Wire

	// Reached tells which functions are asked for at all; nil: all of the package. What
	// these call is looked at as far as it is needed.
	Reached func(*types.Func) bool

	// Mark says that places of this package are to be marked in what is found; see [Placed].
	Mark bool
	// Elsewhere is not nil if bodies are absent, since what is asked does not depend on them.
	Elsewhere *Elsewhere

	Described  map[contract.Ref]*contract.Contract // by contracts of imported packages on declarations of others
	StoreByRef map[contract.Ref]*contract.Store
}

// Analysis is the analysis of one package.
type Analysis struct {
	Config
	fset     *token.FileSet
	pkg      *types.Package
	prog     *ssa.Program
	ssapkg   *ssa.Package
	in       *interner
	carriers *Carriers
	models   *model.Models

	kept        map[string]*contract.Contract    // stores that this program keeps, by name
	modelStores map[contract.Ref]*contract.Store // behind the Refs of modelRef
	variations  map[string]*contract.Contract    // labels of endpoints that a model says vary

	fns     []*ssa.Function
	frames  map[*ssa.Function]*frame
	names   map[*types.Func]string
	sums    map[*ssa.Function]*Summary
	busy    map[*ssa.Function]bool
	seeds   map[*ssa.Function]*Summary // of the round before, for functions that call themselves
	partial map[*ssa.Function]bool     // whose summaries rest on those of functions that were not done yet
	stack   []*ssa.Function            // whose summaries are being made
	spent   int                        // steps of work, all functions
	most    int                        // of them, at most

	evaluated      map[evalKey][]fact
	consts         []declaredConst
	impls          map[string]*impls
	writers        map[*types.Var][]fieldWrite
	elementWriters map[*types.Var][]fieldWrite // into elements of collections
	listing        map[*types.Var]bool         // collections whose elements are being listed
	ownStores      map[contract.Ref]*contract.Store
	called         map[*ssa.Function]bool
	handlers       map[*ssa.Function]*model.Handler
	instantiated   map[*Summary]bool
	bySignature    map[*types.Signature]bothOutcomes
	requesters     map[types.Type]bool // what sendsRequests has found
	waits          map[*ssa.Function]int
	mentioned      map[*Value]bool
	ids            map[any]int
	numbered       []numbered // by their ids
	carrierField   map[types.Type][]*types.Var
	tenantType     map[types.Type]bool
	relating       map[[2]*Value]bool
	downLines      map[string]map[int]bool
	wires          map[*types.TypeName][]*Wire
	makers         map[*types.TypeName]*contract.Store // what maker has found
	Cuts           []string                            // what was bounded, for the record

	noted   map[string]*noted // by units, if places are marked
	looking []*ssa.Function   // into whose bodies is being looked
	circles int               // how much was partial when the rounds had ended
	lacks   map[string]bool   // units that are absent, and should not be
}

type declaredConst struct {
	value string
	ref   string
	con   *contract.Contract
}

type fieldWrite struct {
	f   *frame
	val ssa.Value
}

// NewInterner returns an interner for the decoding of facts; it is handed to [New].
func NewInterner() *Interner { return (*Interner)(newInterner()) }

// Interner keeps the values of one package's analysis.
type Interner interner

// New prepares the analysis of a package in SSA form.
func New(cfg Config, in *Interner, pkg *ssa.Package) *Analysis {
	a := &Analysis{
		Config: cfg, fset: cfg.Fset, pkg: cfg.Pkg, prog: pkg.Prog, ssapkg: pkg, in: (*interner)(in), carriers: cfg.Carriers, models: cfg.Models,
		frames: map[*ssa.Function]*frame{}, names: map[*types.Func]string{}, sums: map[*ssa.Function]*Summary{}, busy: map[*ssa.Function]bool{},
		called: map[*ssa.Function]bool{}, partial: map[*ssa.Function]bool{}, instantiated: map[*Summary]bool{}, bySignature: map[*types.Signature]bothOutcomes{}, requesters: map[types.Type]bool{}, waits: map[*ssa.Function]int{}, mentioned: map[*Value]bool{},
		ids: map[any]int{}, carrierField: map[types.Type][]*types.Var{}, tenantType: map[types.Type]bool{}, relating: map[[2]*Value]bool{}, listing: map[*types.Var]bool{},
		makers: map[*types.TypeName]*contract.Store{}, noted: map[string]*noted{}, lacks: map[string]bool{},
		evaluated: map[evalKey][]fact{}, modelStores: map[contract.Ref]*contract.Store{}, kept: map[string]*contract.Contract{}, variations: map[string]*contract.Contract{},
	}
	a.collectConsts()
	a.collectLines()
	a.collectFunctions()
	a.collectHandlers()
	a.most = packageSteps + stepsPerFunction*len(a.fns)
	return a
}

// Run summarises every function of the package, callees first. Functions that
// call each other in a circle, and all that call these, are summarised again until nothing
// is added.
func (a *Analysis) Run() {
	defer func() { a.circles = len(a.partial) }()
	size := -1
	for round := range maxRounds {
		if round > 0 {
			a.again()
		}
		for _, fn := range a.fns {
			if a.reached(fn) {
				a.summary(fn)
			}
		}
		a.askAgain()
		n := a.size()
		if len(a.partial) == 0 || n == size {
			return
		}
		size = n
	}
}

// runs reports whether a literal is run by another function than its own.
func (a *Analysis) runs(fn *ssa.Function) bool {
	return a.instantiated[a.sums[fn]] || a.Elsewhere != nil && a.Elsewhere.Runs[fn.String()]
}

// reached reports whether a function is asked for, or the one in which it is declared.
func (a *Analysis) reached(fn *ssa.Function) bool {
	if a.leftOut(fn) {
		return false
	}
	if a.Reached == nil {
		return true
	}
	o, ok := enclosing(fn).Object().(*types.Func)
	return !ok || a.Reached(o)
}

// leftOut reports whether a function is not asked for since what it shows is known.
func (a *Analysis) leftOut(fn *ssa.Function) bool {
	return a.Elsewhere != nil && !a.Elsewhere.Asked[unit(fn)]
}

// again prepares another round, with the summaries so far for the calls that close a
// circle. What rests on no such call stays.
func (a *Analysis) again() {
	a.seeds = map[*ssa.Function]*Summary{}
	for fn := range a.partial {
		if s := a.sums[fn]; s != nil {
			a.seeds[fn] = s
		}
		delete(a.sums, fn)
		delete(a.frames, fn)
	}
	a.partial = map[*ssa.Function]bool{}
	a.evaluated = map[evalKey][]fact{}
}

// rests notes that what is being summarised rests on the summary of fn, if that is partial.
func (a *Analysis) rests(fn *ssa.Function) {
	if a.partial[fn] && len(a.stack) > 0 {
		a.partial[a.stack[len(a.stack)-1]] = true
	}
}

// maxRounds bounds the fixpoint: each round sees one more turn of a circle of
// calls, and the third turn shows nothing that the second did not.
const maxRounds = 3

func (a *Analysis) size() int {
	n := 0
	for _, s := range a.sums {
		n += len(s.Sends) + len(s.Uses) + len(s.Invokes) + len(s.Pairs) + len(s.Again) + len(s.Effects)
		for _, i := range s.Invokes {
			if i.Retry {
				n++
			}
		}
	}
	return n
}

// collectFunctions lists the package's functions in source order, literals included.
func (a *Analysis) collectFunctions() {
	var add func(fn *ssa.Function)
	seen := map[*ssa.Function]bool{}
	add = func(fn *ssa.Function) {
		if fn == nil || seen[fn] || len(fn.Blocks) == 0 {
			return
		}
		seen[fn] = true
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
		a.fns = append(a.fns, fn)
	}
	names := make([]string, 0, len(a.ssapkg.Members))
	for n := range a.ssapkg.Members {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		switch m := a.ssapkg.Members[n].(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			named, ok := m.Type().(*types.Named)
			if !ok {
				continue
			}
			for i := range named.NumMethods() {
				add(a.prog.FuncValue(named.Method(i)))
			}
		}
	}
	a.sortFunctions()
	if a.Elsewhere != nil {
		for _, fn := range a.fns {
			if fn.Parent() == nil && a.Elsewhere.Calls[unit(fn)] {
				a.called[fn] = true
			}
		}
	}
	// Who is called, and what is put into interfaces.
	a.impls = map[string]*impls{}
	for _, fn := range a.fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					if callee := namedCallee(fn, instr); callee != nil {
						a.called[callee] = true
					}
				case *ssa.MakeInterface:
					a.implements(instr.Type(), instr.X.Type())
				}
			}
		}
	}
}

// namedCallee is the function that a call calls by name, nil if that is the one that calls.
func namedCallee(fn *ssa.Function, call ssa.CallInstruction) *ssa.Function {
	callee := call.Common().StaticCallee()
	if callee != nil && callee.Synthetic != "" {
		// f := s.send; f(): a wrapper that SSA makes stands for the method.
		if m, ok := callee.Object().(*types.Func); ok {
			if method := callee.Prog.FuncValue(m); method != nil {
				callee = method
			}
		}
	}
	if callee != nil && callee.Origin() != nil {
		callee = callee.Origin()
	}
	if callee == fn {
		return nil
	}
	return callee
}

// sortFunctions sorts the functions by the names of their files, and within them as they
// stand. Which file comes first in the file set depends on the driver, and in gopls on which
// was edited last.
func (a *Analysis) sortFunctions() {
	slices.SortStableFunc(a.fns, func(x, y *ssa.Function) int { return cmp.Compare(x.Pos(), y.Pos()) })
	files := map[*ssa.Function]string{}
	for _, fn := range a.fns {
		if f := a.fset.File(fn.Pos()); f != nil {
			files[fn] = f.Name()
		}
	}
	byFile := func(x, y *ssa.Function) int { return strings.Compare(files[x], files[y]) }
	if !slices.IsSortedFunc(a.fns, byFile) {
		slices.SortStableFunc(a.fns, byFile)
	}
}

func (a *Analysis) implements(iface, t types.Type) {
	if i, ok := iface.Underlying().(*types.Interface); !ok || i.Empty() || isError(iface) {
		return
	}
	if !a.local(t) {
		return
	}
	k := types.TypeString(iface, nil)
	i := a.impls[k]
	if i == nil {
		i = new(impls)
		a.impls[k] = i
	}
	if i.seen.Set(t, true) == nil {
		i.types = append(i.types, t)
	}
}

// impls are the types of this package that are used as an interface, in the order in which
// they are met.
type impls struct {
	types []types.Type
	seen  typeutil.Map
}

// local reports whether a type is declared in this package.
func (a *Analysis) local(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() == a.pkg
}

func (f *frame) implementations(iface types.Type) []types.Type {
	k := types.TypeString(iface, nil)
	if f.a.Elsewhere != nil {
		return f.a.typesNamed(f.a.Elsewhere.Puts[k])
	}
	if i := f.a.impls[k]; i != nil {
		return i.types
	}
	return nil
}

// frame returns the frame of a function with a body.
func (a *Analysis) frame(fn *ssa.Function) *frame {
	f := a.frames[fn]
	if f == nil {
		f = newFrame(a, fn)
		a.frames[fn] = f
	}
	return f
}

// owner returns the frame in which a phi stands.
func (a *Analysis) owner(v *Value) *frame {
	switch {
	case v.At != nil:
		return a.frames[v.At.Parent()]
	case v.Block != nil:
		return a.frames[v.Block.Parent()]
	}
	return nil
}

// funcValue is a function as a value.
func (a *Analysis) funcValue(fn *ssa.Function) *Value {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	return a.in.of(Value{Kind: Func, Name: fn.String(), Fn: fn, Type: fn.Type(), Pos: fn.Pos()})
}

// summaryOf returns the summary of a function value, or nil if nothing is known.
func (f *frame) summaryOf(fv *Value) *Summary {
	a := f.a
	if fv.Sum != nil {
		return fv.Sum
	}
	fn := fv.Fn
	if fn == nil {
		return nil
	}
	f.asks(fn)
	if a.hasBody(fn) && (fn.Pkg == a.ssapkg || fn.Pkg == nil) {
		s := a.summary(fn)
		a.instantiated[s] = true
		return s
	}
	if o, ok := fn.Object().(*types.Func); ok && len(fn.Blocks) == 0 && a.Config.SummaryOf != nil {
		return a.Config.SummaryOf(o.Origin())
	}
	return nil
}

// summaryOfObject is the same for a declared function, which need not be called anywhere.
func (f *frame) summaryOfObject(o *types.Func) *Summary {
	if o.Pkg() != f.a.pkg && f.a.Config.SummaryOf != nil {
		return f.a.Config.SummaryOf(o)
	}
	if fn := f.a.funcOf(o); fn != nil {
		return f.summaryOf(f.a.funcValue(fn))
	}
	return nil
}

// summary computes (or returns) the summary of a function of this package.
func (a *Analysis) summary(fn *ssa.Function) *Summary {
	if s, ok := a.sums[fn]; ok {
		a.rests(fn)
		return s
	}
	if a.busy[fn] {
		a.partial[fn] = true
		a.rests(fn)
		if s := a.seeds[fn]; s != nil {
			return s
		}
		return &Summary{Name: fn.Name()}
	}
	a.busy[fn] = true
	a.stack = append(a.stack, fn)
	var s *Summary
	if n := size(fn); n > maxInstructions {
		a.Cuts = append(a.Cuts, fmt.Sprintf("%s: %d instructions, over %d; it was not looked at", fn, n, maxInstructions))
		s = &Summary{Name: fn.Name()}
		a.frame(fn)
	} else {
		s = a.frame(fn).summarise()
	}
	delete(a.busy, fn)
	a.stack = a.stack[:len(a.stack)-1]
	a.sums[fn] = s
	a.rests(fn)
	return s
}

// maxInstructions bounds the functions that are looked at: what is larger is a table.
const maxInstructions = 20_000

func size(fn *ssa.Function) int {
	n := 0
	for _, b := range fn.Blocks {
		n += len(b.Instrs)
	}
	return n
}

// summarise finds what the function does and what of it is left open.
func (f *frame) summarise() *Summary {
	f.found = f.sites()
	f.sited = map[ssa.Instruction]bool{}
	for _, s := range f.found {
		f.sited[s.instr] = true
	}
	f.sentBy = nil
	f.invokePairs(f.found)
	f.own = f.within(f.found)
	for _, s := range f.found {
		f.own = append(f.own, s.pairs...)
	}
	f.own = f.bounded(f.own)
	for _, p := range f.own {
		f.guard(p)
		p.Closed = f.closed(p)
	}
	again := f.bounded(f.again(f.found))
	for _, p := range again {
		f.guard(p)
	}
	if h := f.a.handlers[f.fn]; h != nil {
		f.own = append(f.own, f.handled(f.bounded(f.whenever(f.found)), h)...)
	}
	sum := f.export(f.found, f.own, again)
	f.walks = nil
	return sum
}

func (f *frame) bounded(ps []*Pair) []*Pair {
	const most = 400
	if len(ps) > most {
		f.a.Cuts = append(f.a.Cuts, fmt.Sprintf("%s: only the first %d of %d pairs of attempts were judged", f.fn, most, len(ps)))
		ps = ps[:most]
	}
	return ps
}

// cut records that a function's paths were too many to follow.
func (a *Analysis) cut(fn *ssa.Function) {
	a.Cuts = append(a.Cuts, fmt.Sprintf("%s: too many paths to follow; not all of its retries were judged", fn))
}

// root reports whether nobody in this package decides for the function: it can be
// called from elsewhere, or is not called at all.
func (f *frame) root() bool {
	fn := f.fn
	if fn.Parent() != nil {
		return false
	}
	if fn.Object() == nil || token.IsExported(fn.Name()) || fn.Name() == "main" || fn.Name() == "init" {
		return fn.Synthetic == ""
	}
	return !f.a.called[fn]
}

// open reports whether a value is not settled in this function: it comes from
// parameters or captured variables.
func (f *frame) open(v *Value) bool {
	return v.Has(func(x *Value) bool { return x.Kind == Param || x.Kind == Free })
}

// openArg is open, but for the receiver: what a method reads from its own fields
// no caller changes.
func (f *frame) openArg(v *Value) bool {
	method := f.fn.Signature.Recv() != nil
	return v.Has(func(x *Value) bool { return x.Kind == Free || x.Kind == Param && (x.Index > 0 || !method) })
}

// closed reports whether a pair can be judged in this function for good.
func (f *frame) closed(p *Pair) bool {
	if p.Fresh != nil {
		return true
	}
	if f.fn.Parent() != nil || p.Wired != nil {
		return false
	}
	switch {
	case len(p.Known) > 0:
		return f.root() || !f.openArg(p.A.Endpoint) && !f.openArg(p.B.Endpoint) && !slices.ContainsFunc(p.Open, f.openArg)
	case f.root():
		// Without a store it is judged here for what it shows, but a caller may bring one.
		return f.guards(p)
	}
	// So may whoever brings the key, also beside the store that an endpoint names.
	return !f.open(p.Key) && !f.openArg(p.A.Endpoint) && !f.openArg(p.B.Endpoint)
}

// keyOf names a set of instructions.
func (a *Analysis) keyOf(set map[ssa.Instruction]bool, via ssa.Instruction) string {
	if len(set) == 0 && via == nil {
		return ""
	}
	ids := make([]string, 0, len(set)+1)
	for i := range set {
		ids = append(ids, itoa(a.id(i)))
	}
	sort.Strings(ids)
	if via != nil {
		ids = append(ids, "via", itoa(a.id(via)))
	}
	return strings.Join(ids, " ")
}

// id is a number for something, the same as long as the analysis lasts.
func (a *Analysis) id(k any) int {
	id, ok := a.ids[k]
	if !ok {
		id = len(a.ids)
		a.ids[k] = id
		n := numbered{}
		if v, ok := k.(ssa.Value); ok {
			n.value = v
			if instr, ok := v.(ssa.Instruction); ok {
				if _, isPhi := v.(*ssa.Phi); !isPhi {
					n.block = instr.Block()
				}
			}
		}
		a.numbered = append(a.numbered, n)
	}
	return id
}

// numbered is what has a number: if it is a value, that, and the block that computes it, if
// it is no phi.
type numbered struct {
	value ssa.Value
	block *ssa.BasicBlock
}

// collectConsts gathers the constants with an endpoint contract of this package
// and of its direct imports: they are recognised by value.
func (a *Analysis) collectConsts() {
	add := func(o types.Object, c *contract.Contract) {
		if c == nil || c.Endpoint == nil || c.Endpoint.Value == "" {
			return
		}
		a.consts = append(a.consts, declaredConst{c.Endpoint.Value, string(contract.RefOf(o)), c})
	}
	scan := func(p *types.Package) {
		for _, n := range p.Scope().Names() {
			if o, ok := p.Scope().Lookup(n).(*types.Const); ok {
				add(o, a.contractOf(o))
			}
		}
	}
	scan(a.pkg)
	for _, imp := range a.pkg.Imports() {
		if a.Tells == nil || a.Tells(imp) || len(a.Described)+len(a.Contract.Described) > 0 {
			scan(imp)
		}
	}
}

func (a *Analysis) collectLines() {
	a.downLines = map[string]map[int]bool{}
	for _, l := range a.Contract.Lines {
		if l.Rule == "" {
			if a.downLines[l.File] == nil {
				a.downLines[l.File] = map[int]bool{}
			}
			a.downLines[l.File][l.Line] = true
		}
	}
}

func (a *Analysis) lineDownstream(p token.Pos) bool {
	if !p.IsValid() || len(a.downLines) == 0 {
		return false
	}
	at := a.fset.PositionFor(p, false)
	return a.downLines[at.Filename][at.Line]
}

// contractOf returns what is declared of an object, here or elsewhere.
func (a *Analysis) contractOf(o types.Object) *contract.Contract {
	if o == nil {
		return nil
	}
	if c := a.Contract.Contracts[o]; c != nil {
		return c
	}
	if c := a.Contract.Described[o]; c != nil {
		return c
	}
	if o.Pkg() == a.pkg {
		return nil
	}
	if a.Config.ContractOf != nil {
		if c := a.Config.ContractOf(o); c != nil {
			return c
		}
	}
	if len(a.Config.Described) > 0 {
		return a.Config.Described[contract.RefOf(o)]
	}
	return nil
}

// describe puts a contract around a value.
func (a *Analysis) describe(c *contract.Contract, ref contract.Ref, v *Value) *Value {
	if v.Kind == Tag && v.Con == c {
		return v
	}
	return a.in.of(Value{Kind: Tag, Name: string(ref), Con: c, Args: []*Value{v}, Type: v.Type})
}

func describesValue(c *contract.Contract) bool {
	return c != nil && (c.Store != nil || c.Endpoint != nil || c.Key != nil || c.Tenant)
}

// tag puts the contracts of a field, a variable, a constant or a type around a value.
func (a *Analysis) tag(v ssa.Value, got *Value) *Value {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return got
		}
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			got = a.tagObject(fieldVar(x.X.Type(), x.Field), got)
		case *ssa.Global:
			got = a.tagObject(x.Object(), got)
		}
	case *ssa.Field:
		got = a.tagObject(fieldVar(v.X.Type(), v.Field), got)
	case *ssa.Global:
		return a.tagObject(v.Object(), got) // the address of a variable that a contract describes
	case *ssa.FieldAddr:
		return a.tagObject(fieldVar(v.X.Type(), v.Field), got)
	case *ssa.Function, *ssa.MakeClosure, *ssa.Phi, *ssa.IndexAddr, *ssa.FreeVar:
		return got
	}
	return a.tagType(got, v.Type())
}

func (a *Analysis) tagObject(o types.Object, v *Value) *Value {
	if v2, ok := o.(*types.Var); ok && v2 == nil {
		return v
	}
	if c := a.contractOf(o); describesValue(c) {
		return a.describe(c, contract.RefOf(o), v)
	}
	return v
}

// tagType puts the contract of a named type around a value of it.
func (a *Analysis) tagType(v *Value, t types.Type) *Value {
	if t == nil || v.Kind == Tag || v.Kind == Tuple {
		return v
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return v
	}
	if c := a.contractOf(n.Origin().Obj()); describesValue(c) {
		return a.describe(c, contract.RefOf(n.Origin().Obj()), v)
	}
	return v
}

// carrierFieldOf returns the way to the field of a struct that carries a key, through
// embedded structs, or nil.
func (a *Analysis) carrierFieldOf(t types.Type) []*types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if got, ok := a.carrierField[t]; ok {
		return got
	}
	found := a.carrierWay(t, 0)
	a.carrierField[t] = found
	return found
}

// maxEmbedding bounds the search through structs in structs.
const maxEmbedding = 3

func (a *Analysis) carrierWay(t types.Type, depth int) []*types.Var {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || depth > maxEmbedding {
		return nil
	}
	owner := ""
	if n, ok := types.Unalias(t).(*types.Named); ok {
		owner = n.Obj().Name()
	}
	for i := range s.NumFields() {
		fv := s.Field(i).Origin()
		c := a.contractOf(fv)
		if c != nil && c.Key != nil || a.carriers.FieldOf(fv, owner) {
			return []*types.Var{fv}
		}
	}
	for i := range s.NumFields() {
		if fv := s.Field(i); fv.Embedded() {
			inner := fv.Type()
			if p, ok := inner.Underlying().(*types.Pointer); ok {
				inner = p.Elem()
			}
			if way := a.carrierWay(inner, depth+1); way != nil {
				return append([]*types.Var{fv.Origin()}, way...)
			}
		}
	}
	return nil
}

// namesTenant reports whether t is (a pointer to) a struct with a tenant's field,
// or one whose contract says so.
func (a *Analysis) namesTenant(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if got, ok := a.tenantType[t]; ok {
		return got
	}
	found := false
	if s, ok := t.Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			fv := s.Field(i).Origin()
			if Tenant(fv.Name()) {
				found = true
			} else if c := a.contractOf(fv); c != nil && c.Tenant {
				found = true
			}
		}
	}
	a.tenantType[t] = found
	return found
}
