// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package entries makes one key for each entry of a map, of that entry alone.
package entries

import (
	"net/http"
	"strings"
)

type sub struct{ Category string }

func send(s *sub, key string) error {
	req, _ := http.NewRequest(http.MethodPost, "https://api.example.com/subs", strings.NewReader(s.Category))
	req.Header.Set("Idempotency-Key", key)
	_, err := http.DefaultClient.Do(req)
	return err
}

func create(hooks map[string]string, connector string) error {
	var from sub
	for event := range hooks {
		from.Category = event
		if err := send(&from, event+connector); err != nil {
			return err
		}
	}
	return nil
}

func Create(hooks map[string]string, connector string) error { return create(hooks, connector) }
