// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemscope/idemscope/internal/bitset"
)

// paths is the set of ways from one attempt to the next.
type paths struct {
	f        *frame
	from, to ssa.Instruction
	blocks   bitset.Set // that are entered on the way
	edges    bitset.Set // two numbers for each block
	left     bool       // the block of from is left
	wraps    bool       // the function is called again on the way
	direct   bool       // from and to stand in one block, and nothing lies between
}

func newPaths(f *frame) *paths {
	n := len(f.fn.Blocks)
	return &paths{f: f, blocks: bitset.New(n), edges: bitset.New(2 * n)}
}

// enters reports whether a block is entered on some way.
func (p *paths) enters(b *ssa.BasicBlock) bool { return p.blocks.Has(b.Index) }

// takes reports whether some way leads from one block directly to another.
func (p *paths) takes(from, to *ssa.BasicBlock) bool {
	for i, s := range from.Succs {
		if s == to && p.edges.Has(2*from.Index+i) {
			return true
		}
	}
	return false
}

// add adds the ways to some states of a walk.
func (p *paths) add(states []*state) {
	p.f.looks++
	work := slices.Clone(states)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x.seen == p.f.looks {
			continue
		}
		x.seen = p.f.looks
		if x.start == 0 {
			p.blocks.Add(x.b.Index)
		}
		for _, pr := range x.preds {
			for i, s := range pr.b.Succs {
				if s == x.b {
					p.edges.Add(2*pr.b.Index + i)
				}
			}
			p.left = true
			work = append(work, pr)
		}
	}
}

// with is what is in one of two sets of ways between the same, or in both.
func (p *paths) with(o *paths) *paths {
	n := *p
	n.blocks, n.edges = slices.Clone(p.blocks), slices.Clone(p.edges)
	n.blocks.AddAll(o.blocks)
	n.edges.AddAll(o.edges)
	n.left = n.left || o.left
	n.wraps = n.wraps || o.wraps
	n.direct = n.direct || o.direct
	return &n
}

// remakes reports whether instr is executed on some way between the attempts.
func (p *paths) remakes(instr ssa.Instruction) bool {
	instr = plain(instr)
	if instr == p.to {
		return true // the second attempt itself
	}
	b := instr.Block()
	if b == nil || instr.Parent() != p.f.fn {
		return false
	}
	i := p.f.index[instr]
	fromB, toB := p.from.Block(), p.to.Block()
	fi, ti := p.f.index[p.from], p.f.index[p.to]
	if b == fromB && i > fi && (p.left || b != toB || i < ti) {
		if b == toB && fromB == toB && p.direct && !p.left && i >= ti {
			return false
		}
		return true
	}
	if b == toB && p.enters(toB) {
		// The last block is entered; what stands before the second attempt is executed.
		if i < ti {
			return true
		}
		if b == fromB && i > fi {
			return true
		}
		return p.reentered(toB)
	}
	return p.enters(b) && b != toB
}

// reentered reports whether b is left again on the way after it was entered.
func (p *paths) reentered(b *ssa.BasicBlock) bool {
	if b == p.from.Block() {
		return false
	}
	return slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return p.takes(b, s) })
}
