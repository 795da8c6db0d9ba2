// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package pauseends: the loop ends when the next pause would be longer than half a minute.
package pauseends

import (
	"net/http"
	"time"
)

//idemscope:store scope=global window=10m
type Store struct{}

//idemscope:endpoint region=us store=Store
const url = "https://pay.example.com/charges"

func Post(key string) (err error) {
	d := time.Second
	for i := 0; i < 20; i++ {
		req, _ := http.NewRequest(http.MethodPost, url, nil)
		req.Header.Set("Idempotency-Key", key)
		if _, err = http.DefaultClient.Do(req); err == nil {
			return nil
		}
		if d *= 2; d > 30*time.Second {
			return err
		}
		time.Sleep(d)
	}
	return err
}
