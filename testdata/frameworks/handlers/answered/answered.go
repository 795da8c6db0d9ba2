// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package answered has a handler that is called again after one of several answers that mean
// success, and not after a failure.
package answered

import (
	"context"
	"errors"
	"net/http"

	"github.com/hibiken/asynq"
)

// Mux registers the handler.
func Mux(hosts []string) *asynq.ServeMux {
	mux := asynq.NewServeMux()
	n := 0
	mux.HandleFunc("charge", func(ctx context.Context, t *asynq.Task) error {
		n++
		req, err := http.NewRequestWithContext(ctx, "POST", hosts[n%len(hosts)], nil)
		if err != nil {
			return nil
		}
		req.Header.Set("Idempotency-Key", string(t.Payload()))
		resp, err := http.DefaultClient.Do(req)
		if err != nil || resp.StatusCode >= 300 {
			return nil // it is given up
		}
		if resp.StatusCode == http.StatusNoContent {
			return errors.New("nothing was said")
		}
		return nil
	})
	return mux
}
