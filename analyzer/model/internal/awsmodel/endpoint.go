// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
)

// readGlobal reports whether the table of a service's endpoints, which has an element
// for each partition, gives the partition "aws" one endpoint and no Regions:
//
//	{
//		ID: "aws",
//		...
//		IsRegionalized:    false,
//		PartitionEndpoint: "aws-global",
//
// A service without a table is not known to be global. One that has a partition's
// endpoint beside those of its Regions, as STS has, is not either.
func readGlobal(file string) (bool, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	global := false
	ast.Inspect(f, func(n ast.Node) bool {
		c, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		fields := map[string]string{}
		for _, e := range c.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				fields[word(kv.Key)] = word(kv.Value)
			}
		}
		if fields["ID"] == `"aws"` && fields["IsRegionalized"] == "false" && fields["PartitionEndpoint"] != "" {
			global = true
		}
		return true
	})
	return global, nil
}

// word is a name, or a constant as it is written, or "".
func word(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.BasicLit:
		return e.Value
	}
	return ""
}
