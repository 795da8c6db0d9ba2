// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package described has contracts for functions of other packages.
package described

import (
	"context"
	"net/smtp"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// Mail is sent by the standard library, and the key is its sender.
//
//idemscope:send key=from to=addr
var _ = smtp.SendMail

// Moving sends to a second server.
func Moving(s store, first, second, id string) error {
	s.Mark(id)
	if err := smtp.SendMail(first, nil, id, nil, nil); err != nil {
		return smtp.SendMail(second, nil, id, nil, nil) // want "scope: "
	}
	return nil
}

// Same sends again to the first.
func Same(s store, first, id string) error {
	s.Mark(id)
	if err := smtp.SendMail(first, nil, id, nil, nil); err != nil {
		return smtp.SendMail(first, nil, id, nil, nil)
	}
	return nil
}

// OtherParameter changes what is no key.
func OtherParameter(ctx context.Context, s store, first string, id string) error {
	s.Mark(id)
	if err := smtp.SendMail(first, nil, id, nil, nil); err != nil {
		return smtp.SendMail(first, nil, id, []string{"a"}, nil)
	}
	return nil
}
