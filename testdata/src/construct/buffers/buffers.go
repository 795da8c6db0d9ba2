// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package buffers puts keys together in arrays and slices of bytes.
package buffers

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"time"
)

//idemscope:store scope=global
type store struct{}

func (store) First(key string) bool { return true }

// Copied has what it was given.
func Copied(st store, id [12]byte) bool {
	var b [12]byte
	copy(b[:], id[:])
	return st.First(string(b[:]))
}

// Encoded has it as a text.
func Encoded(st store, id []byte) bool {
	var b [24]byte
	hex.Encode(b[:], id)
	return st.First(string(b[:]))
}

// Random is made of chance.
func Random(st store) bool {
	raw := make([]byte, 16)
	rand.Read(raw)
	text := make([]byte, 32)
	hex.Encode(text, raw)
	return st.First(string(text))
}

// Method encodes by a method.
func Method(st store, id []byte) bool {
	b := make([]byte, base64.StdEncoding.EncodedLen(len(id)))
	base64.StdEncoding.Encode(b, id)
	return st.First(string(b))
}

// Number is a reading of the clock in eight bytes.
func Number(st store) bool {
	b := make([]byte, 8)
	binary.BigEndian.PutUint64(b, uint64(time.Now().UnixNano()))
	return st.First(string(b)) // want "collision: .*clock"
}

// Given is a number that it was given.
func Given(st store, n uint64) bool {
	b := make([]byte, 8)
	binary.BigEndian.PutUint64(b, n)
	return st.First(string(b))
}

// Empty has nothing in it.
func Empty(st store) bool {
	b := make([]byte, 8)
	return st.First(string(b)) // want "collision: .*constant"
}
