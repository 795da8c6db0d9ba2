// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command sarif holds the JSON on its standard input against a JSON schema in a file: the
// tests of cmd/idemscope use it for SARIF, and keep what it requires out of the command's
// module.
package main

import (
	"fmt"
	"os"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sarif SCHEMA < DOCUMENT")
		os.Exit(2)
	}
	if err := validate(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func validate(schema string) error {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	s, err := compiler.Compile(schema)
	if err != nil {
		return err
	}
	document, err := jsonschema.UnmarshalJSON(os.Stdin)
	if err != nil {
		return err
	}
	return s.Validate(document)
}
