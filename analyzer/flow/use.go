// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"go/types"
	"path"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/analyzer/contract"
	"github.com/idemscope/idemscope/analyzer/model"
	"github.com/idemscope/idemscope/analyzer/scope"
)

// A use hands a key to a store: one that a contract declares, one of which a model says
// what it is (a Redis, a cache), or a map. Of the latter kinds nobody has said which
// attempts share a partition, so that they guard no retry; but they have one namespace
// for all whose requests this program serves, and that is what collision asks about.

// mapSite is a use of a map: one that a contract calls a store, or one that outlives
// the call.
func (f *frame) mapSite(at ssa.Instruction, m, key ssa.Value) *site {
	t, ok := m.Type().Underlying().(*types.Map)
	if !ok {
		return nil
	}
	store := f.eval(m)
	if storeOf(store) == nil {
		if !isString(t.Key()) || !outlives(store) || !f.mayBeKey(key) {
			return nil
		}
		store = f.a.describe(f.a.keptBy("the map", scope.Process), keptRef, store)
	}
	pos := at.Pos()
	if !pos.IsValid() {
		pos = m.Pos()
	}
	return &site{uses: []*Use{{Store: store, Key: f.eval(key), Tenant: f.tenantAtHand(at), at: at, direct: true, Callee: "the map", Place: f.place(pos)}}}
}

// outlives reports whether a value is still there when the call is over, and not made
// in it: it is read from a field or a variable.
func outlives(v *Value) bool {
	s := v.Strip()
	if s.Kind != Load {
		return false
	}
	switch r := root(s); r.Kind {
	case Param, Free, Global:
		return !r.Has(func(x *Value) bool { return x.Name == incomingName })
	}
	return false
}

// mayBeKey reports whether what is looked up may be a client's key: it is one, or the
// caller knows what it is.
func (f *frame) mayBeKey(key ssa.Value) bool {
	return f.eval(key).Has(func(x *Value) bool {
		return x.Kind == Param && x.Index < len(f.fn.Params) && isString(f.fn.Params[x.Index].Type()) || x.Kind == Free ||
			x.Kind == Made && x.Class == Client || x.Kind == Entry && x.Name == keyEntry || x.Kind == Field && f.a.carriers.Name(x.Name)
	})
}

// keptRef names what no contract does: a store that this program keeps.
const keptRef = contract.Ref(modelStore + "kept")

// keptBy is a store that this program keeps, and of which nobody has declared anything.
func (a *Analysis) keptBy(name string, dims ...scope.Dim) *contract.Contract {
	if c := a.kept[name]; c != nil {
		return c
	}
	c := &contract.Contract{Store: &contract.Store{Store: scope.Store{Dims: dims}, Name: name, Modelled: true, Kept: true}}
	a.kept[name] = c
	return c
}

// keptIn is the store of which a model says that the program keeps keys in it.
func (a *Analysis) keptIn(m *model.Use) *contract.Contract {
	con := a.keptBy(path.Base(m.Library)+" "+m.Store, m.StoreRef.Scope...)
	con.Store.Shared, con.Store.Window = m.StoreRef.Shared, m.StoreRef.Window
	if m.KeyPath != nil && len(m.UnlessPaths) > 0 {
		con.Store.Unless = m.UnlessPaths[0].Steps[0].Field
	}
	return con
}

// Lacks returns the part that makes the store of a use outlive this process, where what
// the store belongs to was certainly made without it; "" otherwise.
func (f Function) Lacks(u *Use) string {
	s := storeOf(u.Store)
	if s == nil || s.Unless == "" {
		return ""
	}
	if v := partOf(u.Store.Strip(), s.Unless); v == nil || !v.IsZero() {
		return ""
	}
	return s.Unless
}

