// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
)

// The go command keeps what a vet tool has printed, but does not tell a package that was
// named from one that is only a dependency: it asks for nothing of the latter, and in Go
// 1.26 answers with that when the package is named later, and with the findings when it is
// a dependency later. (Go 1.27 tells them apart.) So the command has the tool print what
// it finds in dependencies too, which is then right for both, and leaves out by itself
// what nobody has named. A flag says so: flags are a part of what go vet keeps results by.
const dependenciesFlag = "dependencies"

func init() {
	flag.Bool(dependenciesFlag, false, "with -json, print also what is found in dependencies (the command idemscope leaves it out again)")
}

// asRoot has the package of a vet tool's configuration analysed as one that was named, if
// the flag asks for it: it replaces the last argument by a copy that says so.
func asRoot(args []string) error {
	if !slices.Contains(args, "-"+dependenciesFlag) && !slices.Contains(args, "-"+dependenciesFlag+"=true") {
		return nil
	}
	last := &args[len(args)-1]
	data, err := os.ReadFile(*last)
	if err != nil {
		return err
	}
	var config map[string]json.RawMessage
	if err := json.Unmarshal(data, &config); err != nil {
		return err
	}
	config["VetxOnly"] = json.RawMessage("false")
	if data, err = json.Marshal(config); err != nil {
		return err
	}
	*last = filepath.Join(filepath.Dir(*last), "named.cfg")
	return os.WriteFile(*last, data, 0o644)
}
