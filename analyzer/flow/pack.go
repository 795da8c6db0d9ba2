// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"encoding/binary"

	"github.com/idemscope/idemscope/analyzer/contract"
)

// Packed are rows of a fact in few bytes. Drivers write and read the facts of a package for
// each package that imports it, and most of them are never asked for: so nothing is taken
// apart before somebody asks. Places are beside the bytes, since they move when a package is
// edited, and the rows do not.
type Packed struct {
	Code      []byte
	Places    []string // where something is, or came from
	Contracts []*contract.Contract
	Stores    []*contract.Store
}

// pack packs what rows tell the coder.
func pack(rows func(*coder)) Packed {
	c := &coder{texts: map[string]int{}, places: map[string]int{}}
	rows(c)
	return c.Packed
}

// unpack reads rows as they were packed, and reports whether they were.
func (p *Packed) unpack(rows func(*coder)) bool {
	c := &coder{Packed: *p, reading: true}
	rows(c)
	return !c.bad && len(c.Code) == 0
}

// coder writes rows, or reads them: then Code is what is left.
type coder struct {
	Packed
	reading bool
	bad     bool // they were not written by one
	texts   map[string]int
	known   []string // the texts that were read
	places  map[string]int
}

// fail ends the reading: all that comes is zero.
func (c *coder) fail() {
	c.bad = true
	c.Code = nil
}

func (c *coder) long(n *int64) {
	if !c.reading {
		c.Code = binary.AppendVarint(c.Code, *n)
		return
	}
	v, size := binary.Varint(c.Code)
	if size <= 0 {
		c.fail()
		return
	}
	*n, c.Code = v, c.Code[size:]
}

func (c *coder) num(n *int) {
	long := int64(*n)
	c.long(&long)
	*n = int(long)
}

func (c *coder) byte(b *uint8) {
	switch {
	case !c.reading:
		c.Code = append(c.Code, *b)
	case len(c.Code) == 0:
		c.fail()
	default:
		*b, c.Code = c.Code[0], c.Code[1:]
	}
}

// bools are at most eight.
func (c *coder) bools(bs ...*bool) {
	var bits uint8
	for i, b := range bs {
		if *b {
			bits |= 1 << i
		}
	}
	c.byte(&bits)
	for i, b := range bs {
		*b = bits&(1<<i) != 0
	}
}

// length is that of something of which each part takes a byte or more.
func (c *coder) length(n *int) {
	if c.num(n); *n < 0 || c.reading && *n > len(c.Code) {
		*n = 0
		c.fail()
	}
}

// list is empty or nil: that is the same.
func list[T any](c *coder, items *[]T, code func(*T, *coder)) {
	n := len(*items)
	c.length(&n)
	if c.reading && n > 0 {
		*items = make([]T, n)
	}
	for i := range *items {
		code(&(*items)[i], c)
	}
}

func (c *coder) nums(ns *[]int) { list(c, ns, func(n *int, c *coder) { c.num(n) }) }

func (c *coder) values(rows *[]valueRow) { list(c, rows, (*valueRow).code) }

// text is written once, and then by its number.
func (c *coder) text(s *string) {
	if c.reading {
		n, size := 0, 0
		switch c.num(&n); {
		case n > 0 && n <= len(c.known):
			*s = c.known[n-1]
		case n == 0:
			c.length(&size)
			*s, c.Code = string(c.Code[:size]), c.Code[size:]
			c.known = append(c.known, *s)
		default:
			c.fail()
		}
		return
	}
	n := c.texts[*s]
	if c.num(&n); n == 0 {
		c.texts[*s] = len(c.texts) + 1
		size := len(*s)
		c.num(&size)
		c.Code = append(c.Code, *s...)
	}
}

// place is a text that is kept beside the bytes.
func (c *coder) place(s *string) {
	n := 0
	if !c.reading && *s != "" {
		if n = c.places[*s]; n == 0 {
			c.Places = append(c.Places, *s)
			n = len(c.Places)
			c.places[*s] = n
		}
	}
	switch c.num(&n); {
	case n < 0 || n > len(c.Places):
		c.fail()
	case n > 0:
		*s = c.Places[n-1]
	}
}

func (c *coder) contract(x **contract.Contract) { beside(c, x, &c.Contracts) }

func (c *coder) store(x **contract.Store) { beside(c, x, &c.Stores) }

// beside is something that is kept beside the bytes, or nil.
func beside[T any](c *coder, x **T, list *[]*T) {
	n := 0
	if !c.reading && *x != nil {
		*list = append(*list, *x)
		n = len(*list)
	}
	switch c.num(&n); {
	case n < 0 || n > len(*list) || n > 0 && (*list)[n-1] == nil:
		c.fail()
	case n > 0:
		*x = (*list)[n-1]
	}
}
