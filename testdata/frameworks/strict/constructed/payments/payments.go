// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package payments has stores of which their constructors say what they tell apart.
package payments

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// A RedisStore is made by one constructor.
type RedisStore struct{ rdb *redis.Client }

// NewRedisStore is told apart by tenant: each has a database of its own.
//
//idemscope:store scope=region,tenant
func NewRedisStore(rdb *redis.Client) *RedisStore { return &RedisStore{rdb} }

// First asks the database.
func (s *RedisStore) First(ctx context.Context, key string) bool {
	first, err := s.rdb.SetNX(ctx, key, 1, time.Hour).Result()
	return err == nil && first
}

// A PlainStore says nothing.
type PlainStore struct{ rdb *redis.Client }

// NewPlainStore says nothing.
func NewPlainStore(rdb *redis.Client) *PlainStore { return &PlainStore{rdb} }

// First asks the database.
func (s *PlainStore) First(ctx context.Context, key string) bool {
	first, err := s.rdb.SetNX(ctx, key, 1, time.Hour).Result()
	return err == nil && first
}

// A HalfStore has two constructors, of which one says something.
type HalfStore struct{ rdb *redis.Client }

// NewHalfStore says it.
//
//idemscope:store scope=region,tenant
func NewHalfStore(rdb *redis.Client) *HalfStore { return &HalfStore{rdb} }

// NewOtherHalf does not.
func NewOtherHalf(rdb *redis.Client) *HalfStore { return &HalfStore{rdb} }

// First asks the database.
func (s *HalfStore) First(ctx context.Context, key string) bool {
	first, err := s.rdb.SetNX(ctx, key, 1, time.Hour).Result()
	return err == nil && first
}

// A MapStore is one of this process.
type MapStore struct{ m map[string]bool }

// NewMapStore says so: nobody expects more of it.
//
//idemscope:store scope=process,tenant
func NewMapStore() *MapStore { return &MapStore{map[string]bool{}} }

// First asks the map.
func (s *MapStore) First(key string) bool {
	seen := s.m[key]
	s.m[key] = true
	return !seen
}