// modelUse is a call that hands a key to a store of which a model says what it is.
func (f *frame) modelUse(s *site, c *call) {
	m := c.use
	con := f.a.keptIn(m)
	if len(m.UnlessPaths) > 0 && m.KeyPath == nil && f.givenAll(c, m.UnlessPaths) {
		return
	}
	u := Use{Store: f.a.describe(con, keptRef, c.args[0]), Tenant: f.tenantAtHand(c.instr), at: c.instr, direct: true, Callee: shortName(c.name), Place: f.place(c.instr.Pos())}
	switch {
	case len(m.UnlessPaths) > 0 && m.KeyPath == nil:
		u.Key = f.clientKey(c.instr)
		s.uses = append(s.uses, &u)
		return
	case m.ConditionPath != nil:
		if text, ok := f.modelPath(c, m.ConditionPath).text1(); ok {
			f.rowUse(s, c, u, text)
		}
		return
	case m.StatementPath == nil:
		if k := f.modelPath(c, m.KeyPath); k != nil && !k.IsZero() {
			u.Key = k
			s.uses = append(s.uses, &u)
		}
		return
	}
	// A statement that names a carrier takes the key among its arguments.
	text, ok := f.modelPath(c, m.StatementPath).text1()
	list, _ := f.follow(c, m.KeyPath, 0)
	given, _ := f.elementsOf(list, c.instr)
	if !ok || !f.a.carriers.looksUp(text) && (len(given) > 1 || !f.a.carriers.Mentioned(text)) {
		return
	}
	for _, k := range given {
		n := u
		n.Key, n.Beside = f.contentOf(k, c.instr), without(given, k)
		s.uses = append(s.uses, &n)
	}
}

// rowUse is a call that puts a row of attributes, on condition that none has the same key:
// attribute_not_exists(key). A sort key is a part of what the condition asks about.
func (f *frame) rowUse(s *site, c *call, u Use, condition string) {
	row, _ := f.follow(c, c.use.KeyPath, len(c.use.KeyPath.Steps))
	_, rest, ok := strings.Cut(condition, "(")
	name, _, closed := strings.Cut(rest, ")")
	if row == nil || !ok || !closed {
		return
	}
	attribute := func(name string) *Value {
		v := f.read(f.a.in.of(Value{Kind: Entry, Args: []*Value{row.Strip()}, Name: f.a.carriers.entry(strings.TrimSpace(name))}), c.instr)
		if v.IsZero() || hypothetical(v) {
			return nil
		}
		return f.contentOf(f.read(f.member(v, "Value"), c.instr), c.instr)
	}
	if u.Key = attribute(name); u.Key == nil {
		return
	}
	for _, sort := range []string{"sk", "sort", "sort_key", "sortkey", "range", "range_key"} {
		if v := attribute(sort); v != nil {
			u.Beside = append(u.Beside, v)
		}
	}
	s.uses = append(s.uses, &u)
}

// boundUse is a method value of which a model says that what it belongs to keeps keys.
func (f *frame) boundUse(mc *ssa.MakeClosure) *site {
	o, recv := calledBy(mc)
	if o == nil {
		return nil
	}
	m := f.a.models.Of(f.a.fullName(o)).Use
	if m == nil || len(m.UnlessPaths) == 0 || m.KeyPath != nil {
		return nil
	}
	for _, p := range m.UnlessPaths {
		if v, _ := f.steps(f.eval(recv), recv.Type(), p.Steps, mc); p.Arg != model.Receiver || v == nil || !v.IsZero() {
			return nil
		}
	}
	con := f.a.keptIn(m)
	return &site{uses: []*Use{{Store: f.a.describe(con, keptRef, f.eval(recv)), Key: f.clientKey(mc), Callee: shortName(f.a.fullName(o)), Place: f.place(mc.Pos())}}}
}

// givenAll reports whether a call is given everything that paths lead to, for all that
// is known.
func (f *frame) givenAll(c *call, paths []*model.Path) bool {
	for _, p := range paths {
		arg := f.optional(c, p)
		if arg == nil {
			if arg = f.modelPath(c, p); arg == nil {
				continue // unknown
			}
		}
		if arg.IsZero() {
			return false
		}
	}
	return true
}

