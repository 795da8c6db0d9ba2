// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package reflection calls by name, and keeps what it calls in a registry: neither is followed.
package reflection

import (
	"context"
	"reflect"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// ByName sends to a second backend by reflection.
func ByName(ctx context.Context, s store, a, b API, key string) error {
	s.Mark(key)
	if err := a.Charge(ctx, key); err != nil {
		args := []reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(key)}
		out := reflect.ValueOf(b).MethodByName("Charge").Call(args)
		err, _ := out[0].Interface().(error)
		return err
	}
	return nil
}

// handlers are filled by other packages when the program starts.
var handlers = map[string]func(ctx context.Context, key string) error{}

func Register(name string, h func(ctx context.Context, key string) error) { handlers[name] = h }

// Registered sends to what is registered under two names: what these functions do is unknown here.
func Registered(ctx context.Context, s store, key string) error {
	s.Mark(key)
	if err := handlers["first"](ctx, key); err != nil {
		return handlers["second"](ctx, key)
	}
	return nil
}
