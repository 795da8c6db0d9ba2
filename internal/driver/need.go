// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"context"
	"runtime"
	"sync"
)

// need analyses the packages that were read, each after those below it.
func (r *run) need(ctx context.Context) {
	q := newQueue(r.todo())
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(q.todo)) {
		wg.Go(func() {
			for u := q.next(); u != nil; u = q.next() {
				if ctx.Err() == nil {
					r.analyse(u)
				}
				q.done(u)
			}
		})
	}
	wg.Wait()
}

// todo are the packages to analyse, each with how many of them are below it, and how long
// the way to the end is: the size of what has to be analysed one after the other, from it
// to the importer that comes last.
func (r *run) todo() []*unit {
	var todo []*unit
	for _, u := range r.units {
		if u.checked != nil || u.again {
			todo = append(todo, u)
		}
	}
	for i, u := range todo {
		u.way = u.size
		for _, v := range todo[:i] {
			if u.below.Has(v.index) {
				u.waits++
			}
		}
	}
	for i := len(todo) - 1; i >= 0; i-- { // importers before what they import
		for _, v := range todo[:i] {
			if todo[i].below.Has(v.index) {
				v.way = max(v.way, v.size+todo[i].way)
			}
		}
	}
	return todo
}

// queue hands out packages of which all that is below has been analysed, first the one with
// the longest way to the end: which one comes last decides how long a processor is idle.
type queue struct {
	todo []*unit

	mu      sync.Mutex
	changed sync.Cond
	ready   []*unit
	left    int
}

func newQueue(todo []*unit) *queue {
	q := &queue{todo: todo, left: len(todo)}
	q.changed.L = &q.mu
	for _, u := range todo {
		if u.waits == 0 {
			q.ready = append(q.ready, u)
		}
	}
	return q
}

// next returns nil if nothing is left.
func (q *queue) next() *unit {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.ready) == 0 && q.left > 0 {
		q.changed.Wait()
	}
	if len(q.ready) == 0 {
		return nil
	}
	next := 0
	for i, u := range q.ready {
		if u.way > q.ready[next].way {
			next = i
		}
	}
	u := q.ready[next]
	q.ready = append(q.ready[:next], q.ready[next+1:]...)
	return u
}

func (q *queue) done(u *unit) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.left--
	for _, v := range q.todo {
		if v.index > u.index && v.below.Has(u.index) {
			if v.waits--; v.waits == 0 {
				q.ready = append(q.ready, v)
			}
		}
	}
	q.changed.Broadcast()
}

// unitOf returns the unit that a path means in what u imports, directly or not.
func (r *run) unitOf(u *unit, path string) *unit {
	if g := u.group(); g != "" {
		if d := r.byID[path+" ["+g]; d != nil {
			return d
		}
	}
	return r.byID[path]
}
