// Copyright 2026 The idemscope authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// download brings the modules that a generated file names at its head, and those that
// are asked for in place of the same module there, into the module cache, and returns
// their directories.
func download(file string, asked []string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	modules := merge(recorded(string(text)), asked)
	if len(modules) == 0 {
		return nil, fmt.Errorf("%s names no modules: expected MODULE@VERSION, or -sdk", file)
	}
	got, err := modDownload("", modules...)
	var dirs []string
	for _, m := range got {
		dirs = append(dirs, m.Dir)
	}
	return dirs, err
}

// downloaded is what the go command says of a module in the module cache.
type downloaded struct{ Path, Version, Dir, Error string }

// modDownload brings modules into the module cache: the given ones, or else all that
// the module in a directory requires.
func modDownload(in string, modules ...string) ([]downloaded, error) {
	cmd := exec.Command("go", append([]string{"mod", "download", "-json"}, modules...)...)
	cmd.Dir, cmd.Stderr = in, os.Stderr
	text, failed := cmd.Output() // of a module that failed, the text says why
	var out []downloaded
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var m downloaded
		switch err := d.Decode(&m); {
		case errors.Is(err, io.EOF) && failed == nil:
			return out, nil
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("go mod download: %w", failed)
		case err != nil:
			return nil, fmt.Errorf("go mod download: %w", err)
		case m.Error != "":
			return nil, errors.New(m.Error) // which names the module
		}
		out = append(out, m)
	}
}

// merge returns the modules that were recorded, but those that are asked for as asked.
func merge(recorded, asked []string) []string {
	path := func(m string) string {
		path, _, _ := strings.Cut(m, "@")
		return path
	}
	out := slices.DeleteFunc(recorded, func(m string) bool {
		return slices.ContainsFunc(asked, func(a string) bool { return path(a) == path(m) })
	})
	return append(out, asked...)
}

// module is how a module is named at the head of a generated file.
const module = "#   " + library + "/service/"

// recorded returns the modules that a generated file was made from.
func recorded(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, module) {
			out = append(out, strings.TrimSpace(strings.TrimPrefix(line, "#")))
		}
	}
	return out
}
