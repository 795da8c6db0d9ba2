// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package aws sends client tokens, each known to one Region of one account.
package aws

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
	"github.com/google/uuid"
)

// Copied changes the Region of a copy.
func Copied(ctx context.Context, cfg aws.Config, in *ecs.RunTaskInput) error {
	in.ClientToken = aws.String(uuid.NewString())
	if _, err := ecs.NewFromConfig(cfg).RunTask(ctx, in); err != nil {
		other := cfg.Copy()
		other.Region = "eu-west-1"
		_, err = ecs.NewFromConfig(other).RunTask(ctx, in) // want "scope: "
		return err
	}
	return nil
}

// ByRegion goes through clients by Region.
func ByRegion(ctx context.Context, clients map[string]*ecs.Client, in *ecs.RunTaskInput) error {
	in.ClientToken = aws.String(uuid.NewString())
	err := errors.New("no clients")
	for _, c := range clients {
		if _, err = c.RunTask(ctx, in); err == nil { // want "scope: "
			return nil
		}
	}
	return err
}

// Client has a primary Region and a standby.
type Client struct{ primary, standby *ecs.Client }

// New makes both.
func New(ctx context.Context, here, there string) (*Client, error) {
	cfg, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return nil, err
	}
	at := func(region string) *ecs.Client {
		return ecs.NewFromConfig(cfg, func(o *ecs.Options) { o.Region = region })
	}
	return &Client{at(here), at(there)}, nil
}

func (c *Client) Run(ctx context.Context, in *ecs.RunTaskInput) error {
	if _, err := c.primary.RunTask(ctx, in); err != nil {
		_, err = c.standby.RunTask(ctx, in) // want "scope: "
		return err
	}
	return nil
}

// Renewed makes a client of the same configuration for each attempt.
func Renewed(ctx context.Context, cfg aws.Config, in *ecs.RunTaskInput) (err error) {
	in.ClientToken = aws.String(uuid.NewString())
	for range 3 {
		if _, err = ecs.NewFromConfig(cfg).RunTask(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

// Reloaded loads the configuration for each attempt, with the one Region.
func Reloaded(ctx context.Context, region string, in *ecs.RunTaskInput) error {
	in.ClientToken = aws.String(uuid.NewString())
	var last error
	for range 3 {
		cfg, err := config.LoadDefaultConfig(ctx, config.WithRegion(region))
		if err != nil {
			return err
		}
		if _, last = ecs.NewFromConfig(cfg).RunTask(ctx, in); last == nil {
			return nil
		}
	}
	return last
}

// Factory hands out clients; nothing says that they differ.
type Factory interface{ ECS() *ecs.Client }

func Handed(ctx context.Context, f Factory, in *ecs.RunTaskInput) (err error) {
	in.ClientToken = aws.String(uuid.NewString())
	for range 3 {
		if _, err = f.ECS().RunTask(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

// Lazy makes its client once.
type Lazy struct {
	cfg    aws.Config
	client *ecs.Client
}

func (l *Lazy) get() *ecs.Client {
	if l.client == nil {
		l.client = ecs.NewFromConfig(l.cfg)
	}
	return l.client
}

func (l *Lazy) Run(ctx context.Context, in *ecs.RunTaskInput) (err error) {
	in.ClientToken = aws.String(uuid.NewString())
	for range 3 {
		if _, err = l.get().RunTask(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

// Assumed uses other credentials in the same Region.
func Assumed(ctx context.Context, cfg aws.Config, role aws.CredentialsProvider, in *ecs.RunTaskInput) error {
	in.ClientToken = aws.String(uuid.NewString())
	if _, err := ecs.NewFromConfig(cfg).RunTask(ctx, in); err != nil {
		_, err = ecs.NewFromConfig(cfg, func(o *ecs.Options) { o.Credentials = role }).RunTask(ctx, in)
		return err
	}
	return nil
}

// Services of one Region are created in turn, each with a token of its own.
func Services(ctx context.Context, c *ecs.Client, names []string) error {
	for _, name := range names {
		if _, err := c.CreateService(ctx, &ecs.CreateServiceInput{ServiceName: &name, ClientToken: aws.String(uuid.NewString())}); err != nil {
			return err
		}
	}
	return nil
}

// Replicated starts one task in each Region on purpose.
func Replicated(ctx context.Context, east, west *ecs.Client, in *ecs.RunTaskInput) error {
	in.ClientToken = aws.String(uuid.NewString())
	if _, err := east.RunTask(ctx, in); err != nil {
		return err
	}
	_, err := west.RunTask(ctx, in)
	return err
}