// optional follows a path from the first of a call's variadic arguments: zero if there
// is none, nil if the path does not begin there.
func (f *frame) optional(c *call, p *model.Path) *Value {
	sig := c.instr.Common().Signature()
	if !sig.Variadic() || p.Arg != sig.Params().Len()-1 || len(c.args) == 0 {
		return nil
	}
	list := c.args[len(c.args)-1]
	if list.IsZero() {
		return f.a.in.zero()
	}
	es, all := f.elementsOf(list, c.instr)
	if !all || len(es) == 0 {
		return nil
	}
	t := sig.Params().At(p.Arg).Type().(*types.Slice).Elem()
	v, _ := f.steps(es[0], t, p.Steps, c.instr)
	return v
}

// clientKey stands for the keys that clients send to what a function makes.
func (f *frame) clientKey(at ssa.Instruction) *Value {
	all := f.a.incoming(f.a.in.of(Value{Kind: Result, Name: "request", At: at}))
	return f.a.load(f.a.in.of(Value{Kind: Entry, Args: []*Value{all}, Name: keyEntry}))
}

// looksUp reports whether a statement, or a condition of one, finds a row by a column like
// a carrier, or refuses a second one.
func (c *Carriers) looksUp(statement string) bool {
	lower := strings.ToLower(statement)
	for _, word := range []string{"where", "on conflict", "on duplicate"} {
		if i := strings.Index(lower, word); i >= 0 && (c.Mentioned(statement[i:]) || c.table(statement[:i])) {
			return !strings.HasPrefix(strings.TrimSpace(lower), "update") || word != "where"
		}
	}
	for _, verb := range []string{"insert", "select", "update", "delete"} {
		if strings.Contains(lower, verb) {
			return false
		}
	}
	return c.Mentioned(statement)
}

// table reports whether a statement names a table of keys: idempotency_keys.
func (c *Carriers) table(statement string) bool {
	for w := range strings.FieldsSeq(statement) {
		if one, ok := strings.CutSuffix(strings.Trim(w, `"`+"`"), "s"); ok && c.Name(one) {
			return true
		}
	}
	return false
}

// Mentioned reports whether a statement names a column like a carrier.
func (c *Carriers) Mentioned(statement string) bool {
	for w := range strings.FieldsFuncSeq(statement, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		if len(w) < len("clienttoken") {
			continue // no carrier's name is shorter, and the gate asks this of every text
		}
		if c.Name(w) || c.Name(strings.TrimSuffix(w, "s")) {
			return true
		}
	}
	return false
}

// declaredUses leaves out the stores that are kept behind one that a contract declares.
func declaredUses(uses []*Use) []*Use {
	var out []*Use
	for _, u := range uses {
		if s := storeOf(u.Store); s == nil || !s.Kept {
			out = append(out, u)
		}
	}
	return out
}

