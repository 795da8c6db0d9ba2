// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"context"

	"github.com/idemscope/idemscope/internal/bitset"
)

// To read the types that packages import takes longer than anything else before the
// analysis, and can be done by one at a time. So it begins as soon as it is certain of any
// package that it will be read from source, and goes on while the files of others are
// looked at. Another processor parses what is certain meanwhile.

// maxAhead is the size in bytes of the source that is parsed before anybody asks for it.
const maxAhead = 1 << 18

// ahead begins with packages that will be checked.
func (r *run) ahead(ctx context.Context, units []*unit) {
	r.asked.Go(func() {
		for _, u := range units {
			if u.broken() {
				continue
			}
			for _, d := range u.deps {
				if ctx.Err() != nil {
					return
				}
				_, _ = r.exp.load(d) // who imports it is told what is wrong
			}
		}
	})
	r.asked.Go(func() {
		for _, u := range units {
			if ctx.Err() != nil || r.parsed.Load() > maxAhead {
				return
			}
			if u.broken() || !u.mu.TryLock() {
				continue
			}
			if !u.tried && u.parsed == nil {
				u.parsed, _ = r.parse(u) // check tells what is wrong
				r.parsed.Add(int64(size(u.parsed)))
			}
			u.mu.Unlock()
		}
	})
}

// certain are the program's own packages with a seed of which it is known already, and
// those below them.
func (r *run) certain() []*unit {
	below := bitset.New(len(r.units))
	for _, u := range r.units {
		if u.Seed {
			below.AddAll(u.below)
		}
	}
	var out []*unit
	for _, u := range r.units {
		if below.Has(u.index) && r.may(u) {
			out = append(out, u)
		}
	}
	return out
}
