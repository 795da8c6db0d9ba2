// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import "github.com/idemscope/idemscope/analyzer/contract"

// The rows of facts are what summaries and values are, with numbers of rows for values. How a
// row is packed is told once, for both ways.

// valueRow is one value. Args are row numbers, from 1; 0 is no value.
type valueRow struct {
	Kind         uint8
	Name         string
	Index, Epoch int
	Args         []int
	Class        uint8
	Memo, Saved  bool
	Contract     *contract.Contract
	Summary      *summaryRow // of a closure
	Posn         string
}

func (r *valueRow) code(c *coder) {
	c.byte(&r.Kind)
	c.text(&r.Name)
	c.num(&r.Index)
	c.num(&r.Epoch)
	c.nums(&r.Args)
	c.byte(&r.Class)
	c.bools(&r.Memo, &r.Saved)
	c.contract(&r.Contract)
	inner := r.Summary != nil
	if c.bools(&inner); inner {
		if r.Summary == nil {
			r.Summary = new(summaryRow)
		}
		r.Summary.code(c)
	}
	c.place(&r.Posn)
}

// summaryRow is a Summary over rows.
type summaryRow struct {
	Name    string
	Literal bool
	Handler bool
	Results []int
	Effects []effectRow
	Sends   []sendRow
	Uses    []useRow
	Invokes []invokeRow
	Pairs   []pairRow
	Again   []pairRow
}

func (r *summaryRow) code(c *coder) {
	c.text(&r.Name)
	c.bools(&r.Literal, &r.Handler)
	c.nums(&r.Results)
	list(c, &r.Effects, (*effectRow).code)
	list(c, &r.Sends, (*sendRow).code)
	list(c, &r.Uses, (*useRow).code)
	list(c, &r.Invokes, (*invokeRow).code)
	list(c, &r.Pairs, (*pairRow).code)
	list(c, &r.Again, (*pairRow).code)
}

// effectRow is an Effect over rows.
type effectRow struct{ Loc, Val int }

func (r *effectRow) code(c *coder) {
	c.num(&r.Loc)
	c.num(&r.Val)
}

// sendRow is a Send over rows.
type sendRow struct {
	Key, Endpoint, Tenant, Queue, Method int
	Via                                  int
	Payload, Chosen                      []int
	Evidence, Downstream, Declared       bool
	Ends                                 uint8
	Op, Origin, Posn                     string
	Store                                contract.Ref
}

func (r *sendRow) code(c *coder) {
	for _, n := range []*int{&r.Key, &r.Endpoint, &r.Tenant, &r.Queue, &r.Method, &r.Via} {
		c.num(n)
	}
	c.nums(&r.Payload)
	c.nums(&r.Chosen)
	c.bools(&r.Evidence, &r.Downstream, &r.Declared)
	c.byte(&r.Ends)
	c.text(&r.Op)
	c.place(&r.Origin)
	c.place(&r.Posn)
	c.text((*string)(&r.Store))
}

// useRow is a Use over rows.
type useRow struct {
	Store, Key   int
	Tenant       bool
	Scoped       bool
	Concrete     bool
	Beside       []int
	Callee, Posn string
	Origin       string
	Maker        *contract.Store
}

func (r *useRow) code(c *coder) {
	c.num(&r.Store)
	c.num(&r.Key)
	c.bools(&r.Tenant, &r.Scoped, &r.Concrete)
	c.nums(&r.Beside)
	c.text(&r.Callee)
	c.place(&r.Posn)
	c.place(&r.Origin)
	c.store(&r.Maker)
}

// invokeRow is an Invoke over rows.
type invokeRow struct {
	Fn          int
	Args, ArgsB []int
	Again       []Result2
	Retry       bool
	Outer       bool
	OuterAgain  []Result2
	Asked       []askedRow
	Longest     int64 // nanoseconds
	Posn        string
}

func (r *invokeRow) code(c *coder) {
	c.num(&r.Fn)
	c.nums(&r.Args)
	c.nums(&r.ArgsB)
	list(c, &r.Again, (*Result2).code)
	c.bools(&r.Retry, &r.Outer)
	list(c, &r.OuterAgain, (*Result2).code)
	list(c, &r.Asked, (*askedRow).code)
	c.long(&r.Longest)
	c.place(&r.Posn)
}

// askedRow is an Asked over rows.
type askedRow struct {
	Fn  int
	Not bool
}

func (r *askedRow) code(c *coder) {
	c.num(&r.Fn)
	c.bools(&r.Not)
}

func (r *Result2) code(c *coder) {
	c.nums(&r.Index)
	list(c, &r.Kind, func(n *uint8, c *coder) { c.byte(n) })
	list(c, &r.N, func(n *int64, c *coder) { c.long(n) })
}

// pairRow is a Pair over rows.
type pairRow struct {
	A, B                sendRow
	Key, Fresh          int
	Self, Handed, Shown bool
	Known               []*contract.Store
	Open                []int
	Whole               int
	On                  *Result2
	Rel, RelTenant      uint8
	RelQueue            uint8
	Longest             int64 // nanoseconds
	Posn                string
}

func (r *pairRow) code(c *coder) {
	r.A.code(c)
	r.B.code(c)
	c.num(&r.Key)
	c.num(&r.Fresh)
	c.bools(&r.Self, &r.Handed, &r.Shown)
	list(c, &r.Known, func(s **contract.Store, c *coder) { c.store(s) })
	c.nums(&r.Open)
	c.num(&r.Whole)
	on := r.On != nil
	if c.bools(&on); on {
		if r.On == nil {
			r.On = new(Result2)
		}
		r.On.code(c)
	}
	c.byte(&r.Rel)
	c.byte(&r.RelTenant)
	c.byte(&r.RelQueue)
	c.long(&r.Longest)
	c.place(&r.Posn)
}
