// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command awsmodel reads off the source of the AWS SDK for Go v2 which operations have
// an idempotency token, and writes the generated part of the SDK's model:
//
//	go run ./analyzer/model/internal/awsmodel                      # again, from the same versions
//	go run ./analyzer/model/internal/awsmodel MODULE@VERSION...    # with these modules added, or in these versions
//	go run ./analyzer/model/internal/awsmodel -sdk DIR             # from a checkout of the SDK, and nothing else
//
// It is run at the root of the repository. The modules that the list was made from stand
// at the head of what it writes, so that anybody can make it again and compare: the same
// sources give the same bytes.
//
// # What a token is
//
// The SDK is generated from models in which a member of a request may be marked as its
// idempotency token. The source keeps the mark in one form: where the caller leaves such
// a member empty, a middleware, idempotencyToken_initializeOp<Op>, makes a token and
// writes it into the caller's own input. What it fills is a token by the SDK's own word,
// and the entry says "auto: written".
//
// The mark has been put on other members, too: InvokeAgentRuntime is given a session and
// StopQueryExecution the query to stop, and a call that is sent twice with these is not
// one call. So the member must be called a token, or its comment say that requests can
// be sent again, there or at another operation of the service.
//
// A token that the SDK does not fill has no mark, and so wants both: one of the names
// that AWS gives to tokens, and a comment at that operation that says so. A ClientToken
// may be a password, and a CreationToken what a list is filtered by.
//
// What is left out for one of these reasons stands at the head of the file. Left out
// without a word are members of members, of which one cannot tell: the configuration that
// UpdateDistribution is given has a CallerReference, with which the distribution was once
// created.
//
// # What a generated entry does not say
//
// Where tokens are remembered, and for how long, is in no source. Stores are written by
// hand, in the file beside the generated one, with the vendor's word for each. So are the
// operations with a store of their own, and those whose key is not called a token (SQS,
// SNS, StartExecution): what stands there by its name is not generated. Of all other
// operations the store is the "regional" one, as AWS keeps its Regions apart, unless the
// service has one endpoint for all of them by the SDK's own table (package
// internal/endpoints of the service: IsRegionalized is false in the partition "aws").
// Then it is the "account-wide" one.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/idemscope/idemscope/analyzer/model"
)

// The files of the model, from the root of the repository.
const (
	byHand    = "analyzer/model/data/github.com/aws/aws-sdk-go-v2.yaml"
	generated = "analyzer/model/data/github.com/aws/aws-sdk-go-v2.generated.csv"
)

func main() {
	sdk := flag.String("sdk", "", "read the services below this directory, a checkout of the SDK, and no modules")
	flag.Parse()
	if err := run(*sdk, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "awsmodel:", err)
		os.Exit(1)
	}
}

func run(sdk string, modules []string) error {
	text, err := os.ReadFile(byHand)
	if err != nil {
		return err
	}
	hand, err := model.Parse(byHand, text)
	if err != nil {
		return err
	}
	var dirs []string
	if sdk != "" {
		if len(modules) > 0 {
			return fmt.Errorf("-sdk and %s: expected one or the other", modules[0])
		}
		dirs, err = filepath.Glob(filepath.Join(sdk, "service", "*"))
	} else {
		dirs, err = download(generated, modules)
	}
	if err != nil {
		return err
	}
	services, err := readServices(dirs)
	if err != nil {
		return err
	}
	return os.WriteFile(generated, write(services, hand), 0o644)
}
