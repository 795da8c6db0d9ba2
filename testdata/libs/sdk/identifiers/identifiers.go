// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package identifiers makes keys by generators of many libraries.
package identifiers

import (
	"context"
	"strconv"

	"github.com/bwmarrin/snowflake"
	"github.com/dchest/uniuri"
	huuid "github.com/hashicorp/go-uuid"
	nanoids "github.com/jaevor/go-nanoid"
	"github.com/lithammer/shortuuid/v4"
	gonanoid "github.com/matoous/go-nanoid/v2"
	"github.com/nats-io/nuid"
	puuid "github.com/pborman/uuid"
	suuid "github.com/satori/go.uuid"
	"github.com/sony/sonyflake/v2"
	"github.com/teris-io/shortid"
	"go.jetify.com/typeid"
	"go.mongodb.org/mongo-driver/v2/bson"
)

type API interface {
	//idemscope:send key=key to=API
	Charge(ctx context.Context, key string) error
}

//idemscope:store scope=global
type store struct{}

func (store) Mark(key string) {}

func retry(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			break
		}
	}
	return err
}

func Short(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, shortuuid.New()) // want "fresh-key: .*shortuuid"
	})
}

// Named is the same for the same order.
func Named(ctx context.Context, api API, order string) error {
	return retry(func() error {
		return api.Charge(ctx, shortuuid.NewWithNamespace("https://shop.example.com/"+order))
	})
}

func Nano(ctx context.Context, api API) error {
	return retry(func() error {
		id, err := gonanoid.New() // want "fresh-key: .*nanoid"
		if err != nil {
			return err
		}
		return api.Charge(ctx, id)
	})
}

func NanoMust(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, "ch_"+gonanoid.MustGenerate("0123456789abcdef", 32)) // want "fresh-key: .*nanoid"
	})
}

// NanoFunc has a generator of its own.
func NanoFunc(ctx context.Context, api API) error {
	next, err := nanoids.Standard(21)
	if err != nil {
		return err
	}
	return retry(func() error {
		return api.Charge(ctx, next()) // limit: not found, because what a library's function returns is a function
	})
}

func Satori(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, suuid.NewV4().String()) // want "fresh-key: .*uuid"
	})
}

func SatoriNamed(ctx context.Context, api API, order string) error {
	return retry(func() error {
		return api.Charge(ctx, suuid.NewV5(suuid.NamespaceURL, order).String())
	})
}

func Pborman(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, puuid.New()) // want "fresh-key: .*uuid"
	})
}

func PbormanRandom(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, puuid.NewRandom().String()) // want "fresh-key: .*uuid"
	})
}

func HashiCorp(ctx context.Context, api API) error {
	return retry(func() error {
		id, err := huuid.GenerateUUID() // want "fresh-key: .*uuid"
		if err != nil {
			return err
		}
		return api.Charge(ctx, id)
	})
}

func Uniuri(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, uniuri.NewLen(uniuri.UUIDLen)) // want "fresh-key: .*uniuri"
	})
}

func NUID(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, nuid.Next()) // want "fresh-key: .*nuid"
	})
}

func Snow(ctx context.Context, api API, node *snowflake.Node) error {
	return retry(func() error {
		return api.Charge(ctx, node.Generate().Base58()) // want "fresh-key: .*snowflake"
	})
}

func Sony(ctx context.Context, api API, sf *sonyflake.Sonyflake) error {
	return retry(func() error {
		id, err := sf.NextID() // want "fresh-key: .*sonyflake"
		if err != nil {
			return err
		}
		return api.Charge(ctx, strconv.FormatInt(id, 36))
	})
}

func TypeID(ctx context.Context, api API) error {
	return retry(func() error {
		id, err := typeid.WithPrefix("charge") // want "fresh-key: .*typeid"
		if err != nil {
			return err
		}
		return api.Charge(ctx, id.String())
	})
}

func Mongo(ctx context.Context, api API) error {
	return retry(func() error {
		return api.Charge(ctx, bson.NewObjectID().Hex()) // want "fresh-key: .*bson"
	})
}

// Shorter is unique in its process.
func Shorter(ctx context.Context, api API, s store) error {
	return retry(func() error {
		id, err := shortid.Generate() // want "fresh-key: .*shortid"
		if err != nil {
			return err
		}
		return api.Charge(ctx, id)
	})
}

// Stored is unique enough for a store that all share, or not.
func Stored(s store, node *snowflake.Node, worker *shortid.Shortid) {
	s.Mark(shortuuid.New())
	s.Mark(gonanoid.Must())
	s.Mark(suuid.NewV4().String())
	s.Mark(puuid.New())
	s.Mark(uniuri.New())
	s.Mark(bson.NewObjectID().Hex())
	s.Mark(node.Generate().String()) // as far as nodes have numbers of their own
	s.Mark(worker.MustGenerate())
	s.Mark(shortid.MustGenerate()) // want "collision: "
}

// Before makes it before.
func Before(ctx context.Context, api API) error {
	key := shortuuid.New()
	return retry(func() error { return api.Charge(ctx, key) })
}

func BeforeSony(ctx context.Context, api API, sf *sonyflake.Sonyflake) error {
	id, err := sf.NextID()
	if err != nil {
		return err
	}
	return retry(func() error { return api.Charge(ctx, strconv.FormatInt(id, 10)) })
}
