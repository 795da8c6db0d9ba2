// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command floor is a vet tool that does nothing: what go vet takes with it, no vet tool
// goes below.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

func main() {
	last := os.Args[len(os.Args)-1]
	switch {
	case last == "-V=full":
		data, err := os.ReadFile(os.Args[0])
		if err != nil {
			os.Exit(1)
		}
		fmt.Printf("%s version devel buildID=%x\n", os.Args[0], sha256.Sum256(data))
	case last == "-flags":
		fmt.Println(`[{"Name":"cold","Bool":false,"Usage":"another value makes go vet forget what it knows"}]`)
	case strings.HasSuffix(last, ".cfg"):
		var config struct{ VetxOutput string }
		if data, err := os.ReadFile(last); err != nil || json.Unmarshal(data, &config) != nil {
			os.Exit(1)
		}
		if config.VetxOutput != "" {
			if err := os.WriteFile(config.VetxOutput, nil, 0o666); err != nil {
				os.Exit(1)
			}
		}
	}
}
