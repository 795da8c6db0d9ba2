// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package kept keeps clients' keys in a map that a finding has to name.
package kept

import "net/http"

type answers struct {
	m map[string][]byte
}

func (a *answers) get(key string) []byte { return a.m[key] }

func user(r *http.Request) string { u, _, _ := r.BasicAuth(); return u }

func handler(a *answers) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who := user(r)
		if who == "" {
			return
		}
		key := r.Header.Get("Idempotency-Key")
		if b := a.get(key); b != nil { // want "collision: the client's key .Idempotency-Key, kept.go:24. goes alone to the map answers.m .kept.go:11.*known here .kept.go:20."
			_, _ = w.Write(b)
			return
		}
		a.m[key] = []byte("done")
	}
}

func told(a *answers) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := user(r) + "/" + r.Header.Get("Idempotency-Key")
		if b := a.get(key); b != nil {
			_, _ = w.Write(b)
			return
		}
		a.m[key] = []byte("done")
	}
}

var _, _ = handler, told
