// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package terraform is written as providers are: a closure under a retry helper whose
// answer is a *RetryError, and a key in a map or an input struct.
package terraform

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
	"github.com/google/uuid"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/id"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry"
)

// RPC is a client of an API that takes its arguments in a map.
type RPC interface {
	Post(action string, request map[string]any) (map[string]any, error)
}

// token is a provider's own generator.
func token(action string) string {
	return fmt.Sprintf("TF-%s-%d-%s", action, time.Now().Unix(), uuid.NewString())
}

func temporary(err error) bool { return strings.Contains(err.Error(), "Throttling") }

// CreateGateway makes a token for each attempt.
func CreateGateway(ctx context.Context, c RPC, vpc string) error {
	request := map[string]any{"VpcId": vpc}
	return retry.RetryContext(ctx, 5*time.Minute, func() *retry.RetryError {
		request["ClientToken"] = token("CreateVpnGateway") // want "fresh-key: "
		_, err := c.Post("CreateVpnGateway", request)
		if err != nil {
			if temporary(err) {
				return retry.RetryableError(err)
			}
			return retry.NonRetryableError(err)
		}
		return nil
	})
}

// Client hands its maps on to an API that it looks up.
type Client struct {
	connect func(product string) (API, error)
}

// API tells by an argument what to do.
type API interface {
	Do(action string, query, body map[string]any) (map[string]any, error)
}

func (c *Client) RPCPost(product, action string, query, body map[string]any) (map[string]any, error) {
	api, err := c.connect(product)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", product, err)
	}
	return api.Do(action, query, body)
}

// AssociateRoute sets the next token when the attempt has failed already.
func AssociateRoute(ctx context.Context, c *Client, table string) error {
	action := "AssociateRouteTable"
	var response map[string]any
	var err error
	query := make(map[string]any)
	request := make(map[string]any)
	request["RouteTableId"] = table
	request["ClientToken"] = token(action)
	err = retry.RetryContext(ctx, 5*time.Minute, func() *retry.RetryError {
		response, err = c.RPCPost("Vpc", action, query, request)
		request["ClientToken"] = token(action) // want "fresh-key: "
		if err != nil {
			if temporary(err) {
				return retry.RetryableError(err)
			}
			return retry.NonRetryableError(err)
		}
		return nil
	})
	_ = response
	return err
}

// DeleteRoute does no harm when it runs twice.
func DeleteRoute(ctx context.Context, c *Client, table string) error {
	action := "DeleteRouteTable"
	request := map[string]any{"RouteTableId": table, "ClientToken": token(action)}
	return retry.RetryContext(ctx, 5*time.Minute, func() *retry.RetryError {
		_, err := c.RPCPost("Vpc", action, nil, request)
		request["ClientToken"] = token(action)
		if err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}

// CreateGatewayOnce makes it before the first.
func CreateGatewayOnce(ctx context.Context, c RPC, vpc string) error {
	request := map[string]any{"VpcId": vpc, "ClientToken": token("CreateVpnGateway")}
	return retry.RetryContext(ctx, 5*time.Minute, func() *retry.RetryError {
		_, err := c.Post("CreateVpnGateway", request)
		if err != nil {
			if temporary(err) {
				return retry.RetryableError(err)
			}
			return retry.NonRetryableError(err)
		}
		return nil
	})
}

// Run uses an ID that is unique in this process alone in an account that others use as well.
func Run(ctx context.Context, c *ecs.Client, definition string) error {
	_, err := c.RunTask(ctx, &ecs.RunTaskInput{TaskDefinition: &definition, ClientToken: aws.String(id.UniqueId())}) // want "collision: "
	return err
}

// RunRandom does not.
func RunRandom(ctx context.Context, c *ecs.Client, definition string) error {
	_, err := c.RunTask(ctx, &ecs.RunTaskInput{TaskDefinition: &definition, ClientToken: aws.String(uuid.NewString())})
	return err
}

// Burned makes another token after an error that proves that nothing was executed.
func Burned(ctx context.Context, c *ecs.Client, definition string) error {
	in := &ecs.RunTaskInput{TaskDefinition: &definition, ClientToken: aws.String(uuid.NewString())}
	for range 3 {
		_, err := c.RunTask(ctx, in)
		if err == nil {
			return nil
		}
		if strings.Contains(err.Error(), "IdempotentParameterMismatch") {
			in.ClientToken = aws.String(uuid.NewString())
		}
	}
	return errors.New("gave up")
}
