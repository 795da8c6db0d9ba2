// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package flow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// TestNarrowed holds what is left of a walk, when it avoids something and something else has to
// be passed, against what is met on each single way of the walk, one instruction after the other.
func TestNarrowed(t *testing.T) {
	compared, narrower := 0, 0
	eachWorld(t, func(t *testing.T, p *packages.Package, a *Analysis) {
		random := rand.New(rand.NewPCG(1, 2))
		for _, fn := range a.fns {
			f := a.frame(fn)
			var all []ssa.Instruction
			for _, b := range fn.Blocks {
				all = append(all, b.Instrs...)
			}
			for _, from := range all {
				call, ok := from.(*ssa.Call)
				if !ok {
					continue
				}
				success, failure := f.outcomesOf(call)
				for _, o := range append(success, failure...) {
					w := newWalk(f, from)
					w.outcome, w.status = o, statusOf(o)
					w.run()
					for range 3 {
						avoid := map[ssa.Instruction]bool{}
						for range random.IntN(3) {
							avoid[all[random.IntN(len(all))]] = true
						}
						var via ssa.Instruction
						if random.IntN(2) == 0 {
							via = all[random.IntN(len(all))]
						}
						want, ok := everyWay(w, avoid, via)
						if !ok {
							continue
						}
						compared++
						got := w.narrowed(avoid, via, false)
						got.reached, f.sited = nil, nil
						if len(want) < len(w.reach()) {
							narrower++
						}
						for to, p := range got.reach() {
							if q := want[to]; q == nil {
								t.Errorf("%s: %s is met from %s only without what is avoided", fn, to, from)
							} else if !slices.Equal(p.blocks, q.blocks) || !slices.Equal(p.edges, q.edges) || p.left != q.left || p.direct != q.direct {
								t.Errorf("%s: the ways from %s to %s are\n%v %v %t %t, want\n%v %v %t %t", fn, from, to, p.blocks, p.edges, p.left, p.direct, q.blocks, q.edges, q.left, q.direct)
							}
						}
						for to := range want {
							if got.reach()[to] == nil {
								t.Errorf("%s: %s is not met from %s", fn, to, from)
							}
						}
					}
				}
			}
		}
	})
	if compared < 1000 || narrower < 100 {
		t.Errorf("%d walks were compared, of which %d became less", compared, narrower)
	}
}

// everyWay goes all ways of a walk, each state at most four times: so often it is met on one
// that goes over an edge before and after which it goes no further round than it must. ok is
// false if the ways are too many.
func everyWay(w *walk, avoid map[ssa.Instruction]bool, via ssa.Instruction) (met map[ssa.Instruction]*paths, ok bool) {
	met = map[ssa.Instruction]*paths{}
	steps := 0
	times := map[*state]int{}
	var way []*state
	var step func(s *state, passed bool)
	step = func(s *state, passed bool) {
		if steps++; steps > 20_000 || times[s] == 4 {
			return
		}
		times[s]++
		way = append(way, s)
		defer func() { times[s]--; way = way[:len(way)-1] }()
		for _, instr := range s.b.Instrs[s.start:] {
			if avoid[instr] {
				return
			}
			passed = passed || instr == via
			if _, isCall := instr.(ssa.CallInstruction); isCall && passed {
				p := met[instr]
				if p == nil {
					p = newPaths(w.f)
					met[instr] = p
				}
				for i, x := range way {
					if x.start == 0 {
						p.blocks.Add(x.b.Index)
					} else if i == len(way)-1 {
						p.direct = true
					}
					if i == 0 {
						continue
					}
					p.left = true
					for k, succ := range way[i-1].b.Succs {
						if succ == x.b {
							p.edges.Add(2*way[i-1].b.Index + k)
						}
					}
				}
			}
			if instr == w.from {
				return
			}
		}
		for _, x := range s.succs {
			step(x, passed)
		}
	}
	step(w.order[0], via == nil)
	return met, steps <= 20_000
}