// storeUses records keys that go to a store, or to where one may stand behind.
func (f *frame) storeUses(s *site, c *call) {
	if c.con != nil && c.con.Send != nil || c.name == "" && !c.isDynamic {
		return
	}
	scoped := f.toldTenant(c)
	var maker *contract.Store
	add := func(store *Value, skip int, concrete bool) {
		var given []*Value
		key := keyLike
		if storeOf(store) == nil {
			key = keyText // of what is not known to be a store, a buffer is no key
		}
		for i, a := range c.args {
			if i != skip && key(c.vals[i]) {
				given = append(given, a)
			}
		}
		for i, a := range c.args {
			if i == skip || !key(c.vals[i]) {
				continue
			}
			s.uses = append(s.uses, &Use{Store: store, Key: f.textOf(a, c.vals[i].Type(), c.instr), Tenant: f.tenantAtHand(c.instr), Scoped: scoped, Concrete: concrete, Beside: without(given, a), Callee: shortName(c.name), Maker: maker, Place: f.place(c.instr.Pos())})
		}
	}
	if c.use != nil && len(c.args) > 0 && storeOf(c.args[0]) == nil { // else a contract says more
		f.modelUse(s, c)
		return
	}
	sig := c.instr.Common().Signature()
	for i, a := range c.args {
		receiver := i == 0 && (c.isInvoke || sig.Recv() != nil)
		if storeOf(a) != nil && (receiver || len(c.bodies) == 0 && answers(sig)) {
			s.uses = declaredUses(s.uses)
			add(a, i, true)
			return
		}
	}
	if sig.Recv() != nil && !c.isInvoke && len(c.args) > 0 {
		if maker = f.a.maker(c.vals[0].Type()); maker != nil {
			s.uses = declaredUses(s.uses)
		}
	}
	if len(s.sends) > 0 || c.obj != nil && (headerSet(c.name) || headerGet(c.name) || c.hasFn || isStd(c.obj.Pkg())) {
		return
	}
	switch {
	case c.isInvoke && len(c.args) > 0:
		add(c.args[0], 0, false)
	case c.isDynamic && len(c.bodies) == 0:
		add(c.fnValue, -1, false)
	case sig.Recv() != nil && len(c.args) > 0:
		// A method of a value whose maker may have a contract.
		switch r := c.args[0].Strip(); r.Kind {
		case Load, Param, Result, Free, Phi, Join:
			add(c.args[0], 0, true)
		}
	}
}

// toldTenant reports whether a call is given something by a parameter that is named like a
// tenant.
func (f *frame) toldTenant(c *call) bool {
	ps := c.instr.Common().Signature().Params()
	for i := range ps.Len() {
		if arg := len(c.args) - ps.Len() + i; Tenant(ps.At(i).Name()) && arg >= 0 && !c.args[arg].IsZero() {
			return true
		}
	}
	return false
}

func without(vs []*Value, v *Value) []*Value {
	var out []*Value
	for _, x := range vs {
		if x != v {
			out = append(out, x)
		}
	}
	return out
}

// answers reports whether a function's results only say whether it worked.
func answers(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		if t := sig.Results().At(i).Type(); !isBool(t) && !errorLike(t) {
			return false
		}
	}
	return true
}

// keyLike reports whether v may be a key that is handed over: a text, bytes, or
// several of them.
func keyLike(v ssa.Value) bool {
	t := v.Type()
	if typeName(t) == "context.Context" {
		return false
	}
	if textual(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return textual(u.Elem())
	}
	return false
}

// keyText is keyLike, but bytes count only where they are made of a text on the spot.
func keyText(v ssa.Value) bool {
	if s, ok := v.Type().Underlying().(*types.Slice); ok {
		if b, ok := s.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
			c, ok := v.(*ssa.Convert)
			return ok && isString(c.X.Type())
		}
	}
	return keyLike(v)
}

// storeOf returns the contract of a store value, or nil.
func storeOf(v *Value) *contract.Store {
	for v != nil && v.Kind == Tag {
		if v.Con != nil && v.Con.Store != nil {
			return v.Con.Store
		}
		v = v.Args[0]
	}
	return nil
}

// queryThrough returns what is known of a method of an interface that stands for a
// database: one that has the name and answers as the method of the database itself does.
func (a *Analysis) queryThrough(m *types.Func) *model.Use {
	if m == nil || m.Signature().Results().Len() == 0 {
		return nil
	}
	switch typeName(m.Signature().Results().At(0).Type()) {
	case "database/sql.Row", "database/sql.Rows", "database/sql.Result":
		return a.models.Of("(*database/sql.DB)." + m.Name()).Use
	case "github.com/jackc/pgx/v5.Row", "github.com/jackc/pgx/v5.Rows", "github.com/jackc/pgx/v5/pgconn.CommandTag":
		return a.models.Of("(*github.com/jackc/pgx/v5.Conn)." + m.Name()).Use
	}
	return nil
}
