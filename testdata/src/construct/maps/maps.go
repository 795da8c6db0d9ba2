// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package maps carries keys in maps, under names that are constants.
package maps

import (
	"crypto/rand"
	"maps"
)

type client struct{ region string }

//idemscope:send key=params["ClientToken"] to=c.region
func (c *client) call(action string, params map[string]any) error { return nil }

//idemscope:store scope=region
type store struct{}

func (store) Mark(key string) {}

// Fresh writes the entry in the loop.
func Fresh(c *client) (err error) {
	params := map[string]any{"Size": 5}
	for range 3 {
		params["ClientToken"] = rand.Text() // want "fresh-key: "
		if err = c.call("RunInstances", params); err == nil {
			break
		}
	}
	return err
}

// Literal makes the map in the loop, and the entry with it.
func Literal(c *client) (err error) {
	for range 3 {
		err = c.call("RunInstances", map[string]any{"ClientToken": rand.Text()}) // want "fresh-key: "
		if err == nil {
			break
		}
	}
	return err
}

// Moving sends the map to another region.
func Moving(s store, here, there *client, key string) error {
	s.Mark(key)
	params := map[string]any{"ClientToken": key}
	if err := here.call("RunInstances", params); err != nil {
		return there.call("RunInstances", params) // want "scope: "
	}
	return nil
}

// Copied sends a copy.
func Copied(s store, here, there *client, key string) error {
	s.Mark(key)
	params := map[string]any{"ClientToken": key}
	if err := here.call("RunInstances", params); err != nil {
		return there.call("RunInstances", maps.Clone(params)) // want "scope: "
	}
	return nil
}

// Same sends it to the region where it was.
func Same(s store, here *client, key string) error {
	s.Mark(key)
	params := map[string]any{"ClientToken": key}
	if err := here.call("RunInstances", params); err != nil {
		return here.call("RunInstances", params)
	}
	return nil
}

// Other writes another entry in the loop.
func Other(c *client) (err error) {
	params := map[string]any{"ClientToken": rand.Text()}
	for range 3 {
		params["TraceId"] = rand.Text()
		if err = c.call("RunInstances", params); err == nil {
			break
		}
	}
	return err
}

// Missing fills the entry if it is not there.
func Missing(c *client, params map[string]any) (err error) {
	for range 3 {
		if _, ok := params["ClientToken"]; !ok {
			params["ClientToken"] = rand.Text()
		}
		if err = c.call("RunInstances", params); err == nil {
			break
		}
	}
	return err
}
