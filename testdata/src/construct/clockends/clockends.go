// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package clockends: the pauses double, but a clock ends the loop after five minutes.
package clockends

import (
	"net/http"
	"time"
)

//idemscope:store scope=global window=10m
type Store struct{}

//idemscope:endpoint region=us store=Store
const url = "https://pay.example.com/charges"

func Post(key string) (err error) {
	start := time.Now()
	for i := 0; i < 20; i++ {
		req, _ := http.NewRequest(http.MethodPost, url, nil)
		req.Header.Set("Idempotency-Key", key)
		if _, err = http.DefaultClient.Do(req); err == nil {
			return nil
		}
		if time.Since(start)+time.Second<<i > 5*time.Minute {
			return err
		}
		time.Sleep(time.Second << i)
	}
	return err
}
