// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package driver

import (
	"context"
	"sync"
)

// need analyses a package after all that is below it, and returns when its facts are
// there. The second call waits for the first.
func (r *run) need(ctx context.Context, u *unit) {
	u.needed.Do(func() {
		var wg sync.WaitGroup
		for _, d := range u.deps {
			if d.readable() {
				wg.Go(func() { r.need(ctx, d) })
			}
		}
		wg.Wait()
		if u.checked == nil && !u.again || ctx.Err() != nil {
			return
		}
		r.slots <- struct{}{}
		if u.again {
			u.checked = r.check(u)
		}
		if u.checked != nil {
			r.only(u)
			r.analyse(u)
		}
		<-r.slots
		u.checked, u.reached, u.inert = nil, nil, nil // the syntax is not needed any more
	})
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
