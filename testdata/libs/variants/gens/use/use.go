// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package use makes keys with ids, in retried code and before it.
package use

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"example.test/libs/variants/gens/ids"
)

//idemscope:store scope=global
type global struct{}

func (global) First(key string) bool { return true }

func post(key string) error {
	req, err := http.NewRequest("POST", "https://api.example.com/pay", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

var errGaveUp = errors.New("gave up")

func Random() error {
	for range 3 {
		if post(ids.Random()) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errGaveUp
}

func RandomOnce() error {
	k := ids.Random()
	for range 3 {
		if post(k) == nil {
			return nil
		}
	}
	return errGaveUp
}

func Bytes() error {
	for range 3 {
		if post(ids.Bytes()) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errGaveUp
}

func BytesErr() error {
	for range 3 {
		k, err := ids.BytesErr(12) // want "fresh-key: "
		if err != nil {
			return err
		}
		if post(k) == nil {
			return nil
		}
	}
	return errGaveUp
}

func Prefixed() error {
	for range 3 {
		if post(ids.Prefixed("pay")) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errGaveUp
}

func Deep() error {
	for range 3 {
		if post(*ids.Deep("pay")) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errGaveUp
}

func Derived(order string) error {
	for range 3 {
		if post(ids.Derived("pay", order)) == nil {
			return nil
		}
	}
	return errGaveUp
}

func Letters() error {
	for range 3 {
		if post(ids.Letters(20)) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errGaveUp
}

func GenNext(g *ids.Gen) error {
	for range 3 {
		if post(g.Next()) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errGaveUp
}

func GenOf(g *ids.Gen, id int) error {
	for range 3 {
		if post(g.Of(id)) == nil {
			return nil
		}
	}
	return errGaveUp
}

// PerAttempt has another key for each attempt, so that none is recognised.
func PerAttempt(order string) error {
	for i := range 3 {
		if post(order+"-"+strconv.Itoa(i)) == nil { // want "fresh-key: the number of the attempt"
			return nil
		}
	}
	return errGaveUp
}

func Counted(st global) bool { return st.First(ids.Counted()) } // want "collision: "

func Clocked(st global) bool { return st.First(ids.Clocked()) } // want "collision: "

func PidClock(st global) bool { return st.First(ids.PidClock()) } // want "collision: "

func Constant(st global) bool { return st.First(ids.Constant()) } // limit: not found yet: collision

func RandomUse(st global) bool { return st.First(ids.Random()) }

func LettersUse(st global) bool { return st.First(ids.Letters(20)) }

func Unstable(wallet string) error {
	return post(fmt.Sprintf("%s-%s", wallet, ids.Clocked())) // want "unstable: "
}

func UnstableCounter(wallet string) error {
	return post(wallet + ids.Counted()) // want "unstable: "
}

func Stable(wallet string) error { return post(ids.Derived(wallet)) }

func StableRandom(wallet string) error { return post(wallet + ids.Random() + ids.Clocked()) }

// hook makes ids through a function value of a struct.
type service struct {
	newID func() string
}

func New() *service { return &service{newID: ids.Random} }

func (s *service) Pay() error {
	for range 3 {
		if post(s.newID()) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errGaveUp
}

func (s *service) PayOnce() error {
	k := s.newID()
	for range 3 {
		if post(k) == nil {
			return nil
		}
	}
	return errGaveUp
}

var newID = ids.Random

func VarFunc() error {
	for range 3 {
		if post(newID()) == nil { // want "fresh-key: "
			return nil
		}
	}
	return errGaveUp
}
